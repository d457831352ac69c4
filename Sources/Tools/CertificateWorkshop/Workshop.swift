import Foundation

/// A temporary folder in which programs run that check what was made here.
package final class Workshop: Sendable {
    /// Removed at the end.
    package let folder: URL

    package init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("workshop-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The path of a file in the folder.
    package func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// Writes a file, and returns its path.
    @discardableResult package func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: folder.appendingPathComponent(name))
        return path(name)
    }

    /// The bytes of a file.
    package func read(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: folder.appendingPathComponent(name)))
    }

    /// What a program came to.
    package struct Result: Sendable {
        package let status: Int32
        /// Its standard output and standard error.
        package let output: [UInt8]
        package var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// Runs a program of the system in the folder until it ends.
    package func run(_ program: String, _ arguments: [String]) throws -> Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Result(status: process.terminationStatus, output: Array(output))
    }

    /// The same, which must succeed.
    @discardableResult package func make(_ program: String, _ arguments: [String]) throws -> Result {
        let result = try run(program, arguments)
        guard result.status == 0 else { throw ProgramError(words: "\(program) \(arguments): \(result.text)") }
        return result
    }

    /// A program that did not succeed.
    package struct ProgramError: Error, CustomStringConvertible {
        let words: String
        package var description: String { words }
    }
}

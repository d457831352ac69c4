import Capture
import Encoding
import Files
import Foundation
import Subprocess
import Symbols
import SystemPackage
import Testing

/// The built program, run in a temporary folder with its own settings, history and log.
final class Program: Sendable {
    /// Contains the XDG directories and files; removed at the end.
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("quietzone-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // The welcome of the first start would lie over the picture.
        _ = try file("state/quietzone/welcomed", [])
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The executable lies beside the test bundle.
    static let executable = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("quietzone").path

    /// The environment of every run, besides PATH and the like.
    var environment: [String: String] {
        [
            "XDG_CONFIG_HOME": folder.path + "/config", "XDG_DATA_HOME": folder.path + "/data",
            "XDG_STATE_HOME": folder.path + "/state", "XDG_PICTURES_DIR": folder.path + "/pictures", "LANG": "C.UTF-8",
            "LC_ALL": "C.UTF-8", "TZ": "UTC",
            // `swift test` sets it when its output is not a terminal.
            "NO_COLOR": "",
            "SWIFT_BACKTRACE": "enable=no",
        ]
    }

    /// Runs the program until its standard error contains `text`, then sends `signal`; its standard input is the file `input`, which
    /// does not come to an end.
    func run(
        _ arguments: [String], input: String, endedBy signal: String, after text: String
    ) async throws -> Result {
        let errors = folder.appendingPathComponent("errors-\(UUID().uuidString)").path
        let line = """
            mkfifo "$E.fifo"; exec 3<>"$E.fifo"; cat "$I" >&3
            "$@" 2>"$E" >/dev/null <&3 & pid=$!
            for _ in $(seq 1200); do grep -q "$T" "$E" && break; sleep 0.1; done
            kill -"$S" $pid; wait $pid
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        // Job control: without it a shell's background jobs ignore SIGINT.
        process.arguments = ["-mc", line, "bash", Self.executable] + arguments
        process.environment = environment.merging(
            ["E": errors, "T": text, "S": signal, "I": input, "PATH": "/usr/bin:/bin"], uniquingKeysWith: { $1 })
        process.standardInput = FileHandle.nullDevice
        let status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        let told = try String(contentsOfFile: errors, encoding: .utf8)
        return Result(status: status, output: "", errors: told, bytes: [])
    }

    struct Result {
        let status: Int32
        let output: String
        let errors: String
        let bytes: [UInt8]
    }

    /// Runs the program with `arguments` until it ends.
    func run(_ arguments: [String], input: [UInt8] = [], extra: [String: String] = [:]) async throws -> Result {
        // As bytes, because a folder's name need not be UTF-8.
        let variables = ProcessInfo.processInfo.environment.merging(self.environment, uniquingKeysWith: { $1 })
            .merging(extra, uniquingKeysWith: { $1 })
        let environment = Environment.custom(variables.map { "\($0)=\($1)".fileNameBytes + [0] })
        let result = try await Subprocess.run(
            .path(FilePath(Self.executable)), arguments: Arguments(arguments.map { $0.fileNameBytes + [0] }),
            environment: environment,
            workingDirectory: FilePath(folder.path), input: .array(input), output: .bytes(limit: 1 << 22),
            error: .bytes(limit: 1 << 20))
        let status: Int32 =
            switch result.terminationStatus {
            case .exited(let code): Int32(code)
            case .signaled(let signal): 128 + Int32(signal)
            }
        return Result(
            status: status, output: String(decoding: result.standardOutput, as: UTF8.self),
            errors: String(decoding: result.standardError, as: UTF8.self), bytes: result.standardOutput)
    }

    /// Writes a PNG of a symbol with `text` and returns its path.
    func picture(_ name: String, _ text: String, as symbology: Symbology = .qrCode) throws -> String {
        let image = try SymbolEncoder.encode(text, as: symbology)
        let pixels = image.pixels(scale: 5)
        let png = try PictureFile.png(luma: pixels.luma.span, width: pixels.width, height: pixels.height)
        return try file(name, png)
    }

    /// Writes a file into the folder and returns its path.
    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = folder.path + "/" + name
        #expect(Folder.make(Folder.parent(of: path) ?? "/") == 0)
        let file = try #require(fopen(path.fileSystemPath, "w"))
        defer { fclose(file) }
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
        return path
    }

    /// The paths of the pictures that were saved.
    var pictures: [String] {
        let place = folder.path + "/pictures/Quietzone"
        return ((try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []).sorted().map { "\(place)/\($0)" }
    }

    /// A file's text.
    func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }
}

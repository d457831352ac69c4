import Foundation
import Glibc
import Testing

@testable import History

@Suite struct ExportFileTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("out.csv")
    }

    func write(_ text: String, overwrite: Bool = false, to path: String? = nil) throws {
        try ExportFile.write(to: path ?? self.path, overwrite: overwrite) { sink in
            try Array(text.utf8).withUnsafeBytes { try sink($0) }
        }
    }

    func failure(_ body: () throws -> Void) -> ExportError? {
        do {
            try body()
            return nil
        } catch {
            return error as? ExportError
        }
    }

    @Test func writesAFileForTheOwnerAlone() throws {
        try write("hello")
        #expect(try read(path) == "hello")
        #expect(mode(path) == 0o600)
        #expect(folder.names == ["out.csv"])
    }

    @Test func neverOverwritesUnlessAsked() throws {
        try write("one")
        let error = try #require(failure { try write("two") })
        #expect(error.isAlreadyThere)
        #expect(error.description == "\(path): File exists. Name another file, or allow overwriting.")
        #expect(try read(path) == "one")
        try write("two", overwrite: true)
        #expect(try read(path) == "two")
        #expect(folder.names == ["out.csv"])
    }

    @Test func aLinkThatLeadsNowhereIsNotFollowed() throws {
        #expect(symlink(folder.file("elsewhere"), path) == 0)
        #expect(failure { try write("x") }?.isAlreadyThere == true)
        #expect(folder.names == ["out.csv"])
    }

    @Test(arguments: [true, false])
    func anErrorLeavesNothingBehind(overwrite: Bool) throws {
        struct Enough: Error {}
        if overwrite { try write("before") }
        #expect(throws: Enough.self) {
            try ExportFile.write(to: path, overwrite: overwrite) { sink in
                try [UInt8](repeating: 1, count: 100_000).withUnsafeBytes { try sink($0) }
                throw Enough()
            }
        }
        #expect(folder.names == (overwrite ? ["out.csv"] : []))
        if overwrite { #expect(try read(path) == "before") }
    }

    @Test func namesWhatToDo() throws {
        #expect(
            failure { try write("x", to: folder.file("no/such/out.csv")) }?.description.hasSuffix("or name another.")
                == true)
        #expect(failure { try write("x", to: folder.path) }?.errno == EISDIR)
        #expect(
            failure { try write("x", overwrite: true, to: "/dev/null") }?.description.contains("not a regular file")
                == true)
        #expect(failure { try write("x", to: "") } != nil)
        #expect(failure { try write("x", to: "a\0b") } != nil)
        #expect(failure { try write("x", to: "/proc/out.csv") } != nil)
        #expect(failure { try write("x", to: folder.file(String(repeating: "n", count: 300))) }?.errno == ENAMETOOLONG)
        try write("x", to: folder.file(String(repeating: "n", count: 255)))
    }

    @Test func aFullDiskIsSaid() throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let error = try #require(
            failure { try [UInt8(1)].withUnsafeBytes { try ExportFile.sink(to: full, name: "standard output")($0) } })
        #expect(error.errno == ENOSPC)
        #expect(error.description.hasPrefix("standard output: No space left on device. Free some space"))
    }

    @Test func aSinkWaitsForASlowReader() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let (input, output) = (ends[0], ends[1])
        #expect(fcntl(output, F_SETFL, O_NONBLOCK) == 0)
        let bytes = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        // On a separate thread: both ends block, and the pool may have only one thread.
        Thread.detachNewThread {
            defer { close(output) }
            #expect(throws: Never.self) {
                try bytes.withUnsafeBytes { try ExportFile.sink(to: output, name: "pipe")($0) }
            }
        }
        var received: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(input, &piece, piece.count)
            guard count > 0 else { break }
            received += piece.prefix(count)
            usleep(50)
        }
        #expect(received == bytes)
        close(input)
    }
}

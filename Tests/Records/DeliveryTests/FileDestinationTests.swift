import Config
import Foundation
import Glibc
import Testing

@testable import Delivery

@Suite struct FileDestinationTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "quietzone-\(UUID().uuidString)").path
    private var path: String { folder + "/scans.ndjson" }

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    private func destination(_ more: String = "") throws -> FileDestination {
        let settings = Settings.read("[destination.log]\nto = \"file:\(path)\"\n\(more)\n").settings.destinations
        return try FileDestination(try #require(settings.first), DeliveryOrigin("o"))
    }

    private func lines(_ path: String) throws -> [String] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test func linesAreAppendedAndKnownAgain() throws {
        _ = try destination().deliver([item(1), item(2)])
        // Another run, which does not know that the second was written.
        let next = try destination()
        _ = try next.deliver([item(2), item(3)])
        #expect(
            try lines(path) == [
                #"{"text":"1","delivery":"\#(key(1))"}"#, #"{"text":"2","delivery":"\#(key(2))"}"#,
                #"{"text":"3","delivery":"\#(key(3))"}"#,
            ])
    }

    @Test func aTornLineIsEnded() throws {
        try #"{"text":"1","deli"#.write(toFile: path, atomically: true, encoding: .utf8)
        _ = try destination().deliver([item(1)])
        #expect(try lines(path) == [#"{"text":"1","deli"#, #"{"text":"1","delivery":"\#(key(1))"}"#])
    }

    @Test func aLargeFileIsPutAside() throws {
        let log = try destination("rotate-megabytes = 1")
        try Data(count: 1 << 20).write(to: URL(filePath: path))
        _ = try log.deliver([item(1)])
        #expect(try lines(path).count == 1)
        #expect(try Data(contentsOf: URL(filePath: path + ".1")).count == 1 << 20)
    }

    @Test func aTemplateSaysHowALineIs() throws {
        _ = try destination(#"send = "{text};{key}""#).deliver([item(4)])
        #expect(try lines(path) == ["4;\(key(4))"])
    }

    /// It is a file by its kind, and has no end.
    @Test func aFileWithoutAnEndIsRefused() throws {
        let settings = Settings.read("[destination.log]\nto = \"file:/proc/self/mem\"\n").settings.destinations
        let destination = try FileDestination(try #require(settings.first), DeliveryOrigin("o"))
        #expect(throws: DeliveryError.self) { try destination.deliver([item(1)]) }
    }

    @Test func aFolderThatIsNotThereIsSaid() throws {
        let settings = Settings.read("[destination.log]\nto = \"file:/nowhere/x\"\n").settings.destinations
        let log = try FileDestination(try #require(settings.first), DeliveryOrigin("o"))
        #expect(throws: DeliveryError("/nowhere/x: No such file or directory")) { try log.deliver([item(1)]) }
    }

    @Test func theOldestOfTheFilesThatWerePutAsideGoes() throws {
        let log = try destination("rotate-megabytes = 1")
        for round in 1...11 {
            try Data(repeating: UInt8(round), count: 1 << 20).write(to: URL(filePath: path))
            _ = try log.deliver([item(Int64(round))])
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(names == ["scans.ndjson"] + (1...9).map { "scans.ndjson.\($0)" })
        // The newest is 1, and the first two have gone.
        for number in 1...9 {
            #expect(try Data(contentsOf: URL(filePath: "\(path).\(number)")).first == UInt8(12 - number))
        }
    }

    @Test func aFileIsForItsOwnerAlone() throws {
        _ = try destination().deliver([item(1)])
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }

    @Test func aFIFOIsWrittenToWhileSomebodyReads() throws {
        #expect(mkfifo(path, 0o600) == 0)
        let log = try destination()
        #expect(throws: DeliveryError("\(path): no program reads the FIFO")) { try log.deliver([item(1)]) }
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        try #require(reader >= 0)
        defer { close(reader) }
        _ = try log.deliver([item(1), item(2)])
        var bytes = [UInt8](repeating: 0, count: 1000)
        let count = read(reader, &bytes, bytes.count)
        #expect(
            String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
                == (1...2 as ClosedRange<Int64>).map { #"{"text":"\#($0)","delivery":"\#(key($0))"}"# + "\n" }.joined())
    }

    @Test func whoReadsAFIFOTooSlowlyIsNotWaitedForForEver() throws {
        #expect(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        try #require(reader >= 0)
        defer { close(reader) }
        let log = try destination("seconds = 1")
        #expect(throws: DeliveryError("\(path): the FIFO's reader is too slow")) {
            // More than a pipe holds.
            while true { _ = try log.deliver((1...100).map { item($0) }) }
        }
    }

    @Test func aFullDiskIsSaid() throws {
        let settings = Settings.read("[destination.log]\nto = \"file:/dev/full\"\n").settings.destinations
        let log = try FileDestination(try #require(settings.first), DeliveryOrigin("o"))
        #expect(throws: DeliveryError("/dev/full: No space left on device")) { try log.deliver([item(1)]) }
    }

    @Test func aPathThatIsNotFromTheRootOnIsSaid() throws {
        var settings = DestinationSettings("log")
        for address in ["file:", "file:scans", "file:~/scans"] {
            settings.address = address
            #expect(throws: DeliveryError("file: needs an absolute path, such as file:/home/me/scans.ndjson")) {
                try FileDestination(settings, DeliveryOrigin("o"))
            }
        }
    }
}

import Glibc
import Testing

@testable import Files

@Suite struct RegularFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [0, 1, 4095, 4096, 4097, 1 << 20, (3 << 20) + 1])
    func allOfAFileIsRead(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let path = try folder.write(bytes, to: "f")
        #expect(try RegularFile.read(path, atMost: .max) == bytes)
        #expect(try RegularFile.read(path, atMost: count) == bytes)
        #expect(try RegularFile.read(path, atMost: count + 1) == bytes)
    }

    @Test(arguments: [0, 1, 4095, 4096, 5000, (2 << 20) + 7]) func noMoreThanTheLimitIsRead(limit: Int) throws {
        let bytes = (0..<(3 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let path = try folder.write(bytes, to: "f")
        #expect(try RegularFile.read(path, atMost: limit) == Array(bytes.prefix(limit)))
    }

    /// Those under /proc tell no size.
    @Test func aFileWithoutASizeIsReadAsFarAsItGoes() throws {
        let bytes = try RegularFile.read("/proc/self/status", atMost: 1 << 20)
        #expect(String(decoding: bytes, as: UTF8.self).contains("Pid:\t\(getpid())\n"))
        #expect(try RegularFile.read("/proc/self/status", atMost: 5) == Array("Name:".utf8))
    }

    /// None of these is waited for, although some never end and nobody writes into the pipe.
    @Test func whatIsNoFileIsRefused() throws {
        try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
        for path in [folder.path, folder.file("pipe"), "/dev/zero", "/dev/null", "/"] {
            #expect(throws: RegularFile.ReadError.notRegular, "\(path)") { try RegularFile.read(path, atMost: 10) }
        }
    }

    @Test func whyItCannotBeOpenedIsTheErrorOfTheCall() throws {
        let file = try folder.write([1], to: "f")
        try #require(symlink("loop", folder.file("loop")) == 0)
        for (path, code) in [
            (folder.file("none"), ENOENT), (file + "/x", ENOTDIR), (folder.file("loop"), ELOOP), ("", ENOENT),
            (folder.file(String(repeating: "n", count: 256)), ENAMETOOLONG),
        ] {
            #expect(throws: RegularFile.ReadError.error(code), "\(path)") { try RegularFile.read(path, atMost: 10) }
        }
    }

    @Test func linksAreFollowed() throws {
        let target = try folder.write([1, 2], to: "f")
        try #require(symlink(target, folder.file("link")) == 0)
        #expect(try RegularFile.read(folder.file("link"), atMost: 10) == [1, 2])
    }
}

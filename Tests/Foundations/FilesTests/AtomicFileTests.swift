import Foundation
import Glibc
import Testing

@testable import Files

@Suite struct AtomicFileTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("a") }

    init() throws { folder = try TemporaryFolder() }

    /// The error number of a replacement; nil where it succeeded.
    private func failure(_ path: String, _ bytes: [UInt8] = [1]) -> Int32? {
        do throws(AtomicFile.WriteError) {
            try AtomicFile.replace(path, with: bytes)
            return nil
        } catch {
            return error.code
        }
    }

    @Test(arguments: [0, 1, 4095, 3 << 20]) func allBytesAreThereAndNothingBeside(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        for isDurable in [false, true] {
            try AtomicFile.replace(path, with: bytes, isDurable: isDurable)
            #expect(try folder.read("a") == bytes)
            #expect(folder.names == ["a"])
        }
    }

    @Test func aFileIsForItsOwnerAloneUnlessSaidOtherwise() throws {
        try AtomicFile.replace(path, with: [1])
        #expect(permissions(path) == 0o600)
        // Whatever the mask of the process is.
        try AtomicFile.replace(path, with: [2], permissions: 0o666)
        #expect(permissions(path) == 0o666)
        try AtomicFile.replace(path, with: [3])
        #expect(permissions(path) == 0o600, "not those of the file before")
    }

    /// Whether files without a name can be made in temporary folders.
    private static let hasUnnamedFiles: Bool = {
        let file = open(FileManager.default.temporaryDirectory.path, O_WRONLY | 0o20_000_000 | O_DIRECTORY, 0o600)
        defer { if file >= 0 { close(file) } }
        return file >= 0 && access("/proc/self/fd/\(file)", F_OK) == 0
    }()

    @Test(.enabled(if: hasUnnamedFiles, "files without a name cannot be made here"))
    func whatIsNotWrittenWholeHasNoName() throws {
        let path = path
        let bytes = [UInt8](repeating: 1, count: 3 << 20)
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            for _ in 1...50 { #expect(throws: Never.self) { try AtomicFile.replace(path, with: bytes) } }
            isDone.signal()
        }
        repeat {
            for name in folder.names {
                var status = stat()
                // It may have another name by now.
                guard stat(folder.file(name), &status) == 0 else { continue }
                #expect(Int(status.st_size) == bytes.count, "\(name)")
            }
        } while isDone.wait(timeout: .now()) == .timedOut
        #expect(folder.names == ["a"])
    }

    @Test func whatProcessesThatWereKilledHaveLeftIsRemoved() throws {
        for name in ["1.pkpass.99999999.new", "2.pkpass.1.new", "3.pkpass.new", "4.pkpass.x.new", "5.txt.99999999.new"]
        {
            _ = try folder.write([1], to: name)
        }
        AtomicFile.removeDrafts(in: folder.path) { $0.hasSuffix(".pkpass") }
        #expect(folder.names == ["2.pkpass.1.new", "3.pkpass.new", "4.pkpass.x.new", "5.txt.99999999.new"])
    }

    @Test func whoHasTheOldOneOpenKeepsIt() throws {
        try AtomicFile.replace(path, with: [1, 2, 3])
        let file = open(path, O_RDONLY)
        try #require(file >= 0)
        defer { close(file) }
        try AtomicFile.replace(path, with: [4])
        var bytes = [UInt8](repeating: 0, count: 10)
        #expect(read(file, &bytes, bytes.count) == 3)
        #expect(bytes.prefix(3) == [1, 2, 3])
    }

    @Test func whoReadsMeanwhileSeesTheOneOrTheOther() throws {
        let contents = [UInt8(1), 2].map { [UInt8](repeating: $0, count: 100_000) }
        try AtomicFile.replace(path, with: contents[0])
        let path = path
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            for round in 1...200 {
                #expect(throws: Never.self) { try AtomicFile.replace(path, with: contents[round % 2]) }
            }
            isDone.signal()
        }
        repeat {
            let seen = try RegularFile.read(path, atMost: 1 << 20)
            #expect(contents.contains(seen))
        } while isDone.wait(timeout: .now()) == .timedOut
    }

    @Test func aLinkIsReplacedAndWhatItLeadsToStays() throws {
        let target = try folder.write([9], to: "target")
        try #require(symlink(target, path) == 0)
        try AtomicFile.replace(path, with: [1])
        #expect(try folder.read("target") == [9])
        #expect(try folder.read("a") == [1])
        var status = stat()
        #expect(lstat(path, &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFREG)
    }

    @Test func whatAProcessOfTheSameNumberLeftIsNoObstacle() throws {
        _ = try folder.write([7, 7, 7], to: "a.\(getpid()).new")
        try AtomicFile.replace(path, with: [1])
        #expect(try folder.read("a") == [1])
        #expect(folder.names == ["a"])
    }

    @Test func aFolderInItsPlaceStaysAndNothingIsLeft() throws {
        try #require(mkdir(path, 0o700) == 0)
        #expect(failure(path) != nil)
        #expect(folder.names == ["a"])
        #expect(Folder.names(in: path) == [])
    }

    @Test func whyItFailedIsTheErrorOfTheCall() throws {
        #expect(failure(folder.file("none/a")) == ENOENT)
        _ = try folder.write([], to: "file")
        #expect(failure(folder.file("file/a")) == ENOTDIR)
        #expect(failure(folder.file(String(repeating: "n", count: 256))) == ENAMETOOLONG)
        #expect(folder.names == ["file"])
    }

    @Test func aNameNeedNotBeUTF8() throws {
        let name = FileName.text(of: [0x63, 0xE9])
        try AtomicFile.replace(folder.file(name), with: [5])
        #expect(folder.names == [name])
        #expect(try RegularFile.read(folder.file(name), atMost: 10) == [5])
    }
}

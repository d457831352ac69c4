import Glibc
import SeededRandomness
import Testing

@testable import Files

@Suite struct FileNameTests {
    /// File names as bytes: UTF-8, Latin-1, truncated, surrogates, overlong, beyond Unicode, and the scalars used for escaping.
    static let names: [[UInt8]] = [
        [], Array("plain.png".utf8), Array("naïve 漢字 😀".utf8), [0x63, 0x61, 0x66, 0xE9, 0x2E, 0x70],
        [0xFF, 0xFE], [0xE2, 0x82], [0xE2, 0x82, 0x41], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xF4, 0x90, 0x80, 0x80],
        [0xF0, 0x9F, 0x98], Array("\u{10FEE9}".utf8), Array("\u{10FE80}a\u{10FEFF}\u{10FF00}".utf8),
        [0x80, 0x41, 0xBF],
        Array("\u{10FEE9}".utf8.dropLast()),
    ]

    @Test(arguments: names) func everyNameComesBack(_ bytes: [UInt8]) {
        let text = FileName.text(of: bytes)
        #expect(text.fileNameBytes == bytes)
        #expect(text.fileSystemPath == bytes.map { CChar(bitPattern: $0) } + [0])
    }

    @Test func anyBytesComeBack() {
        var random = SplitMix(state: 7)
        for _ in 0..<20_000 {
            let bytes = (0..<random.below(12)).map { _ -> UInt8 in
                // Lead and trail bytes of every length are as likely as letters.
                [0x41, 0x80, 0xBE, 0xBF, 0xC3, 0xE2, 0xED, 0xF4, 0x8F, 0xBA, 0xFF, UInt8(random.below(256))][
                    random.below(12)]
            }
            #expect(FileName.text(of: bytes).fileNameBytes == bytes)
        }
    }

    @Test func utf8StaysAsItIs() {
        for name in ["a", "naïve", "漢字", "e\u{301}", "\u{10FFFD}"] {
            #expect(Array(FileName.text(of: Array(name.utf8)).utf8) == Array(name.utf8))
            #expect(name.isUTF8FileName)
        }
    }

    @Test func otherBytesAreSeen() {
        let text = FileName.text(of: [0x63, 0xE9, 0x2E, 0xFF])
        #expect(text.withVisibleBytes == "c\u{FFFD}.\u{FFFD}")
        #expect(!text.isUTF8FileName)
        #expect("plain".withVisibleBytes == "plain")
    }

    @Test(arguments: [
        ("/a/b", "/a"), ("/a", "/"), ("a", "."), ("a/b", "a"), ("a//b/", "a"), ("//a", "/"), ("./x", "."),
        ("/a/\u{301}b", "/a"), ("../x", ".."),
    ])
    func aPathHasAParent(_ path: String, _ parent: String) { #expect(Folder.parent(of: path) == parent) }

    @Test func theRootHasNoParent() {
        for path in ["/", "//", "", "."] { #expect(Folder.parent(of: path) == nil) }
    }

    @Test func foldersAreMadeAndListed() throws {
        var template = Array("/tmp/quietzone-files-XXXXXX".utf8CString)
        let root = FileName.text(of: try #require(mkdtemp(&template)))
        let odd = FileName.text(of: [0x63, 0xE9])
        #expect(Folder.make("\(root)/\(odd)/b") == 0)
        #expect(Folder.make("\(root)/\(odd)/b") == 0)
        #expect(Folder.names(in: root) == [odd])
        #expect(Folder.contains("\(root)/\(odd)/b"))
        #expect(access(root + "/c\u{FFFD}", F_OK) != 0)
        let file = open("\(root)/\(odd)/f".fileSystemPath, O_WRONLY | O_CREAT, 0o600)
        #expect(write(file, "abc", 3) == 3)
        #expect(close(file) == 0)
        #expect(Folder.make("\(root)/\(odd)/f") == EEXIST)
        #expect(Folder.make("\(root)/\(odd)/f/g") == ENOTDIR)
        #expect(try RegularFile.read("\(root)/\(odd)/f", atMost: 2) == [0x61, 0x62])
        #expect(throws: RegularFile.ReadError.notRegular) { try RegularFile.read(root, atMost: 2) }
        #expect(throws: RegularFile.ReadError.error(ENOENT)) { try RegularFile.read(root + "/none", atMost: 2) }
        #expect(Folder.names(in: root + "/none") == nil)
        unlink("\(root)/\(odd)/f".fileSystemPath)
        for path in ["\(root)/\(odd)/b", "\(root)/\(odd)", root] { rmdir(path.fileSystemPath) }
    }
}

import Testing

@testable import Files

@Suite struct ZipArchiveTests {
    /// What an archive of these files is.
    private func archive(_ files: [(String, [UInt8])]) throws -> [UInt8] {
        var written: [UInt8] = []
        var archive = ZipArchive { written += $0 }
        for (name, bytes) in files { try archive.add(name, bytes) }
        try archive.finish()
        return written
    }

    private func number(_ bytes: [UInt8], at place: Int, _ count: Int) -> Int {
        bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// The check value of the catalogue of parametrised CRC algorithms, and in two parts.
    @Test func theChecksumIsThatOfTheStandard() {
        var whole = ZipSize()
        Array("123456789".utf8).withUnsafeBytes { whole.add($0) }
        #expect(whole.checksum == 0xCBF4_3926 && whole.count == 9)
        var parts = ZipSize()
        for part in ["1234", "", "56789"] { Array(part.utf8).withUnsafeBytes { parts.add($0) } }
        #expect(parts.checksum == whole.checksum && parts.count == 9)
        #expect(ZipSize().checksum == 0)
    }

    /// By the fields of PKWARE's APPNOTE: 4.3.7 (local header), 4.3.12 (directory), 4.3.16 (its end).
    @Test func filesAreFoundByTheDirectory() throws {
        let files: [(String, [UInt8])] = [("a.txt", Array("hello".utf8)), ("ü/b", []), ("c", [UInt8](0...255))]
        let bytes = try archive(files)
        let end = bytes.count - 22
        #expect(number(bytes, at: end, 4) == 0x0605_4B50)
        #expect(number(bytes, at: end + 10, 2) == files.count)
        var place = number(bytes, at: end + 16, 4)
        #expect(place + number(bytes, at: end + 12, 4) == end)
        for (name, content) in files {
            #expect(number(bytes, at: place, 4) == 0x0201_4B50)
            let (nameLength, local) = (number(bytes, at: place + 28, 2), number(bytes, at: place + 42, 4))
            #expect(Array(bytes[place + 46..<place + 46 + nameLength]) == Array(name.utf8))
            var size = ZipSize()
            content.withUnsafeBytes { size.add($0) }
            #expect(number(bytes, at: place + 16, 4) == Int(size.checksum))
            #expect(number(bytes, at: place + 24, 4) == content.count)
            #expect(number(bytes, at: local, 4) == 0x0403_4B50)
            // Stored; the flag of UTF-8 where the name needs it.
            #expect(number(bytes, at: local + 8, 2) == 0)
            #expect(number(bytes, at: local + 6, 2) == (name.utf8.allSatisfy { $0 < 0x80 } ? 0 : 0x0800))
            #expect(number(bytes, at: local + 14, 4) == Int(size.checksum))
            let start = local + 30 + number(bytes, at: local + 26, 2) + number(bytes, at: local + 28, 2)
            #expect(Array(bytes[start..<start + content.count]) == content)
            place += 46 + nameLength
        }
        #expect(place == end)
    }

    @Test func theSameFilesGiveTheSameBytes() throws {
        let files: [(String, [UInt8])] = [("a", [1]), ("b", [2])]
        #expect(try archive(files) == archive(files))
        #expect(try archive(files) != archive(files.reversed()))
    }

    @Test func anEmptyArchiveIsOne() throws { #expect(try archive([]).count == 22) }

    @Test func whatTheFormatCannotHoldIsRefused() throws {
        #expect(throws: ZipArchive.TooLarge.self) {
            try archive([(String(repeating: "n", count: 65_536), [])])
        }
        _ = try archive([(String(repeating: "n", count: 65_535), [])])
        var full = ZipArchive { _ in }
        for _ in 0..<65_535 { try full.begin("", ZipSize()) }
        #expect(throws: ZipArchive.TooLarge.self) { try full.begin("", ZipSize()) }
    }

    @Test func whatTheSinkThrowsIsThrown() {
        struct Full: Error {}
        var archive = ZipArchive { _ in throw Full() }
        #expect(throws: Full.self) { try archive.add("a", []) }
    }
}

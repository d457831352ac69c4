/// Where the pages of a TIFF file are (TIFF 6.0, section 2): a chain of directories, one for each page.
struct TIFFPages: Sendable {
    /// The offset of each page's directory.
    private let directories: [UInt32]
    private let isLittleEndian: Bool

    var count: Int { directories.count }

    /// The pages in `bytes`; nil for a file without a directory. A damaged chain ends where the damage is.
    init?(_ bytes: [UInt8]) {
        isLittleEndian = bytes.first == 0x49
        let isLittle = isLittleEndian
        func number(_ offset: Int, _ size: Int) -> Int? {
            guard offset >= 0, size <= bytes.count, offset <= bytes.count - size else { return nil }
            let part = bytes[offset..<offset + size]
            return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
        }
        var found: [UInt32] = []
        var seen: Set<Int> = []
        var next = number(4, 4) ?? 0
        // Each directory: a count, entries of 12 bytes, and the offset of the next one; 0 ends the chain.
        while next != 0, found.count < PictureDocument.maximumPages, seen.insert(next).inserted,
            let entries = number(next, 2), entries > 0, next + 2 + entries * 12 <= bytes.count
        {
            found.append(UInt32(next))
            next = number(next + 2 + entries * 12, 4) ?? 0
        }
        if found.isEmpty { return nil }
        directories = found
    }

    /// `bytes`, the whole file, with page `page`, from 0, as its first.
    func file(of bytes: [UInt8], beginningWith page: Int) -> [UInt8] {
        var file = bytes
        for index in 0..<4 {
            let shift = UInt32(isLittleEndian ? index : 3 - index) * 8
            file[4 + index] = UInt8(truncatingIfNeeded: directories[page] >> shift)
        }
        return file
    }
}

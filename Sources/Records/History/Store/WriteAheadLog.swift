/// An SQLite file together with its write-ahead log, as it would be read (sqlite.org/fileformat2.html, "The Write-Ahead Log").
enum WriteAheadLog {
    private static let headerSize = 32
    private static let frameHeaderSize = 24

    /// Puts the committed pages of `log` into `file`. What follows the last whole commit is left out, as SQLite does.
    static func apply(_ log: [UInt8], to file: inout [UInt8]) {
        guard log.count > headerSize, let start = Start(log) else { return }
        let frameSize = frameHeaderSize + start.pageSize
        var sum = start.sum
        var at = headerSize
        var pending: [(page: Int, offset: Int)] = []
        var pages: [Int: Int] = [:]
        var count: Int?
        while at + frameSize <= log.count {
            guard word(log, at + 8) == start.salts.0, word(log, at + 12) == start.salts.1 else { break }
            add(log, at..<at + 8, to: &sum, start.isBigEndian)
            add(log, at + frameHeaderSize..<at + frameSize, to: &sum, start.isBigEndian)
            let page = Int(word(log, at))
            guard word(log, at + 16) == sum.0, word(log, at + 20) == sum.1, page > 0 else { break }
            pending.append((page, at + frameHeaderSize))
            let size = Int(word(log, at + 4))
            if size > 0 {
                for (page, offset) in pending { pages[page] = offset }
                pending = []
                count = size
            }
            at += frameSize
        }
        guard let count else { return }
        let size = count * start.pageSize
        if file.count > size { file.removeLast(file.count - size) }
        if file.count < size { file += [UInt8](repeating: 0, count: size - file.count) }
        for (page, offset) in pages where page <= count {
            let place = (page - 1) * start.pageSize
            file.replaceSubrange(place..<place + start.pageSize, with: log[offset..<offset + start.pageSize])
        }
    }

    /// The header of a log.
    private struct Start {
        let pageSize: Int
        let salts: (UInt32, UInt32)
        let sum: (UInt32, UInt32)
        let isBigEndian: Bool

        init?(_ log: [UInt8]) {
            let magic = word(log, 0)
            guard magic & ~1 == 0x377F_0682, word(log, 4) == 3_007_000 else { return nil }
            isBigEndian = magic & 1 == 1
            pageSize = Int(word(log, 8))
            guard (512...65536).contains(pageSize), pageSize & (pageSize - 1) == 0 else { return nil }
            salts = (word(log, 16), word(log, 20))
            var sum: (UInt32, UInt32) = (0, 0)
            add(log, 0..<24, to: &sum, isBigEndian)
            guard word(log, 24) == sum.0, word(log, 28) == sum.1 else { return nil }
            self.sum = sum
        }
    }

    /// Adds bytes, a multiple of eight, to a check sum.
    private static func add(
        _ log: [UInt8], _ range: Range<Int>, to sum: inout (UInt32, UInt32), _ isBigEndian: Bool
    ) {
        log.withUnsafeBytes { bytes in
            for at in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
                var first = bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)
                var second = bytes.loadUnaligned(fromByteOffset: at + 4, as: UInt32.self)
                if isBigEndian {
                    (first, second) = (first.bigEndian, second.bigEndian)
                } else {
                    (first, second) = (first.littleEndian, second.littleEndian)
                }
                sum.0 = sum.0 &+ first &+ sum.1
                sum.1 = sum.1 &+ second &+ sum.0
            }
        }
    }

    /// A big-endian number.
    private static func word(_ bytes: [UInt8], _ at: Int) -> UInt32 {
        bytes[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}

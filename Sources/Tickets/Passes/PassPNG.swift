import Files
import Formats

/// Whether the bytes of a picture are a whole PNG (ISO/IEC 15948): its chunks with their checksums, and as many rows as it says.
///
/// It is read by bounded code of our own: a pass may come from anywhere.
enum PassPNG {
    /// More pixels has no picture that Wallet shows.
    static let maximumPixels = 16_000_000

    /// How many bytes its pixels are when they are unpacked, by its header; 0 where that is damaged.
    static func unpackedSize(of bytes: [UInt8]) -> Int {
        // Behind the signature, and the length and the name of the first part.
        bytes.count < 29 ? 0 : rows(Array(bytes[16..<29])).map(size) ?? 0
    }

    private static func size(of rows: [(count: Int, bytes: Int)]) -> Int {
        rows.reduce(0) { $0 + $1.count * (1 + $1.bytes) }
    }

    /// What is wrong with a PNG, in a clause; nil for nothing.
    ///
    /// The pixels are unpacked: whoever calls this has looked how many there are.
    static func problem(with bytes: [UInt8]) -> String? {
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return "it is not a PNG" }
        var (position, header, data, hasEnd) = (8, [UInt8](), [UInt8](), false)
        while position < bytes.count, !hasEnd {
            guard bytes.count - position >= 12 else { return "it is cut off" }
            let length = number(bytes, position)
            guard length <= bytes.count - position - 12 else { return "it is cut off" }
            let content = position + 8..<position + 8 + length
            var checksum = ZipSize()
            bytes[position + 4..<content.upperBound].withUnsafeBytes { checksum.add($0) }
            guard Int(checksum.checksum) == number(bytes, content.upperBound) else { return "it is damaged" }
            let name = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
            guard header.isEmpty == (name == "IHDR") else { return "its header is not its first part" }
            switch name {
            case "IHDR": header = Array(bytes[content])
            case "IDAT": data += bytes[content]
            case "IEND": hasEnd = true
            default: break
            }
            position = content.upperBound + 4
        }
        guard hasEnd else { return "it is cut off" }
        guard let rows = rows(header) else { return "its header is damaged" }
        let size = size(of: rows)
        guard Inflate.isZlib(data[...]), let pixels = try? Inflate.deflated(data.dropFirst(2).dropLast(4), limit: size),
            pixels.count == size
        else { return "its pixels are damaged" }
        var start = 0
        for group in rows {
            for _ in 0..<group.count {
                guard pixels[start] <= 4 else { return "its pixels are damaged" }
                start += 1 + group.bytes
            }
        }
        return nil
    }

    /// How many rows there are of each length in bytes, pass after pass where it is interlaced; nil for a header that is none.
    private static func rows(_ header: [UInt8]) -> [(count: Int, bytes: Int)]? {
        guard header.count == 13, header[10] == 0, header[11] == 0, header[12] <= 1 else { return nil }
        let (width, height, depth) = (number(header, 0), number(header, 4), Int(header[8]))
        let depths: [UInt8: (samples: Int, depths: [Int])] = [
            0: (1, [1, 2, 4, 8, 16]), 2: (3, [8, 16]), 3: (1, [1, 2, 4, 8]), 4: (2, [8, 16]), 6: (4, [8, 16]),
        ]
        guard let kind = depths[header[9]], kind.depths.contains(depth), (1...1 << 16).contains(width),
            (1...1 << 16).contains(height)
        else { return nil }
        func rows(_ width: Int, _ height: Int) -> (count: Int, bytes: Int) {
            width == 0 ? (0, 0) : (height, (width * kind.samples * depth + 7) / 8)
        }
        if header[12] == 0 { return [rows(width, height)] }
        // Adam7: where each pass begins, and how far its pixels are apart.
        return [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)].map {
            x, y, across, down in
            rows((width - x + across - 1) / across, (height - y + down - 1) / down)
        }
    }

    /// Four bytes, the highest first.
    private static func number(_ bytes: [UInt8], _ start: Int) -> Int {
        bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}

/// What contents are packed in, without compressing them: Base45, zlib, and the header of a rail ticket.
package enum Containers {
    /// A health certificate: Base45 (RFC 9285) of `bytes`.
    package static func healthCertificate(_ bytes: [UInt8]) -> String {
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)
        var text = Array("HC1:".utf8)
        for start in stride(from: 0, to: bytes.count, by: 2) {
            let pair = bytes[start..<min(start + 2, bytes.count)]
            let value = pair.reduce(0) { $0 << 8 | Int($1) }
            text += [alphabet[value % 45], alphabet[value / 45 % 45]]
            if pair.count == 2 { text.append(alphabet[value / 2025]) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// How many bytes fit into a certificate of `length` characters, zlib's own not counted.
    static func certificateRoom(_ length: Int) -> Int { max(0, (length - 4) / 3 * 2 - 11 - 5 * (length / 65_535)) }

    /// `bytes` as a zlib stream of blocks that are stored as they are (RFC 1951, 3.2.4).
    package static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            stream.append(rest.isEmpty ? 1 : 0)
            stream += [length, ~length].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
            stream += block
        } while !rest.isEmpty
        return stream + adler32(bytes)
    }

    private static func adler32(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return [UInt8(b >> 8), UInt8(b & 255), UInt8(a >> 8), UInt8(a & 255)]
    }

    /// A zlib stream of `length` bytes that promises about 158 times as many zeros, in one block of the fixed code
    /// (RFC 1951, 3.2.6): a zero, then the longest matches of distance 1, in 13 bits each.
    static func bomb(length: Int) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var (bits, count) = (0, 0)
        func put(_ value: Int, _ width: Int) {
            bits |= value << count
            count += width
            while count >= 8 {
                stream.append(UInt8(bits & 255))
                (bits, count) = (bits >> 8, count - 8)
            }
        }
        put(0b011, 3)
        // Codes begin with their highest bit: the literal 0 is 00110000, the length 258 is 11000101, the distance 1 is 00000.
        put(0b0000_1100, 8)
        var zeros = 1
        while stream.count < length - 8 {
            put(0b1010_0011, 8)
            put(0, 5)
            zeros += 258
        }
        put(0, 7)
        if count > 0 { put(0, 8 - count) }
        return stream + adler32(repeatElement(0, count: zeros))
    }

    /// The compressed part of a ticket has a length of four digits.
    static let longestRailTicket = 9999
    /// What header and zlib add.
    static let railTicketOverhead = 80

    /// A rail ticket whose records are `bytes`, at most about 9900 of them.
    package static func railTicket(_ bytes: [UInt8]) -> [UInt8] {
        railTicket(compressed: zlib(Array(bytes.prefix(longestRailTicket - railTicketOverhead))))
    }

    static func railTicket(compressed stream: [UInt8]) -> [UInt8] {
        let digits = String(stream.count)
        let header =
            "#UT01108000001" + String(repeating: "0", count: 50) + String(repeating: "0", count: 4 - digits.count)
        return Array((header + digits).utf8) + stream
    }
}

/// The bytes of tables as UTF-8. Spreadsheets write UTF-16 with a byte order mark as well (“Unicode text”).
enum TableEncoding {
    /// `more` as UTF-8 where it begins with a byte order mark of UTF-16, else as it is. The mark stays, in UTF-8.
    ///
    /// - Parameter more: the next bytes; nil or none at the end.
    static func utf8(_ more: @escaping () throws -> [UInt8]?) throws -> () throws -> [UInt8]? {
        var first: [UInt8] = []
        while first.count < 2, let piece = try more(), !piece.isEmpty { first += piece }
        var kept: [UInt8]? = first
        let pieces: () throws -> [UInt8]? = {
            defer { kept = nil }
            guard let kept, !kept.isEmpty else { return try more() }
            return kept
        }
        guard let isLittleEndian = byteOrder(of: first) else { return pieces }
        var decoder = Decoder(isLittleEndian: isLittleEndian)
        var isAtEnd = false
        return {
            while !isAtEnd {
                let piece = try pieces()
                isAtEnd = piece?.isEmpty ?? true
                let bytes = decoder.utf8(of: piece ?? [], isLast: isAtEnd)
                if !bytes.isEmpty { return bytes }
            }
            return nil
        }
    }

    /// `bytes` as text; nil if they are neither UTF-8 nor UTF-16 with a byte order mark.
    static func text(of bytes: [UInt8]) -> String? {
        guard let isLittleEndian = byteOrder(of: bytes) else { return String(validating: bytes, as: UTF8.self) }
        var decoder = Decoder(isLittleEndian: isLittleEndian)
        return String(decoding: decoder.utf8(of: bytes, isLast: true), as: UTF8.self)
    }

    /// Whether the low byte comes first; nil without a byte order mark of UTF-16.
    private static func byteOrder(of bytes: [UInt8]) -> Bool? {
        bytes.starts(with: [0xFF, 0xFE]) ? true : bytes.starts(with: [0xFE, 0xFF]) ? false : nil
    }

    private struct Decoder {
        let isLittleEndian: Bool
        /// Half a unit, or the first unit of a pair, whose rest comes with the next piece.
        private var rest: [UInt8] = []

        init(isLittleEndian: Bool) { self.isLittleEndian = isLittleEndian }

        /// Units without their other one become U+FFFD.
        mutating func utf8(of piece: [UInt8], isLast: Bool) -> [UInt8] {
            let bytes = rest + piece
            var units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
                let (low, high) = isLittleEndian ? (index, index + 1) : (index + 1, index)
                return UInt16(bytes[high]) << 8 | UInt16(bytes[low])
            }
            if isLast {
                if bytes.count % 2 == 1 { units.append(0xFFFD) }
            } else if let unit = units.last, UTF16.isLeadSurrogate(unit) {
                units.removeLast()
            }
            rest = isLast ? [] : Array(bytes[(2 * units.count)...])
            return Array(String(decoding: units, as: UTF16.self).utf8)
        }
    }
}

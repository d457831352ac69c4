/// Base45 (RFC 9285): three characters for two bytes.
package enum Base45 {
    private static let values: [UInt8: Int] = Dictionary(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8.enumerated().map { ($0.element, $0.offset) },
        uniquingKeysWith: { first, _ in first })

    /// Returns nil for other characters, a single one left over, and groups beyond what their bytes can hold.
    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(text.count / 3 * 2 + 1)
        var index = text.startIndex
        while index < text.endIndex {
            let group = text[index..<min(index + 3, text.endIndex)].map { values[$0] }
            guard group.count > 1, let first = group[0], let second = group[1] else { return nil }
            var value = first + 45 * second
            if group.count == 3 {
                guard let third = group[2] else { return nil }
                value += 2025 * third
                guard value <= 0xFFFF else { return nil }
                result.append(UInt8(value >> 8))
            }
            guard group.count == 3 || value <= 0xFF else { return nil }
            result.append(UInt8(value & 0xFF))
            index += 3
        }
        return result
    }

    /// Whether `text` has characters of Base45 only.
    package static func isAlphabet(_ text: ArraySlice<UInt8>) -> Bool { text.allSatisfy { values[$0] != nil } }
}

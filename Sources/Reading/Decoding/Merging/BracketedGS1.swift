import Symbols

/// GS1 element strings in human-readable form, `(01)09501101530003(10)AB-12`: what zxing-cpp reports of DataBar
/// Expanded.
enum BracketedGS1 {
    /// The same without brackets, with GS (0x1D) after values of no fixed length that others follow.
    ///
    /// What does not begin with a bracketed application identifier stays as it is.
    static func plain(_ bytes: [UInt8]) -> [UInt8] {
        guard identifier(in: bytes, at: 0) != nil else { return bytes }
        var result: [UInt8] = []
        var index = 0
        var needsSeparator = false
        while index < bytes.count {
            if let identifier = identifier(in: bytes, at: index) {
                if needsSeparator { result.append(0x1D) }
                result += identifier
                needsSeparator = !hasFixedLength(identifier)
                index += identifier.count + 2
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    /// The two to four digits in the brackets that begin at `index`; nil if none do.
    private static func identifier(in bytes: [UInt8], at index: Int) -> [UInt8]? {
        guard bytes[index...].first == UInt8(ascii: "(") else { return nil }
        let digits = bytes[(index + 1)...].prefix { (0x30...0x39).contains($0) }
        guard (2...4).contains(digits.count), bytes[digits.endIndex...].first == UInt8(ascii: ")") else { return nil }
        return Array(digits)
    }

    /// Whether values of `identifier` have a predefined length.
    private static func hasFixedLength(_ identifier: [UInt8]) -> Bool {
        GS1ElementLength.predefined(startingWith: identifier.prefix(2).reduce(0) { $0 * 10 + Int($1) - 0x30 }) != nil
    }
}

/// Code 128 (ISO/IEC 15417).
enum Code128 {
    static let decoder = SequenceDecoder(
        start: Code128Patterns.start, data: Code128Patterns.data, stop: [Code128Patterns.stop], characters: 2...48
    ) { start, data in
        let starts = start.indices.map { (value: UInt8(103 + $0), score: start[$0]) }
        return ChecksumRanking(modulus: 103, weight: { $0 + 1 }).best(initial: starts, data)
    }

    private enum CodeSet { case a, b, c }

    /// What the values of a symbol say: its start, its characters, its check character.
    ///
    /// - Returns: the bytes, FNC1 as GS, and the AIM identifier; nil when the values mean nothing.
    static func content(_ values: [UInt8]) -> (bytes: [UInt8], identifier: String)? {
        guard values.count >= 3 else { return nil }
        var set: CodeSet
        switch values[0] {
        case 103: set = .a
        case 104: set = .b
        case 105: set = .c
        default: return nil
        }
        var bytes: [UInt8] = []
        var identifier = "]C0"
        var shifted: CodeSet?
        // FNC4: high bytes, for one character, or, doubled, until doubled again.
        var (isHigh, isHighOnce, lastWasFNC4) = (false, false, false)
        for value in values[1..<(values.count - 1)] {
            let current = shifted ?? set
            shifted = nil
            let followsFNC4 = lastWasFNC4
            lastWasFNC4 = false
            switch (current, value) {
            case (.c, 0..<100):
                bytes += [UInt8(ascii: "0") + value / 10, UInt8(ascii: "0") + value % 10]
            case (_, 102):
                // In first place it marks GS1, after one letter or two digits an industry's data.
                if bytes.isEmpty && identifier == "]C0" {
                    identifier = "]C1"
                } else if identifier == "]C0" && (bytes.count == 1 || bytes.count == 2 && current == .c) {
                    identifier = "]C2"
                } else {
                    bytes.append(0x1D)
                }
            case (.a, 0..<96), (.b, 0..<96):
                let plain = current == .a && value >= 64 ? value - 64 : value + 32
                bytes.append(isHigh != isHighOnce ? plain | 0x80 : plain)
                isHighOnce = false
            case (.a, 98): shifted = .b
            case (.b, 98): shifted = .a
            case (.a, 99), (.b, 99): set = .c
            case (.a, 100), (.c, 100): set = .b
            case (.b, 101), (.c, 101): set = .a
            case (.a, 101), (.b, 100):
                if followsFNC4 {
                    isHigh.toggle()
                    isHighOnce = false
                } else {
                    isHighOnce = true
                    lastWasFNC4 = true
                }
            default: break  // FNC2 and FNC3 are for the reader.
            }
        }
        return bytes.isEmpty ? nil : (bytes, identifier)
    }
}

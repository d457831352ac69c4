/// Code 128 (ISO/IEC 15417).
enum Code128 {
    static let decoder = SequenceDecoder(
        start: Code128Patterns.start, data: Code128Patterns.data, stop: [Code128Patterns.stop], characters: 2...48
    ) { start, data in
        let starts = start.indices.map { (value: UInt8(103 + $0), score: start[$0]) }
        return ChecksumRanking(modulus: 103, weight: { $0 + 1 }).best(initial: starts, data)
    }

    /// What the values of a symbol say: its start, its characters, its check character.
    ///
    /// - Returns: the bytes, FNC1 as GS, and the AIM identifier; nil when the values mean nothing.
    static func content(_ values: [UInt8]) -> (bytes: [UInt8], identifier: String)? {
        guard values.count >= 3, var content = Content(start: values[0]) else { return nil }
        for value in values[1..<(values.count - 1)] { content.append(value) }
        return content.bytes.isEmpty ? nil : (content.bytes, content.identifier)
    }

    /// The content of the characters so far, and the state for the next.
    private struct Content {
        private(set) var bytes: [UInt8] = []
        private(set) var identifier = "]C0"
        private var set: CodeSet
        /// The code set of the next character alone.
        private var shifted: CodeSet?
        /// Whether FNC4 sets the high bit of all characters, and of the next one differently from the others.
        private var isHigh = false
        private var isHighOnce = false
        private var lastWasFNC4 = false

        private enum CodeSet { case a, b, c }

        /// Nil for a value that is not a start.
        init?(start: UInt8) {
            switch start {
            case 103: set = .a
            case 104: set = .b
            case 105: set = .c
            default: return nil
            }
        }

        mutating func append(_ value: UInt8) {
            let current = shifted ?? set
            shifted = nil
            let followsFNC4 = lastWasFNC4
            lastWasFNC4 = false
            switch (current, value) {
            case (.c, 0..<100):
                bytes += [UInt8(ascii: "0") + value / 10, UInt8(ascii: "0") + value % 10]
            case (_, 102): appendFNC1(in: current)
            case (.a, 0..<96), (.b, 0..<96):
                let plain = current == .a && value >= 64 ? value - 64 : value + 32
                bytes.append(isHigh != isHighOnce ? plain | 0x80 : plain)
                isHighOnce = false
            case (.a, 98): shifted = .b
            case (.b, 98): shifted = .a
            case (.a, 99), (.b, 99): set = .c
            case (.a, 100), (.c, 100): set = .b
            case (.b, 101), (.c, 101): set = .a
            case (.a, 101), (.b, 100): takeFNC4(again: followsFNC4)
            default: break  // FNC2 and FNC3 are for the reader.
            }
        }

        /// In first place FNC1 marks GS1, after one letter or two digits an industry's data; elsewhere it separates.
        private mutating func appendFNC1(in current: CodeSet) {
            if bytes.isEmpty && identifier == "]C0" {
                identifier = "]C1"
            } else if identifier == "]C0" && (bytes.count == 1 || bytes.count == 2 && current == .c) {
                identifier = "]C2"
            } else {
                bytes.append(0x1D)
            }
        }

        /// FNC4 sets the high bit of one character; doubled, of all until it is doubled again.
        private mutating func takeFNC4(again: Bool) {
            if again {
                isHigh.toggle()
                isHighOnce = false
            } else {
                isHighOnce = true
                lastWasFNC4 = true
            }
        }
    }
}

/// Telepen (SB Electronic Systems, Telepen Barcode Symbology): ASCII characters of sixteen modules and a check character.
enum Telepen {
    /// A decoder for each width of wide bars that is tried: printers make them narrower than the three modules that the
    /// description gives, and the space behind them wider.
    static let decoders = ([3, 2.1] as [Float]).map { wideBar in
        func pattern(of character: UInt8) -> BarPattern { Self.pattern(of: character, wideBar: wideBar) }
        return SequenceDecoder(
            start: [pattern(of: UInt8(ascii: "_"))], data: (0..<128).map(pattern),
            // Without its last space.
            stop: [BarPattern(pattern(of: UInt8(ascii: "z")).widths.dropLast(), startsDark: true)], characters: 3...40
        ) { _, data in
            // Content and check sum up to a multiple of 127.
            ChecksumRanking(modulus: 127) { _ in 126 }.best(initial: [(value: 0, score: 0)], data)
        }
    }

    /// What `values` say, a start, the characters, the check: the bytes, and the AIM identifier; nil for nothing.
    ///
    /// Nothing in a symbol distinguishes full ASCII from pairs of digits. It is taken for digits where it would hold control
    /// characters otherwise.
    static func content(_ values: [UInt8]) -> (bytes: [UInt8], identifier: String)? {
        let bytes = Array(values.dropFirst().dropLast())
        guard !bytes.isEmpty else { return nil }
        if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }), let digits = digits(bytes) {
            return (digits, "]B1")
        }
        return (bytes, "]B0")
    }

    /// Two digits for each value from 27 on; a digit and an `X` for 17 to 26, at the end only.
    private static func digits(_ values: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        for (place, value) in values.enumerated() {
            switch value {
            case 27...126: result += [0x30 + (value - 27) / 10, 0x30 + (value - 27) % 10]
            case 17...26 where place == values.count - 1: result += [0x30 + value - 17, UInt8(ascii: "X")]
            default: return nil
            }
        }
        return result
    }

    /// The bars and spaces of an ASCII character, which is written with even parity and its lowest bit first.
    ///
    /// A 1 is a narrow bar and a narrow space. Zeros come in pairs: two next to each other are a wide bar and a narrow
    /// space; with one 1 between them, a wide bar and a wide space; with more, each is a narrow bar and a wide space
    /// together with the 1 next to it.
    /// - Parameter wideBar: its width in modules; default three.
    static func pattern(of character: UInt8, wideBar: Float = 3) -> BarPattern {
        let isOdd = character.nonzeroBitCount % 2 == 1
        let byte = character | (isOdd ? 0x80 : 0)
        let bits = (0..<8).map { byte >> $0 & 1 == 1 }
        var widths: [Float] = []
        var i = 0
        while i < 8 {
            if bits[i] {
                widths += [1, 1]
                i += 1
                continue
            }
            // Parity is even, so every zero has another in the same character.
            let next = bits[(i + 1)...].firstIndex(of: false) ?? 7
            switch next - i - 1 {
            case 0: widths += [wideBar, 4 - wideBar]
            case 1: widths += [wideBar, 6 - wideBar]
            case let ones:
                widths += [1, 3]
                for _ in 0..<(ones - 2) { widths += [1, 1] }
                widths += [1, 3]
            }
            i = next + 1
        }
        return BarPattern(widths, startsDark: true)
    }
}

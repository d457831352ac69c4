/// The mode message of an Aztec symbol (ISO/IEC 24778, 7.2.1), and the symbol's orientation.
struct AztecMode: Equatable {
    enum Kind: Equatable {
        /// A symbol of `layers` rings of data, 1...4 compact or 1...32 full, that hold `dataWords` codewords.
        case data(layers: Int, dataWords: Int)
        /// A rune, which holds nothing but this number.
        case rune(Int)
    }

    let isCompact: Bool
    let kind: Kind
    /// Quarter turns, clockwise in the picture, from the bull's eye's first corner to the symbol's top left.
    let turns: Int
    /// Whether left and right are swapped.
    let isMirrored: Bool

    /// Orientation marks clockwise from the side left of the top left corner, three a corner.
    private static let marks = [true, true, true, false, true, true, true, false, false, false, false, false]
    /// Of twelve; orientations, mirrored ones too, differ in four or more, and the message's own check settles ties.
    /// Measured: 1 and 3 read as many.
    private static let maxWrongMarks = 2

    /// Modules from the middle to the ring that holds the message.
    static func radius(isCompact: Bool) -> Int { isCompact ? 5 : 7 }

    /// Reads the message from its ring: the modules clockwise from the first corner; true is dark.
    init?(ring: [Bool], isCompact: Bool) {
        let side = 2 * Self.radius(isCompact: isCompact)
        guard ring.count == 4 * side else { return nil }
        for isMirrored in [false, true] {
            for turns in 0..<4 {
                // Place k of the symbol's own ring, which goes clockwise from its top left.
                func module(_ place: Int) -> Bool {
                    let k = (isMirrored ? -place : place) + turns * side
                    return ring[(k + 8 * side) % (4 * side)]
                }
                var wrong = 0
                for corner in 0..<4 {
                    for i in 0..<3 where module(corner * side + i - 1 + 4 * side) != Self.marks[3 * corner + i] {
                        wrong += 1
                    }
                }
                guard wrong <= Self.maxWrongMarks else { continue }
                var bits: [Bool] = []
                for corner in 0..<4 {
                    for i in 2..<(side - 1) where isCompact || i != side / 2 { bits.append(module(corner * side + i)) }
                }
                if let kind = Self.kind(of: bits, isCompact: isCompact, wrongMarks: wrong) {
                    (self.isCompact, self.kind, self.turns, self.isMirrored) = (isCompact, kind, turns, isMirrored)
                    return
                }
            }
        }
        return nil
    }

    private static func kind(of bits: [Bool], isCompact: Bool, wrongMarks: Int) -> Kind? {
        let words = stride(from: 0, to: bits.count, by: 4).map { start in
            bits[start..<start + 4].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        }
        let code = ReedSolomon(field: .of16)
        var plain = words
        if code.correct(&plain, parity: isCompact ? 5 : 6, maxErrors: isCompact ? 2 : 3) != nil {
            if isCompact {
                return .data(layers: plain[0] >> 2 + 1, dataWords: ((plain[0] & 3) << 4 | plain[1]) + 1)
            }
            let value = plain.prefix(4).reduce(0) { $0 << 4 | $1 }
            return .data(layers: value >> 11 + 1, dataWords: value & 0x7FF + 1)
        }
        // A rune swaps every second bit (Annex A). There is nothing else that could be checked, so no more than one
        // codeword may be wrong.
        var swapped = words.map { $0 ^ 0b1010 }
        guard isCompact, wrongMarks == 0, code.correct(&swapped, parity: 5, maxErrors: 1) != nil else { return nil }
        return .rune(swapped[0] << 4 | swapped[1])
    }

    /// The side of the symbol in modules.
    var side: Int {
        switch kind {
        case .rune: 11
        case .data(let layers, _) where isCompact: 11 + 4 * layers
        case .data(let layers, _):
            // Reference lines every 16 modules, the first through the middle.
            15 + 4 * layers + 2 * ((2 * layers + 6) / 15)
        }
    }
}

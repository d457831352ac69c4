/// The modules of an Aztec symbol, and the data bits in them.
struct AztecModules {
    let side: Int
    /// Row by row; true is dark.
    let dark: [Bool]

    /// The corrected data bits of a symbol of `layers` with `dataWords` codewords of data (ISO/IEC 24778, 7.3); nil
    /// when too many codewords are wrong.
    func data(layers: Int, dataWords: Int, isCompact: Bool) -> [Bool]? {
        guard dark.count == side * side else { return nil }
        let (bits, field) = Self.codewords(layers: layers)
        let all = places(layers: layers, isCompact: isCompact).map { dark[$0] }
        let count = all.count / bits
        guard dataWords < count else { return nil }
        // What does not fill a codeword comes first.
        let first = all.count % bits
        var words = (0..<count).map { word in
            all[(first + word * bits)..<(first + (word + 1) * bits)].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        }
        guard ReedSolomon(field: field).correct(&words, parity: count - dataWords) != nil else { return nil }
        return Self.unstuffed(words.prefix(dataWords), bits: bits)
    }

    /// Bits of a codeword, and the field of the code, of a symbol of `layers`.
    static func codewords(layers: Int) -> (bits: Int, field: GaloisField) {
        switch layers {
        case ...2: (6, .of64)
        case ...8: (8, .of256)
        case ...22: (10, .of1024)
        default: (12, .of4096)
        }
    }

    /// The data without the bits that were put in so that no codeword is all light or all dark; nil when one is.
    private static func unstuffed(_ words: some Sequence<Int>, bits: Int) -> [Bool]? {
        let full = 1 << bits - 1
        var result: [Bool] = []
        for word in words {
            guard word != 0, word != full else { return nil }
            // All but the last bit alike: the last was put in.
            let isStuffed = word >> 1 == 0 || word >> 1 == full >> 1
            for bit in stride(from: bits - 1, through: isStuffed ? 1 : 0, by: -1) {
                result.append(word >> bit & 1 == 1)
            }
        }
        return result
    }

    /// The modules of the bits of all layers from the outermost in: two modules deep, side by side against the clock from the top
    /// left, each side ending where the next begins.
    func places(layers: Int, isCompact: Bool) -> [Int] {
        let places = places(isCompact: isCompact)
        var bits: [Int] = []
        for layer in 0..<layers {
            let (low, high) = (2 * layer, places.count - 1 - 2 * layer)
            let length = high - low - 1
            for side in 0..<4 {
                for i in 0..<length {
                    for depth in 0..<2 {
                        let (along, across) = (low + i, low + depth)
                        let (column, row): (Int, Int) =
                            switch side {
                            case 0: (across, along)
                            case 1: (along, places.count - 1 - across)
                            case 2: (places.count - 1 - across, places.count - 1 - along)
                            default: (places.count - 1 - along, across)
                            }
                        bits.append(places[row] * self.side + places[column])
                    }
                }
            }
        }
        return bits
    }

    /// The rows, and columns, that are not reference lines.
    private func places(isCompact: Bool) -> [Int] {
        (0..<side).filter { isCompact || ($0 - side / 2) % 16 != 0 }
    }
}

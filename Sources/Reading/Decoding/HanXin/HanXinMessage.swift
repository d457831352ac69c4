import Symbols

/// What the function information of a Han Xin Code says (ISO/IEC 20830, 5.3.4).
struct HanXinInformation: Equatable {
    /// 1...84.
    let version: Int
    /// Of error correction, 0...3.
    let level: Int
    /// 0...3.
    let mask: Int

    private static let code = ReedSolomon(field: .of16)
    /// Codewords of four bits, and how many of them are check words. The six bits behind them say nothing.
    private static let (codewords, checks) = (7, 4)
    /// Codewords that may be wrong. A wrong version is refused by the symbol's size.
    private static let maximumErrors = 2

    /// - Parameter darkness: of the 34 modules, in order: above 0 dark, below 0 light.
    init?(_ darkness: [Float]) {
        var words = (0..<Self.codewords).map { word in
            darkness[word * 4..<word * 4 + 4].reduce(0) { $0 << 1 | ($1 > 0 ? 1 : 0) }
        }
        guard Self.code.correct(&words, parity: Self.checks, maxErrors: Self.maximumErrors) != nil else { return nil }
        version = words[0] << 4 + words[1] - 20
        (level, mask) = (words[2] >> 2, words[2] & 3)
        guard HanXinTemplate.versions.contains(version) else { return nil }
    }
}

/// The modules of a Han Xin Code, each with how certainly it is dark or light, and the decoder of them.
struct HanXinMessage {
    let template: HanXinTemplate
    let information: HanXinInformation
    /// Row by row, how dark each module is: above 0 dark, below 0 light, about 0 uncertain.
    let darkness: [Float]

    private static let code = ReedSolomon(field: .ofHanXin)
    /// Neighbouring codewords of the symbol are this many places apart in the message (5.8.1).
    private static let spread = 13

    /// The decoded content; nil when too many modules are wrong.
    func content() -> HanXinContent? {
        guard let blocks = HanXinBlocks(version: information.version, level: information.level) else { return nil }
        let count = blocks.count
        var words = [Int](repeating: 0, count: count)
        var certainty = [Float](repeating: 0, count: count)
        let order = (0..<Self.spread).flatMap { Array(stride(from: $0, to: count, by: Self.spread)) }
        var bit = 0
        template.eachDataModule { row, column in
            guard bit < 8 * count else { return }
            let value = darkness[row * template.size + column]
            let isDark = (value > 0) != HanXinTemplate.isSwapped(information.mask, row, column)
            let place = order[bit / 8]
            words[place] = words[place] << 1 | (isDark ? 1 : 0)
            certainty[place] = bit % 8 == 0 ? abs(value) : min(certainty[place], abs(value))
            bit += 1
        }
        guard bit == 8 * count else { return nil }
        var (data, start): ([Int], Int) = ([], 0)
        for block in blocks.blocks {
            let places = start..<start + block.data + block.checks
            guard
                let corrected = Self.code.corrected(
                    Array(words[places]), certainty: Array(certainty[places]), parity: block.checks)
            else { return nil }
            data += corrected.prefix(block.data)
            start = places.upperBound
        }
        return HanXinContent(data.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 == 1 } })
    }
}

/// The modules of a QR Code, each with how certainly it is dark or light, and the decoder of them.
struct QRMessage {
    let template: QRTemplate
    /// Row by row, how dark each module is: above 0 dark, below 0 light, about 0 uncertain.
    let darkness: [Float]

    private var size: Int { template.size }

    private func dark(_ row: Int, _ column: Int) -> Float { darkness[row * size + column] }

    /// The same symbol seen in a mirror.
    var mirrored: QRMessage {
        var turned = darkness
        for row in 0..<size { for column in 0..<size { turned[column * size + row] = dark(row, column) } }
        return QRMessage(template: template, darkness: turned)
    }

    /// The decoded content; nil when it is uncertain.
    func content() -> QRContent? {
        for format in formats().prefix(2) {
            if let content = content(format.level, mask: format.mask) { return content }
        }
        return nil
    }

    /// What the modules of a format must agree with it: 1 would be all. Geometry: by chance the best of 32 words agrees with 0.38 of two copies
    /// on average, and with 0.54 of one.
    private static let minAgreement: (ofBoth: Float, ofOne: Float) = (0.45, 0.8)

    /// Whether the modules of the format agree with one; else there is no symbol here, or its grid lies elsewhere.
    var hasFormat: Bool { !formats().isEmpty || !mirrored.formats().isEmpty }

    /// The rows and columns of both copies of the format, the highest bit first, in a symbol of `size` modules.
    static func formatModules(_ size: Int) -> [[(Int, Int)]] {
        let near = [
            (8, 0), (8, 1), (8, 2), (8, 3), (8, 4), (8, 5), (8, 7), (8, 8), (7, 8), (5, 8), (4, 8), (3, 8), (2, 8),
            (1, 8), (0, 8),
        ]
        return [near, (0..<7).map { (size - 1 - $0, 8) } + (0..<8).map { (8, size - 8 + $0) }]
    }

    /// The formats that the modules may say, the most likely first (7.9).
    func formats() -> [(level: QRLevel, mask: Int)] {
        // One very dark module does not outweigh the others.
        let copies = Self.formatModules(size).map { $0.map(clipped) }
        let totals = copies.map { $0.reduce(0) { $0 + abs($1) } }
        return (0..<32).compactMap { data -> (score: Float, data: Int)? in
            let word = Self.format(data)
            let scores = copies.map { copy in
                copy.indices.reduce(Float(0)) { $0 + (word >> (14 - $1) & 1 == 1 ? copy[$1] : -copy[$1]) }
            }
            let score = scores[0] + scores[1]
            // Glare or a stain may have taken one copy.
            guard
                score >= Self.minAgreement.ofBoth * (totals[0] + totals[1])
                    || zip(scores, totals).contains(where: { $0 >= Self.minAgreement.ofOne * $1 })
            else { return nil }
            return (score, data)
        }
        .sorted { $0.score > $1.score }
        .map { (QRLevel(bits: $0.data >> 3), $0.data & 7) }
    }

    private func clipped(_ place: (Int, Int)) -> Float { min(1, max(-1, dark(place.0, place.1))) }

    /// Five bits with their BCH check bits, masked (7.9.1).
    static func format(_ data: Int) -> Int {
        var rest = data << 10
        for bit in stride(from: 14, through: 10, by: -1) where rest >> bit & 1 == 1 { rest ^= 0x537 << (bit - 10) }
        return (data << 10 | rest) ^ 0x5412
    }

    private func content(_ level: QRLevel, mask: Int) -> QRContent? {
        var codewords: [Int] = []
        var doubts: [Float] = []
        var (byte, lowest, bits) = (0, Float.infinity, 0)
        template.eachDataModule { row, column in
            let value = dark(row, column)
            byte = byte << 1 | ((value > 0) != QRTemplate.isSwapped(mask, row, column) ? 1 : 0)
            lowest = min(lowest, abs(value))
            bits += 1
            if bits == 8 {
                codewords.append(byte)
                doubts.append(lowest)
                (byte, lowest, bits) = (0, .infinity, 0)
            }
        }
        guard let data = corrected(codewords, certainty: doubts, level) else { return nil }
        let stream = data.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 == 1 } }
        return QRContent(stream, version: template.version)
    }

    /// The data codewords in order (7.6).
    private func corrected(_ codewords: [Int], certainty: [Float], _ level: QRLevel) -> [Int]? {
        let parity = template.version.blocks(level).parity
        var result: [Int] = []
        for places in template.version.blockPlaces(level, codewords: codewords.count) {
            guard
                let words = Self.code.corrected(
                    places.map { codewords[$0] }, certainty: places.map { certainty[$0] }, parity: parity)
            else { return nil }
            result += words.prefix(words.count - parity)
        }
        return result.isEmpty ? nil : result
    }

    static let code = ReedSolomon(field: .ofQRCode, firstRoot: 0)
}

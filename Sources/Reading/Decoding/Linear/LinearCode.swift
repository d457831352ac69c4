import Symbols

/// A linear symbology as it is read along a scan line.
struct LinearCode: Sendable {
    /// What a symbol that it reads may be reported as.
    let symbologies: Set<Symbology>
    /// Whether one look also reads a symbol that is rotated by 180°.
    var readsBothDirections = false
    /// Whether it is looked for in every candidate, which takes time.
    var isFrequent = true
    /// The content of a line; nil when there is none that is sure.
    let read: @Sendable (ScannedLine) -> Found?

    /// Whether a look of this thoroughness tries it, see `LinearEngine.read`.
    func isWanted(_ thoroughness: Thoroughness) -> Bool {
        switch thoroughness {
        case .quick: isFrequent
        case .rotated: !isFrequent && symbologies.allSatisfy { SymbologySupport.engines(for: $0) == [.native] }
        case .flat, .upright, .full, .complete: true
        }
    }

    /// A symbol along a line.
    struct Found {
        let symbology: Symbology
        let identifier: String?
        let bytes: [UInt8]
        /// Where reading starts and ends, in samples of the line.
        let start: Float
        let end: Float

        init(_ symbology: Symbology, identifier: String? = nil, _ bytes: [UInt8], at result: LinearResult) {
            self.init(symbology, identifier: identifier, bytes, from: result.start, to: result.end)
        }

        init(_ symbology: Symbology, identifier: String? = nil, _ bytes: [UInt8], from start: Float, to end: Float) {
            (self.symbology, self.identifier, self.bytes) = (symbology, identifier, bytes)
            (self.start, self.end) = (start, end)
        }
    }

    /// All that are read, the fastest and most frequent first.
    static let all: [LinearCode] =
        [ean13, code128, upcE, ean8, dataBarLimited, code39, itf, code93, telepen, msi, code11]
        + [
            pharmacode,
            twoOfFive(.industrial2of5, TwoOfFive.industrial), twoOfFive(.iata2of5, TwoOfFive.iata),
            twoOfFive(.matrix2of5, TwoOfFive.matrix), twoOfFive(.dataLogic2of5, TwoOfFive.dataLogic),
        ]

    private static let ean13 = LinearCode(symbologies: [.ean13, .upcA], readsBothDirections: true) { line in
        digits(.ean13, decoderOfEAN13.decode(line.line, line.coarse))
    }
    static let decoderOfEAN13 = ProductDecoder(digitsPerHalf: 6)

    private static let ean8 = LinearCode(symbologies: [.ean8], readsBothDirections: true) { line in
        digits(.ean8, decoderOfEAN8.decode(line.line, line.coarse), minWeakest: minWeakestOfShort)
    }
    static let decoderOfEAN8 = ProductDecoder(digitsPerHalf: 4)

    private static let upcE = LinearCode(symbologies: [.upcE]) { line in
        digits(.upcE, UPCE.decoder.decode(line.line, line.fine), minWeakest: minWeakestOfShort)
    }

    private static let code128 = LinearCode(symbologies: [.code128, .gs1_128]) { line in
        guard let result = sure(Code128.decoder.decode(line.line, line.fine)),
            let content = Code128.content(result.characters)
        else { return nil }
        return Found(.code128, identifier: content.identifier, content.bytes, at: result)
    }

    private static let code39 = LinearCode(symbologies: [.code39], isFrequent: false) { line in
        guard let result = best(of: Code39.decoders, line, minWeakest: minWeakestOfShort) else { return nil }
        return Found(.code39, result.characters.dropFirst().map { Code39.alphabet[Int($0)] }, at: result)
    }

    private static let itf = LinearCode(symbologies: [.itf, .itf14], isFrequent: false) { line in
        guard let result = best(of: ITF.decoders, line, minWeakest: minWeakestOfITF) else { return nil }
        let bytes = result.characters.dropFirst().flatMap { [$0 / 10 + 0x30, $0 % 10 + 0x30] }
        return Found(.itf, bytes, at: result)
    }

    private static let code93 = LinearCode(symbologies: [.code93], isFrequent: false) { line in
        guard let result = sure(Code93.decoder.decode(line.line, line.fine), minWeakest: minWeakestOfShort),
            let bytes = Code93.content(result.characters)
        else { return nil }
        return Found(.code93, bytes, at: result)
    }

    private static let telepen = LinearCode(symbologies: [.telepen], isFrequent: false) { line in
        // Sixteen modules a character: a label's worth of text is longer than any other symbol.
        guard let result = best(of: Telepen.decoders, line, line.finest, minWeakest: minWeakestOfShort),
            let content = Telepen.content(result.characters)
        else { return nil }
        return Found(.telepen, identifier: content.identifier, content.bytes, at: result)
    }

    private static let msi = LinearCode(symbologies: [.msi], isFrequent: false) { line in
        guard let result = sure(MSI.decoder.decode(line.line, line.fine), minWeakest: minWeakestOfITF) else {
            return nil
        }
        return Found(.msi, result.characters.dropFirst().map { $0 + 0x30 }, at: result)
    }

    private static let code11 = LinearCode(symbologies: [.code11], isFrequent: false) { line in
        guard let found = Code11.read(BarElements(line.line)) else { return nil }
        return Found(.code11, found.bytes, from: found.start, to: found.end)
    }

    private static let pharmacode = LinearCode(
        symbologies: [.pharmacode], readsBothDirections: true, isFrequent: false
    ) { line in
        guard let found = Pharmacode.read(BarElements(line.line)) else { return nil }
        return Found(.pharmacode, Array(String(found.number).utf8), from: found.start, to: found.end)
    }

    /// - Parameter decoders: made when the first line is read. Each command asks what can be read, and making these takes 2 ms.
    private static func twoOfFive(
        _ symbology: Symbology, _ decoders: @autoclosure @escaping @Sendable () -> [SequenceDecoder]
    ) -> LinearCode {
        LinearCode(symbologies: [symbology], isFrequent: false) { line in
            // Up to fourteen modules a digit.
            guard let result = best(of: decoders(), line, line.finest, minWeakest: minWeakestOfITF) else { return nil }
            return Found(symbology, result.characters.dropFirst().map { $0 + 0x30 }, at: result)
        }
    }

    // What zxing reads by itself is not worth its time in every candidate.
    private static let dataBarLimited = LinearCode(symbologies: [.dataBarLimited], isFrequent: false) { line in
        guard let result = decoderOfDataBarLimited.decode(line.line, line.coarse) else { return nil }
        // As a GS1 element string: the GTIN's application identifier, then the GTIN.
        let bytes = Array("01".utf8) + result.characters.map { $0 + 0x30 }
        return Found(.dataBarLimited, identifier: "]e0", bytes, at: result)
    }
    private static let decoderOfDataBarLimited = DataBarLimitedDecoder()

    /// What all its parts and its check agree on.
    ///
    /// - Parameter minWeakest: the correlation that its worst character, guards, start and stop too, must reach;
    ///   default any.
    private static func sure(_ result: LinearResult?, minWeakest: Float = -1) -> LinearResult? {
        guard let result, result.isSure, result.weakest >= minWeakest else { return nil }
        return result
    }

    /// What the correlation of the worst character must reach in symbols that are short or have weak checks, which
    /// would be found in parts of others. Not measured: more than `minWeakestOfNarrowMargin`.
    private static let minWeakestOfShort: Float = 0.7
    /// The same of ITF, 2 of 5 and MSI, whose start and stop are few elements and which have no check or a weak one.
    /// Not measured: more than `minWeakestOfShort`.
    private static let minWeakestOfITF: Float = 0.8

    /// A product: damaged bars may look like those of another number.
    private static func digits(_ symbology: Symbology, _ result: LinearResult?, minWeakest: Float = -1) -> Found? {
        guard let result = sure(result, minWeakest: minWeakest), result.shortfall <= maxShortfallOfProducts,
            result.margin >= wideMargin || result.weakest >= minWeakestOfNarrowMargin
        else { return nil }
        return Found(symbology, result.characters.map { $0 + 0x30 }, at: result)
    }

    /// Of 1000 damaged drawings and 10,000 pictures without a symbol three products were misread: two with a shortfall
    /// of 0.6 and 0.7, one with a margin of 5.0 and a character as unlike as 0.44. The right ones of pictures and
    /// frames had a shortfall of 0.05 at most and margins of 6.04 and more. Measured: 0.4 and 0.625 read as many.
    private static let maxShortfallOfProducts: Float = 0.5
    /// Measured: 5 and 8 read as many.
    private static let wideMargin: Float = 6
    /// Measured: 0.48 and 0.75 read as many.
    private static let minWeakestOfNarrowMargin: Float = 0.6

    /// The result of the decoder whose ratio of widths fits best, if it is sure.
    ///
    /// - Parameter edges: in which it is searched; default the fine ones.
    private static func best(
        of decoders: [SequenceDecoder], _ line: ScannedLine, _ edges: EdgeLine? = nil, minWeakest: Float
    ) -> LinearResult? {
        let results = decoders.compactMap { $0.decode(line.line, edges ?? line.fine) }
        return sure(results.max { $0.rank < $1.rank }, minWeakest: minWeakest)
    }
}

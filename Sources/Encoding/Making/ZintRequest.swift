import CZint

/// One call of libzint.
struct ZintRequest {
    /// The widest quiet zone that is drawn, in modules.
    static let mostQuietZone = 1000
    /// The highest bars that are drawn, in modules.
    static let mostHeight = 10_000

    /// What libzint made.
    struct Result {
        let width: Int
        /// 0 for rows whose height the caller chooses.
        let rowHeights: [Double]
        /// Rows packed.
        let dark: [Bool]
        /// The human-readable text.
        let text: String
    }

    private var request = qz_zint_request()
    /// What a refusal of libzint is about: where GS1 elements or a chosen size are wrong, another kind is no help.
    private let refusal: ContentProblem.Cause

    /// The request of a kind with its options.
    ///
    /// - Throws: `ContentProblem` for a choice that the kind does not have.
    init(_ kind: SymbolKind, _ options: MakeOptions) throws(ContentProblem) {
        let choices = kind.choices
        let isNarrowed = options.size != nil || options.columns != nil || options.part != nil || options.eci != nil
        refusal = kind.content.isGS1 || isNarrowed ? .mistake : .content
        try Self.checkSizes(kind, options)
        request.symbology = Int32(kind.number)
        request.option_1 = Int32(choices.defaultLevel)
        if let name = options.level {
            request.option_1 = Int32(try Self.choice("error correction", name, of: choices.levels, kind).value)
        }
        let size =
            if let name = options.size { try Self.choice("size", name, of: choices.sizes, kind) } else {
                choices.defaultSize
            }
        request.option_2 = Int32(options.columns ?? size.value)
        request.option_3 = Int32(size.third)
        if let mask = options.mask {
            guard (0..<choices.masks).contains(mask) else {
                throw kind.noChoice("mask", String(mask), of: (0..<choices.masks).map(String.init))
            }
            // libzint has the mask in the second byte, from 1.
            request.option_3 = Int32((mask + 1) << 8)
        }
        if let part = options.part { try setPart(part, kind) }
    }

    private static func choice(
        _ what: String, _ name: String, of choices: [KindChoices.Choice], _ kind: SymbolKind
    ) throws(ContentProblem) -> KindChoices.Choice {
        guard let choice = choices.first(where: { $0.name.lowercased() == name.lowercased() }) else {
            throw kind.noChoice(what, name, of: choices.map(\.name))
        }
        return choice
    }

    private static func checkSizes(_ kind: SymbolKind, _ options: MakeOptions) throws(ContentProblem) {
        if let columns = options.columns {
            guard let range = kind.choices.columns else { throw kind.noChoice("columns", String(columns), of: []) }
            guard range.contains(columns) else {
                throw ContentProblem(
                    "it has \(range.lowerBound) to \(range.upperBound) columns, and not \(columns)",
                    .option)
            }
        }
        if let height = options.height {
            guard kind.layout == .bars else { throw kind.noChoice("height", String(height), of: []) }
            guard (1...mostHeight).contains(height) else {
                throw ContentProblem("bars are 1 to \(mostHeight) modules high", .option)
            }
        }
        if let quiet = options.quietZone, !(0...mostQuietZone).contains(quiet) {
            throw ContentProblem("a quiet zone has 0 to \(mostQuietZone) modules", .option)
        }
        if let eci = options.eci {
            guard kind.choices.takesECI else { throw kind.noChoice("ECI", String(eci), of: []) }
            guard (0...999_999).contains(eci) else {
                throw ContentProblem("an ECI is a number from 0 to 999999", .option)
            }
        }
    }

    private mutating func setPart(_ part: MakeOptions.Part, _ kind: SymbolKind) throws(ContentProblem) {
        let most = kind.choices.mostParts
        guard most > 1 else { throw kind.noChoice("part", "\(part.index) of \(part.count)", of: []) }
        guard (2...most).contains(part.count), (1...part.count).contains(part.index) else {
            throw ContentProblem(
                "a message has 2 to \(most) parts, and \(part.index) of \(part.count) is none of them",
                .option)
        }
        let sequence = Array(part.sequence.utf8)
        guard sequence.count <= 32, sequence.allSatisfy({ (0x21..<0x7F).contains($0) }) else {
            throw ContentProblem(
                "what its parts have in common is at most 32 characters of ASCII without spaces", .option)
        }
        request.part = Int32(part.index)
        request.parts = Int32(part.count)
        withUnsafeMutableBytes(of: &request.sequence) { $0.copyBytes(from: sequence) }
    }

    /// How the content is to be taken.
    ///
    /// - Parameter text: the content where it is UTF-8.
    mutating func setContent(_ source: SymbolSource, text: String?, kind: SymbolKind, eci: Int?) {
        let isASCII = text?.utf8.allSatisfy { $0 < 0x80 } == true
        request.is_gs1 = kind.content.isGS1
        switch source {
        case .bytes:
            request.eci = Int32(eci ?? 0)
            request.is_binary = !kind.content.isGS1
        case .text:
            // libzint turns text into the charset of its ECI; what no ECI tells is held as UTF-8, and readers guess.
            request.eci = Int32(eci ?? (isASCII || !kind.choices.takesECI ? 0 : 26))
            request.is_binary = request.eci == 0 && !isASCII && !kind.content.isGS1
        }
    }

    /// Calls libzint.
    ///
    /// - Throws: `ContentProblem` with its reason.
    func run(_ content: [UInt8]) throws(ContentProblem) -> Result {
        var request = request
        var result = qz_zint_result()
        // 200 rows of 1152 modules are the most that libzint has room for.
        var modules = [UInt8](repeating: 0, count: 200 * 1152)
        let status = content.withUnsafeBytes { raw in
            qz_zint_encode(
                &request, raw.bindMemory(to: CChar.self).baseAddress, raw.count, &modules, modules.count, &result)
        }
        guard status == 0 else { throw ContentProblem(Self.string(&result.message), refusal) }
        let (width, rows) = (Int(result.width), Int(result.rows))
        let heights = withUnsafeBytes(of: &result.row_heights) {
            $0.bindMemory(to: Float.self).prefix(rows).map(Double.init)
        }
        return Result(
            width: width, rowHeights: heights, dark: modules.prefix(width * rows).map { $0 != 0 },
            text: Self.string(&result.text))
    }

    /// A text of C, which ends with a 0.
    private static func string<Characters>(_ characters: inout Characters) -> String {
        withUnsafeBytes(of: &characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

import CZint

/// One call of libzint.
struct ZintRequest {
    /// The widest quiet zone that is drawn, in modules.
    static let maximumQuietZone = 1000
    /// The highest bars that are drawn, in modules.
    static let maximumHeight = 10_000

    private var request = qz_zint_request()

    /// The request of a kind with its options.
    ///
    /// - Throws: `ContentError` for a choice that the kind does not have.
    init(_ kind: SymbolKind, _ options: MakeOptions) throws(ContentError) {
        let choices = kind.choices
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
        if let carrier = options.carrier { try setCarrier(carrier, kind, options) }
    }

    /// Has libzint add a check character, by its number of it.
    mutating func setCheck(_ option: Int) { request.option_2 = Int32(option) }

    private mutating func setCarrier(
        _ carrier: CarrierMessage, _ kind: SymbolKind, _ options: MakeOptions
    ) throws(ContentError) {
        guard kind.choices.takesCarrier else { throw kind.noChoice("carrier message", carrier.postcode, of: []) }
        guard options.level == nil else {
            throw ContentError("a carrier message has its own mode: leave out the level", .option)
        }
        request.option_1 = Int32(try carrier.mode)
        setPrimary(Array(try carrier.primary.utf8))
    }

    /// What libzint takes beside the content, at most 127 bytes.
    private mutating func setPrimary(_ bytes: [UInt8]) {
        withUnsafeMutableBytes(of: &request.primary) { $0.prefix($0.count - 1).copyBytes(from: bytes.prefix(127)) }
    }

    /// Takes the linear part of a composite from what was prepared, and returns the rest.
    mutating func takeLinearPart(of prepared: [UInt8]) throws(ContentError) -> [UInt8] {
        guard let bar = prepared.firstIndex(of: SymbolKind.componentSeparator), bar <= 127 else {
            throw ContentError("its linear part has more than 127 characters", .mistake)
        }
        setPrimary(Array(prepared[..<bar]))
        return Array(prepared[(bar + 1)...])
    }

    private static func choice(
        _ what: String, _ name: String, of choices: [KindChoices.Choice], _ kind: SymbolKind
    ) throws(ContentError) -> KindChoices.Choice {
        guard let choice = choices.first(where: { $0.name.lowercased() == name.lowercased() }) else {
            throw kind.noChoice(what, name, of: choices.map(\.name))
        }
        return choice
    }

    private static func checkSizes(_ kind: SymbolKind, _ options: MakeOptions) throws(ContentError) {
        if let columns = options.columns {
            guard let range = kind.choices.columns else { throw kind.noChoice("columns", String(columns), of: []) }
            guard range.contains(columns) else {
                throw ContentError(
                    "it has \(range.lowerBound) to \(range.upperBound) columns, and not \(columns)",
                    .option)
            }
        }
        if let height = options.height {
            guard kind.takesHeight else { throw kind.noChoice("height", String(height), of: []) }
            guard (1...maximumHeight).contains(height) else {
                throw ContentError("bars are 1 to \(maximumHeight) modules high", .option)
            }
        }
        if options.bearer != nil, !kind.choices.takesBearer {
            throw ContentError("it has no bearer bars: only ITF and ITF-14 do", .option)
        }
        if let quiet = options.quietZone, !(0...maximumQuietZone).contains(quiet) {
            throw ContentError("a quiet zone has 0 to \(maximumQuietZone) modules", .option)
        }
        if let eci = options.eci {
            guard kind.choices.takesECI else { throw kind.noChoice("ECI", String(eci), of: []) }
            guard (0...999_999).contains(eci) else {
                throw ContentError("an ECI is a number from 0 to 999999", .option)
            }
        }
    }

    private mutating func setPart(_ part: MakeOptions.Part, _ kind: SymbolKind) throws(ContentError) {
        let most = kind.choices.maximumParts
        guard most > 1 else { throw kind.noChoice("part", "\(part.index) of \(part.count)", of: []) }
        guard (2...most).contains(part.count), (1...part.count).contains(part.index) else {
            throw ContentError(
                "a message has 2 to \(most) parts, and \(part.index) of \(part.count) is not one of them",
                .option)
        }
        let sequence = Array(part.sequence.utf8)
        guard sequence.count <= 32, sequence.allSatisfy({ (0x21..<0x7F).contains($0) }) else {
            throw ContentError(
                "the ID that its parts share has at most 32 characters of ASCII without spaces", .option)
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
            request.is_binary = request.eci == 0 && !isASCII && !kind.content.isGS1 && !kind.content.hasOwnCharset
        }
    }

    /// Has libzint called, in this process where `caller` is nil.
    ///
    /// - Parameter error: what is thrown where libzint makes nothing.
    /// - Throws: `ContentError`; that of the caller where it has no answer.
    func run(
        _ content: [UInt8], by caller: (any ZintCaller)?, error: (ZintRefusal) -> ContentError
    ) throws(ContentError) -> ZintAnswer {
        let bytes: [UInt8]
        do throws(EncodingError) {
            let call = ZintCall(request: request, content: content)
            bytes = try caller?.answer(to: call) ?? call.answer()
        } catch {
            throw ContentError(error.description, .fault)
        }
        guard let answer = ZintAnswer(bytes) else { throw ContentError("the encoder's answer is invalid", .fault) }
        if let refusal = answer.refusal { throw error(refusal) }
        return answer
    }
}

import Encoding
import Synchronization

/// The makers of symbols: five bytes choose the kind and its options, the rest is what the symbol holds.
enum MakerFuzzing {
    /// In place of the confined child that makes composites, as libzint dies of some: what such a child answers is no more to be
    /// trusted than what it was given.
    private struct DamagedChild: ZintCaller {
        /// What is changed of a good answer, byte by byte from its first.
        let damage: [UInt8]

        func answer(to call: ZintCall) throws(EncodingError) -> [UInt8] {
            var answer = MakerFuzzing.goodAnswer
            for (index, byte) in damage.prefix(answer.count).enumerated() { answer[index] ^= byte }
            if let last = damage.last, last & 1 != 0 { answer.removeLast(min(answer.count, Int(last))) }
            return answer
        }
    }

    /// Keeps what libzint answered.
    private final class Recorder: ZintCaller {
        private let answers = Mutex<[UInt8]>([])
        var answer: [UInt8] { answers.withLock { $0 } }

        func answer(to call: ZintCall) throws(EncodingError) -> [UInt8] {
            let answer = call.answer()
            answers.withLock { $0 = answer }
            return answer
        }
    }

    /// libzint's answer for a small composite.
    private static let goodAnswer: [UInt8] = {
        let recorder = Recorder()
        _ = SymbolKind.named("ean-8-composite").map {
            try? SymbolEncoder(confined: recorder).make(.text("96385074|(10)A"), as: $0)
        }
        return recorder.answer
    }()

    /// Makes and draws; a symbol that was made is made again, to the same modules.
    static func run(_ bytes: [UInt8]) {
        guard bytes.count > 5 else { return }
        let kind = SymbolKind.all[Int(bytes[0]) % SymbolKind.all.count]
        let options = options(bytes[1...4], of: kind)
        guard kind.needsConfinement else {
            return make(Array(bytes[5...]), as: kind, options, isText: bytes[1] & 0x80 == 0, by: SymbolEncoder())
        }
        // No text has a byte of this value: what follows is the damage.
        let parts = bytes[5...].split(separator: 0xFF, maxSplits: 1, omittingEmptySubsequences: false)
        make(
            Array(parts[0]), as: kind, options, isText: true,
            by: SymbolEncoder(confined: DamagedChild(damage: parts.count > 1 ? Array(parts[1]) : [])))
    }

    private static func make(
        _ content: [UInt8], as kind: SymbolKind, _ options: MakeOptions, isText: Bool, by encoder: SymbolEncoder
    ) {
        let source = isText ? SymbolSource(content) : .bytes(content)
        do throws(EncodingError) {
            let made = try encoder.make(source, as: kind, options)
            let outline = made.outline
            precondition(outline.width > 0 && outline.height > 0, "a symbol without a size")
            precondition(made.grid.rows > 0 && made.grid.height <= 20_000, "a symbol without rows")
            let again = try encoder.make(source, as: kind, options)
            precondition(again.grid == made.grid, "not made again")
            precondition(made.cautions.allSatisfy { !$0.contains("\n") }, "a caution of several lines")
            _ = made.contentToRead
            precondition(SymbolFacts(made).width == made.grid.width, "facts of another symbol")
        } catch {
            Refusals.check(error.description)
        }
    }

    /// An input for each kind, and for each of its choices that has a name.
    static var seeds: [[UInt8]] {
        let texts = [
            "4012345678901+12", "(01)04012345678901(10)AB", "123456", "(01)04012345678901|(10)AB", "A1234B", "héllo 漢字",
            "1",
        ]
        return SymbolKind.all.indices.flatMap { index in
            texts.enumerated().map {
                [
                    UInt8(index), UInt8($0.offset), UInt8(truncatingIfNeeded: index * 7),
                    UInt8(truncatingIfNeeded: $0.offset * 31), 0,
                ] + $0.element.utf8
            }
        }
    }

    /// The highest bit of the first byte: bytes instead of text. The lower bits of the first byte say which options there are, the others their values.
    private static func options(_ bytes: ArraySlice<UInt8>, of kind: SymbolKind) -> MakeOptions {
        let values = bytes.map { Int($0) }
        let choices = kind.choices
        var options = MakeOptions()
        func named(_ names: [String], _ value: Int) -> String? { names.isEmpty ? nil : names[value % names.count] }
        if values[0] & 1 != 0 { options.level = named(choices.levels.map(\.name), values[1]) }
        if values[0] & 2 != 0 { options.size = named(choices.sizes.map(\.name), values[2]) }
        if values[0] & 4 != 0, choices.masks > 0 { options.mask = values[3] % choices.masks }
        if values[0] & 8 != 0, let columns = choices.columns {
            options.columns = columns.lowerBound + values[1] % columns.count
        }
        if values[0] & 16 != 0, let scheme = named(choices.checks.map(\.name), values[2]) {
            options.check = .init(scheme, isGiven: values[3] & 1 != 0, isShown: values[3] & 2 != 0)
        }
        if values[0] & 32 != 0, choices.maximumParts > 1 {
            options.part = .init(
                1 + values[1] % 4, of: 2 + values[2] % 16, sequence: values[3] == 0 ? "" : "\(values[3])")
        }
        if values[1] & 128 != 0, choices.takesBearer { options.bearer = values[2] & 1 == 0 ? .bars : .box }
        if values[0] & 2 != 0, choices.takesCarrier {
            let postcode = values[3] & 1 == 0 ? String(values[2] * 1000) : "B\(values[2])"
            options.carrier = CarrierMessage(postcode: postcode, country: values[1] * 4, service: values[3])
        }
        if values[0] & 64 != 0, choices.takesECI { options.eci = values[1] << 12 | values[2] }
        return options
    }
}

import CZint
import Files
import Symbols

/// Makes symbols of every kind, through libzint.
///
///     let kind = try #require(SymbolKind.named("code-93"))
///     let symbol = try SymbolMaker.make(.text("QZ-1234"), as: kind)
///     let pixels = symbol.image.pixels(scale: 4)
///
/// The same source, kind and options make the same modules.
package enum SymbolMaker {
    /// The most bytes that any kind holds, with the brackets of GS1 elements: 8192.
    package static let mostBytes = 8192

    /// Makes a symbol.
    ///
    /// - Parameters:
    ///   - source: what it holds, at most `mostBytes`; which characters, `kind.content` tells.
    ///   - kind: what it is.
    ///   - options: how it is made; a choice that the kind does not have is refused.
    ///   - caller: who calls libzint; this process by default. A kind that `needsConfinement` is made by a `SymbolMaking` of another.
    /// - Throws: `EncodingError`, one line that says what is wrong and, where another kind holds the content, which.
    package static func make(
        _ source: SymbolSource, as kind: SymbolKind, _ options: MakeOptions = MakeOptions(),
        by caller: some ZintCaller = DirectCaller()
    ) throws(EncodingError) -> MadeSymbol {
        LoopThread.mustNotWait(for: "a code that is made")
        do throws(ContentError) {
            return try made(source, as: kind, options, by: caller)
        } catch {
            let others = error.cause == .content ? alternatives(to: kind, for: source) : []
            let advice =
                others.isEmpty ? "" : "; \(others.joined(separator: " and ")) \(others.count > 1 ? "hold" : "holds") it"
            throw EncodingError("\(kind.title) \(error.cause.verdict): \(error.reason)\(advice)")
        }
    }

    private static func made(
        _ source: SymbolSource, as kind: SymbolKind, _ options: MakeOptions, by caller: some ZintCaller
    ) throws(ContentError) -> MadeSymbol {
        let bytes = source.bytes
        guard !bytes.isEmpty else { throw ContentError("there is none") }
        guard bytes.count <= mostBytes else {
            throw ContentError("it has \(bytes.count) bytes, and no symbol holds more than 7089")
        }
        var request = try ZintRequest(kind, options)
        if let problem = kind.content.problem(of: bytes) { throw problem }
        let checked = try CheckedContent(bytes, kind: kind, check: options.check)
        let text = String(validating: checked.bytes, as: UTF8.self)
        // Kinds that take any bytes have nothing to prepare; all others take ASCII.
        var prepared =
            try text.map { text throws(ContentError) in Array(try kind.content.prepare(text).utf8) } ?? checked.bytes
        request.setContent(source, text: text, kind: kind, eci: options.eci)
        if kind.linearName != nil { prepared = try request.takeLinearPart(of: prepared) }
        let result = try request.run(prepared, by: caller)
        let grid = Self.grid(result, kind: kind, height: options.height)
        let readable = kind.showsText && options.showsText != false ? checked.shown(kind.withoutFrame(result.text)) : ""
        let quiet = min(options.quietZone ?? kind.quietZone, ZintRequest.mostQuietZone)
        let made = MadeSymbol(
            kind: kind, source: source, options: options, grid: grid,
            texts: HumanReadableText.parts(readable, of: kind, grid), horizontalQuietZone: quiet,
            verticalQuietZone: kind.isLinear ? min(quiet, 4) : quiet)
        return options.bearer.map(made.bordered) ?? made
    }

    /// Up to two kinds that hold what `kind` does not, by their titles: those that many readers know.
    private static func alternatives(to kind: SymbolKind, for source: SymbolSource) -> [String] {
        guard source.bytes.count <= mostBytes, !source.bytes.isEmpty else { return [] }
        let candidates = [Symbology.code39, .code93, .code128, .dataMatrix, .qrCode].compactMap(SymbolKind.of)
        return candidates.lazy.filter {
            $0.name != kind.name && (try? made(source, as: $0, MakeOptions(), by: DirectCaller())) != nil
        }
        .prefix(2).map(\.title)
    }

    /// The modules with the heights of their rows; those that libzint leaves open share what `height` says.
    private static func grid(_ answer: ZintAnswer, kind: SymbolKind, height: Int?) -> ModuleGrid {
        let rows = answer.rowHeights.count
        let given = answer.rowHeights.map { max(1, Int($0.rounded())) }
        let heights: [Int]
        switch kind.layout {
        case .squares, .dots, .hexagons: heights = answer.rowHeights.map { _ in 1 }
        case .rows: heights = given
        case .bars:
            let total = height ?? (kind.minimumHeight > 0 ? kind.minimumHeight : max(24, answer.width / 3))
            heights =
                kind.linearName == nil
                ? (0..<rows).map { max(1, total * ($0 + 1) / rows - total * $0 / rows) } : given.dropLast() + [total]
        }
        return ModuleGrid(width: answer.width, rowHeights: heights, dark: answer.dark)
    }
}

extension ContentError.Cause {
    /// What is said of a kind before the reason.
    fileprivate var verdict: String {
        switch self {
        case .content, .mistake: "cannot hold this text"
        case .option: "cannot be made like this"
        case .fault: "cannot be made now"
        }
    }
}

extension SymbolKind {
    /// The text without the asterisks that libzint tells Code 39's start and stop by.
    func withoutFrame(_ text: String) -> String {
        guard symbology == .code39, text.utf8.count > 2, text.hasPrefix("*"), text.hasSuffix("*") else { return text }
        return String(text.dropFirst().dropLast())
    }

    /// Whether the light above and below its bars is of no meaning.
    var isLinear: Bool { layout == .bars || symbology?.traits.dimension == .linear }
}

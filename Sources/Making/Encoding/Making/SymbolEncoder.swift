import CZint
import Files
import Symbols

/// Makes symbols of every kind, through libzint.
///
///     let kind = try #require(SymbolKind.named("code-93"))
///     let symbol = try SymbolEncoder().make(.text("QZ-1234"), as: kind)
///     let pixels = symbol.image.pixels(scale: 4)
///
/// The same source, kind and options make the same modules.
package struct SymbolEncoder: Sendable {
    /// The most bytes that any kind holds, with the brackets of GS1 elements: 8192.
    package static let maximumBytes = 8192

    private let confined: (any ZintCaller)?
    private let elements: (any ElementReader)?

    /// - Parameters:
    ///   - confined: who calls libzint for a kind that `needsConfinement`; by default nil, for this process.
    ///   - elements: who reads and checks GS1 elements; by default nil, for what libzint checks, so that scanned symbols with wrong
    ///     elements can be drawn.
    package init(confined: (any ZintCaller)? = nil, elements: (any ElementReader)? = nil) {
        (self.confined, self.elements) = (confined, elements)
    }

    /// Makes a symbol.
    ///
    /// - Parameters:
    ///   - source: what it holds, at most `maximumBytes`; `kind.content` says which characters.
    ///   - kind: what it is.
    ///   - options: how it is made; a choice that the kind does not have is refused.
    /// - Throws: `EncodingError`, one line that says what is wrong and, where another kind holds the content, which.
    package func make(
        _ source: SymbolSource, as kind: SymbolKind, _ options: MakeOptions = MakeOptions()
    ) throws(EncodingError) -> MadeSymbol {
        LoopThread.mustNotWait(for: "a code that is made")
        do throws(ContentError) {
            return try made(try elements?.checked(source, of: kind) ?? source, as: kind, options)
        } catch {
            let isOfOthers = error.cause == .content || error.cause == .length
            let others = isOfOthers ? alternatives(to: kind, for: source) : []
            let advice =
                others.isEmpty ? "" : "; \(others.joined(separator: " and ")) can encode it"
            throw EncodingError("\(kind.title) \(error.cause.verdict): \(error.reason(taking: kind.takes))\(advice)")
        }
    }

    /// Whether a symbol of `kind` can be made of `source`.
    func holds(_ source: SymbolSource, as kind: SymbolKind, _ options: MakeOptions) -> Bool {
        (try? answer(source, as: kind, options)) != nil
    }

    private func made(
        _ source: SymbolSource, as kind: SymbolKind, _ options: MakeOptions
    ) throws(ContentError) -> MadeSymbol {
        let (result, checked) = try answer(source, as: kind, options)
        let grid = try Self.grid(result, kind: kind, height: options.height)
        let readable = kind.showsText && options.showsText != false ? checked.shown(kind.withoutFrame(result.text)) : ""
        let quiet = min(options.quietZone ?? kind.quietZone, ZintRequest.maximumQuietZone)
        let made = MadeSymbol(
            kind: kind, source: source, options: options, grid: grid,
            texts: HumanReadableText.parts(readable, of: kind, grid), horizontalQuietZone: quiet,
            verticalQuietZone: kind.isLinear ? min(quiet, 4) : quiet)
        return options.bearer.map(made.bordered) ?? made
    }

    /// What libzint makes of `source`, and what that was with its check characters.
    private func answer(
        _ source: SymbolSource, as kind: SymbolKind, _ options: MakeOptions
    ) throws(ContentError) -> (ZintAnswer, CheckedContent) {
        let bytes = source.bytes
        guard !bytes.isEmpty else { throw ContentError("it is empty") }
        guard bytes.count <= Self.maximumBytes else {
            throw ContentError("it has \(bytes.count) bytes, but no symbol holds more than 7089")
        }
        var request = try ZintRequest(kind, options)
        if let problem = kind.content.problem(of: bytes) { throw problem }
        let checked = try CheckedContent(bytes, kind: kind, check: options.check)
        let text = String(validating: checked.bytes, as: UTF8.self)
        // Kinds that take any bytes have nothing to prepare; all others take ASCII.
        var prepared =
            try text.map { text throws(ContentError) in Array(try kind.content.prepare(text).utf8) } ?? checked.bytes
        request.setContent(source, text: text, kind: kind, eci: options.eci)
        if let option = checked.zintOption { request.setCheck(option) }
        if kind.linearName != nil { prepared = try request.takeLinearPart(of: prepared) }
        let result = try request.run(prepared, by: kind.needsConfinement ? confined : nil) {
            $0.error(kind, options, checked.bytes)
        }
        return (result, checked)
    }

    /// Up to two kinds that hold what `kind` does not, by their titles: those that many readers know.
    private func alternatives(to kind: SymbolKind, for source: SymbolSource) -> [String] {
        guard source.bytes.count <= Self.maximumBytes, !source.bytes.isEmpty else { return [] }
        let candidates = [Symbology.code39, .code93, .code128, .dataMatrix, .qrCode].compactMap(SymbolKind.of)
        return candidates.lazy.filter {
            $0.name != kind.name && holds(source, as: $0, MakeOptions())
        }
        .prefix(2).map(\.title)
    }

    /// The modules with the heights of their rows; those that libzint leaves open share what `height` says.
    ///
    /// - Throws: `ContentError` where `height` is less than the rows take.
    private static func grid(
        _ answer: ZintAnswer, kind: SymbolKind, height: Int?
    ) throws(ContentError) -> ModuleGrid {
        let given = answer.rowHeights.map { max(1, Int($0.rounded())) }
        let heights: [Int]
        switch kind.layout {
        case .squares, .dots, .hexagons: heights = answer.rowHeights.map { _ in 1 }
        case .rows: heights = try rowHeights(answer.rowHeights, kind: kind, height: height)
        case .bars:
            let total = height ?? (kind.minimumHeight > 0 ? kind.minimumHeight : max(24, answer.width / 3))
            heights =
                kind.linearName == nil ? Self.tracks(answer.rowHeights, of: total) : given.dropLast() + [total]
        }
        let grid = ModuleGrid(width: answer.width, rowHeights: heights, dark: answer.dark)
        return kind.separators.map(grid.separated) ?? grid
    }

    /// The heights of parts of bars: in the proportion that libzint names, or alike where it leaves them open.
    private static func tracks(_ given: [Double], of total: Int) -> [Int] {
        let shares = given.allSatisfy { $0 > 0 } ? given : given.map { _ in 1 }
        let sum = shares.reduce(0, +)
        var (end, before) = (0.0, 0)
        return shares.map { share in
            end += share
            let edge = Int((Double(total) * end / sum).rounded())
            defer { before = edge }
            return max(1, edge - before)
        }
    }

    /// The heights of stacked rows. Separators and components have the height that libzint names. Rows of data, which it leaves open (0),
    /// have the least height of their standard, or share what is left of `height`.
    private static func rowHeights(
        _ given: [Double], kind: SymbolKind, height: Int?
    ) throws(ContentError) -> [Int] {
        let least = kind.minimumHeight
        let rounded = given.map { Int($0.rounded()) }
        // A later libzint might name the height that its own default gives them.
        let open = rounded.indices.filter { least > 0 && (rounded[$0] == 0 || rounded[$0] >= least) }
        var heights = rounded.map { max(1, $0) }
        for row in open { heights[row] = least }
        guard let height, !open.isEmpty else { return heights }
        let fixed = heights.reduce(0, +) - least * open.count
        guard height >= fixed + open.count else {
            throw ContentError("its \(heights.count) rows need at least \(fixed + open.count) modules", .option)
        }
        let (share, rest) = (height - fixed).quotientAndRemainder(dividingBy: open.count)
        for (index, row) in open.enumerated() { heights[row] = share + (index < rest ? 1 : 0) }
        return heights
    }
}

extension ContentError.Cause {
    /// What is said of a kind before the reason.
    fileprivate var verdict: String {
        switch self {
        case .content, .length, .mistake: "cannot encode this text"
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

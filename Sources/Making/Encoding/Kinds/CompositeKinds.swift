import CZint
import Symbols

extension SymbolKind {
    /// A linear symbol with a two-dimensional component above it (ISO/IEC 24723). The content of both is separated by `|`, as in
    /// `4012345678901|(10)AB-12`. libzint 2.11 dies of some contents, so that they are made in a confined process where there is one.
    static let composites = [
        composite(.ean13, QZ_ZINT_EAN_COMPOSITE), composite(.ean8, QZ_ZINT_EAN_COMPOSITE),
        composite(.upcA, QZ_ZINT_UPC_A_COMPOSITE), composite(.upcE, QZ_ZINT_UPC_E_COMPOSITE),
        composite(.gs1_128, QZ_ZINT_GS1_128_COMPOSITE, hasComponentC: true),
        composite(.dataBar, QZ_ZINT_DATABAR_COMPOSITE), composite(.dataBarLimited, QZ_ZINT_DATABAR_LIMITED_COMPOSITE),
        composite(.dataBarExpanded, QZ_ZINT_DATABAR_EXPANDED_COMPOSITE),
        composite(.dataBarStacked, QZ_ZINT_DATABAR_STACKED_COMPOSITE),
        composite("databar-stacked-omnidirectional", QZ_ZINT_DATABAR_STACKED_OMNIDIRECTIONAL_COMPOSITE),
        composite(.dataBarExpandedStacked, QZ_ZINT_DATABAR_EXPANDED_STACKED_COMPOSITE),
    ].compactMap { $0 }

    /// What stands between the linear part and the component; no character of GS1 elements.
    static let componentSeparator = UInt8(ascii: "|")

    private static func composite(_ symbology: Symbology, _ number: Int, hasComponentC: Bool = false) -> SymbolKind? {
        composite(symbology.rawValue, number, hasComponentC: hasComponentC)
    }

    private static func composite(_ linear: String, _ number: Int, hasComponentC: Bool = false) -> SymbolKind? {
        guard let base = (products + gs1).first(where: { $0.name == linear }) else { return nil }
        let names = hasComponentC ? ["CC-A", "CC-B", "CC-C"] : ["CC-A", "CC-B"]
        return SymbolKind(
            composite: base, number,
            // 56, 338 and 2361 digits are the most (ISO/IEC 24723, 5.2); brackets and letters take their room.
            .composite(of: base.content, maximumOfComponent: hasComponentC ? 2600 : 400),
            KindChoices(levels: zip(names, 1...).map { .init($0, $1) }))
    }
}

extension ContentRule {
    /// The linear part as `linear` takes it, then `|` and GS1 elements.
    fileprivate static func composite(of linear: ContentRule, maximumOfComponent most: Int) -> Self {
        Self(
            "\(linear.words); then | and GS1 elements such as (10)AB-12 for the component above it", .ascii,
            1...linear.lengths.upperBound + 1 + most, isGS1: true,
            prepare: { text throws(ContentError) in
                guard let bar = text.firstIndex(of: "|") else {
                    throw ContentError("it has no | between the linear part and the component above it", .mistake)
                }
                let first = String(text[..<bar])
                if let problem = linear.problem(of: Array(first.utf8)) {
                    throw ContentError("of the linear part, \(problem.reason(taking: linear.words))", .mistake)
                }
                let component = ElementString.bracketed(String(text[text.index(after: bar)...]))
                guard component.hasPrefix("["), component.utf8.count <= most else {
                    throw ContentError(
                        "after the | put GS1 elements, such as |(10)AB, at most \(most) characters", .mistake)
                }
                return try linear.prepare(first) + "|" + component
            })
    }
}

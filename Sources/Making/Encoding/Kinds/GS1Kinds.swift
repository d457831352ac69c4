import CZint
import Symbols

extension SymbolKind {
    /// GS1-128 and GS1 DataBar; the GS1 forms of matrix symbols are with those.
    static let gs1 = [
        SymbolKind(.gs1_128, QZ_ZINT_GS1_128, .bars, .elements(most: 200), quietZone: 10),
        SymbolKind(.dataBar, QZ_ZINT_DATABAR, .bars, .dataBar, quietZone: 10, minimumHeight: 33),
        SymbolKind(
            "databar-truncated", "GS1 DataBar Truncated", reads: .dataBar, QZ_ZINT_DATABAR, .bars, .dataBar,
            quietZone: 10,
            minimumHeight: 13),
        SymbolKind(.dataBarLimited, QZ_ZINT_DATABAR_LIMITED, .bars, .dataBarLimited, quietZone: 10, minimumHeight: 10),
        SymbolKind(
            .dataBarExpanded, QZ_ZINT_DATABAR_EXPANDED, .bars, .elements(most: 120), quietZone: 10, minimumHeight: 34),
        SymbolKind(.dataBarStacked, QZ_ZINT_DATABAR_STACKED, .rows, .dataBar, quietZone: 10),
        SymbolKind(
            "databar-stacked-omnidirectional", "GS1 DataBar Stacked Omnidirectional", reads: .dataBar,
            QZ_ZINT_DATABAR_STACKED_OMNIDIRECTIONAL, .rows, .dataBar, quietZone: 10, minimumHeight: 33),
        SymbolKind(
            .dataBarExpandedStacked, QZ_ZINT_DATABAR_EXPANDED_STACKED, .rows, .elements(most: 120),
            KindChoices(columns: 1...11), quietZone: 10, minimumHeight: 34),
    ]
}

extension ContentRule {
    /// GS1 elements with brackets, or as scanned with FNC1 as U+001D; `most` bytes with the brackets.
    static func elements(most: Int) -> Self {
        Self(
            "GS1 elements such as (01)09501101530003(10)AB-12, or as scanned", .ascii, 3...most, isGS1: true,
            prepare: { text throws(ContentError) in
                let bracketed = ElementString.bracketed(text)
                guard bracketed.hasPrefix("[") else { throw ContentError("it has no GS1 elements: begin with (01)") }
                return bracketed
            })
    }

    /// Plain DataBar holds a GTIN-14 only, with or without its application identifier 01 in front.
    fileprivate static let dataBar = gtin(
        "13 digits, or 14 with the check digit, or 01 and these 14", isLimited: false)
    /// DataBar Limited has room for small first digits alone.
    fileprivate static let dataBarLimited = gtin(
        "13 digits that begin with 0 or 1, or 14 with the check digit, or 01 and these 14", isLimited: true)

    private static func gtin(_ words: String, isLimited: Bool) -> Self {
        Self(
            words, .these(Array("0123456789()[]".utf8)), 13...18, isGTIN: true,
            prepare: { text throws(ContentError) in
                var text = text
                for identifier in ["(01)", "[01]"] where text.hasPrefix(identifier) {
                    text.removeFirst(identifier.count)
                }
                if text.utf8.count == 16, text.hasPrefix("01") { text.removeFirst(2) }
                let number = try CheckDigit.removed(from: text, count: 13)
                guard !isLimited || number.hasPrefix("0") || number.hasPrefix("1") else {
                    throw ContentError(
                        "it begins with \(number.prefix(1)), but this kind needs 0 or 1: use DataBar")
                }
                return number
            })
    }
}

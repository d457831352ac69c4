import CZint
import Symbols

extension SymbolKind {
    /// Rows of codewords.
    static let stacked = [
        SymbolKind(.pdf417, QZ_ZINT_PDF417, .rows, .bytes(2710), .pdf417, quietZone: 2),
        SymbolKind(
            "compact-pdf417", "Compact PDF417", reads: .pdf417, QZ_ZINT_PDF417_COMPACT, .rows, .bytes(2710), .pdf417,
            quietZone: 2),
        SymbolKind(
            .microPDF417, QZ_ZINT_MICRO_PDF417, .rows, .bytes(366), KindChoices(columns: 1...4, takesECI: true),
            quietZone: 1),
    ]
}

extension KindChoices {
    fileprivate static let pdf417 = Self(
        levels: (0...8).map { Choice(String($0), $0) }, columns: 1...30, takesECI: true, mostParts: 99_999)
}

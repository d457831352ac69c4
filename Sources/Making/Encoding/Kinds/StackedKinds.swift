import CZint
import Symbols

extension SymbolKind {
    /// Rows of codewords, at least three modules high (ISO/IEC 15438), or two (MicroPDF417, ISO/IEC 24728).
    static let stacked = [
        SymbolKind(.pdf417, QZ_ZINT_PDF417, .rows, .bytes(2710), .pdf417, quietZone: 2, minimumHeight: 3),
        SymbolKind(
            "compact-pdf417", "Compact PDF417", reads: .pdf417, QZ_ZINT_PDF417_COMPACT, .rows, .bytes(2710), .pdf417,
            quietZone: 2, minimumHeight: 3),
        SymbolKind(
            .microPDF417, QZ_ZINT_MICRO_PDF417, .rows, .bytes(366), KindChoices(columns: 1...4, takesECI: true),
            quietZone: 1, minimumHeight: 2),
    ]
}

extension KindChoices {
    fileprivate static let pdf417 = Self(
        levels: (0...8).map { Choice(String($0), $0) }, columns: 1...30, takesECI: true, maximumParts: 99_999)
}

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
        SymbolKind(
            "hibc-pdf417", "HIBC PDF417", reads: .pdf417, QZ_ZINT_HIBC_PDF417, .rows, .hibc(110), quietZone: 2,
            minimumHeight: 3),
        SymbolKind(
            "hibc-micro-pdf417", "HIBC MicroPDF417", reads: .microPDF417, QZ_ZINT_HIBC_MICRO_PDF417, .rows, .hibc(110),
            quietZone: 1, minimumHeight: 2),
        SymbolKind(
            "codablock-f", "Codablock F", QZ_ZINT_CODABLOCK_F, .rows, .ascii(2725), KindChoices(columns: 9...67),
            quietZone: 10, minimumHeight: 10, separators: .betweenFrames),
        SymbolKind(
            "hibc-codablock-f", "HIBC Codablock F", QZ_ZINT_HIBC_CODABLOCK_F, .rows, .hibc(110),
            KindChoices(columns: 9...67), quietZone: 10, minimumHeight: 10, separators: .betweenFrames),
        SymbolKind(
            "code-16k", "Code 16K", QZ_ZINT_CODE_16K, .rows, .ascii(154), quietZone: 10, minimumHeight: 8,
            separators: .whole),
        SymbolKind(
            "code-49", "Code 49", QZ_ZINT_CODE_49, .rows, .ascii(81), quietZone: 10, minimumHeight: 8,
            separators: .whole),
    ]
}

extension KindChoices {
    fileprivate static let pdf417 = Self(
        levels: (0...8).map { Choice(String($0), $0) }, columns: 1...30, takesECI: true, maximumParts: 99_999)
}

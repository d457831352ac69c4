import CZint
import Symbols

extension SymbolKind {
    /// Modules on a grid.
    static let matrices =
        [
            SymbolKind(.qrCode, QZ_ZINT_QR_CODE, .squares, .bytes(7089), .qrCode, quietZone: 4),
            SymbolKind(
                "gs1-qr-code", "GS1 QR Code", reads: .qrCode, QZ_ZINT_QR_CODE, .squares, .elements(most: 7089), .qrCode,
                quietZone: 4),
            SymbolKind(.microQRCode, QZ_ZINT_MICRO_QR_CODE, .squares, .bytes(35), .microQRCode, quietZone: 2),
            SymbolKind(.rmqrCode, QZ_ZINT_RMQR_CODE, .squares, .bytes(361), .rmqrCode, quietZone: 2),
            SymbolKind(
                "gs1-rmqr-code", "GS1 rMQR Code", reads: .rmqrCode, QZ_ZINT_RMQR_CODE, .squares, .elements(most: 361),
                .rmqrCode, quietZone: 2),
            // ISO/IEC 16022 requires one module and 24778 none; many readers need more.
            SymbolKind(.dataMatrix, QZ_ZINT_DATA_MATRIX, .squares, .bytes(3116), .dataMatrix, quietZone: 2),
            SymbolKind(
                "gs1-data-matrix", "GS1 DataMatrix", reads: .dataMatrix, QZ_ZINT_DATA_MATRIX, .squares,
                .elements(most: 3116), .dataMatrix, quietZone: 2),
            SymbolKind(.aztec, QZ_ZINT_AZTEC, .squares, .bytes(3832), .aztec, quietZone: 2),
            SymbolKind(
                "gs1-aztec", "GS1 Aztec", reads: .aztec, QZ_ZINT_AZTEC, .squares, .elements(most: 3832), .aztec,
                quietZone: 2),
            SymbolKind("aztec-rune", "Aztec Rune", QZ_ZINT_AZTEC_RUNE, .squares, .whole(0...255), quietZone: 2),
            SymbolKind(.maxiCode, QZ_ZINT_MAXICODE, .hexagons, .bytes(138), .maxiCode, quietZone: 1),
            SymbolKind(.dotCode, QZ_ZINT_DOTCODE, .dots, .bytes(1500), .dotCode, quietZone: 3),
            SymbolKind(
                "gs1-dotcode", "GS1 DotCode", reads: .dotCode, QZ_ZINT_DOTCODE, .dots, .elements(most: 1500), .dotCode,
                quietZone: 3),
            SymbolKind(
                "hibc-qr-code", "HIBC QR Code", reads: .qrCode, QZ_ZINT_HIBC_QR_CODE, .squares, .hibc(110), quietZone: 4
            ),
            SymbolKind(
                "hibc-data-matrix", "HIBC Data Matrix", reads: .dataMatrix, QZ_ZINT_HIBC_DATA_MATRIX, .squares,
                .hibc(110),
                quietZone: 2),
            SymbolKind(
                "hibc-aztec", "HIBC Aztec", reads: .aztec, QZ_ZINT_HIBC_AZTEC, .squares, .hibc(110), quietZone: 2),
            SymbolKind(
                "upnqr", "UPN QR (Slovenian payment order)", reads: .qrCode, QZ_ZINT_UPNQR, .squares,
                ContentRule("text of ISO-8859-2", .bytes, 1...822, hasOwnCharset: true), quietZone: 4),
            SymbolKind("code-one", "Code One", QZ_ZINT_CODE_ONE, .squares, .bytes(3550), .codeOne, quietZone: 1),
            SymbolKind(
                "grid-matrix", "Grid Matrix", QZ_ZINT_GRID_MATRIX, .squares, .bytes(2751), .gridMatrix, quietZone: 6),
            SymbolKind(.hanXin, QZ_ZINT_HAN_XIN, .squares, .bytes(7827), .hanXin, quietZone: 3),
        ]
}

extension ContentRule {
    static func bytes(_ most: Int) -> Self { Self("any text or bytes", .bytes, 1...most, form: .any) }
}

extension KindChoices {
    fileprivate static let qrCode = Self(
        levels: letters("LMQH"), sizes: numbered(1...40), masks: 8, takesECI: true, maximumParts: 16)

    fileprivate static let microQRCode = Self(
        levels: letters("LMQ"), sizes: (1...4).map { Choice("M\($0)", $0) }, masks: 4)

    // libzint has the levels of QR Code here too: M is 2, H is 4.
    fileprivate static let rmqrCode = Self(
        levels: [Choice("M", 2), Choice("H", 4)], sizes: named(rmqrSizes, from: 1), takesECI: true)

    fileprivate static let dataMatrix = Self(
        // libzint's numbers of what it considers where no size is given: squares, rectangles of ISO/IEC 16022, those of 21471.
        sizes: [Choice("square", 0, third: 100), Choice("any", 0), Choice("any-dmre", 0, third: 101)]
            + named(dataMatrixSizes, from: 1),
        takesECI: true, maximumParts: 16, defaultSize: Choice("square", 0, third: 100))

    fileprivate static let aztec = Self(
        levels: zip(["10%", "23%", "36%", "50%"], 1...4).map { Choice($0, $1) },
        sizes: (1...4).map { Choice("compact-\($0)", $0) } + (1...32).map { Choice("full-\($0)", $0 + 4) },
        takesECI: true,
        maximumParts: 26)

    fileprivate static let maxiCode = Self(
        levels: [Choice("standard", 4), Choice("enhanced", 5)], takesECI: true, maximumParts: 8,
        takesCarrier: true, defaultLevel: 4)

    // Five columns are the least of the AIM specification, 200 what libzint draws.
    fileprivate static let dotCode = Self(masks: 8, columns: 5...200, takesECI: true, maximumParts: 35)

    fileprivate static let hanXin = Self(
        levels: zip(["L1", "L2", "L3", "L4"], 1...4).map { Choice($0, $1) }, sizes: numbered(1...84), masks: 4,
        takesECI: true)

    fileprivate static let codeOne = Self(sizes: zip("ABCDEFGHST", 1...).map { Choice(String($0), $1) })

    fileprivate static let gridMatrix = Self(
        levels: zip(["10%", "20%", "30%", "40%", "50%"], 1...5).map { Choice($0, $1) }, sizes: numbered(1...13))

    private static func letters(_ names: String) -> [Choice] { zip(names, 1...).map { Choice(String($0), $1) } }

    static func numbered(_ range: ClosedRange<Int>) -> [Choice] { range.map { Choice(String($0), $0) } }

    private static func named(_ names: String, from first: Int) -> [Choice] {
        zip(names.split(separator: " "), first...).map { Choice(String($0), $1) }
    }

    /// ISO/IEC 23941, rows × columns.
    private static let rmqrSizes = """
        R7x43 R7x59 R7x77 R7x99 R7x139 R9x43 R9x59 R9x77 R9x99 R9x139 R11x27 R11x43 R11x59 R11x77 R11x99 R11x139 \
        R13x27 R13x43 R13x59 R13x77 R13x99 R13x139 R15x43 R15x59 R15x77 R15x99 R15x139 R17x43 R17x59 R17x77 R17x99 R17x139
        """

    /// ISO/IEC 16022, table 7, then 21471 (DMRE), rows × columns.
    private static let dataMatrixSizes = """
        10x10 12x12 14x14 16x16 18x18 20x20 22x22 24x24 26x26 32x32 36x36 40x40 44x44 48x48 52x52 64x64 72x72 80x80 88x88 \
        96x96 104x104 120x120 132x132 144x144 8x18 8x32 12x26 12x36 16x36 16x48 8x48 8x64 8x80 8x96 8x120 8x144 12x64 12x88 \
        16x64 20x36 20x44 20x64 22x48 24x48 24x64 26x40 26x48 26x64
        """
}

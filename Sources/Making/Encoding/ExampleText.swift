import Symbols

extension SymbolEncoder {
    /// Returns a text that `symbology` can encode, for tests, measurements and sample symbols.
    package static func exampleText(for symbology: Symbology) -> String {
        switch symbology {
        case .ean13: "4012345678901"
        case .ean8: "96385074"
        case .upcA: "036000291452"
        case .upcE: "01234565"
        case .ean5: "51995"
        case .ean2: "12"
        case .itf: "123456"
        case .itf14: "14012345678908"
        case .codabar: "A123456B"
        case .gs1Composite: "0104012345678901\u{1D}10AB"
        case .gs1_128, .dataBarExpanded, .dataBarExpandedStacked: "0104012345678901\u{1D}10AB"
        case .dataBar, .dataBarLimited, .dataBarStacked: "0104012345678901"
        case .dxFilmEdge: "77-2/23A"
        case .msi: "12345674"
        case .code11: "123-4552"
        case .pharmacode: "1234"
        case .pharmacodeTwoTrack: "123456"
        case .uspsIMb: "0123456709498765432101234567891"
        case .mailmark: "1100000000000XY11     "
        case .australiaPost: "96184209"
        case .japanPost: "15400233-16-4-205"
        case .rm4scc: "LE28HS9Z"
        case .kix: "2500GG30250"
        case .postnet, .planet: "12345678901"
        case .cepnet: "12345678"
        case .industrial2of5, .iata2of5, .matrix2of5, .dataLogic2of5: "12345678"
        case .code39, .code93, .code128, .telepen, .qrCode, .microQRCode, .rmqrCode, .sqCode, .dataMatrix, .aztec,
            .pdf417, .microPDF417, .maxiCode, .dotCode, .hanXin:
            "QZ-1234"
        }
    }
}

extension Symbology {
    /// A name of at most seven letters, another for each symbology: for lists without room for `Traits.title`.
    package var shortTitle: String {
        switch self {
        case .ean5: "EAN-5"
        case .ean2: "EAN-2"
        case .code39: "C39"
        case .code93: "C93"
        case .code128: "C128"
        case .dataBar: "DataBar"
        case .dataBarLimited: "DB Ltd"
        case .dataBarExpanded: "DB Exp"
        case .dataBarStacked: "DB Stk"
        case .dataBarExpandedStacked: "DB ExSt"
        case .gs1Composite: "GS1 CC"
        case .dxFilmEdge: "DX film"
        case .industrial2of5: "Ind 2/5"
        case .iata2of5: "IATA2/5"
        case .matrix2of5: "Std 2/5"
        case .dataLogic2of5: "DL 2/5"
        case .code11: "C11"
        case .pharmacode: "Pharma"
        case .pharmacodeTwoTrack: "Pharma2"
        case .uspsIMb: "IMb"
        case .mailmark: "Mailmk"
        case .australiaPost: "AusPost"
        case .japanPost: "JpnPost"
        case .rm4scc: "RM4SCC"
        case .kix: "KIX"
        case .qrCode: "QR"
        case .microQRCode: "MicroQR"
        case .rmqrCode: "rMQR"
        case .sqCode: "SQ"
        case .dataMatrix: "DM"
        case .microPDF417: "MPDF417"
        case .maxiCode: "Maxi"
        case .hanXin: "Han Xin"
        case .ean13, .ean8, .upcA, .upcE, .gs1_128, .itf, .itf14, .codabar, .telepen, .msi, .postnet, .planet, .cepnet,
            .aztec, .pdf417,
            .dotCode:
            traits.title
        }
    }
}

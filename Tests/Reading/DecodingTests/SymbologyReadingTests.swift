import Encoding
import Symbols
import Testing

@testable import Decoding

@Suite struct SymbologyReadingTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let fixture: String
        let symbology: Symbology
        let identifier: String
        let text: String?
        var testDescription: String { fixture }

        init(_ fixture: String, _ symbology: Symbology, _ identifier: String, _ text: String?) {
            self.fixture = fixture
            self.symbology = symbology
            self.identifier = identifier
            self.text = text
        }
    }

    static let samples = [
        Sample("ean-13", .ean13, "]E0", "9780201379624"),
        Sample("ean-8", .ean8, "]E4", "96385074"),
        Sample("upc-a", .upcA, "]E0", "036000291452"),
        Sample("upc-e", .upcE, "]E0", "04252614"),
        Sample("code-39", .code39, "]A0", "QUIETZONE-39"),
        Sample("code-93", .code93, "]G0", "QUIETZONE93"),
        Sample("code-128", .code128, "]C0", "Quietzone 128"),
        Sample("gs1-128", .gs1_128, "]C1", "010950110153000310AB-12\u{1D}17261231"),
        Sample("itf", .itf, "]I0", "12345678"),
        Sample("itf-14", .itf14, "]I1", "09501101530003"),
        Sample("codabar", .codabar, "]F0", "A123456B"),
        Sample("databar", .dataBar, "]e0", "0109501101530003"),
        Sample("databar-limited", .dataBarLimited, "]e0", "0109501101530003"),
        Sample("databar-expanded", .dataBarExpanded, "]e0", "01095011015300033103000123"),
        Sample("qr-code", .qrCode, "]Q1", "https://example.org/quietzone"),
        Sample("qr-code-utf8", .qrCode, "]Q2", "Grüße, 世界"),
        Sample("qr-code-kanji", .qrCode, "]Q1", "日本語のテキスト"),
        Sample("qr-code-bytes", .qrCode, "]Q1", nil),
        Sample("gs1-qr-code", .qrCode, "]Q3", "010950110153000310AB-12"),
        Sample("micro-qr-code", .microQRCode, "]Q1", "QZ 12345"),
        Sample("data-matrix", .dataMatrix, "]d1", "Quietzone Data Matrix"),
        Sample("gs1-data-matrix", .dataMatrix, "]d2", "010950110153000310AB-12\u{1D}17261231"),
        Sample("aztec", .aztec, "]z0", "Quietzone Aztec"),
        Sample("pdf417", .pdf417, "]L2", "Quietzone PDF417"),
        Sample("maxicode", .maxiCode, "]U0", "Quietzone MaxiCode"),
    ]

    @Test(arguments: samples)
    func everySymbologyIsReadInAStillPictureOfACamerasSize(_ sample: Sample) throws {
        let symbol = try Picture(fixture: sample.fixture)
        let scene = Picture(width: 900, height: 640, grey: 230).with(symbol, x: 120, y: 90)
        #expect(scene.read(effort: .normal).symbols.map(\.content.symbology) == [sample.symbology])
    }

    @Test(arguments: samples)
    func readsEachSymbologyOnce(_ sample: Sample) throws {
        let picture = try Picture(fixture: sample.fixture)
        let symbols = picture.read().symbols
        #expect(symbols.count == 1)
        let symbol = try #require(symbols.first)
        #expect(symbol.content.symbology == sample.symbology)
        #expect(symbol.content.identifier == sample.identifier)
        #expect(symbol.content.text == sample.text)
        #expect((symbol.content.charset == nil) == (sample.text == nil))
        // The corners enclose most of the picture, which is a symbol with its quiet zone.
        #expect(symbol.corners.area > Double(picture.width * picture.height) / 4)
    }

    @Test func keepsTheExactBytesOfBinaryContent() throws {
        let symbol = try #require(try Picture(fixture: "qr-code-bytes").read().symbols.first)
        #expect(symbol.content.bytes == [0x00, 0x01, 0x02, 0xFF, 0xFE, 0x80])
    }

    @Test func reportsTheCharset() throws {
        #expect(try Picture(fixture: "qr-code-utf8").read().symbols.first?.content.charset == "UTF-8")
        #expect(try Picture(fixture: "qr-code-kanji").read().symbols.first?.content.charset == "Shift_JIS")
    }

    /// Cyrillic in kanji mode. Only the mode rules out „J„…„{, which is as likely.
    @Test func kanjiModeDecidesTheCharsetWhicheverEngineReadsIt() throws {
        let picture = try Picture(fixture: "qr-code-kanji-cyrillic")
        let content = try #require(picture.read().symbols.first?.content)
        #expect(content.text == "Жук")
        #expect(content.charset == "Shift_JIS")
        let qr = try #require(
            picture.withView { view in
                var reader = QRReader()
                return reader.read(view, .thorough).first
            })
        #expect(qr.kanji == [0..<6])
        #expect(qr.normalized().first?.content.text == "Жук")
        // zbar reports only the bytes.
        var zbar = ZBarEngine(symbologies: [.qrCode], maxSymbols: 1)
        let read = try picture.withView { (view) throws(EngineError) in
            try zbar.read(view, region: view.bounds, thoroughness: .full)
        }
        #expect(read.readings.first?.symbol.content.text == "Жук")
    }

    @Test func aCharsetThatIsAskedForIsThatOfEachSymbol() throws {
        var options = ReaderOptions()
        options.charset = "KOI8-R"
        for symbology in [Symbology.qrCode, .dataMatrix, .aztec, .pdf417] {
            let image = try SymbolEncoder.encode(bytes: [0xF0, 0xD2, 0xC9], as: symbology).pixels(scale: 4)
            let symbols = image.luma.withUnsafeBufferPointer { luma in
                SymbolReader(options: options).read(luma: luma.span, width: image.width, height: image.height).symbols
            }
            #expect(symbols.first?.content.text == "При", "\(symbology)")
            #expect(symbols.first?.content.charset == "KOI8-R")
        }
        // A declared charset is kept.
        let declared = try Picture(fixture: "qr-code-utf8").read(SymbolReader(options: options)).symbols.first?.content
        #expect(declared?.charset == "UTF-8")
    }

    @Test(arguments: [("ean-13-plus-2", "12"), ("ean-13-plus-5", "51995")])
    func joinsAnAddOnToItsMainSymbol(_ fixture: String, _ digits: String) throws {
        let symbols = try Picture(fixture: fixture).read().symbols
        #expect(symbols.map(\.content.symbology) == [.ean13])
        #expect(symbols.map(\.content.text) == ["9780201379624"])
        #expect(symbols.map(\.content.addOn) == [digits])
    }

    @Test func leavesAddOnsOutWhenTheyAreNotAskedFor() throws {
        var options = ReaderOptions()
        options.symbologies = [.ean13]
        let symbols = try Picture(fixture: "ean-13-plus-5").read(SymbolReader(options: options)).symbols
        #expect(symbols.map(\.content.text) == ["9780201379624"])
        #expect(symbols.map(\.content.addOn) == [nil])
    }

    @Test func whatHasAnyCheckIsOnByDefault() {
        let readable = Set(Symbology.allCases.filter { !SymbologySupport.engines(for: $0).isEmpty })
        #expect(ReaderOptions().symbologies == readable.filter(\.traits.isReadByDefault))
        #expect(readable == Set(Symbology.allCases))
        #expect(readable.isSuperset(of: Self.samples.map(\.symbology)))
    }

    @Test func readsOnlyWhatIsAskedFor() throws {
        var options = ReaderOptions()
        options.symbologies = [.qrCode]
        let reader = SymbolReader(options: options)
        #expect(try Picture(fixture: "ean-13").read(reader).symbols.isEmpty)
        #expect(try Picture(fixture: "qr-code").read(reader).symbols.count == 1)
        options.symbologies = [.upcA]
        #expect(try Picture(fixture: "ean-13").read(SymbolReader(options: options)).symbols.isEmpty)
        #expect(try Picture(fixture: "upc-a").read(SymbolReader(options: options)).symbols.count == 1)
    }
}

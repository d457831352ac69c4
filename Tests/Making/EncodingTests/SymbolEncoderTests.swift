import Encoding
import Symbols
import Testing

extension SymbolImage {
    /// The widths of bars and spaces along row `y`, without the quiet zones.
    fileprivate func runs(row y: Int) -> [Int] {
        var runs: [Int] = []
        var last = false
        for x in 0..<width {
            if isDark(x, y) == last && !runs.isEmpty {
                runs[runs.count - 1] += 1
            } else if isDark(x, y) || !runs.isEmpty {
                runs.append(1)
                last = isDark(x, y)
            }
        }
        return isDark(width - 1, y) ? runs : Array(runs.dropLast())
    }

    fileprivate var middle: Int { height / 2 }
}

@Suite struct SymbolEncoderTests {
    /// One text for each symbology that can be encoded.
    static let texts: [(Symbology, String)] = [
        (.qrCode, "héllo 漢字"), (.aztec, "hello"), (.dataMatrix, "hello"), (.pdf417, "hello world"),
        (.ean13, "401234567890"), (.ean8, "9638507"), (.upcA, "036000291452"), (.upcE, "01234565"),
        (.code39, "ABC-1"), (.code93, "ABC"), (.code128, "QZ-0815"), (.gs1_128, "0104012345678901\u{1D}10AB"),
        (.itf, "123456"), (.ean13, "4012345678901+12"), (.upcE, "01234565+51995"), (.itf14, "1401234567890"),
        (.codabar, "A1234B"), (.ean5, "51299"), (.ean2, "12"),
        (.telepen, "Telepen"), (.dataBar, "0401234567890"), (.dataBarLimited, "0401234567890"),
        (.dataBarStacked, "0104012345678901"), (.dataBarExpanded, "(01)04012345678901(10)AB"),
        (.dataBarExpandedStacked, "0104012345678901\u{1D}10AB"), (.microQRCode, "HELLO"), (.rmqrCode, "héllo"),
        (.microPDF417, "hello"), (.dotCode, "hello"), (.hanXin, "hello"), (.msi, "12345674"), (.industrial2of5, "1234"),
        (.iata2of5, "1234"),
        (.matrix2of5, "1234"), (.dataLogic2of5, "1234"), (.code11, "123-45"), (.pharmacode, "1234"),
        (.pharmacodeTwoTrack, "123456"), (.uspsIMb, "01234567094987654321"), (.mailmark, "1100000000000XY11"),
        (.australiaPost, "96184209"), (.japanPost, "15400233-16-4-205"), (.rm4scc, "LE28HS9Z"), (.kix, "2500GG30250"),
        (.postnet, "12345"), (.planet, "12345678901"), (.cepnet, "12345678"),
    ]

    @Test func everySymbologyThatIsOfferedCanBeMade() throws {
        // Older versions of libzint do not encode DX film edge.
        #expect(Set(Self.texts.map(\.0)) == Set(SymbolEncoder.symbologies).subtracting([.dxFilmEdge]))
        for (symbology, text) in Self.texts {
            let image = try SymbolEncoder.encode(text, as: symbology)
            #expect(image.symbology == symbology)
            var dark = 0
            for y in 0..<image.height { for x in 0..<image.width where image.isDark(x, y) { dark += 1 } }
            #expect(dark * 5 > image.width * image.height / 2, "\(symbology)")
        }
    }

    @Test func quietZonesAreLight() throws {
        for (symbology, text) in Self.texts {
            let image = try SymbolEncoder.encode(text, as: symbology)
            for y in 0..<image.height {
                for x in 0..<image.horizontalQuietZone {
                    #expect(!image.isDark(x, y))
                    #expect(!image.isDark(image.width - 1 - x, y))
                }
            }
            for x in 0..<image.width {
                for y in 0..<image.verticalQuietZone {
                    #expect(!image.isDark(x, y))
                    #expect(!image.isDark(x, image.height - 1 - y))
                }
            }
            #expect(image.horizontalQuietZone > 0)
            #expect(image.verticalQuietZone > 0)
        }
    }

    /// Table 1 of ISO/IEC 15420: the widths of set A; set B is set C mirrored, C has A's widths.
    static let digits = [
        [3, 2, 1, 1], [2, 2, 2, 1], [2, 1, 2, 2], [1, 4, 1, 1], [1, 1, 3, 2], [1, 2, 3, 1], [1, 1, 1, 4], [1, 3, 1, 2],
        [1, 2, 1, 3], [3, 1, 1, 2],
    ]
    /// The left six digits that use set B, by the first digit.
    static let parities = [
        "AAAAAA", "AABABB", "AABBAB", "AABBBA", "ABAABB", "ABBAAB", "ABBBAA", "ABABAB", "ABABBA", "ABBABA",
    ]

    @Test(arguments: ["4012345678901", "9780306406157", "0036000291452"])
    func ean13HasTheBarsOfItsStandard(text: String) throws {
        let values = text.map { Int(String($0)) ?? 0 }
        var expected = [1, 1, 1]
        for (value, set) in zip(values[1...6], Self.parities[values[0]]) {
            expected += set == "A" ? Self.digits[value] : Self.digits[value].reversed()
        }
        expected += [1, 1, 1, 1, 1]
        for value in values[7...12] { expected += Self.digits[value] }
        expected += [1, 1, 1]
        let image = try SymbolEncoder.encode(text, as: .ean13)
        #expect(image.runs(row: image.middle) == expected)
        #expect(image.width == 95 + 22)
        #expect(try SymbolEncoder.encode(String(text.dropLast()), as: .ean13) == image)
    }

    @Test func qrCodeHasThreeFinderPatterns() throws {
        let image = try SymbolEncoder.encode("https://example.org", as: .qrCode, quietZone: 0)
        #expect(image.width == image.height)
        #expect((image.width - 17) % 4 == 0)
        let far = image.width - 7
        for (left, top) in [(0, 0), (far, 0), (0, far)] {
            for y in 0..<7 {
                for x in 0..<7 {
                    // ISO/IEC 18004, 6.3.3: a dark ring, a light ring, and a dark square of 3 × 3.
                    let ring = max(abs(x - 3), abs(y - 3))
                    #expect(image.isDark(left + x, top + y) == (ring != 2))
                }
            }
        }
    }

    @Test func dataMatrixHasItsLShapedFinder() throws {
        let image = try SymbolEncoder.encode("hello", as: .dataMatrix, quietZone: 0)
        for i in 0..<image.height { #expect(image.isDark(0, i)) }
        for i in 0..<image.width {
            #expect(image.isDark(i, image.height - 1))
            #expect(image.isDark(i, 0) == (i % 2 == 0))
        }
    }

    @Test func code128StartsAndStopsAsItsStandardSays() throws {
        let image = try SymbolEncoder.encode("QZ-0815", as: .code128)
        let runs = image.runs(row: image.middle)
        #expect(Array(runs.prefix(6)) == [2, 1, 1, 2, 1, 4])  // Start B
        #expect(Array(runs.suffix(7)) == [2, 3, 3, 1, 1, 1, 2])  // Stop
        // Start B or C followed by FNC1 (102) marks GS1-128 (ISO/IEC 15417).
        let gs1 = try SymbolEncoder.encode("0104012345678901", as: .gs1_128)
        #expect(Array(gs1.runs(row: gs1.middle)[6..<12]) == [4, 1, 1, 1, 3, 1])
    }

    @Test func itf14ChecksOrAddsItsCheckDigit() throws {
        let image = try SymbolEncoder.encode("1540014128876", as: .itf14)
        #expect(try SymbolEncoder.encode("15400141288763", as: .itf14) == image)
        #expect(throws: EncodingError.self) { try SymbolEncoder.encode("15400141288764", as: .itf14) }
    }

    @Test func moreStrengthNeedsMoreModules() throws {
        let text = String(repeating: "quiet zone ", count: 12)
        let weak = try SymbolEncoder.encode(text, as: .qrCode, strength: 0)
        let strong = try SymbolEncoder.encode(text, as: .qrCode, strength: 8)
        #expect(weak.width < strong.width)
    }

    @Test(arguments: [
        (Symbology.ean13, "12345"), (.ean13, "4012345678900"), (.ean13, "40123456789ab"), (.itf, "123"),
        (.itf14, "１２３４５６７８９０１２３"), (.code128, "señor"), (.gs1_128, "\u{1D}\u{1D}"),
        (.codabar, "hello"), (.qrCode, ""), (.code39, "漢字"), (.maxiCode, "hello"),
        (.qrCode, String(repeating: "x", count: 5000)),
        (.dataMatrix, String(repeating: "x", count: 5000)), (.aztec, String(repeating: "x", count: 9000)),
    ])
    func whatCannotBeHeldIsRefusedInOneLine(symbology: Symbology, text: String) {
        let error = #expect(throws: EncodingError.self) { try SymbolEncoder.encode(text, as: symbology) }
        #expect(error?.description.contains(symbology.traits.title) == true)
        #expect(error?.description.contains("\n") == false)
    }

    @Test func anyTextIsSurvived() {
        var random = SystemRandomNumberGenerator()
        for symbology in SymbolEncoder.symbologies {
            for _ in 0..<60 {
                let length = Int.random(in: 0...40, using: &random)
                let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
                let digits = String(bytes.map { Character(Unicode.Scalar(0x30 + $0 % 10)) })
                for text in [
                    String(decoding: bytes, as: UTF8.self), String(decoding: bytes.map { $0 & 0x7F }, as: UTF8.self),
                    digits,
                ] {
                    do {
                        let image = try SymbolEncoder.encode(text, as: symbology)
                        #expect(image.width > 0)
                        #expect(image.height > 0)
                    } catch {
                        #expect(!error.description.isEmpty)
                    }
                }
            }
        }
    }

    @Test func pixelsScaleTheModules() throws {
        let image = try SymbolEncoder.encode("hello", as: .dataMatrix)
        let (width, height, luma) = image.pixels(scale: 3)
        #expect(width == image.width * 3)
        #expect(height == image.height * 3)
        #expect(luma.count == width * height)
        for y in 0..<height {
            for x in 0..<width { #expect((luma[y * width + x] == 0) == image.isDark(x / 3, y / 3)) }
        }
    }

    @Test func linearBarsHaveTheHeightAskedFor() throws {
        let image = try SymbolEncoder.encode("QZ", as: .code128, quietZone: 3, barHeight: 7)
        #expect(image.height == 7 + 2 * image.verticalQuietZone)
        #expect(image.horizontalQuietZone == 3)
        #expect((0..<7).allSatisfy { image.runs(row: image.verticalQuietZone + $0) == image.runs(row: image.middle) })
    }
}

import Encoding
import SeededRandomness
import Symbols
import Testing

@testable import Decoding

/// Encodes random content with libzint and reads it with `SymbolReader`. `QUIETZONE_ROUND_TRIPS=1000` for more of each.
@Suite struct RoundTripTests {
    private static let efforts = [Effort.normal, .live(budget: .seconds(10)), .thorough]

    private func symbols(_ image: SymbolImage, scale: Int = 2, _ effort: Effort = .normal) -> [Symbol] {
        EngineVersionTests.picture(image, scale: scale).read(effort: effort).symbols
    }

    @Test(arguments: [
        (Symbology.aztec, 600), (.dataMatrix, 300), (.qrCode, 300), (.pdf417, 200), (.microPDF417, 90), (.rmqrCode, 60),
        (.microQRCode, 9),
    ])
    func anyBytesComeBackFromASymbolThatHoldsThem(_ symbology: Symbology, most: Int) throws {
        guard SymbologySupport.readable.contains(symbology) else { return }
        var noise = SplitMix(state: UInt64(most))
        let alphabets = [
            RandomContent.capitals, RandomContent.small, RandomContent.digits, RandomContent.marks,
            RandomContent.controls, RandomContent.high, RandomContent.ofX12, RandomContent.pairs,
        ]
        for round in 0..<RandomContent.rounds(4) {
            let count = RandomContent.count(upTo: most, &noise)
            let bytes = RandomContent.bytes(count, of: alphabets, &noise)
            let ecis = symbology == .microQRCode ? [0] : [0, 0, 3, 26, 170]
            let eci = ecis.randomElement(using: &noise)!
            // Some are too long for the symbology.
            guard let image = try? SymbolEncoder.encode(bytes: bytes, as: symbology, eci: eci) else { continue }
            // zxing-cpp takes a leading GS for FNC1.
            guard symbology != .aztec || bytes.first != 0x1D else { continue }
            let content = symbols(image).map(\.content)
            #expect(content.map(\.bytes) == [bytes], "\(round), ECI \(eci)")
            #expect(content.map(\.symbology) == [symbology])
        }
    }

    @Test(arguments: [Symbology.code128, .code93])
    func anyASCIIComesBackFromBars(_ symbology: Symbology) throws {
        var noise = SplitMix(state: 7)
        let alphabets = [
            RandomContent.capitals, RandomContent.small, RandomContent.digits, RandomContent.marks,
            RandomContent.controls,
        ]
        for _ in 0..<RandomContent.rounds(5) {
            let bytes = RandomContent.bytes(Int.random(in: 2...20, using: &noise), of: alphabets, &noise)
            guard !bytes.contains(0) else { continue }
            let image = try SymbolEncoder.encode(String(decoding: bytes, as: UTF8.self), as: symbology, barHeight: 40)
            #expect(symbols(image).map(\.content.bytes) == [bytes])
        }
    }

    @Test(arguments: 0...7)
    func elementStringsComeBackFromDataBarExpanded(method: Int) throws {
        var noise = SplitMix(state: UInt64(method) + 3)
        for round in 0..<RandomContent.rounds(2) {
            let elements = RandomElements(method: method, &noise)
            guard let image = try? SymbolEncoder.encode(elements.bracketed, as: .dataBarExpanded, barHeight: 40) else {
                continue
            }
            let content = symbols(image).map(\.content)
            #expect(content.map(\.bytes) == [elements.plain], "\(round): \(elements.bracketed)")
        }
    }

    @Test(arguments: 1...11)
    func elementStringsComeBackFromRowsOfEveryLength(columns: Int) throws {
        var noise = SplitMix(state: UInt64(columns))
        for round in 0..<RandomContent.rounds(1) {
            let elements = RandomElements(method: Int.random(in: 0...7, using: &noise), &noise)
            guard
                let image = try? SymbolEncoder.encode(
                    elements.bracketed, as: .dataBarExpandedStacked, columns: columns)
            else { continue }
            // Faster passes do not detect rows this short as bars.
            let content = symbols(image, .thorough).map(\.content)
            #expect(content.map(\.bytes) == [elements.plain], "\(round): \(elements.bracketed)")
            #expect(content.map(\.symbology.unstacked) == [.dataBarExpanded])
        }
    }

    /// FNC1 after a letter latches to digits, which zbar does not support.
    @Test(arguments: [
        "[10]AB[15]991231", "[21]v[400]B", "[10]abc[21]5678",
        "[01]95012345678903[3922]1234[10]A[21]99",
    ])
    func digitsBehindLettersStayDigits(_ elements: String) throws {
        let image = try SymbolEncoder.encode(elements, as: .dataBarExpanded, barHeight: 40)
        var plain = elements.replacing("[15]", with: "\u{1D}15").replacing("[400]", with: "\u{1D}400")
        plain = plain.replacing("[21]", with: elements.hasPrefix("[21]") ? "21" : "\u{1D}21")
        plain = plain.replacing("1234[10]", with: "1234\u{1D}10").filter { $0 != "[" && $0 != "]" }
        for effort in Self.efforts {
            #expect(symbols(image, scale: 3, effort).map(\.content.text) == [plain], "\(effort)")
        }
    }

    @Test func whatZBarMissesALatchInIsNotBelieved() {
        let place = Quadrilateral(
            topLeft: Point(x: 0, y: 0), topRight: Point(x: 200, y: 0), bottomRight: Point(x: 200, y: 40),
            bottomLeft: Point(x: 0, y: 40))
        func isBelieved(_ text: String, _ engine: EngineKind, _ symbology: Symbology = .dataBarExpanded) -> Bool {
            let raw = RawSymbol(
                symbology: symbology, identifier: nil, bytes: Array(text.utf8), eciBytes: nil, corners: place)
            let readings = raw.normalized().map { Reading(symbol: $0, engine: engine, lines: 20) }
            return !ReadingMerger(options: ReaderOptions()).merge(readings).isEmpty
        }
        #expect(!isBelieved("10AB\u{1D}1235KA", .zbar))
        #expect(isBelieved("10AB\u{1D}15991231", .zxing))
        #expect(isBelieved("3712\u{1D}21AB", .zbar), "digits before it: no latch")
        #expect(isBelieved("1712123110AB", .zbar))
        #expect(isBelieved("10AB\u{1D}1235KA", .zbar, .gs1_128))
    }

    /// The padding of these looks like a binary shift of 31 bytes, for which zxing-cpp 1.4 read past the end.
    @Test(arguments: [977, 1298])
    func thePaddingOfAnAztecSymbolIsNoContent(count: Int) throws {
        let bytes = (0..<count).map { UInt8(128 + $0 * 37 % 127) }
        let image = try SymbolEncoder.encode(bytes: bytes, as: .aztec)
        for effort in Self.efforts.dropLast() {
            #expect(symbols(image, effort).map(\.content.bytes) == [bytes], "\(effort)")
        }
    }
}

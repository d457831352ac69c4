import Symbols
import Testing

@testable import Decoding

@Suite struct ReadingMergerTests {
    private func reading(
        _ engine: EngineKind, _ symbology: Symbology, _ text: String, _ x: Double, _ y: Double, width: Double = 100,
        height: Double = 40, lines: Int = 20
    ) -> Reading {
        let corners = Quadrilateral(
            topLeft: Point(x: x, y: y), topRight: Point(x: x + width, y: y),
            bottomRight: Point(x: x + width, y: y + height), bottomLeft: Point(x: x, y: y + height))
        return Reading(
            symbol: Symbol(content: SymbolContent(symbology: symbology, text: text), corners: corners),
            engine: engine, lines: lines)
    }

    private func merge(_ readings: Reading...) -> [Symbol] { ReadingMerger(options: ReaderOptions()).merge(readings) }

    @Test func oneSymbolReadByBothEnginesIsOne() {
        let symbols = merge(
            reading(.zxing, .code128, "ABC123", 10, 10, height: 1), reading(.zbar, .code128, "ABC123", 9, 2))
        #expect(symbols.count == 1)
        #expect(symbols.first?.corners.area ?? 0 >= 4000, "the larger part of a linear symbol")
    }

    @Test func theSameContentAtTwoPlacesIsTwo() {
        #expect(
            merge(
                reading(.zxing, .code128, "ABC123", 10, 10), reading(.zxing, .code128, "ABC123", 10, 200),
                reading(.zbar, .code128, "ABC123", 10, 10), reading(.zbar, .code128, "ABC123", 10, 200)
            ).count == 2)
    }

    @Test func partsOfTheSameBarsAreOne() {
        let symbols = merge(
            reading(.zxing, .ean13, "9780201379624", 10, 10, height: 15),
            reading(.zxing, .ean13, "9780201379624", 10, 30, height: 40))
        #expect(symbols.count == 1)
        #expect(symbols.first?.corners.topLeft.y == 10)
        #expect(symbols.first?.corners.bottomLeft.y == 70)
    }

    @Test func ofTwoProductsAtOnePlaceTheMoreTrustworthyStays() {
        let right = reading(.zxing, .ean13, "4006381333931", 10, 10)
        let wrong = reading(.zbar, .ean13, "4006381333948", 12, 12, lines: 90)
        #expect(merge(wrong, right).map(\.content.text) == ["4006381333931"])
        #expect(merge(right, wrong).map(\.content.text) == ["4006381333931"])
    }

    @Test func ofTwoProductsInTheSameBarsOneStaysHoweverHighEachIsReported() {
        let low = reading(.zxing, .upcA, "036000291452", 10, 90, height: 20)
        let high = reading(.zxing, .ean13, "4006381333931", 10, 10, height: 160, lines: 5)
        #expect(merge(low, high).map(\.content.text) == ["036000291452"])
        #expect(merge(high, low).map(\.content.text) == ["036000291452"])
        let below = reading(.zxing, .ean13, "4006381333931", 10, 115, height: 40)
        #expect(merge(low, below).count == 2)
    }

    @Test(arguments: [Symbology.upcE, .ean8])
    func aShortProductInsideALongOneIsDropped(_ short: Symbology) {
        let symbols = merge(
            reading(.zxing, short, "04252614", 30, 12, width: 50), reading(.zbar, .upcA, "036000291452", 10, 10))
        #expect(symbols.map(\.content.symbology) == [.upcA])
    }

    @Test func aUPCEFurtherAlongTheBarsOfALongProductIsDropped() {
        let long = reading(.zxing, .ean13, "4006381333931", 10, 10, width: 190, height: 60)
        for (x, y) in [(12.0, 80.0), (8, 5), (96, 80)] {
            let half = reading(.zxing, .upcE, "04252614", x, y, width: 102, height: 2)
            #expect(merge(long, half).map(\.content.symbology) == [.ean13])
        }
        for (x, y) in [(12.0, 130.0), (50, 80)] {
            let another = reading(.zxing, .upcE, "04252614", x, y, width: 102, height: 2)
            #expect(merge(long, another).count == 2, "a label of its own")
        }
    }

    @Test func aPartOfAnITFIsDroppedWhereTheWholeIsRead() {
        let whole = reading(.zxing, .itf, "0454039127", 100, 100, width: 200, height: 60, lines: 2)
        let part = reading(.zbar, .itf, "045403", 90, 170, width: 90, height: 3, lines: 90)
        #expect(merge(part, whole).map(\.content.text) == ["0454039127"])
        let other = reading(.zbar, .itf, "145403", 90, 170, width: 90, height: 3)
        let far = reading(.zbar, .itf, "045403", 90, 400, width: 90, height: 30)
        #expect(merge(whole, other).count == 2)
        #expect(merge(whole, far).count == 2)
    }

    @Test func barsInsideAMatrixSymbolAreDropped() {
        let symbols = merge(
            reading(.zbar, .itf, "123456", 30, 30, width: 20, height: 3),
            reading(.zxing, .qrCode, "X", 10, 10, height: 100))
        #expect(symbols.map(\.content.symbology) == [.qrCode])
    }

    @Test func aMatrixSymbolInsideAnotherStays() {
        #expect(
            merge(
                reading(.zxing, .qrCode, "outer", 0, 0, width: 300, height: 300),
                reading(.zxing, .qrCode, "inner", 100, 100, width: 80, height: 80)
            ).count == 2)
    }

    @Test func zbarsVersionOfAnECISymbolIsDropped() {
        let symbols = merge(
            reading(.zxing, .qrCode, "exact", 0, 0, height: 100), reading(.zbar, .qrCode, "changed", 1, 1, height: 100))
        #expect(symbols.map(\.content.text) == ["exact"])
    }

    @Test func shortUncheckedSymbolsAreDropped() {
        #expect(merge(reading(.zbar, .itf, "1234", 0, 0), reading(.zbar, .codabar, "A12B", 200, 0)).isEmpty)
        #expect(merge(reading(.zbar, .upcE, "04252614", 0, 0, lines: 5)).isEmpty)
        #expect(merge(reading(.zbar, .code39, "ABC", 0, 0, lines: 1)).isEmpty)
    }

    @Test func minimumLengthsAreOptions() {
        var options = ReaderOptions()
        options.minimumITFDigits = 4
        options.minimumCodabarCharacters = 8
        let symbols = ReadingMerger(options: options).merge([
            reading(.zxing, .itf, "1234", 0, 0), reading(.zxing, .codabar, "A12345B", 200, 0),
            reading(.zxing, .codabar, "A123456B", 400, 0),
        ])
        #expect(symbols.map(\.content.text) == ["1234", "A123456B"])
    }

    @Test func ofAStillAProductThatOneLookOfZBarReadIsNotBelieved() {
        var first = reading(.zbar, .ean13, "4006381333931", 10, 10, lines: 60)
        first.look = 1
        var second = first
        second.look = 2
        let still = ReadingMerger(options: ReaderOptions(), needsAgreement: true)
        #expect(still.merge([first]).isEmpty)
        #expect(still.merge([first, first]).isEmpty, "twice in one look is no agreement")
        #expect(still.merge([first, second]).count == 1)
        #expect(still.merge([reading(.zxing, .ean13, "4006381333931", 10, 10)]).count == 1)
        #expect(merge(first).count == 1, "frames are compared by the tracker")
    }

    /// In a still picture and in a frame.
    @Test(arguments: [true, false])
    func whatATextureMakesIsNotBelievedFromOurReaderAlone(needsAgreement: Bool) {
        let still = ReadingMerger(options: ReaderOptions(), needsAgreement: needsAgreement)
        for (symbology, text) in [(Symbology.ean13, "4090966066666"), (.ean8, "66996606"), (.code128, "VVVVVV")] {
            let own = reading(.native, symbology, text, 10, 10)
            #expect(still.merge([own]).isEmpty, "\(text)")
            let others = reading(.zxing, symbology, text, 10, 10)
            #expect(still.merge([own, others]).count == 1, "\(text)")
        }
        #expect(still.merge([reading(.native, .ean13, "4006381333931", 10, 10)]).count == 1)
    }

    /// Two places of a grid, of different sizes, look like the rows of one symbol.
    @Test func rowsOfAStackedSymbolAreOfOneLength() {
        var symbol = reading(.zxing, .dataBarStacked, "0100121864908384", 10, 10)
        #expect(merge(symbol).count == 1)
        symbol.symbol.corners.bottomRight.x += 20
        #expect(merge(symbol).count == 1, "in perspective")
        symbol.symbol.corners.bottomRight.x += 40
        #expect(merge(symbol).isEmpty)
    }

    @Test func zbarsDataBarOnAFewLinesNeedsAnotherLook() {
        let still = ReadingMerger(options: ReaderOptions(), needsAgreement: true)
        let few = reading(.zbar, .dataBar, "0103802093610114", 10, 10, lines: 6)
        #expect(still.merge([few]).isEmpty)
        var again = few
        again.look = 1
        #expect(still.merge([few, again]).count == 1)
        #expect(still.merge([reading(.zbar, .dataBar, "0103802093610114", 10, 10, lines: 15)]).count == 1)
    }

    @Test func ofAStillAUPCENeedsTwoLooks() {
        let first = reading(.zxing, .upcE, "04252614", 10, 10)
        var second = reading(.zbar, .upcE, "04252614", 10, 10)
        second.look = 1
        let still = ReadingMerger(options: ReaderOptions(), needsAgreement: true)
        #expect(still.merge([first]).isEmpty)
        #expect(still.merge([first, second]).count == 1)
    }

    @Test func anAddOnWithoutMainSymbolIsDropped() {
        #expect(merge(reading(.zbar, .ean2, "12", 0, 0)).isEmpty)
        #expect(
            merge(reading(.zbar, .ean2, "12", 500, 0, width: 20), reading(.zbar, .ean13, "4006381333931", 0, 0))
                .map(\.content.addOn) == [nil])
    }

    @Test func anAddOnBelongsToTheProductBesideIt() {
        let symbols = merge(
            reading(.zbar, .ean13, "9780201379624", 0, 300), reading(.zbar, .ean13, "4006381333931", 0, 0),
            reading(.zbar, .ean5, "51995", 110, 0, width: 47))
        #expect(symbols.map(\.content.text) == ["9780201379624", "4006381333931"])
        #expect(symbols.map(\.content.addOn) == [nil, "51995"])
    }
}

@Suite struct RawSymbolTests {
    private func normalized(_ symbology: Symbology, _ text: String, identifier: String? = nil) -> [SymbolContent] {
        let point = Point(x: 0, y: 0)
        let corners = Quadrilateral(topLeft: point, topRight: point, bottomRight: point, bottomLeft: point)
        return RawSymbol(
            symbology: symbology, identifier: identifier, bytes: Array(text.utf8), eciBytes: nil, corners: corners
        ).normalized().map(\.content)
    }

    @Test func aProductHasOneNameWhicheverLibraryReadsIt() {
        let expected = [SymbolContent(symbology: .upcA, text: "036000291452")]
        #expect(normalized(.ean13, "0036000291452") == expected)
        #expect(normalized(.upcA, "0036000291452") == expected)
        #expect(normalized(.upcA, "036000291452") == expected)
    }

    @Test func fourteenDigitsWithTheirCheckDigitAreITF14() {
        #expect(normalized(.itf, "09501101530003") == [SymbolContent(symbology: .itf14, text: "09501101530003")])
        #expect(normalized(.itf, "09501101530004").first?.symbology == .itf)
    }

    @Test func fnc1InFirstPlaceIsGS1() {
        #expect(normalized(.code128, "0109501101530003", identifier: "]C1").first?.symbology == .gs1_128)
        #expect(normalized(.code128, "0109501101530003", identifier: "]C0").first?.symbology == .code128)
    }

    @Test func productsOfOtherThanDigitsAreDropped() { #expect(normalized(.ean13, "40063A1333931").isEmpty) }
}

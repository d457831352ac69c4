import Encoding
import Frames
import Symbols
import Testing

@testable import Decoding

@Suite struct HeldViewTests {
    private func label(_ text: String, _ symbology: Symbology = .qrCode) throws -> Picture {
        let image = try SymbolEncoder.encode(text, as: symbology, quietZone: 4)
        var picture = Picture(width: image.width * 3, height: symbology == .qrCode ? image.height * 3 : 60)
        for y in 0..<picture.height {
            for x in 0..<picture.width where image.isDark(x / 3, symbology == .qrCode ? y / 3 : image.height / 2) {
                picture[x, y] = 0
            }
        }
        return picture
    }

    private let table = Picture(width: 480, height: 320, grey: 200)

    private func read(_ picture: Picture, _ reader: SymbolReader) -> ReadResult {
        picture.read(reader, effort: .live(budget: .seconds(1)))
    }

    /// Shows `picture` until frames are read in part.
    private func hold(_ picture: Picture, _ reader: SymbolReader) {
        for _ in 0..<HeldView.patience + 2 { _ = read(picture, reader) }
    }

    @Test(arguments: [Symbology.qrCode, .ean13]) func aSymbolThatIsHeldIsReadWhereItIs(symbology: Symbology) throws {
        let reader = SymbolReader()
        let text = symbology == .ean13 ? "4012345678901" : "QZ"
        let label = try label(text, symbology)
        hold(table.with(label, x: 30, y: 40), reader)
        var looks: [[String]] = []
        for step in 1...2 * HeldView.interval {
            // As fast as a hand that trembles: three pixels a frame.
            let result = read(table.with(label, x: 30 + 3 * step, y: 40 + 2 * step), reader)
            #expect(result.symbols.map(\.content.text) == [text])
            let corner = try #require(result.symbols.first?.corners.topLeft)
            let before = 30 + 3 * Double(step) + 12
            #expect(abs(corner.x - before) < 6, "corners follow: \(corner)")
            looks.append(result.attempts.map(\.name))
        }
        #expect(looks.count { $0.contains("held") && !$0.contains("plain") } == 2 * (HeldView.interval - 1), "\(looks)")
    }

    @Test func anotherSymbolThatComesIntoViewIsReadWithinFourFrames() throws {
        for start in 0..<HeldView.interval {
            let reader = SymbolReader()
            let first = table.with(try label("QZ"), x: 30, y: 40)
            hold(first, reader)
            for _ in 0..<start { _ = read(first, reader) }
            let both = first.with(try label("NEW"), x: 300, y: 150)
            let texts = (0..<HeldView.interval).map { _ in Set(read(both, reader).symbols.map(\.content.text)) }
            #expect(texts.contains(["QZ", "NEW"]), "\(texts)")
            #expect(texts.allSatisfy { $0.contains("QZ") })
        }
    }

    @Test func aSymbolThatTakesThePlaceOfAnotherIsReadAtOnce() throws {
        for start in 0..<HeldView.interval {
            let reader = SymbolReader()
            let first = table.with(try label("QZ"), x: 30, y: 40)
            hold(first, reader)
            for _ in 0..<start { _ = read(first, reader) }
            #expect(read(table.with(try label("NEW"), x: 30, y: 40), reader).symbols.map(\.content.text) == ["NEW"])
            hold(first, reader)
            #expect(read(table, reader).symbols.isEmpty)
            #expect(read(table.with(try label("NEW"), x: 300, y: 150), reader).symbols.map(\.content.text) == ["NEW"])
        }
    }

    @Test func aRegionWithoutTheSymbolThatWasHeldShowsNone() throws {
        let reader = SymbolReader()
        let picture = table.with(try label("QZ"), x: 30, y: 40)
        hold(picture, reader)
        let elsewhere = PixelRect(x: 300, y: 200, width: 100, height: 100)
        let result = picture.pixels.withUnsafeBufferPointer {
            reader.read(
                luma: Span(_unsafeElements: $0), width: picture.width, height: picture.height, region: elsewhere,
                effort: .live(budget: .seconds(1)))
        }
        #expect(result.symbols.isEmpty)
        let small = Picture(width: 20, height: 20)
        #expect(read(small, reader).symbols.isEmpty)
    }
}

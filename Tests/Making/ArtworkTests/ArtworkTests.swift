import Encoding
import Files
import Foundation
import FoundationXML
import Symbols
import Testing

@testable import Artwork

@Suite struct ArtworkTests {
    private func made(_ text: String, _ name: String, _ options: MakeOptions = MakeOptions()) throws -> MadeSymbol {
        try SymbolEncoder().make(.text(text), as: try #require(SymbolKind.named(name)), options)
    }

    /// One content for each kind that is read, with the text below its bars.
    @Test(arguments: [
        ("ean-13", "4012345678901"), ("ean-8", "96385074"), ("upc-a", "036000291452"), ("upc-e", "01234565"),
        ("code-128", "QZ-0815"), ("code-39", "QZ 4711"), ("code-93", "QZ-0815"), ("itf", "12345678"),
        ("itf-14", "15400141288763"), ("codabar", "A123456B"), ("telepen", "Telepen"), ("qr-code", "héllo 漢字"),
        ("micro-qr-code", "HELLO"), ("data-matrix", "hello"), ("aztec", "hello"), ("pdf417", "hello world"),
        ("micro-pdf417", "hello"), ("maxicode", "hello maxicode"), ("databar", "0104012345678901"),
        ("databar-limited", "0104012345678901"), ("gs1-128", "0104012345678901"),
        ("gs1-data-matrix", "0104012345678901"), ("gs1-qr-code", "0104012345678901"),
    ])
    func aPictureIsReadAsWhatItWasMadeOf(name: String, text: String) throws {
        let symbols = try ReadPicture.symbols(png: try #require(ArtworkFormat.named("png")).draw(try made(text, name)))
        #expect(symbols.map(\.content.text) == [text], "\(name)")
        #expect(symbols.first.map { $0.content.symbology } == SymbolKind.named(name)?.symbology)
    }

    @Test func anAddOnIsReadBesideItsNumber() throws {
        let symbols = try ReadPicture.symbols(png: ArtworkFormat.png.draw(try made("4012345678901+51995", "ean-13")))
        #expect(symbols.map(\.content.text) == ["4012345678901"])
        #expect(symbols.map(\.content.addOn) == ["51995"])
    }

    @Test(arguments: ["qr-code", "data-matrix", "aztec", "pdf417"])
    func allBytesComeBackFromAPicture(name: String) throws {
        let bytes = (0...255).map { UInt8($0) }
        let made = try SymbolEncoder().make(.bytes(bytes), as: try #require(SymbolKind.named(name)))
        #expect(try ReadPicture.symbols(png: ArtworkFormat.png.draw(made)).map(\.content.bytes) == [bytes])
    }

    @Test func theSameSymbolGivesTheSameBytes() throws {
        for format in ArtworkFormat.all {
            for (name, text) in [("ean-13", "4012345678901"), ("qr-code", "x"), ("dotcode", "x")] {
                #expect(try format.draw(made(text, name)) == format.draw(made(text, name)), "\(format.name)")
            }
        }
    }

    /// The path of an SVG, filled module by module, is the symbol.
    @Test(arguments: [
        ("qr-code", "hello"), ("pdf417", "hello"), ("databar-expanded-stacked", "(01)04012345678901(10)AB"),
    ])
    func theRectanglesOfAVectorAreTheModules(name: String, text: String) throws {
        let symbol = try made(text, name)
        let image = symbol.image
        var cells = [Int](repeating: 0, count: image.width * image.height)
        for mark in symbol.outline.marks {
            guard case .rectangle(let x, let y, let width, let height) = mark else { continue }
            for row in y..<y + height { for column in x..<x + width { cells[row * image.width + column] += 1 } }
        }
        for y in 0..<image.height {
            for x in 0..<image.width { #expect(cells[y * image.width + x] == (image.isDark(x, y) ? 1 : 0)) }
        }
        #expect(symbol.outline.width == Double(image.width))
        #expect(symbol.outline.height == Double(image.height))
    }

    @Test func guardBarsAreLongerThanTheOthers() throws {
        let outline = try made("4012345678901", "ean-13").outline
        let heights = outline.marks.compactMap { mark -> Int? in
            guard case .rectangle(_, _, _, let height) = mark else { return nil }
            return height
        }
        #expect(Array(heights.prefix(3)) == [74, 74, 69])
        #expect(heights.count { $0 == 74 } == 6)
    }

    @Test func vectorsAreWellFormed() throws {
        for (name, text) in [("code-128", "a<b>&\\(c)"), ("maxicode", "hello"), ("dotcode", "hello")] {
            let symbol = try made(text, name)
            let svg = String(decoding: try ArtworkFormat.svg.draw(symbol), as: UTF8.self)
            #expect(XMLParser(data: Data(svg.utf8)).parse(), "\(name)")
            let pdf = try ArtworkFormat.pdf.draw(symbol)
            let text = String(decoding: pdf, as: UTF8.self)
            let start = try #require(text.split(separator: "\n").dropLast().last.flatMap { Int($0) })
            #expect(Array(pdf[start...].prefix(4)) == Array("xref".utf8))
            #expect(
                String(decoding: try ArtworkFormat.eps.draw(symbol), as: UTF8.self).hasPrefix(
                    "%!PS-Adobe-3.0 EPSF-3.0\n"))
        }
    }

    /// A printer darkens every dot that is touched: an edge beside a dot's would make a bar a dot wider.
    @Test func marksOfVectorsForPrintersEndBeforeTheirEdges() throws {
        let symbol = try made("0401234567890", "databar")
        guard case .rectangle(let x, let y, let width, let height) = try #require(symbol.outline.marks.first) else {
            Issue.record("the first mark is no rectangle")
            return
        }
        let eps = String(decoding: try ArtworkFormat.eps.draw(symbol), as: UTF8.self)
        #expect(eps.contains("\n\(x).005 \(y).005 \(width - 1).99 \(height - 1).99 rectfill\n"))
        var content = PDFContent()
        content.draw(symbol.outline, points: 1, x: 0, y: 100, dark: .black, light: .white)
        let pdf = String(decoding: content.bytes, as: UTF8.self)
        #expect(pdf.contains("\n\(x).005 \(y).005 \(width - 1).99 \(height - 1).99 re\n"))
    }

    @Test func coloursAreDrawnAndJudged() throws {
        var style = ArtworkStyle()
        style.dark = try #require(Ink("#036"))
        style.light = try #require(Ink("ffffcc"))
        let symbols = try ReadPicture.symbols(png: ArtworkFormat.png.draw(made("colours", "qr-code"), style))
        #expect(symbols.map(\.content.text) == ["colours"])
        let svg = String(decoding: try ArtworkFormat.svg.draw(made("x", "qr-code"), style), as: UTF8.self)
        #expect(svg.contains("#003366") && svg.contains("#ffffcc"))
        #expect(InkContrast.warning(dark: style.dark, light: style.light) == nil)
        #expect(InkContrast.warning(dark: .white, light: .black)?.contains("light bars") == true)
        let red = try #require(Ink("#f00"))
        #expect(InkContrast.warning(dark: red, light: .white)?.contains("red light") == true)
        #expect(InkContrast.warning(dark: try #require(Ink("#aaa")), light: .white)?.contains("at least") != true)
        #expect(InkContrast.warning(dark: try #require(Ink("#ccc")), light: .white)?.contains("at least 40 %") == true)
        for wrong in ["", "#", "#12", "#12345", "#1234567", "red", "#ggg", "＃１２３"] { #expect(Ink(wrong) == nil) }
    }

    @Test func aPictureThatIsTooLargeIsRefused() throws {
        var style = ArtworkStyle()
        style.dotsPerModule = 1000
        let error = #expect(throws: UserError.self) { try ArtworkFormat.png.draw(made("x", "qr-code"), style) }
        #expect(error?.description.contains("too large") == true)
    }

    @Test func modulesTakeWholeDots() {
        var style = ArtworkStyle()
        #expect(style.snap(to: 203) == "3 dots per module at 203 dpi: 0.3754 mm instead of 0.33 mm")
        #expect(style.dotsPerModule == 3)
        style.moduleMillimetres = 25.4 / 300 * 4
        #expect(style.snap(to: 300) == nil)
        #expect(style.dotsPerModule == 4)
    }

    /// PNG 11.3.5.3: the chunk pHYs has pixels per metre both ways, and 1 for metres.
    @Test func aPictureTellsHowLargeItIsOnPaper() throws {
        var style = ArtworkStyle()
        _ = style.snap(to: 300)
        let png = try ArtworkFormat.png.draw(made("x", "qr-code"), style)
        let chunk = try #require(png.firstRange(of: Array("pHYs".utf8)))
        #expect(Array(png[chunk.upperBound...].prefix(9)) == [0, 0, 0x2E, 0x23, 0, 0, 0x2E, 0x23, 1])
    }

    /// Pictures that are black on white have a bit for each pixel, and the same pixels as the plane that others are made of.
    @Test(arguments: [
        ("qr-code", "hello"), ("ean-13", "4012345678901+12"), ("code-128", "a<b>&\\(c)"), ("maxicode", "hello"),
        ("databar-expanded-stacked", "(01)04012345678901(10)AB"),
    ])
    func aPictureHasThePixelsOfItsRaster(name: String, text: String) throws {
        let symbol = try made(text, name)
        for scale in [1, 3, 8] {
            var style = ArtworkStyle()
            style.dotsPerModule = scale
            let raster = try Raster(symbol.outline, scale: scale)
            let png = try ArtworkFormat.png.draw(symbol, style)
            #expect(png[24] == (name == "maxicode" ? 8 : 1), "IHDR: the depth")
            #expect(try ReadPicture.luma(png: png) == raster.luma())
            style.light = try #require(Ink("#fefefe"))
            let grey = try ArtworkFormat.png.draw(symbol, style)
            #expect(grey[24] == 8)
            #expect(try ReadPicture.luma(png: grey).map { $0 == 254 } == raster.coverage.map { $0 == 0 })
        }
    }

    @Test func rectanglesAreDrawnWhereTheyAre() throws {
        var options = MakeOptions()
        options.showsText = false
        for (name, text) in [("qr-code", "hello"), ("ean-13", "4012345678901"), ("pdf417", "hello")] {
            let symbol = try made(text, name, options)
            let plane = symbol.image.pixels(scale: 3)
            let raster = try Raster(symbol.outline, scale: 3)
            #expect(raster.width == plane.width && raster.height == plane.height)
            #expect(raster.luma() == plane.luma)
        }
    }

    @Test func barsFitIntoFewerCells() throws {
        let symbol = try made("4012345678901", "ean-13")
        let halves = try TextBlocks(symbol, columns: 80)
        #expect(halves.cells == .quarters)
        for (y, line) in halves.lines.dropLast().enumerated() {
            #expect(line.count == 59)
            for (x, character) in line.enumerated() {
                #expect("▘▛▌▙▚▜▀█".contains(character) == halves.isDark(2 * x, 2 * y), "\(x) \(y)")
                #expect("▗▐▟▙▚▜▄█".contains(character) == halves.isDark(2 * x + 1, 2 * y + 1), "\(x) \(y)")
            }
        }
        #expect(halves.lines.last?.contains("012345") == true)
        // Bars turned upright are as many rows as half their modules, and as wide as they are high.
        var options = MakeOptions()
        options.height = 12
        let low = try made("4012345678901", "ean-13", options)
        let upright = try TextBlocks(low, columns: 40, rows: 60)
        #expect(upright.cells == .upright)
        #expect(upright.lines.count == 59)
        #expect(upright.lines.allSatisfy { $0.count == 20 })
        for y in 0..<58 {
            let character = Array(upright.lines[y])[10]
            #expect((character == "█" || character == "▀") == upright.isDark(116 - 2 * y, 10))
            #expect((character == "█" || character == "▄") == upright.isDark(115 - 2 * y, 10))
        }
        #expect(throws: UserError.self) { try TextBlocks(low, columns: 40, rows: 40) }
        #expect(throws: UserError.self) { try TextBlocks(made("x", "qr-code"), columns: 28) }
    }

    @Test func charactersShowTheModules() throws {
        let symbol = try made("hi", "data-matrix")
        let blocks = try TextBlocks(symbol)
        let lines = blocks.lines
        #expect(lines.count == (blocks.height + 1) / 2)
        for (y, line) in lines.enumerated() {
            for (x, character) in line.enumerated() {
                #expect((character == "█" || character == "▀") == blocks.isDark(x, 2 * y))
                #expect((character == "█" || character == "▄") == blocks.isDark(x, 2 * y + 1))
            }
        }
        #expect(
            blocks.terminalLines.allSatisfy { $0.hasPrefix("\u{1B}[38;5;16;48;5;231m") && $0.hasSuffix("\u{1B}[0m") })
        let ascii = String(decoding: try ArtworkFormat.ascii.draw(symbol), as: UTF8.self).split(separator: "\n")
        #expect(ascii[2].hasPrefix("    ##"))
        #expect(throws: UserError.self) { try TextBlocks(made("x", "maxicode")) }
        // The first digit in the quiet zone of 11, the others in the middle of 42 modules.
        let caption = try #require(try TextBlocks(made("4012345678901", "ean-13")).lines.last)
        #expect(caption.split(separator: " ") == ["4", "012345", "678901"])
        #expect([5, 32, 79].map { Array(caption)[$0] } == ["4", "0", "6"])
    }

    @Test func numbersHaveNoNeedlessDigits() {
        #expect(
            [0, 1, -1.5, 0.33, 1 / 3, 0.00004, 12.34567].map { decimal($0) } == [
                "0", "1", "-1.5", "0.33", "0.3333", "0", "12.3457",
            ])
    }
}

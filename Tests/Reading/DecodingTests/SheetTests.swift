import Encoding
import Foundation
import Frames
import Symbols
import Testing

@testable import Decoding

@Suite struct SheetTests {
    private func picture(_ sheet: SymbolSheet) -> Picture {
        var picture = Picture(width: sheet.width, height: sheet.height)
        picture.pixels = sheet.luma
        return picture
    }

    private func sheet(
        _ symbologies: [Symbology], _ count: Int = 48, width: Int = 1920, height: Int = 1080, text: String? = nil
    ) throws -> SymbolSheet {
        try SymbolSheet(of: symbologies, count: count, width: width, height: height, seed: 7, text: text)
    }

    private static let kinds: [[Symbology]] = [
        [.qrCode], [.dataMatrix], [.code128], [.qrCode, .dataMatrix, .code128],
    ]

    @Test(arguments: kinds) func aSheetIsReadWholeInReadingOrder(_ kinds: [Symbology]) throws {
        let sheet = try sheet(kinds)
        let result = picture(sheet).read()
        #expect(result.symbols.map(\.content.text) == sheet.texts.map { $0 }, "\(kinds)")
        #expect(result.faults.isEmpty)
    }

    @Test func moreSymbolsThanAnEngineReportsAtOnceAreRead() throws {
        let sheet = try sheet([.dataMatrix], 300)
        #expect(Set(picture(sheet).read().symbols.map(\.content.text)) == Set(sheet.texts))
    }

    @Test func equalSymbolsAreAsManyAsThereAre() throws {
        let sheet = try sheet([.dataMatrix], 20, text: "12345678")
        #expect(picture(sheet).read().symbols.count == 20)
    }

    @Test(arguments: kinds) func liveFramesOfASheetAddUp(_ kinds: [Symbology]) throws {
        let sheet = try sheet(kinds, kinds == [.code128] ? 30 : 48, width: 1280, height: 720)
        let picture = picture(sheet)
        let reader = SymbolReader()
        var sightings: [String: Int] = [:]
        for _ in 0..<12 {
            let found = picture.read(reader, effort: .live(budget: .milliseconds(30))).symbols
            for text in Set(found.compactMap(\.content.text)) { sightings[text, default: 0] += 1 }
        }
        // Linear symbols are accepted after two frames.
        #expect(sheet.texts.allSatisfy { (sightings[$0] ?? 0) >= 2 }, "\(sightings.count)")
        #expect(Set(sightings.keys).subtracting(sheet.texts).isEmpty)
    }

    @Test func oneSymbolCostsNoLooksForMore() throws {
        let result = picture(try sheet([.qrCode], 1)).read()
        #expect(result.symbols.count == 1)
        #expect(!result.attempts.contains { ["islands", "rows"].contains($0.name) })
    }

    @Test func tooManyFinderPatternsAreCountedBeforeTheyAreTried() throws {
        for scale in [1, 2, 3] {
            let tile = HostileTile.finders.picture(width: 960, height: 540, scale: scale)
            let census = tile.withView { PatternCensus($0) }
            #expect(census.finders > PatternCensus.maxFinders, "\(scale)")
        }
        for pixelsPerModule in [1.6, 1.8] {
            let blurred = HostileTile.finders.blurred(width: 960, height: 540, pixelsPerModule: pixelsPerModule)
            #expect(blurred.withView { PatternCensus($0) }.hasTooManyFinders, "\(pixelsPerModule)")
        }
        let sheet = try sheet([.qrCode], 20)
        let census = picture(sheet).withView { PatternCensus($0) }
        #expect(census.finders > 30)
        #expect(census.finders < PatternCensus.maxFinders)
        let starts = HostileTile.stackedStarts.picture(width: 1920, height: 1080, scale: 2)
        #expect(starts.withView { PatternCensus($0) }.starts > PatternCensus.maxStarts)
        #expect(Picture(width: 640, height: 480).withView { PatternCensus($0) }.finders == 0)
    }

    /// zxing-cpp alone might spend hours on the finder patterns.
    @Test(.timeLimit(.minutes(5)), arguments: HostileTile.allCases) func aTileOfPatternsIsLeftInTime(
        _ tile: HostileTile
    ) {
        let picture = tile.picture(width: 1920, height: 1080, scale: 2)
        let reader = SymbolReader()
        for _ in 0..<2 { #expect(picture.read(reader, effort: .live(budget: .milliseconds(30))).symbols.isEmpty) }
    }

    @Test func rowsOfATiltedSheetAreKept() {
        func symbol(_ x: Double, _ y: Double, _ text: String) -> Symbol {
            let (c, s) = (cos(0.17), sin(0.17))
            func point(_ dx: Double, _ dy: Double) -> Point {
                Point(x: c * (x + dx) - s * (y + dy), y: s * (x + dx) + c * (y + dy))
            }
            return Symbol(
                content: SymbolContent(symbology: .dataMatrix, text: text),
                corners: Quadrilateral(
                    topLeft: point(0, 0), topRight: point(40, 0), bottomRight: point(40, 40), bottomLeft: point(0, 40)))
        }
        let symbols = (0..<12).map { symbol(Double($0 % 6) * 300, Double($0 / 6) * 100, "\($0)") }
        #expect(ReadingOrder.sorted(symbols.reversed()) == symbols)
    }
}

/// Pictures full of the patterns that readers start from.
enum HostileTile: CaseIterable {
    case finders, bullsEyes, solidSides, stackedStarts, linearStarts

    private var rows: [String] {
        switch self {
        case .finders:
            ["#######.", "#.....#.", "#.###.#.", "#.###.#.", "#.###.#.", "#.....#.", "#######.", "........"]
        case .bullsEyes:
            (0..<12).map { y in
                String((0..<12).map { x in x < 11 && y < 11 && max(abs(x - 5), abs(y - 5)) % 2 == 0 ? "#" : "." })
            }
        case .solidSides:
            (0..<12).map { y in
                String(
                    (0..<12).map { x in
                        guard x < 10, y < 10 else { return "." }
                        return x == 0 || y == 9 || y == 0 && x % 2 == 0 || x == 9 && y % 2 == 1 ? "#" : "."
                    })
            }
        case .stackedStarts:
            [Self.bars([8, 1, 1, 1, 1, 1, 1, 3, 4, 1, 2, 1, 3, 2, 1, 3, 7, 1, 1, 3, 1, 1, 1, 2, 1, 20])]
        case .linearStarts: [Self.bars([2, 1, 1, 4, 1, 2, 10])]
        }
    }

    private static func bars(_ widths: [Int]) -> String {
        widths.enumerated().map { String(repeating: $0.offset % 2 == 0 ? "#" : ".", count: $0.element) }.joined()
    }

    func picture(width: Int, height: Int, scale: Int) -> Picture {
        let rows = rows.map { Array($0.utf8) }
        var picture = Picture(width: width, height: height)
        for y in 0..<height {
            let row = rows[y / scale % rows.count]
            for x in 0..<width where row[x / scale % row.count] == UInt8(ascii: "#") {
                picture.pixels[y * width + x] = 0
            }
        }
        return picture
    }

    /// Out of focus: each pixel is the mean of 5×5 samples within 1.2 pixels of it.
    func blurred(width: Int, height: Int, pixelsPerModule: Double) -> Picture {
        let rows = rows.map { Array($0.utf8) }
        var picture = Picture(width: width, height: height)
        let offsets = [0, 0.6, 1.2, 1.8, 2.4]
        for y in 0..<height {
            for x in 0..<width {
                var dark = 0
                for dy in offsets {
                    let row = rows[Int((Double(y) + dy) / pixelsPerModule) % rows.count]
                    for dx in offsets
                    where row[Int((Double(x) + dx) / pixelsPerModule) % row.count] == UInt8(ascii: "#") { dark += 1 }
                }
                picture.pixels[y * width + x] = UInt8(255 - 255 * dark / 25)
            }
        }
        return picture
    }
}

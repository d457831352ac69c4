import Encoding
import Frames
import Symbols
import Testing

@testable import Decoding

/// Contents that a fence or a fabric produces by chance are accepted only with quiet zones.
@Suite struct QuietZoneTests {
    static let samples: [(Symbology, String)] = [
        (.itf, "3636363636363636"), (.itf, "000000"), (.upcA, "000000000000"), (.upcA, "333333333331"),
        (.ean13, "0111111111117"), (.ean8, "00000000"), (.ean13, "8696999666666"),
        (.code128, "2840404040404040404040404040404040"), (.itf, "128456"), (.upcE, "01234565"),
        (.ean13, "4090966066666"), (.ean8, "66996606"), (.code128, "VVVVVV"), (.code128, ">"), (.code128, "12"),
    ]

    /// The bars of a symbol in the middle of the picture, between quiet zones or further thin bars.
    private static func frame(_ symbology: Symbology, _ text: String, goesOn: Bool) throws -> Frame {
        let image = try SymbolEncoder.encode(text, as: symbology).pixels(scale: 3)
        let row = Array(image.luma[image.width * (image.height / 4)..<image.width * (image.height / 4 + 1)])
        let first = try #require(row.firstIndex(of: 0))
        let last = try #require(row.lastIndex(of: 0))
        let margin = 120
        let width = last - first + 1 + 2 * margin
        let line = (0..<width).map { x -> UInt8 in
            if (margin..<width - margin).contains(x) { return row[first + x - margin] }
            guard goesOn else { return 255 }
            let away = x < margin ? margin - 1 - x : x - (width - margin)
            return away / 3 % 2 == 0 ? 255 : 0
        }
        guard var draft = try FramePool(slots: 1).draft(width: width, height: 240) else { throw CancellationError() }
        draft.withLuma { luma in
            for y in 0..<240 { for x in 0..<width { luma[y * width + x] = y < 40 || y >= 200 ? 255 : line[x] } }
        }
        return draft.finish(sequence: 0)
    }

    @Test(arguments: samples) func whatBarsThatGoOnMakeIsReadInQuietZonesOnly(symbology: Symbology, text: String) throws
    {
        for effort in [Effort.normal, .thorough] {
            let quiet = SymbolReader().read(try Self.frame(symbology, text, goesOn: false), effort: effort).symbols
            #expect(quiet.count == 1, "\(text): \(quiet.map(\.content))")
            let loud = SymbolReader().read(try Self.frame(symbology, text, goesOn: true), effort: effort).symbols
            #expect(!loud.contains { $0.content.text == text }, "\(text): \(loud.map(\.content))")
        }
    }

    /// Two symbols above each other, of which the lower one alone is in the interest box.
    @Test(arguments: samples.prefix(4), [false, true])
    func quietZonesAreLookedForBesideTheSymbolInTheBox(sample: (Symbology, String), goesOn: Bool) throws {
        let upper = try Self.frame(sample.0, sample.1, goesOn: !goesOn)
        let lower = try Self.frame(sample.0, sample.1, goesOn: goesOn)
        let (width, height) = (upper.width, upper.height)
        guard var draft = try FramePool(slots: 1).draft(width: width, height: 2 * height) else {
            throw CancellationError()
        }
        draft.withLuma { luma in
            for (half, frame) in [upper, lower].enumerated() {
                frame.withLuma { pixels in
                    for index in 0..<width * height { luma[half * width * height + index] = pixels[index] }
                }
            }
        }
        let box = PixelRect(x: 0, y: height, width: width, height: height)
        let read = SymbolReader().read(draft.finish(sequence: 0), region: box).symbols
        #expect(read.contains { $0.content.text == sample.1 } == !goesOn, "\(read.map(\.content))")
    }

    @Test func otherContentsNeedNone() {
        for text in ["4012345678901", "0036000291452"] {
            #expect(SymbolContent(symbology: .ean13, text: text).modulesThatNeedQuietZones == nil)
        }
        #expect(SymbolContent(symbology: .itf, text: "1234567890").modulesThatNeedQuietZones == nil)
        for text in ["AAA", "AAABBC", "101010", "1234567890"] {
            #expect(SymbolContent(symbology: .code128, text: text).modulesThatNeedQuietZones == nil)
        }
    }

    /// The modules of a rune and its bull's eye are few, and those of rune 0 are dark and light by turns as the threads of a fabric are.
    @Test(arguments: [Effort.normal, .thorough]) func runesAreReadOnBlankGroundOnly(effort: Effort) throws {
        let rune = try MatrixSample.named("aztec rune 25")
        let symbol = try rune.drawn(scale: 4)
        let paper = Picture(width: 200, height: 200).with(symbol, x: 70, y: 80)
        #expect(paper.read(effort: effort).symbols.map(\.content.bytes) == [rune.bytes])
        // Threads up to the symbol: it is drawn with a margin of four modules.
        var fabric = Picture(width: 200, height: 200)
        for y in 0..<200 { for x in 0..<200 where (x / 4 + y / 4) % 2 == 0 { fabric[x, y] = 0 } }
        let (left, top) = (80, 80)
        for y in 0..<44 { for x in 0..<44 { fabric[left + x, top + y] = symbol[x + 16, y + 16] } }
        #expect(!fabric.read(effort: effort).symbols.contains { $0.content.bytes == rune.bytes })
    }
}

import Encoding
import Frames
import SeededRandomness
import Symbols
import Testing

@testable import Decoding

struct MicroPDF417ReaderTests {
    private static let words = Array("Quietzone 2026".utf8)

    @Test func readsEverySize() throws {
        for (bytes, sample) in MicroPDF417Sample.ofAllSizes() {
            let found = try sample.picture(scale: 2).readMicroPDF417()
            #expect(found.map(\.content.bytes) == [bytes], "\(sample.size)")
            #expect(found.first?.content.symbology == .microPDF417)
        }
    }

    @Test(arguments: 1...4) func readsInAllFourDirections(_ columns: Int) throws {
        let sample = try MicroPDF417Sample(Self.words, columns: columns)
        let picture = sample.picture()
        for turns in 0..<4 {
            let found = try picture.turned(turns).readMicroPDF417()
            #expect(found.map(\.content.bytes) == [Self.words], "\(turns) quarter turns")
            let corners = try #require(found.first).corners
            // The first corner rotates with the symbol.
            let (w, h) = (Double(picture.width), Double(picture.height))
            let expected = [
                Point(x: 11, y: 11), Point(x: h - 11, y: 11), Point(x: w - 11, y: h - 11), Point(x: 11, y: w - 11),
            ][turns]
            #expect(corners.topLeft.distance(to: expected) < 4, "\(turns) \(corners.topLeft)")
        }
    }

    @Test(arguments: [-6.0, -4, -2, 2, 4, 6]) func readsTiltedRows(_ degrees: Double) throws {
        for columns in 1...4 {
            let picture = try MicroPDF417Sample(Self.words, columns: columns).picture().tilted(degrees: degrees)
            #expect(try picture.readMicroPDF417().map(\.content.bytes) == [Self.words], "\(columns)")
        }
    }

    @Test func readsThroughBlurAndNoise() throws {
        for columns in 1...4 {
            let picture = try MicroPDF417Sample(Self.words, columns: columns).picture(scale: 4)
            #expect(
                try picture.blurred(radius: 1).mapped { $0 / 2 + 60 }.noisy(12, seed: 5).readMicroPDF417()
                    .map(\.content.bytes) == [Self.words], "\(columns)")
        }
    }

    @Test func readsWhatIsDamagedInPart() throws {
        let sample = try MicroPDF417Sample(MicroPDF417Sample.bytes(60, seed: 4), columns: 4)
        let picture = sample.picture().with(Picture(width: 40, height: 30, grey: 0), x: 80, y: 40)
        #expect(try picture.readMicroPDF417().map(\.content.bytes) == [MicroPDF417Sample.bytes(60, seed: 4)])
    }

    @Test func findsNothingInNoiseAndOtherSymbols() throws {
        for seed in 0..<6 {
            let noise = Picture(width: 200, height: 120, grey: 128).noisy(127, seed: UInt64(seed))
            #expect(try noise.readMicroPDF417(.full).isEmpty)
            #expect(try noise.blurred(radius: 1).readMicroPDF417(.full).isEmpty)
        }
        for symbology in [Symbology.pdf417, .qrCode, .code128, .dataMatrix] {
            let (width, height, luma) = try SymbolEncoder.encode("Quietzone 2026", as: symbology).pixels(scale: 3)
            var picture = Picture(width: width, height: height)
            picture.pixels = luma
            #expect(try picture.readMicroPDF417(.full).isEmpty, "\(symbology)")
        }
    }

    @Test func aSymbolThatLostItsContentIsNotReported() throws {
        // The Row Address Patterns stay, the codewords are swapped.
        let sample = try MicroPDF417Sample(MicroPDF417Sample.bytes(20, seed: 6), columns: 2)
        var picture = sample.picture(scale: 3)
        var noise = SplitMix(state: 8)
        for y in 11..<picture.height - 11 {
            for x in 11 + 30..<11 + 30 + 34 * 3 where (x - 11) % 3 == 0 && (y - 11) % 6 == 0 {
                let grey: UInt8 = Bool.random(using: &noise) ? 0 : 255
                for dy in 0..<6 where y + dy < picture.height { for dx in 0..<3 { picture[x + dx, y + dy] = grey } }
            }
        }
        #expect(try picture.readMicroPDF417(.full).isEmpty)
    }

    @Test func survivesPicturesOfAnySize() throws {
        for (width, height) in [(1, 1), (1, 200), (200, 1), (21, 2), (22, 5), (60, 3)] {
            #expect(try Picture(width: width, height: height).noisy(120, seed: 1).readMicroPDF417(.full).isEmpty)
        }
        let picture = try MicroPDF417Sample(Self.words).picture()
        for size in stride(from: 10, to: picture.width, by: 23) {
            var part = Picture(width: size, height: min(size, picture.height))
            for y in 0..<part.height { for x in 0..<part.width { part[x, y] = picture[x, y] } }
            _ = try part.readMicroPDF417(.full)
        }
    }

    @Test(arguments: [Effort.normal, .thorough]) func isAskedWhereNothingElseIsFound(_ effort: Effort) throws {
        let utf8 = Array("Grüße".utf8)
        let picture = try MicroPDF417Sample(utf8, eci: 26).picture(scale: 3, margin: 40)
        let found = picture.read(effort: effort).symbols
        #expect(found.map(\.content.bytes) == [utf8])
        #expect(found.first?.content.text == "Grüße")
        #expect(found.first?.content.identifier == "]L1")
    }

    @Test(arguments: [8.0, 20, 45, 70, 110]) func readsSymbolsAtAnyAngle(_ degrees: Double) throws {
        let picture = try MicroPDF417Sample(Self.words, columns: 2).picture(scale: 4, margin: 40).tilted(
            degrees: degrees)
        #expect(picture.read(effort: .thorough).symbols.map(\.content.bytes) == [Self.words])
    }
}

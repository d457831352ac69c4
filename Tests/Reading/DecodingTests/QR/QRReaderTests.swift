import Encoding
import Foundation
import SeededRandomness
import Symbols
import Testing

@testable import Decoding

@Suite struct QRReaderTests {
    /// A symbol with `scale` pixels per module and error correction `level` (0...8).
    private func picture(_ text: String, scale: Int = 4, level: Int? = nil) throws -> Picture {
        let image = try SymbolEncoder.encode(text, as: .qrCode, strength: level)
        let drawn = image.pixels(scale: scale)
        var picture = Picture(width: drawn.width, height: drawn.height)
        picture.pixels = drawn.luma
        return picture
    }

    private func read(_ picture: Picture, _ effort: QRReader.Effort = .quick) -> [RawSymbol] {
        var reader = QRReader()
        return picture.withView { reader.read($0, effort) }
    }

    private func texts(_ symbols: [RawSymbol]) -> [String] { symbols.map { String(decoding: $0.bytes, as: UTF8.self) } }

    @Test(arguments: [1, 20, 60, 120, 240, 400, 700, 1200, 2000])
    func readsSmallAndLargeVersions(_ length: Int) throws {
        var noise = SplitMix(state: UInt64(length))
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789/:.")
        let text = String((0..<length).map { _ in alphabet.randomElement(using: &noise)! })
        #expect(texts(read(try picture(text, scale: 3), .thorough)) == [text])
    }

    @Test(arguments: [0, 3, 5, 8]) func readsEveryLevelOfCorrection(_ level: Int) throws {
        #expect(
            texts(read(try picture("https://example.org/\(level)", level: level))) == ["https://example.org/\(level)"])
    }

    @Test(arguments: ["0123456789012345", "UPPER CASE 42 $%*+-./:", "Grüße, 世界 \\ back"])
    func readsEveryMode(_ text: String) throws {
        #expect(texts(read(try picture(text))) == [text])
    }

    @Test(arguments: [
        "qr-code", "qr-code-utf8", "qr-code-kanji", "qr-code-kanji-cyrillic", "qr-code-bytes", "gs1-qr-code",
    ])
    func readsTheSameAsZXing(_ fixture: String) throws {
        let picture = try Picture(fixture: fixture).enlarged
        let own = try #require(read(picture).first).normalized()
        let theirs = picture.read().symbols
        #expect(own.map(\.content) == theirs.map(\.content))
        let middle = try #require(theirs.first).corners.center
        #expect(own.first.map { $0.corners.center.distance(to: middle) < 4 } == true)
    }

    @Test(arguments: [0.0, 17, 90, 110, 180, 301]) func readsItTurned(_ degrees: Double) throws {
        let picture = try picture("https://example.org/turned").tilted(degrees: degrees)
        #expect(texts(read(picture)) == ["https://example.org/turned"])
    }

    @Test func readsMirroredAndInvertedSymbols() throws {
        let printed = try picture("https://example.org/mirror")
        var mirrored = printed
        for y in 0..<printed.height {
            for x in 0..<printed.width { mirrored[x, y] = printed[printed.width - 1 - x, y] }
        }
        #expect(texts(read(mirrored)) == ["https://example.org/mirror"])
        #expect(texts(read(printed.inverted)) == ["https://example.org/mirror"])
    }

    @Test func readsItOnAWavingCloth() throws {
        let printed = try picture("https://example.org/cloth", scale: 6)
        var waved = Picture(width: printed.width + 40, height: printed.height + 40)
        for y in 0..<waved.height {
            for x in 0..<waved.width {
                let sx = x - 20 + Int((8 * sin(Double(y) / 60)).rounded())
                let sy = y - 20 + Int((6 * sin(Double(x) / 75 + 1)).rounded())
                if (0..<printed.width).contains(sx), (0..<printed.height).contains(sy) { waved[x, y] = printed[sx, sy] }
            }
        }
        #expect(texts(read(waved)) == ["https://example.org/cloth"])
    }

    @Test func readsItBlurredFaintAndNoisy() throws {
        var picture = try picture("https://example.org/faint", scale: 4)
        for _ in 0..<2 {
            picture = picture.withView { view in
                var copy = picture
                if let soft = Transform.smoothed.apply(to: view) {
                    soft.plane.withView { for i in copy.pixels.indices { copy.pixels[i] = $0.base[i] } }
                }
                return copy
            }
        }
        var noise = SplitMix(state: 11)
        picture = picture.mapped { UInt8(clamping: Int($0) / 5 + 90 + Int.random(in: -9...9, using: &noise)) }
        #expect(texts(read(picture)) == ["https://example.org/faint"])
    }

    @Test func readsWhatDirtCovers() throws {
        var picture = try picture("https://example.org/dirt", scale: 4, level: 8)
        for y in 60..<84 { for x in 60..<88 { picture[x, y] = 128 } }
        #expect(texts(read(picture)) == ["https://example.org/dirt"])
    }

    @Test func readsSeveralAtOnce() throws {
        let (one, two) = (try picture("one"), try picture("two, which is longer than the other"))
        let picture = Picture(width: 420, height: 240).with(one, x: 20, y: 30).with(two, x: 220, y: 60)
        #expect(Set(texts(read(picture))) == ["one", "two, which is longer than the other"])
    }

    @Test func noiseAndStripesAreNotRead() {
        var noise = SplitMix(state: 5)
        for size in [(1, 1), (13, 200), (64, 64), (160, 120)] {
            for contrast in [0, 3, 255] {
                var picture = Picture(width: size.0, height: size.1, grey: 128)
                for i in picture.pixels.indices where contrast > 0 {
                    picture.pixels[i] = UInt8.random(in: 0...UInt8(contrast), using: &noise)
                }
                #expect(read(picture, .thorough).isEmpty)
            }
        }
    }

    @Test func whatIsChangedAtRandomNeverSaysSomethingElse() throws {
        let text = "https://example.org/changed"
        let printed = try picture(text, scale: 3)
        var noise = SplitMix(state: 8)
        for _ in 0..<60 {
            var damaged = printed
            for _ in 0..<Int.random(in: 0...40, using: &noise) {
                let (x, y) = (
                    Int.random(in: 0..<printed.width - 9, using: &noise),
                    Int.random(in: 0..<printed.height - 9, using: &noise)
                )
                let grey = UInt8.random(in: 0...255, using: &noise)
                for dy in 0..<9 { for dx in 0..<9 { damaged[x + dx, y + dy] = grey } }
            }
            #expect(Set(texts(read(damaged))).isSubset(of: [text]))
        }
    }
}

import Frames
import Symbols
import Testing

@testable import Decoding

@Suite struct AimingLookTests {
    private struct Full: Error {}

    private func look(_ picture: Picture, in region: PixelRect? = nil) throws -> AimingLook {
        let pool = try FramePool(slots: 1)
        guard var draft = pool.draft(width: picture.width, height: picture.height) else { throw Full() }
        draft.withLuma { _ = $0.update(from: picture.pixels) }
        return AimingLook(at: draft.finish(sequence: 0), in: region)
    }

    /// The mean of so many pixels along and across.
    private func blurred(_ picture: Picture, _ reach: Int) -> Picture {
        var result = picture
        for isAcross in [true, false] {
            let from = result
            for y in 0..<picture.height {
                for x in 0..<picture.width {
                    var sum = 0
                    for d in 0..<reach {
                        let u = isAcross ? min(picture.width - 1, max(0, x + d - reach / 2)) : x
                        let v = isAcross ? y : min(picture.height - 1, max(0, y + d - reach / 2))
                        sum += Int(from[u, v])
                    }
                    result[x, y] = UInt8(sum / reach)
                }
            }
        }
        return result
    }

    @Test(arguments: [("ean-13", true), ("data-matrix", false), ("code-128", true), ("qr-code", false)])
    func findsASymbolAndHowSharpItIs(fixture: String, isLinear: Bool) throws {
        let symbol = try Picture(fixture: fixture).enlarged
        let picture = Picture(width: 1000, height: 480, grey: 220).with(symbol, x: 120, y: 140)
        let sharp = try #require(try look(picture).candidate)
        #expect(sharp.isLinear == isLinear)
        #expect(sharp.sharpness > 0.2)
        #expect(!sharp.isCutOff)
        let middle = Point(x: 120 + Double(symbol.width) / 2, y: 140 + Double(symbol.height) / 2)
        #expect(sharp.center.distance(to: middle) < 30, "\(sharp)")
        #expect(abs(sharp.length - Double(max(symbol.width, symbol.height))) < 60, "\(sharp.length)")
        let dull = try #require(try look(blurred(picture, 7)).candidate)
        #expect(dull.sharpness < 0.11)
        let part = try look(picture, in: PixelRect(x: 80, y: 100, width: 900, height: 360)).candidate
        #expect(part.map { $0.center.distance(to: middle) < 30 } == true, "in pixels of the frame")
    }

    @Test func knowsWhatDoesNotFit() throws {
        let symbol = try Picture(fixture: "qr-code").enlarged
        let picture = Picture(width: 640, height: 480, grey: 220).with(symbol, x: 120, y: 140)
        let inside = PixelRect(x: 130, y: 100, width: symbol.width - 20, height: symbol.height + 80)
        #expect(try look(picture, in: inside).candidate?.isCutOff == true)
    }

    @Test func tellsTheLightAndFindsNothingOnPaper() throws {
        let dark = try look(Picture(width: 320, height: 240, grey: 12))
        #expect(dark.lightest == 12)
        #expect(dark.candidate == nil)
        let light = try look(Picture(width: 320, height: 240, grey: 255))
        #expect(light.glare == 1)
        #expect(light.candidate == nil)
        #expect(try look(Picture(width: 8, height: 8)).candidate == nil)
        #expect(
            try look(Picture(width: 64, height: 64), in: PixelRect(x: 400, y: 0, width: 9, height: 9)).candidate == nil)
    }
}

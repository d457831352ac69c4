import Encoding
import Frames
import SeededRandomness
import Symbols
import Testing

@testable import Decoding

@Suite struct StillViewTests {
    /// Normally distributed noise with a standard deviation of 1.
    private static let noise = {
        var random = SplitMix(state: 5)
        return (0..<8192).map { _ in
            // The sum of twelve numbers of variance 1/12 each.
            Float((0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0...1, using: &random) })
        }
    }()

    /// A frame of `picture` with noise of its own.
    private func frame(_ picture: Picture, noise: Float, _ random: inout SplitMix) -> Picture {
        guard noise > 0 else { return picture }
        var frame = picture
        var place = Int.random(in: 0..<Self.noise.count, using: &random)
        Self.noise.withUnsafeBufferPointer { values in
            frame.pixels.withUnsafeMutableBufferPointer { pixels in
                for i in pixels.indices {
                    place = (place &+ 1) & (values.count - 1)
                    // Rows begin at different places of the noise.
                    if i % 317 == 0 { place = (place &+ 4241) & (values.count - 1) }
                    pixels[i] = UInt8(max(0, min(255, Float(pixels[i]) + noise * values[place])))
                }
            }
        }
        return frame
    }

    /// A table with a few edges.
    private var table: Picture {
        Picture(width: 320, height: 240, grey: 150)
            .with(Picture(width: 100, height: 60, grey: 70), x: 20, y: 150)
            .with(Picture(width: 45, height: 100, grey: 220), x: 250, y: 15)
    }

    private func label(_ pixelsPerModule: Int) throws -> Picture {
        let image = try SymbolEncoder.encode("QZ", as: .qrCode, quietZone: 2)
        var picture = Picture(width: image.width * pixelsPerModule, height: image.height * pixelsPerModule)
        for y in 0..<picture.height {
            for x in 0..<picture.width where image.isDark(x / pixelsPerModule, y / pixelsPerModule) {
                picture[x, y] = 0
            }
        }
        return picture
    }

    @Test(arguments: [0, 6, 14] as [Float]) func mostFramesOfAViewThatStaysTheSameAreSkipped(noise: Float) throws {
        var random = SplitMix(state: 5)
        var view = StillView()
        let skipped = (0..<StillView.patience + 41).filter { _ in
            frame(table, noise: noise, &random).withView { view.isSkippable(GradientGrid($0)) }
        }
        #expect(skipped.allSatisfy { $0 > StillView.patience })
        #expect(skipped.count == 30, "three of four frames of the last 40")
    }

    @Test(arguments: [6, 14] as [Float]) func theFirstFrameWithASymbolIsReadAtOnce(noise: Float) throws {
        var random = SplitMix(state: 6)
        let reader = SymbolReader()
        for _ in 0..<StillView.patience + 6 {
            let result = frame(table, noise: noise, &random).read(reader, effort: .live(budget: .seconds(1)))
            #expect(result.symbols.isEmpty)
        }
        let held = table.with(try label(3), x: 140, y: 105)
        for _ in 0..<12 {
            let result = frame(held, noise: noise, &random).read(reader, effort: .live(budget: .seconds(1)))
            #expect(result.symbols.map(\.content.text) == ["QZ"], "no frame with a symbol is skipped")
        }
    }

    /// Frames of a view that moves take turns after a while without a symbol; one that comes into view is read within three of them.
    @Test func aSymbolThatComesIntoAMovingViewIsReadWithinThreeFrames() throws {
        for first in 0..<3 {
            var random = SplitMix(state: 8)
            let reader = SymbolReader()
            let label = try label(3)
            var place = 0
            func moved(_ picture: Picture? = nil) -> [Symbol] {
                place = (place + 40) % 200
                let view = table.with(Picture(width: 60, height: 40, grey: 20), x: place, y: 60)
                let shown = picture.map { view.with($0, x: 140, y: 105) } ?? view
                return frame(shown, noise: 4, &random).read(reader, effort: .live(budget: .seconds(1))).symbols
            }
            for _ in 0..<LivePlan.patience + 9 + first { #expect(moved().isEmpty) }
            #expect(reader.framesWithoutSymbol >= LivePlan.patience)
            let read = (0..<3).map { _ in moved(label).map(\.content.text) }
            #expect(read.contains(["QZ"]), "\(read)")
            // As long as symbols are read now and then, frames get all looks.
            #expect(moved(label).map(\.content.text) == ["QZ"])
        }
    }

    @Test func aFaintSmallSymbolIsAChange() throws {
        var random = SplitMix(state: 7)
        var view = StillView()
        for _ in 0...StillView.patience + 5 {
            _ = frame(table, noise: 6, &random).withView { view.isSkippable(GradientGrid($0)) }
        }
        // 40 grey levels between dark and light, two pixels a module.
        let faint = try label(2).mapped { $0 < 128 ? 110 : 150 }
        #expect(
            !frame(table.with(faint, x: 161, y: 71), noise: 6, &random).withView { view.isSkippable(GradientGrid($0)) }
        )
    }
}

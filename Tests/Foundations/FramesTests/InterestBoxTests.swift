import Foundation
import Frames
import SeededRandomness
import Testing

@Suite struct InterestBoxTests {
    private func isInside(_ box: InterestBox) -> Bool {
        // Sums of shares are exact to a rounding.
        box.x >= 0 && box.y >= 0 && box.x + box.width <= 1 + 1e-12 && box.y + box.height <= 1 + 1e-12
            && box.width >= InterestBox.smallest && box.height >= InterestBox.smallest
    }

    @Test func whatFitsIsTakenAsItIs() {
        let box = InterestBox(x: 0.25, y: 0.5, width: 0.5, height: 0.25)
        #expect((box.x, box.y, box.width, box.height) == (0.25, 0.5, 0.5, 0.25))
    }

    @Test func whateverIsAskedForLiesInsideTheFrame() {
        let values: [Double] = [-.infinity, -1e300, -1, -0.0, 0, 0.05, 0.1, 0.5, 1, 1.5, 1e300, .infinity, .nan]
        for x in values {
            for width in values {
                let box = InterestBox(x: x, y: width, width: width, height: x)
                #expect(isInside(box), "\(x) \(width)")
            }
        }
    }

    @Test func howeverItIsMovedAndResizedItStaysInside() {
        var random = SplitMix(state: 5)
        var box = InterestBox.standard
        for _ in 0..<5000 {
            let (a, b) = (Double.random(in: -0.5...0.5, using: &random), Double.random(in: -0.5...0.5, using: &random))
            box = random.below(2) == 0 ? box.moved(x: a, y: b) : box.resized(width: a, height: b)
            #expect(isInside(box), "\(box)")
        }
    }

    @Test func movingKeepsItsSizeAndResizingItsMiddle() {
        let box = InterestBox.standard
        let moved = box.moved(x: 0.1, y: -0.1)
        #expect((moved.width, moved.height) == (box.width, box.height))
        #expect(abs(moved.x - 0.3) < 1e-12 && abs(moved.y - 0.1) < 1e-12)
        let wider = box.resized(width: 0.2, height: -0.2)
        #expect(abs(wider.x + wider.width / 2 - 0.5) < 1e-12 && abs(wider.y + wider.height / 2 - 0.5) < 1e-12)
        #expect(abs(wider.width - 0.8) < 1e-12 && abs(wider.height - 0.4) < 1e-12)
    }

    @Test func itsPixelsLieInTheFrameWhateverItsSize() {
        var random = SplitMix(state: 6)
        for _ in 0..<2000 {
            let box = InterestBox(
                x: .random(in: 0...1, using: &random), y: .random(in: 0...1, using: &random),
                width: .random(in: 0...1, using: &random), height: .random(in: 0...1, using: &random))
            let (width, height) = (10 + random.below(4000), 10 + random.below(4000))
            let frame = PixelRect(x: 0, y: 0, width: width, height: height)
            let pixels = box.pixels(width: width, height: height)
            #expect(!pixels.isEmpty && pixels.clamped(to: frame) == pixels, "\(box) \(width) \(height)")
            #expect(abs(Double(pixels.width) - box.width * Double(width)) <= 1)
            #expect(abs(Double(pixels.x) - box.x * Double(width)) <= 0.5)
        }
        let all = InterestBox(x: 0, y: 0, width: 1, height: 1)
        #expect(all.pixels(width: 641, height: 7) == PixelRect(x: 0, y: 0, width: 641, height: 7))
        #expect(all.pixels(width: 0, height: 0).isEmpty)
    }

    @Test func aStoredOneComesBackAndAForeignOneIsMadeToFit() throws {
        let box = InterestBox(x: 0.125, y: 0.25, width: 0.5, height: 0.75)
        #expect(try JSONDecoder().decode(InterestBox.self, from: try JSONEncoder().encode(box)) == box)
        let foreign = try JSONDecoder().decode(
            InterestBox.self, from: Data(#"{"x":-3,"y":0.9,"width":7,"height":0.5}"#.utf8))
        #expect(foreign == InterestBox(x: 0, y: 0.5, width: 1, height: 0.5))
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(InterestBox.self, from: Data(#"{"x":0,"y":0,"width":1}"#.utf8))
        }
    }
}

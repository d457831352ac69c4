import Symbols
import Testing

@testable import Decoding

@Suite struct TransformTests {
    static let all: [Transform] = [
        .inverted, .localContrast, .enlarged, .halved, .lowered, .narrowed, .rotated(45), .rotated(-20), .smoothed,
        .sharpened,
    ]

    private func apply(_ transform: Transform, to picture: Picture) -> TransformedPlane? {
        picture.pixels.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.flatMap {
                transform.apply(
                    to: LumaView(base: $0, width: picture.width, height: picture.height, rowStride: picture.width))
            }
        }
    }

    /// A QR Code that is turned by 40° and seen at a slant: a third as wide, or as high.
    @Test(arguments: [true, false]) func aCodeThatIsSeenFromTheSideIsRead(isNarrow: Bool) throws {
        let code = try Picture(fixture: "qr-code").enlarged.enlarged.tilted(degrees: 40)
        var seen =
            isNarrow
            ? Picture(width: code.width / 3, height: code.height) : Picture(width: code.width, height: code.height / 3)
        for y in 0..<seen.height {
            for x in 0..<seen.width { seen[x, y] = isNarrow ? code[3 * x + 1, y] : code[x, 3 * y + 1] }
        }
        let result = Picture(width: 900, height: 700, grey: 230).with(seen, x: 200, y: 150).read()
        let symbols = result.symbols
        if isNarrow { #expect(result.attempts.contains { $0.name == "lowered" && $0.found > 0 }) }
        #expect(symbols.map(\.content.symbology) == [.qrCode])
        let middle = Point(x: 200 + Double(seen.width) / 2, y: 150 + Double(seen.height) / 2)
        #expect(symbols.first.map { $0.corners.center.distance(to: middle) < 12 } == true)
    }

    @Test(arguments: all)
    func aMarkIsFoundAgainWhereItWas(_ transform: Transform) throws {
        var picture = Picture(width: 120, height: 90)
        for y in 20..<28 { for x in 70..<78 { picture[x, y] = 0 } }
        let changed = try #require(apply(transform, to: picture))
        var (sumX, sumY, count) = (0.0, 0.0, 0.0)
        changed.plane.withView { view in
            let bytes = UnsafeBufferPointer(start: view.base, count: view.width * view.height)
            let middle = (Int(bytes.min() ?? 0) + Int(bytes.max() ?? 0)) / 2
            for y in 0..<view.height {
                for x in 0..<view.width {
                    // Rotation adds a white margin.
                    let isDark = Int(view.base[y * view.rowStride + x]) < middle
                    guard isDark != (transform == .inverted) else { continue }
                    sumX += Double(x) + 0.5
                    sumY += Double(y) + 0.5
                    count += 1
                }
            }
        }
        try #require(count > 0)
        let back = changed.toSource(Point(x: sumX / count, y: sumY / count))
        #expect(back.distance(to: Point(x: 74, y: 24)) < 1, "\(back)")
    }

    @Test(arguments: all)
    func toleratesEverySmallSize(_ transform: Transform) throws {
        for width in 1...20 {
            for height in [1, 2, 3, 8, 9, 17] {
                let changed = try #require(apply(transform, to: Picture(width: width, height: height, grey: 90)))
                #expect(changed.plane.width > 0)
                #expect(changed.plane.height > 0)
            }
        }
    }

    @Test func twoChangesAreMappedBackBySecondThenFirst() throws {
        let picture = Picture(width: 40, height: 30)
        let twice = picture.withView { view in
            Transform.enlarged.apply(to: view)?.changed(by: .rotated(30)).changed(by: .none)
        }
        let both = try #require(twice)
        let middle = both.toSource(Point(x: Double(both.plane.width) / 2, y: Double(both.plane.height) / 2))
        #expect(middle.distance(to: Point(x: 20, y: 15)) < 1e-6)
        let (a, b) = (both.toSource(Point(x: 0, y: 0)), both.toSource(Point(x: 10, y: 0)))
        #expect(abs(a.distance(to: b) - 5) < 1e-9, "twice as large")
    }
}

@Suite struct SampledStepsTests {
    @Test(arguments: [-7, -3, -1, 0, 1, 2, 5]) func stepsInsideAreCountedExactly(_ step: Int) {
        for start in -40...60 {
            for count in [0, 1, 17] {
                let inside = (0..<count).filter { (0..<23).contains(start + $0 * step) }
                let steps = LumaView.steps(from: start, by: step, below: 23, count: count)
                #expect(Array(steps) == inside)
            }
        }
    }

    @Test func ofNothingNoneIsInside() {
        #expect(LumaView.steps(from: 0, by: 1, below: 0, count: 5).isEmpty)
        #expect(LumaView.steps(from: 0, by: -1, below: 0, count: 5).isEmpty)
    }
}

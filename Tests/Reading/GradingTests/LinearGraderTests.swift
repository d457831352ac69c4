import Encoding
import Symbols
import Testing

@testable import Grading

/// Linear symbols drawn with known defects, graded by the rules of ISO/IEC 15416.
@Suite struct LinearGraderTests {
    /// A drawn symbol: luma, 10 pixels a module.
    private struct Drawn {
        var luma: [UInt8]
        let width: Int
        let height: Int
        let symbol: Symbol
        static let scale = 10
        static let quiet = 14

        /// - Parameters:
        ///   - dark: the luma of bars.
        ///   - light: the luma of spaces.
        ///   - growth: pixels that each bar is wider on both sides together.
        init(_ text: String, _ symbology: Symbology, dark: UInt8 = 25, light: UInt8 = 230, growth: Int = 0) throws {
            let image = try SymbolEncoder.encode(text, as: symbology, quietZone: 0)
            let (scale, quiet) = (Self.scale, Self.quiet)
            (width, height) = ((image.width + 2 * quiet) * scale, 60 * 4)
            var row = [UInt8](repeating: light, count: width)
            let middle = image.height / 2
            for module in 0..<image.width where image.isDark(module, middle) {
                let start = (module + quiet) * scale
                for x in (start - growth / 2)..<(start + scale + growth - growth / 2) { row[x] = dark }
            }
            luma = (0..<height).flatMap { _ in row }
            let (left, right) = (Double(quiet * scale), Double((quiet + image.width) * scale))
            symbol = Symbol(
                content: SymbolContent(symbology: symbology, text: text),
                corners: Quadrilateral(
                    topLeft: Point(x: left, y: 0), topRight: Point(x: right, y: 0),
                    bottomRight: Point(x: right, y: Double(height)), bottomLeft: Point(x: left, y: Double(height))))
        }

        func grade(gamma: Double = 1) -> LinearGrade? {
            guard
                case .linear(let grade)? = PrintGrade.of(
                    symbol, in: luma.span, width: width, height: height, gamma: gamma)
            else { return nil }
            return grade
        }

        /// Paints a stripe over the whole height.
        mutating func paint(_ value: UInt8, modules: Range<Double>) {
            let columns =
                Int(
                    (modules.lowerBound + Double(Self.quiet)) * Double(Self.scale))..<Int(
                    (modules.upperBound + Double(Self.quiet)) * Double(Self.scale))
            for y in 0..<height { for x in columns { luma[y * width + x] = value } }
        }
    }

    private static let samples: [(Symbology, String)] = [
        (.ean13, "4012345678901"), (.ean8, "96385074"), (.upcA, "012345678905"), (.upcE, "01234565"),
        (.code128, "Quietzone 15416"),
        (.code93, "QUIET 93"), (.code39, "QUIET-39"), (.itf, "0123456789"), (.codabar, "A12345B"),
    ]

    @Test(arguments: samples) func whatIsDrawnAsDesignedIsTheBest(symbology: Symbology, text: String) throws {
        let grade = try #require(try Drawn(text, symbology).grade())
        #expect(grade.grade == .best, "\(grade)")
        #expect(grade.profiles.count == 10)
        let contrast = try #require(grade.mean(.contrast))
        #expect(abs(contrast.value - 205.0 / 255) < 0.01)
        #expect(abs(try #require(grade.mean(.modulation)).value - 1) < 0.02)
        #expect(try #require(grade.mean(.decodability)).value > 0.95)
        #expect(abs(grade.module - 10) < 0.2)
    }

    @Test(arguments: [(60, 3.0), (100, 2.0), (140, 1.0), (200, 0.0)] as [(UInt8, Double)])
    func contrastDecidesTheGrade(dark: UInt8, expected: Double) throws {
        let grade = try #require(try Drawn("4012345678901", .ean13, dark: dark, light: 225).grade())
        #expect(grade.mean(.contrast)?.grade == Grade(expected))
        #expect(grade.grade <= Grade(expected))
    }

    /// Bars that are 0.3 modules wider leave 0.4 of the distance to the threshold between one module and two.
    @Test func widerBarsAreMeasured() throws {
        let grade = try #require(try Drawn("Quietzone", .code128, growth: 3).grade())
        #expect(abs(try #require(grade.growth) - 0.3) < 0.02)
        // Distances between similar edges stay; bars together are 0.9 modules wider, of 1.75 that are allowed.
        #expect(abs(try #require(grade.mean(.decodability)).value - (1.75 - 0.9) / 1.75) < 0.03)
    }

    @Test func aVoidInABarIsADefect() throws {
        var drawn = try Drawn("Quietzone", .code128)
        let sharp = try #require(drawn.grade())
        let modules = drawn.width / Drawn.scale - 2 * Drawn.quiet
        #expect(sharp.mean(.defects)?.value == 0)
        // A light line in the last bar of a Code 128, which is two modules wide: its valley is 41 of 205 deep.
        drawn.paint(66, modules: Double(modules) - 1.2..<Double(modules) - 0.8)
        let spoiled = try #require(drawn.grade())
        #expect(abs(try #require(spoiled.mean(.defects)).value - 41.0 / 205) < 0.01)
    }

    @Test func aQuietZoneThatIsShortFails() throws {
        var drawn = try Drawn("4012345678901", .ean13)
        drawn.paint(25, modules: -6.0..<(-5.0))
        let grade = try #require(drawn.grade())
        #expect(grade.mean(.quietZones)?.grade == .worst)
        #expect(abs((grade.mean(.quietZones)?.value ?? 0) - 5.0 / 11) < 0.03)
        #expect(grade.mean(.decode)?.grade == .best)
    }

    /// Readers may know a part of the bars only.
    @Test(arguments: samples, [(0.0, 0.75), (0.1, 1.0), (-0.1, 1.1)])
    func cornersNeedNotBeExact(sample: (Symbology, String), ends: (Double, Double)) throws {
        let drawn = try Drawn(sample.1, sample.0)
        let exact = try #require(drawn.grade())
        let corners = drawn.symbol.corners
        func at(_ share: Double, _ y: Double) -> Point {
            Point(x: corners.topLeft.x + (corners.topRight.x - corners.topLeft.x) * share, y: y)
        }
        let symbol = Symbol(
            content: drawn.symbol.content,
            corners: Quadrilateral(
                topLeft: at(ends.0, 0), topRight: at(ends.1, 0), bottomRight: at(ends.1, Double(drawn.height)),
                bottomLeft: at(ends.0, Double(drawn.height))))
        guard
            case .linear(let grade)? = PrintGrade.of(
                symbol, in: drawn.luma.span, width: drawn.width, height: drawn.height)
        else { throw CancellationError() }
        #expect(grade.grade == exact.grade)
        #expect(abs(grade.module - exact.module) < 0.05)
    }

    @Test func aSymbolThatNoLineDecodesIsF() throws {
        var drawn = try Drawn("4012345678901", .ean13)
        drawn.paint(25, modules: 20..<50)
        let grade = try #require(drawn.grade())
        #expect(grade.grade == .worst)
        #expect(grade.mean(.decode)?.value == 0)
        #expect(grade.mean(.contrast)?.grade == .best, "what can be measured is")
        #expect(PrintGrade.linear(grade).advice().first?.hasPrefix("Not every scan line can be decoded") == true)
    }
}

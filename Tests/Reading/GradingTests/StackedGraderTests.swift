import Encoding
import Symbols
import Testing

@testable import Grading

/// PDF417 drawn with known defects, graded by ISO/IEC 15415's rules for symbols of several rows.
@Suite struct StackedGraderTests {
    /// A drawn symbol, 8 pixels a module.
    private struct Drawn {
        static let scale = 8
        static let quiet = 4
        let modules: (columns: Int, rows: Int)
        let side: (width: Int, height: Int)
        var luma: [UInt8]
        let symbol: Symbol

        /// - Parameter growth: pixels that each bar is wider on each side.
        init(_ text: String, dark: UInt8 = 20, light: UInt8 = 235, growth: Int = 0) throws {
            let image = try SymbolEncoder.encode(text, as: .pdf417, quietZone: 0)
            modules = (image.width, image.height)
            let (scale, quiet) = (Self.scale, Self.quiet)
            side = ((image.width + 2 * quiet) * scale, (image.height + 2 * quiet) * scale)
            luma = [UInt8](repeating: light, count: side.width * side.height)
            for row in 0..<image.height {
                for column in 0..<image.width where image.isDark(column, row) {
                    for y in (row + quiet) * scale..<(row + quiet + 1) * scale {
                        for x in (column + quiet) * scale - growth..<(column + quiet + 1) * scale + growth {
                            luma[y * side.width + x] = dark
                        }
                    }
                }
            }
            let (left, top) = (Double(quiet * scale), Double(quiet * scale))
            let (right, bottom) = (Double((quiet + image.width) * scale), Double((quiet + image.height) * scale))
            symbol = Symbol(
                content: SymbolContent(symbology: .pdf417, text: text),
                corners: Quadrilateral(
                    topLeft: Point(x: left, y: top), topRight: Point(x: right, y: top),
                    bottomRight: Point(x: right, y: bottom), bottomLeft: Point(x: left, y: bottom)))
        }

        var grade: StackedGrade? {
            guard
                case .stacked(let grade)? = PrintGrade.of(symbol, in: luma.span, width: side.width, height: side.height)
            else { return nil }
            return grade
        }

        /// Paints a rectangle, in modules from the symbol's corner.
        mutating func paint(_ value: UInt8, columns: Range<Int>, rows: Range<Int>) {
            let (scale, quiet) = (Self.scale, Self.quiet)
            for y in (rows.lowerBound + quiet) * scale..<(rows.upperBound + quiet) * scale {
                for x in (columns.lowerBound + quiet) * scale..<(columns.upperBound + quiet) * scale {
                    luma[y * side.width + x] = value
                }
            }
        }
    }

    private static let text = "Quietzone grades PDF417 by its rows, 15415 and 15438"

    @Test(arguments: ["1", text, String(repeating: "0123456789", count: 60)])
    func whatIsDrawnAsDesignedIsTheBest(text: String) throws {
        let drawn = try Drawn(text)
        let grade = try #require(drawn.grade)
        #expect(grade.columns == (drawn.modules.columns - 69) / 17)
        #expect(grade.grade == .best, "\(grade)")
        #expect(grade.measured(.unusedErrorCorrection)?.value == 1)
        #expect(try #require(grade.measured(.codewordYield)).value > 0.95)
        #expect(try #require(grade.measured(.codewordDecodability)).value > 0.9)
        #expect(abs(try #require(grade.measured(.contrast)).value - 215.0 / 255) < 0.01)
        #expect(abs(grade.lines.module - 8) < 0.1)
    }

    @Test func widerBarsAreMeasured() throws {
        let grade = try #require(try Drawn(Self.text, growth: 1).grade)
        #expect(abs(try #require(grade.lines.growth) - 0.25) < 0.03)
    }

    @Test func damagedCodewordsUseErrorCorrection() throws {
        var drawn = try Drawn(Self.text)
        // The second codeword of the second row and of the third is dark.
        drawn.paint(20, columns: 17 * 3 + 1..<17 * 4 - 1, rows: 3..<9)
        let grade = try #require(drawn.grade)
        let unused = try #require(grade.measured(.unusedErrorCorrection))
        #expect(grade.wrongCodewords.wrong == 2, "\(grade.wrongCodewords)")
        // Two lost ones take two of the check words but two.
        let capacities = (1...8).map { Double(2 << $0 - 2) }
        #expect(capacities.contains { abs(unused.value - (1 - 2 / $0)) < 1e-9 }, "\(unused)")
        #expect(grade.measured(.codewordModulation)?.grade == unused.grade)
        #expect(grade.lines.grade == .best, "start and stop pattern are not damaged")
    }

    @Test func aStainOnTheStartPatternLowersTheLines() throws {
        var drawn = try Drawn(Self.text)
        drawn.paint(235, columns: 0..<8, rows: 0..<drawn.modules.rows / 2)
        let grade = try #require(drawn.grade)
        #expect(abs(grade.lines.grade.value - 2) < 0.5, "\(grade.lines.profiles.map(\.grade))")
        #expect(grade.measured(.decode).map { $0.value < 0.7 } == true)
    }

    @Test func aQuietZoneThatIsShortFails() throws {
        var drawn = try Drawn(Self.text)
        drawn.paint(20, columns: -2..<(-1), rows: 0..<drawn.modules.rows)
        #expect(try #require(drawn.grade).measured(.quietZones)?.grade == .worst)
    }
}

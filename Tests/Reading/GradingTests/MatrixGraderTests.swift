import Encoding
import SeededRandomness
import Symbols
import Testing

@testable import Grading

/// Matrix symbols drawn with known defects, graded by the rules of ISO/IEC 15415. `make test-grading` compares many more with grades that
/// are computed in Python.
@Suite struct MatrixGraderTests {
    /// A drawn symbol, 8 pixels a module.
    private struct Drawn {
        static let scale = 8
        static let quiet = 5
        let modules: Int
        let rows: Int
        let side: (width: Int, height: Int)
        var luma: [UInt8]
        let symbol: Symbol

        /// - Parameters:
        ///   - growth: pixels by which dark modules are wider on each side.
        ///   - height: pixels of a module's height.
        init(
            _ text: String, _ symbology: Symbology, dark: UInt8 = 20, light: UInt8 = 235, growth: Int = 0,
            height scaleY: Int = Self.scale
        ) throws {
            let image = try SymbolEncoder.encode(text, as: symbology, quietZone: 0)
            (modules, rows) = (image.width, image.height)
            let (scale, quiet) = (Self.scale, Self.quiet)
            side = ((image.width + 2 * quiet) * scale, (image.height + 2 * quiet) * scaleY)
            luma = [UInt8](repeating: light, count: side.width * side.height)
            for row in 0..<image.height {
                for column in 0..<image.width where image.isDark(column, row) {
                    for y in (row + quiet) * scaleY - growth..<(row + quiet + 1) * scaleY + growth {
                        for x in (column + quiet) * scale - growth..<(column + quiet + 1) * scale + growth {
                            luma[y * side.width + x] = dark
                        }
                    }
                }
            }
            // As readers have them: about right.
            let (left, top) = (Double(quiet * scale) + 2, Double(quiet * scaleY) - 1.5)
            let (right, bottom) = (left + Double(image.width * scale) - 1.5, top + Double(image.height * scaleY) + 2)
            symbol = Symbol(
                content: SymbolContent(symbology: symbology, text: text),
                corners: Quadrilateral(
                    topLeft: Point(x: left, y: top), topRight: Point(x: right, y: top),
                    bottomRight: Point(x: right, y: bottom), bottomLeft: Point(x: left, y: bottom)))
        }

        var grade: MatrixGrade? {
            guard
                case .matrix(let grade)? = PrintGrade.of(symbol, in: luma.span, width: side.width, height: side.height)
            else { return nil }
            return grade
        }

        /// Turns a module to the other colour.
        mutating func flip(row: Int, column: Int) {
            for y in (row + Self.quiet) * Self.scale..<(row + Self.quiet + 1) * Self.scale {
                for x in (column + Self.quiet) * Self.scale..<(column + Self.quiet + 1) * Self.scale {
                    luma[y * side.width + x] = 255 - luma[y * side.width + x]
                }
            }
        }
    }

    private static let samples: [(Symbology, String)] = [
        (.qrCode, "https://example.org/a"), (.qrCode, String(repeating: "ISO 15415 ", count: 40)), (.dataMatrix, "QZ"),
        (.dataMatrix, String(repeating: "ISO 15415 ", count: 20)), (.aztec, "quietzone"),
        (.microQRCode, "12345"), (.microQRCode, "12345678"), (.microQRCode, "12345678901234567"),
        (.microQRCode, "QUIETZONE 154"), (.microQRCode, "Quietzone 4"), (.rmqrCode, "7"),
        (.rmqrCode, "Quietzone 23941"),
        (.rmqrCode, String(repeating: "0123456789", count: 20)),
        (.aztec, String(repeating: "ISO 15415 ", count: 20)),
    ]

    @Test(arguments: samples) func whatIsDrawnAsDesignedIsTheBest(symbology: Symbology, text: String) throws {
        let grade = try #require(try Drawn(text, symbology).grade)
        #expect(grade.grade == .best, "\(grade.measured)")
        #expect(grade.damaged.isEmpty)
        #expect(abs(grade.module - 8) < 0.05)
        #expect(abs(try #require(grade.measured[.contrast]).value - 215.0 / 255) < 0.001)
        #expect(try #require(grade.measured[.gridNonuniformity]).value < 0.02)
        #expect(abs(try #require(grade.growth.across)) < 0.02)
        #expect(PrintGrade.matrix(grade).advice().isEmpty)
    }

    @Test(arguments: samples) func lightOnDarkIsGradedToo(symbology: Symbology, text: String) throws {
        var drawn = try Drawn(text, symbology)
        drawn.luma = drawn.luma.map { 255 - $0 }
        #expect(try #require(drawn.grade).grade == .best)
    }

    @Test(arguments: [(90, 3.0), (120, 2.0), (150, 1.0), (200, 0.0)] as [(UInt8, Double)])
    func contrastDecidesTheGrade(dark: UInt8, expected: Double) throws {
        let grade = try #require(try Drawn("QZ", .qrCode, dark: dark, light: 240).grade)
        #expect(grade.measured[.contrast]?.grade == Grade(expected))
        #expect(grade.grade == Grade(expected))
        #expect(
            PrintGrade.matrix(grade).advice() == [
                "Light parts reflect 94 %, dark ones \(Int((Double(dark) / 2.55).rounded())) %. Print with a darker ink."
            ])
    }

    @Test(arguments: [-1, 1]) func growthIsMeasuredBothWays(pixels: Int) throws {
        let grade = try #require(try Drawn("https://example.org/growth", .qrCode, growth: pixels).grade)
        for growth in [grade.growth.across, grade.growth.down] {
            #expect(abs(try #require(growth) - Double(2 * pixels) / 8) < 0.02)
        }
        #expect(try #require(grade.measured[.gridNonuniformity]).value < 0.03)
    }

    @Test func adviceNamesGrowthInMillimetres() throws {
        let advice = PrintGrade.matrix(try #require(try Drawn("GROWTH", .dataMatrix, growth: 2).grade)).advice(
            millimetres: 0.4)
        #expect(
            advice.contains { $0.hasPrefix("Dark modules are too wide by 0.5") && $0.contains(" of a module (0.2") },
            "\(advice)")
    }

    /// 9 pixels high, 8 wide: 1/8.5.
    @Test func aSymbolThatIsHigherThanWide() throws {
        let grade = try #require(try Drawn("QZ", .dataMatrix, height: 9).grade)
        #expect(abs(try #require(grade.measured[.axialNonuniformity]).value - 1 / 8.5) < 0.005)
        #expect(grade.measured[.axialNonuniformity]?.grade == Grade(1))
        #expect(PrintGrade.matrix(grade).advice().contains { $0.hasPrefix("The symbol is 12 % higher than wide.") })
    }

    /// ISO/IEC 18004: each damaged module of a finder pattern costs a grade.
    @Test(arguments: 1...4) func damageInAFinderPatternIsNamed(count: Int) throws {
        var drawn = try Drawn("https://example.org/a", .qrCode)
        for number in 0..<count { drawn.flip(row: 2 + number % 2, column: drawn.modules - 3 - number / 2) }
        let grade = try #require(drawn.grade)
        #expect(grade.measured[.fixedPatternDamage]?.grade == Grade(Double(4 - count)))
        #expect(grade.damaged.map(\.name) == ["top right finder pattern"])
        #expect(grade.measured[.unusedErrorCorrection]?.grade == .best)
        #expect(
            PrintGrade.matrix(grade).advice().contains { $0.hasPrefix("Damaged or pale: top right finder pattern.") })
    }

    /// Version 2 with level H has 28 check words, so one wrong codeword of 44 uses 1/14.
    @Test func wrongCodewordsUseErrorCorrection() throws {
        var drawn = try Drawn("https://example.org/a", .qrCode)
        let whole = try #require(drawn.grade)
        drawn.flip(row: drawn.modules - 1, column: drawn.modules - 1)
        let damaged = try #require(drawn.grade)
        #expect(whole.wrongCodewords.wrong == 0)
        #expect(damaged.wrongCodewords.wrong == 1)
        #expect(damaged.wrongCodewords.of == whole.wrongCodewords.of)
        #expect(try #require(damaged.measured[.unusedErrorCorrection]).value < 1)
        #expect(damaged.measured[.reflectanceMargin]?.value == 0)
        #expect(damaged.margins.count { $0 == 0 } == 1)
    }

    /// A compromised decoder may report any corners.
    @Test func anyCornersOfAnyPictureAreGradedOrLeft() throws {
        var random = SplitMix(state: 15415)
        for round in 0..<300 {
            let (width, height) = (Int.random(in: 1...120, using: &random), Int.random(in: 1...120, using: &random))
            let luma = (0..<width * height).map { _ in UInt8.random(in: 0...255, using: &random) }
            func number() -> Double {
                let ordinary = Double.random(in: -20...140, using: &random)
                guard round % 3 == 0 else { return ordinary }
                return [ordinary, .nan, .infinity, -.infinity, 1e300, 1e5, -0.0].randomElement(using: &random) ?? 0
            }
            func point() -> Point { Point(x: number(), y: number()) }
            let corners = Quadrilateral(topLeft: point(), topRight: point(), bottomRight: point(), bottomLeft: point())
            let symbology =
                PrintGrade.symbologies.sorted { $0.rawValue < $1.rawValue }.randomElement(using: &random) ?? .qrCode
            let symbol = Symbol(content: SymbolContent(symbology: symbology, text: "x"), corners: corners)
            if let grade = PrintGrade.of(symbol, in: luma.span, width: width, height: height) {
                #expect(0...4 ~= grade.grade.value)
            }
        }
    }
}

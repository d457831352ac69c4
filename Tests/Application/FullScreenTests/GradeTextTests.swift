import Encoding
import Frames
import Grading
import Screens
import Services
import Surface
import Symbols
import Testing
import Widgets

@testable import FullScreen

/// The screen of a code's print quality.
@Suite struct GradeTextTests {
    /// A drawn code, `scale` pixels a module, and its grade.
    private func graded(
        _ text: String, _ symbology: Symbology, scale: Int = 6, flipped: (row: Int, column: Int)? = nil,
        dark: UInt8 = 20
    ) throws -> GradedCode {
        let image = try SymbolEncoder.encode(text, as: symbology, quietZone: 12)
        let isLinear = symbology.traits.dimension == .linear
        let height = isLinear ? max(image.height, 60) : image.height
        let (width, rows) = (image.width * scale, height * scale)
        let pool = try FramePool(slots: 1)
        guard var draft = pool.draft(width: width, height: rows) else { throw CancellationError() }
        draft.withLuma { luma in
            for y in 0..<rows {
                for x in 0..<width {
                    let (column, row) = (x / scale, isLinear ? image.height / 2 : y / scale)
                    let isFlipped = flipped.map { row == $0.row + 12 && column == $0.column + 12 } ?? false
                    luma[y * width + x] = image.isDark(column, min(row, image.height - 1)) != isFlipped ? dark : 230
                }
            }
        }
        let frame = draft.finish(sequence: 0)
        let (left, right, bottom) = (
            Double(12 * scale), Double((image.width - 12) * scale), Double((height - 12) * scale)
        )
        let symbol = Symbol(
            content: SymbolContent(symbology: symbology, text: text),
            corners: Quadrilateral(
                topLeft: Point(x: left, y: left), topRight: Point(x: right, y: left),
                bottomRight: Point(x: right, y: bottom), bottomLeft: Point(x: left, y: bottom)))
        return GradedCode(symbol, in: frame, of: "camera")
    }

    private func lines(_ code: GradedCode, width: Int) -> [String] {
        GradeText(code).blocks(width: width, RenderContext(model: AppModel())).map { $0.label + $0.text }
    }

    @Test func modulesAreDrawnWithWhatIsWrong() throws {
        let code = try graded("https://example.org/a-longer-address-for-size", .qrCode, flipped: (12, 12))
        let wide = lines(code, width: 100)
        #expect(wide[0] == "QR Code  https://example.org/a-longer-address-for-size")
        #expect(wide[1].hasPrefix("A (4.0), estimated after ISO/IEC 15415"), "\(wide)")
        #expect(wide.contains("Symbol contrast    82 %  ████████ A (4.0)"), "\(wide)")
        let drawn = wide.drop { !$0.hasPrefix("Modules:") }.dropFirst()
        #expect(drawn.joined().count { $0 == "×" } == 2, "one module is two columns wide")
        #expect(drawn.first?.hasPrefix("██████████████  ") == true)
        #expect(lines(code, width: 36).contains("Symbol contrast    82 %  A (4.0)"))
        let narrow = lines(code, width: 40).drop { !$0.hasPrefix("Modules:") }.dropFirst()
        #expect(narrow.count == (drawn.count + 1) / 2)
        #expect(narrow.joined().count { $0 == "×" } == 1)
        #expect(lines(code, width: 20).contains { $0.hasSuffix("columns to be drawn.") })
    }

    @Test func theScanProfileOfALinearCodeIsDrawn() throws {
        let code = try graded("4012345678901", .ean13, dark: 140)
        let lines = lines(code, width: 80)
        #expect(lines[1].contains("estimated after ISO/IEC 15416"))
        #expect(lines.contains { $0.contains("Print with a darker ink.") }, "\(lines)")
        let drawn = lines.drop { !$0.hasPrefix("Reflectance along scan line") }.dropFirst()
        #expect(drawn.count == 8)
        #expect(drawn.allSatisfy { $0.count == 80 })
        #expect(drawn.last?.allSatisfy { $0 == "█" } == true, "even bars reflect half")
        let scanned = lines.drop { !$0.hasPrefix("Scan lines") }.dropFirst().prefix(10)
        #expect(scanned.count == 10)
        #expect(scanned.allSatisfy { $0.contains("▓") && $0.hasSuffix(" F (0.0)") }, "\(scanned)")
    }

    @Test func whatIsNotGradedSaysWhy() throws {
        let code = try graded("MICRO", .microPDF417)
        #expect(lines(code, width: 80).last == "Not graded: \(code.symbology) cannot be graded.")
    }
}

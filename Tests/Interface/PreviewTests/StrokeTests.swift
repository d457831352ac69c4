import Foundation
import Surface
import Testing

@testable import Preview

/// Lines over the picture are seen on every shade, and leave it as it is.
@Suite struct StrokeTests {
    private func stroke(over paper: Color, ink: Color, _ style: Style) -> Style {
        var canvas = Canvas(width: 1, height: 1)
        canvas.set(0, 0, "x", Style(ink, on: paper))
        canvas.stroke(0, 0, "│", style)
        return canvas.cells[0].style
    }

    /// As WCAG 2.1 has it, of a grey or a colour.
    private func luminance(_ color: Color) -> Double {
        guard case .rgb(let red, let green, let blue) = color else { return 0.2 }
        func linear(_ part: UInt8) -> Double {
            let share = Double(part) / 255
            return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    @Test(
        arguments: [(255, 255, 0), (0, 255, 0), (0, 205, 0), (255, 80, 80), (255, 255, 255)] as [(UInt8, UInt8, UInt8)])
    func aLineHasContrastToEveryShade(red: UInt8, green: UInt8, blue: UInt8) {
        for grey in stride(from: 0, through: 255, by: 5) {
            let shade = Color.rgb(UInt8(grey), UInt8(grey), UInt8(grey))
            let style = stroke(over: shade, ink: shade, Style(.rgb(red, green, blue)))
            let (a, b) = (luminance(style.foreground), luminance(style.background))
            #expect((max(a, b) + 0.05) / (min(a, b) + 0.05) >= 2, "on \(grey)")
        }
    }

    @Test func lightAndDarkShadesStay() {
        for grey: UInt8 in [0, 40, 60, 140, 200, 255] {
            let shade = Color.rgb(grey, grey, grey)
            #expect(stroke(over: shade, ink: shade, Style(.palette(11))).background == shade)
        }
    }

    @Test func whatIsNoPictureIsDrawnOnAsEver() {
        let style = Style(.palette(11), [.bold])
        #expect(stroke(over: .standard, ink: .palette(3), style) == style)
        let own = Style(.palette(11), on: .palette(1))
        #expect(stroke(over: .rgb(9, 9, 9), ink: .rgb(9, 9, 9), own) == own)
        var canvas = Canvas(width: 1, height: 1)
        canvas.stroke(-1, 0, "x", style)
        canvas.stroke(1, 0, "x", style)
        #expect(canvas.cells == [.blank])
    }
}

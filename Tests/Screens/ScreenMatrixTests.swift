import Surface
import Testing

@testable import Screens

/// Every screen in every plan of the layout with every kind of content: characters and styles.
@Suite struct ScreenMatrixTests {
    enum Content: String, CaseIterable {
        case empty, normal, long, wide, hostile

        /// What everything that comes from outside is called; nil for nothing there.
        var text: String? {
            switch self {
            case .empty: nil
            case .normal: "LOT-2026-00017"
            case .long: String(repeating: "A name without end and ", count: 12)
            case .wide: "日本語の長い名前 🇩🇪🇫🇷 👩‍👩‍👧 e\u{301}o\u{308} שלום עולם ｆｕｌｌ"
            case .hostile: "\u{1B}]0;x\u{7}\u{1B}[31mred\u{202E}evil\u{2066}\u{0}\u{9B}2J\r\n\t\u{200B}\u{E0041}end"
            }
        }
    }

    static let sizes = [(80, 24), (200, 60), (40, 12)]

    @Test(arguments: EveryScreen.Subject.allCases, Content.allCases)
    func isDrawnAsBefore(subject: EveryScreen.Subject, content: Content) throws {
        for (width, height) in Self.sizes {
            let model = EveryScreen.model(subject, content.text)
            var stack = EveryScreen.stack(subject, content.text)
            let context = Samples.context(model)
            var canvas = Canvas(width: width, height: height)
            stack.fit(canvas.bounds, context: context)
            stack.render(into: &canvas, context: context)
            expectIntact(canvas)
            try expectGolden(
                "matrix/\(subject.rawValue)-\(content.rawValue)-\(width)x\(height)",
                text: canvas.text + styles(of: canvas))
        }
    }

    /// Every cell holds one harmless character of its own width.
    private func expectIntact(_ canvas: Canvas) {
        for y in 0..<canvas.height {
            for x in 0..<canvas.width {
                let cell = canvas[x, y]
                for scalar in cell.character.unicodeScalars {
                    #expect(
                        scalar.value >= 0x20 && !(0x7F...0x9F ~= scalar.value)
                            && scalar.properties.generalCategory != .format)
                }
                if cell.columns == 2 { #expect(x + 1 < canvas.width && canvas[x + 1, y].columns == 0) }
                if cell.columns == 0 { #expect(x > 0 && canvas[x - 1, y].columns == 2) }
            }
        }
    }

    /// The styles, a letter each and a row of lengths for each row of cells: `12a 3b 65a`.
    private func styles(of canvas: Canvas) -> String {
        var letters: [Style: Character] = [:]
        var legend: [String] = []
        var rows: [String] = []
        for y in 0..<canvas.height {
            var runs: [(Character, Int)] = []
            for x in 0..<canvas.width {
                let style = canvas[x, y].style
                if letters[style] == nil {
                    let scalar = Unicode.Scalar(UInt32(UInt8(ascii: "a")) + UInt32(letters.count))
                    letters[style] = Character(scalar ?? "?")
                    let attributes = style.attributes.rawValue
                    legend.append("\(letters[style]!): \(style.foreground) on \(style.background) \(attributes)")
                }
                if runs.last?.0 == letters[style] {
                    runs[runs.count - 1].1 += 1
                } else {
                    runs.append((letters[style]!, 1))
                }
            }
            rows.append(runs.map { "\($0.1)\($0.0)" }.joined(separator: " "))
        }
        return "\n" + legend.joined(separator: "\n") + "\n" + rows.joined(separator: "\n") + "\n"
    }
}

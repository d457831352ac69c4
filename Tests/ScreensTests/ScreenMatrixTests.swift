import App
import Config
import Payloads
import Preview
import Surface
import Symbols
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

    enum Subject: String, CaseIterable {
        case scanner, inView = "in-view", history, scan, cameras, settings, help, log, palette, question, prompt, pick
    }

    static let sizes = [(80, 24), (200, 60), (40, 12)]

    @Test(arguments: Subject.allCases, Content.allCases)
    func isDrawnAsBefore(subject: Subject, content: Content) throws {
        for (width, height) in Self.sizes {
            let model = model(content, subject)
            var stack = stack(subject, content)
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

    private func stack(_ subject: Subject, _ content: Content) -> ScreenStack {
        var stack = ScreenStack(scanner: ScannerScreen())
        let text = content.text ?? ""
        switch subject {
        case .scanner, .inView: break
        case .history: stack.push(HistoryScreen())
        case .scan:
            let scan = Samples.scan(.qrCode, text)
            stack.push(
                ScanScreen(id: 7, scan: scan, payload: Payload.parse(scan.symbol.content), picture: content.text))
        case .cameras: stack.push(CamerasScreen())
        case .settings: stack.push(SettingsScreen())
        case .help: stack.push(HelpScreen(about: .scanner))
        case .log: stack.push(LogScreen())
        case .palette:
            _ = stack.handle(.character(":"), context: Samples.context)
            _ = stack.paste(text)
        case .question:
            stack.ask(
                Confirmation(
                    title: "Delete this scan for good?", lines: [.text(text), .strong(text), .warning(text)], yes: [],
                    weight: .grave))
        case .prompt: stack.ask(Prompt(title: "Export", hint: "A name. \(text)", text: text) { _ in [] })
        case .pick:
            stack.ask(
                Pick(
                    title: "Theme", hint: text,
                    options: ["dark", "light", "own"].map { Pick.Option($0, $0 + text, detail: text) },
                    selected: "light"
                ) { _ in [] })
        }
        return stack
    }

    private func model(_ content: Content, _ subject: Subject) -> AppModel {
        guard let text = content.text else {
            var model = AppModel()
            model.picture.interestBox = .standard
            model.settings.rows = settings(value: nil)
            return model
        }
        var model = Samples.model()
        model.source.title = text
        var rows: [HistoryRow] = []
        for number in 1...40 {
            let time = Samples.time.addingTimeInterval(-40000 * Double(number))
            rows.append(
                HistoryRow(
                    id: Int64(41 - number), time: time, symbology: .dataBarExpanded, summary: text, source: text))
        }
        model.history.replace(rows, total: 40)
        model.lastScan = LastScan(row: rows[0])
        model.picture.symbols = symbols(subject == .inView ? [.new, .known, .unkept, .awaiting] : [.new], text)
        model.cameras.cameras = [
            .init(name: "a", title: text, place: "/dev/video0  \(text)", isCurrent: true),
            .init(name: "b", title: text, place: "/dev/video2", problem: "/dev/video2 is in use by \(text)."),
        ]
        model.cameras.formats = [.init(text: "high", help: text, isCurrent: true)]
        model.cameras.controls = [
            .init(id: 1, key: "brightness", value: "12", range: text, fraction: 0.5),
            .init(id: 2, key: text, value: text, range: text, refusal: "inactive"),
        ]
        model.picture.interestBox = .standard
        model.settings = SettingsContent(path: text, text: "", rows: settings(value: .text(text)))
        model.settings.remarks = [text]
        model.log = LogContent(path: text, bytes: Array("one line\n\(text)\nanother".utf8), isCut: true)
        return model
    }

    private func symbols(_ states: [PictureModel.OutlinedSymbol.State], _ text: String) -> [PictureModel.OutlinedSymbol]
    {
        var symbols: [PictureModel.OutlinedSymbol] = []
        for (index, state) in states.enumerated() {
            let shift = Double(40 * index)
            let corners = Samples.corners.map { Point(x: $0.x + shift, y: $0.y) }
            symbols.append(
                PictureModel.OutlinedSymbol(
                    number: index + 1, corners: corners, state: state, symbology: .qrCode, summary: text))
        }
        return symbols
    }

    private func settings(value: SettingValue?) -> [SettingsContent.Row] {
        SettingsCatalog.items(commands: Features.commands, previews: PreviewRenderers.names).map { item in
            .init(item: item, value: item.id == SettingID("scanner", "source") ? value : nil, problem: nil)
        }
    }
}

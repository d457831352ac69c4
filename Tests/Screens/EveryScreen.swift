import Doors
import FullScreen
import Config
import Formats
import Passes
import Payloads
import Places
import Preview
import Surface
import Symbols
import Widgets

@testable import Screens

/// Every screen, with any text where something from outside is shown.
enum EveryScreen {
    enum Subject: String, CaseIterable {
        case scanner, inView = "in-view", history, scan, cameras, settings, help, log, palette, question, prompt, pick
        case door, doorReady = "door-ready", doorSetup = "door-setup"
        case issuing, pass
        case sessionSetup = "session-setup"
        case places
    }

    /// The stack of screens with that on top, which shows `text` wherever it can.
    static func stack(_ subject: Subject, _ content: String?) -> ScreenStack {
        var stack = ScreenStack(scanner: ScannerScreen())
        let text = content ?? ""
        switch subject {
        case .scanner, .inView: break
        case .history: stack.push(HistoryScreen())
        case .scan:
            let scan = Samples.scan(.qrCode, text)
            stack.push(
                ScanScreen(id: 7, scan: scan, payload: Payload.parse(scan.symbol.content), picture: content))
        case .cameras: stack.push(CamerasScreen())
        case .settings: stack.push(SettingsScreen())
        case .help: stack.push(HelpScreen(about: .scanner))
        case .log: stack.push(LogScreen())
        case .door, .doorReady: stack.push(DoorScreen())
        case .doorSetup: stack.push(DoorSetupScreen(begins: "2026-12-24 19:30"))
        case .sessionSetup:
            stack.push(SessionScreen(repeats: .each, earlier: content.map { [$0] } ?? []))
        case .places: stack.push(PlacesScreen())
        case .issuing: stack.push(IssueScreen(issueRequest(text)))
        case .pass:
            stack.push(
                ReportScreen(
                    title: text, PassReport([.init(pass(content), name: text), .init(pass(content, file: content))])))
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

    /// A running program in which everything that comes from outside is called `text`; nil for nothing there.
    static func model(_ subject: Subject, _ content: String?) -> AppModel {
        guard let text = content else {
            var model = AppModel()
            model.picture.interestBox = .standard
            model.settings.rows = settings(value: nil)
            if subject == .door || subject == .doorReady { model.door = DoorModel(event: "Movie night", door: "North") }
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
        model.door = door(subject, text)
        model.issuing.preview = IssuePreview(
            issueRequest(text), title: "The first pass",
            report: PassReport([.init(pass(text), hasVerdict: false)], remarks: [TextBlock(text, .warning)]),
            facts: [TextBlock(text, .strong)])
        let point = GeoPoint(latitude: 52.52, longitude: 13.405)
        // A name with control characters is that of no place: it cannot come from a file.
        let place = try? Place(id: "a", name: text, point: point, radius: 50, zone: text)
        model.places.rows = [place, try? Place(id: "b", name: "Quay", zone: "Below")].compactMap {
            $0.map { PlaceRow($0) }
        }
        (model.places.problem, model.places.isLocating) = (text, true)
        model.log = LogContent(path: text, bytes: Array("one line\n\(text)\nanother".utf8), isCut: true)
        return model
    }

    private static func issueRequest(_ text: String) -> IssueRequest {
        var request = IssueRequest()
        (request.template, request.guests, request.certificate) = (text, text, text)
        return request
    }

    /// A pass that nobody signed, and whose texts are all `text`, a file's name among them; a file that is none for nothing.
    private static func pass(_ text: String?, file: String? = nil) -> PassCheck {
        guard let text else { return PassCheck([], at: Samples.time) }
        let field: JSONValue = ["key": "a", "label": .string(text), "value": .string(text)]
        let json: JSONValue = [
            "formatVersion": 1, "organizationName": .string(text), "logoText": .string(text),
            "serialNumber": .string(text), "barcodes": [["format": "PKBarcodeFormatQR", "message": .string(text)]],
            "eventTicket": ["primaryFields": [field], "backFields": [field]],
        ]
        var bytes: [UInt8] = []
        json.write(into: &bytes)
        let package = PassPackage(files: ["pass.json": bytes, file ?? "icon.png": [1]])
        return PassCheck((try? package.archive(signature: [])) ?? [], at: Samples.time)
    }

    private static func door(_ subject: Subject, _ text: String) -> DoorModel {
        var door = DoorModel(event: text, door: text)
        (door.checker, door.inside, door.refused, door.guests) = (text, 412, 9, 500)
        door.recent = DoorOutcome.allCases.map {
            DoorSign($0, word: "ALREADY USED", lines: [text], time: Samples.time, ticket: text)
        }
        if subject == .door {
            door.sign = DoorSign(
                .enter, word: "WELCOME", seat: text, lines: [text, text], note: text, time: Samples.time, ticket: text)
        } else {
            door.problem = text
        }
        return door
    }

    private static func symbols(_ states: [PictureModel.OutlinedSymbol.State], _ text: String) -> [PictureModel
        .OutlinedSymbol]
    {
        var symbols: [PictureModel.OutlinedSymbol] = []
        for (index, state) in states.enumerated() {
            let shift = Double(40 * index)
            let corners = Samples.corners.map { Point(x: $0.x + shift, y: $0.y) }
            symbols.append(
                PictureModel.OutlinedSymbol(
                    number: index + 1, corners: corners, state: state,
                    id: state == .new || state == .known ? Int64(40 - index) : nil,
                    symbology: .qrCode, summary: text))
        }
        return symbols
    }

    private static func settings(value: SettingValue?) -> [SettingsContent.Row] {
        SettingsCatalog.items(commands: Features.commands, previews: PreviewRenderers.names).map { item in
            .init(item: item, value: item.id == SettingID("scanner", "source") ? value : nil, problem: nil)
        }
    }
}

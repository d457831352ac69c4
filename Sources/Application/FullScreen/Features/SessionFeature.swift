import Services
import Foundation
import History
import Screens
import Surface
import Symbols

extension Command {
    static let sessions = Command("session")
}

/// Sessions: named runs of scans, how they count, their check-lists; and codes that are looked for.
extension Feature {
    static let session = Feature(
        "Session",
        [
            FeatureCommand(
                .sessions, .on([.scanner, .history]), [.character("@")],
                "Begin, go on with or close a session; how what comes again counts; its check-list"
            ) { try $0.askSession() },
            FeatureCommand(
                onScreen: .findThis, .on([.history, .scan]), [.character("=")],
                "Ring when this code comes into view again; once more ends that"),
        ])
}

extension ScannerApp {
    private enum Choice {
        static let new = "new"
        static let none = "none"
        static let close = "close"
        static let repeats = "repeats"
        static let load = "load"
        static let show = "show"
        static let session = "session:"
    }

    /// Asks what to do with sessions.
    func askSession() throws {
        let current = records.keeping.current
        let sessions = try records.history.sessions()
        let open = sessions.first { $0.name == current.session }
        var options: [Pick.Option] = []
        if let open {
            options.append(
                .init(Choice.close, "Close “\(open.name)”", detail: "\(open.scans.scans), \(open.quantity) pieces"))
            options.append(.init(Choice.none, "Go on without a session", detail: "“\(open.name)” stays open"))
            options.append(.init(Choice.load, "Load a check-list …", detail: "what should be scanned, from a file"))
            options.append(.init(Choice.show, "Show the check-list", detail: "missing, surplus, complete"))
        }
        options.append(.init(Choice.new, "New session …", detail: "named, such as a shelf"))
        options.append(.init(Choice.repeats, "What comes again …", detail: "now: \(current.repeats.title)"))
        for session in sessions where session.name != current.session {
            let state = session.ended == nil ? "open" : "closed"
            options.append(
                .init(
                    Choice.session + session.name, "Go on with “\(session.name)”",
                    detail: "\(session.scans.scans), \(state)"))
        }
        display.stack.ask(
            Pick(
                title: open.map { "Session “\($0.name)”" } ?? "Sessions",
                hint: "Scans of a session belong together; session:\"NAME\" finds them.", options: options
            ) { [.history(.session(Self.effect($0)))] })
    }

    private static func effect(_ choice: String) -> SessionEffect {
        switch choice {
        case Choice.new: .askName
        case Choice.none: .leave
        case Choice.close: .close
        case Choice.repeats: .askRepeats
        case Choice.load: .askCheckList
        case Choice.show: .showCheckList
        default: .open(name: String(choice.dropFirst(Choice.session.count)))
        }
    }

    /// Does what was chosen.
    func perform(_ effect: SessionEffect) throws {
        switch effect {
        case .askName:
            display.stack.ask(
                Prompt(title: "New session", hint: "A name, such as Aisle 4.", text: "", content: .text) {
                    [.history(.session(.open(name: $0)))]
                })
        case .open(let name): openSession(name.trimmingCharacters(in: .whitespaces))
        case .leave: takeSession(nil)
        case .close: closeSession()
        case .askRepeats:
            display.stack.ask(
                Pick(
                    title: "A symbol that comes again",
                    options: ScanRepeats.allCases.map { .init($0.rawValue, $0.title, detail: $0.detail) },
                    selected: records.keeping.current.repeats.rawValue
                ) { [.history(.session(.setRepeats(ScanRepeats(rawValue: $0) ?? .each)))] })
        case .setRepeats(let repeats): setRepeats(repeats)
        case .askCheckList:
            display.stack.ask(
                Prompt(
                    title: "Check-list", hint: "A file: a code a line, or CSV of code, quantity, name.", text: ""
                ) { [.history(.session(.loadCheckList(path: $0)))] })
        case .loadCheckList(let path): loadCheckList(SaveTarget.resolved(path, name: ""))
        case .showCheckList: showCheckList()
        }
    }

    private func openSession(_ name: String) {
        if let obstacle = HistorySession.obstacle(toName: name) { return rejectAnswer(Trouble(obstacle)) }
        let history = records.history
        jobs.run {
            try history.openSession(called: name)
        } then: { [self] (result: Result<HistorySession, any Error>) in
            guard history === records.history else { return }
            switch result {
            case .success(let session):
                display.stack.acceptAnswer()
                takeSession(session)
                let before = session.scans == 0 ? "" : ", \(session.scans.scans) so far"
                show(Notice("Session “\(session.name)”\(before)"))
            case .failure(let error): rejectAnswer(error)
            }
        }
    }

    /// What is scanned from now on belongs to `session`, or to none.
    private func takeSession(_ session: HistorySession?) {
        var run = records.keeping.current
        run.session = session?.name
        run.fields = [:]
        if let session { run.repeats = session.repeats }
        records.keeping.current = run
        showSession()
        display.needsDrawing = true
    }

    private func closeSession() {
        guard let name = records.keeping.current.session else { return }
        let history = records.history
        jobs.run {
            guard let session = try history.session(called: name) else {
                return Notice("Nothing was scanned in “\(name)”")
            }
            try history.closeSession(session.id)
            return Notice("“\(name)” is closed: \(session.scans.scans), \(session.quantity) pieces")
        } then: { [self] (result: Result<Notice, any Error>) in
            if case .success = result, records.keeping.current.session == name { takeSession(nil) }
            show(result)
        }
    }

    private func setRepeats(_ repeats: ScanRepeats) {
        var run = records.keeping.current
        run.repeats = repeats
        records.keeping.current = run
        model.history.repeats = repeats
        show(Notice("A symbol that comes again: \(repeats.title)"))
        guard let name = run.session else { return }
        let history = records.history
        jobs.run {
            _ = try history.openSession(called: name, repeats: repeats)
        } then: { [self] (result: Result<Void, any Error>) in
            if case .failure(let error) = result { show(Notice("\(error)", isWarning: true)) }
            showSession()
        }
    }

    private func loadCheckList(_ path: String) {
        guard let name = records.keeping.current.session else { return }
        let history = records.history
        jobs.run {
            let items = try CheckListFile.items(at: path)
            try history.expect(items, in: history.openSession(called: name).id)
            return Notice("\(items.count) expected in “\(name)”")
        } then: { [self] (result: Result<Notice, any Error>) in
            switch result {
            case .success(let notice):
                display.stack.acceptAnswer()
                show(notice)
                showSession()
            case .failure(let error): rejectAnswer(error)
            }
        }
    }

    private func showCheckList() {
        guard let name = records.keeping.current.session else { return }
        let history = records.history
        jobs.run {
            try history.session(called: name).flatMap { try history.checkList(of: $0.id) }
        } then: { [self] (result: Result<CheckListProgress?, any Error>) in
            switch result {
            case .success(let list?):
                let lines = list.lines.map {
                    CheckListReport.Line(
                        text: $0.item.text, label: $0.item.label, expected: $0.item.quantity, scanned: $0.scanned)
                }
                display.stack.push(ReportScreen(title: "Check-list of “\(name)”", CheckListReport(lines)))
                display.needsDrawing = true
            case .success(nil): show(Notice("“\(name)” has no check-list: load one with @"))
            case .failure(let error): show(Notice("\(error)", isWarning: true))
            }
        }
    }
}

extension ScanRepeats {
    /// What people call it.
    var title: String {
        switch self {
        case .each: "each is a scan"
        case .count: "count"
        case .unique: "only new ones"
        }
    }

    fileprivate var detail: String {
        switch self {
        case .each: "a row of its own each time"
        case .count: "one more on the row that is there; a digit sets how many"
        case .unique: "no scan; says when it was scanned before"
        }
    }
}

import Config
import Files
import Foundation
import History
import Places
import Screens
import Services
import Surface
import Symbols

extension Command {
    static let sessions = Command("session")
    static let checkList = Command("check-list")
    static let resumeSession = Command("resume-session")
    static let repeatedCodes = Command("repeats")
}

/// Sessions: named runs of scans, how they count, their check-lists; and codes that are looked for.
final class SessionFeature: FeatureBase, Feature {
    static let purpose = "Session"
    static let contexts: [KeyContext] = [.sessionSetup]
    static let commands: [FeatureCommand<SessionFeature>] = [
        FeatureCommand(
            .sessions, [.scanner, .history], ["@", "W"],
            "Start, resume or close a session; show its check-list"
        ) { $0.askSession() }.inMenu("Sessions").found(by: "stock inventory count check-list missing surplus expected"),
        FeatureCommand(
            .checkList, [.scanner, .history], [], "Count scans against a check-list, or show what is missing"
        ) { $0.askSession(forCheckList: true) }.found(by: "stock inventory session missing surplus expected"),
        FeatureCommand(.resumeSession, [.scanner, .history], [], "Resume an earlier session") { $0.askResuming() },
        FeatureCommand(.repeatedCodes, [.scanner, .history], [], "Choose how to treat repeated codes") {
            $0.askRepeats()
        },
        FeatureCommand(
            onScreen: .back, [.sessionSetup], [.escape], label: "back", "Go back without a session"),
        FeatureCommand(
            onScreen: .startSession, [.sessionSetup], [.enter], label: "start", "Start or resume the session"),
        FeatureCommand(onScreen: .export, [.report], ["e"], label: "export", "Export the check-list as CSV"),
        FeatureCommand(
            onScreen: .findThis, [.scanner, .history, .scan], [],
            "Alert when this code reappears, or stop alerting"),
    ]

    /// What the codes that are looked for hold.
    private var wanted: Set<[UInt8]> = []

    func start() { showSession() }

    func apply(_ new: Settings, insteadOf old: Settings) -> String? {
        // A session has a value of its own.
        guard new.repeats != old.repeats, records.keeping.current.session == nil else { return nil }
        records.keeping.current.repeats = new.repeats
        model.history.repeats = new.repeats
        return nil
    }

    func follow(_ event: AppEvent) {
        switch event {
        case .session(let told):
            if let scan = told.scan { alarm(scan) }
            switch told {
            case .scan(_, .kept) where records.keeping.current.session != nil: showSession()
            case .scan(_, .counted), .scan(_, .known), .scan(_, .field): showSession()
            default: break
            }
        case .historyTaken, .runChanged: showSession()
        default: break
        }
    }

    /// - Parameter forCheckList: whether it is about the check-list alone; default false.
    private func askSession(forCheckList: Bool = false) {
        askHistory(holdsKeys: true) { [name = records.keeping.current.session] history in
            let sessions = try history.sessions()
            let open = sessions.first { $0.name == name }
            return (sessions, try open.flatMap { try history.checkList(of: $0.id) } != nil)
        } then: { [self] sessions, hasCheckList in
            guard let name = records.keeping.current.session else {
                return askNew(sessions, forCheckList: forCheckList)
            }
            if forCheckList { return perform(.session(hasCheckList ? .showCheckList : .askCheckList)) }
            ask(about: name, hasCheckList, among: sessions)
        }
    }

    /// Shows the form of a new session.
    ///
    /// - Parameter forCheckList: whether its check-list is typed first; default false.
    private func askNew(_ sessions: [HistorySession], forCheckList: Bool = false) {
        display.push(
            SessionScreen(
                repeats: records.keeping.current.repeats, earlier: sessions.map(\.name), beginsAtList: forCheckList))
    }

    /// Asks what to do with the session that is open, or which other one to resume.
    private func ask(about name: String, _ hasCheckList: Bool, among sessions: [HistorySession]) {
        let open = sessions.first { $0.name == name }
        var (options, effects): ([Pick.Option], [SessionEffect]) = ([], [])
        func offer(_ effect: SessionEffect, _ title: String, _ detail: String) {
            options.append(Pick.Option("\(effects.count)", title, detail: detail))
            effects.append(effect)
        }
        if hasCheckList { offer(.showCheckList, "Show the check-list", "missing, surplus, complete") }
        offer(.askCheckList, "Load a check-list …", "expected codes, from a file")
        offer(
            .askClosing, "Close “\(name)” …",
            open.map { "\($0.scans.scans), \($0.quantity.pieces)" } ?? "nothing scanned")
        offer(.leave, "Leave the session", "“\(name)” stays open")
        offer(.askNew, "New session …", "give it a name, such as a shelf")
        offer(.askRepeats, "Repeated codes …", "now: \(records.keeping.current.repeats.title)")
        for session in sessions where session.name != name {
            offer(.open(name: session.name), "Resume “\(session.name)”", Self.state(of: session))
        }
        pick("Session “\(name)”", options) { [effects] in Int($0).map { [.session(effects[$0])] } ?? [] }
    }

    /// Asks which of the earlier sessions to resume.
    private func askResuming() {
        askHistory(holdsKeys: true) {
            try $0.sessions()
        } then: { [self] sessions in
            let others = sessions.filter { $0.name != records.keeping.current.session }
            guard !others.isEmpty else { return show(Notice("There is no earlier session")) }
            pick("Resume which session?", others.map { .init($0.name, $0.name, detail: Self.state(of: $0)) }) {
                [.session(.open(name: $0))]
            }
        }
    }

    private static func state(of session: HistorySession) -> String {
        "\(session.scans.scans), \(session.ended == nil ? "open" : "closed")"
    }

    private func askRepeats() {
        pick(
            "Repeated codes", ScanRepeats.allCases.map { .init($0.rawValue, $0.title, detail: $0.detail) },
            selected: records.keeping.current.repeats.rawValue
        ) { [.session(.setRepeats(ScanRepeats(rawValue: $0) ?? .each))] }
    }

    /// Does what was chosen.
    func perform(_ effect: SessionEffect) {
        switch effect {
        case .askNew:
            askHistory(holdsKeys: true) {
                try $0.sessions()
            } then: { [self] in
                askNew($0)
            }
        case .start(let request): start(request)
        case .open(let name): openSession(name)
        case .leave: takeSession(nil)
        case .askClosing:
            guard let name = records.keeping.current.session else { return }
            display.stack.ask(
                Confirmation(
                    title: "Close “\(name)”?", lines: [.text("Its scans stay. It can be resumed later.")],
                    yes: [.session(.close)]))
        case .close: closeSession()
        case .askRepeats: askRepeats()
        case .setRepeats(let repeats): setRepeats(repeats)
        case .askCheckList:
            prompt("Check-list", hint: "A file with one code per line, or a CSV of text, quantity, name.", .path) {
                [.session(.loadCheckList(path: $0))]
            }
        case .loadCheckList(let path): loadCheckList(UserFolders.expanded(path))
        case .showCheckList: showCheckList()
        case .askReport(let name): askReport(of: name)
        case .writeReport(let name, let path, let overwrite): writeReport(of: name, to: path, overwrite: overwrite)
        case .toggleWanted(let ids): toggleWanted(ids)
        }
    }

    /// Starts or resumes what the form asks for: its check-list is read before anything is changed.
    private func start(_ request: SessionRequest) {
        if let obstacle = HistorySession.obstacle(toName: request.name) { return warn(obstacle) }
        let path = request.checkList.isEmpty ? nil : UserFolders.expanded(request.checkList)
        let usual = records.keeping.current.repeats
        askHistory(holdsKeys: true) { history in
            let items = try path.map { try CheckListFile.items(at: $0) }
            let isNew = try history.session(called: request.name) == nil
            let session = try history.openSession(
                called: request.name, repeats: request.repeats ?? (isNew ? usual : nil))
            if let items { try history.expect(items, in: session.id) }
            return (session, items?.map(\.quantity).reduce(0, +))
        } then: { [self] session, expected in
            if display.stack.context == .sessionSetup { display.stack.pop() }
            takeSession(session)
            showStarted(session, expected)
        }
    }

    private func showStarted(_ session: HistorySession, _ expected: Int? = nil) {
        let before = session.scans == 0 ? "" : ", \(session.scans.scans) so far"
        show(Notice("Session “\(session.name)”\(before)" + (expected.map { ", \($0.pieces) expected" } ?? "")))
    }

    private func openSession(_ name: String) {
        askHistory {
            try $0.openSession(called: name)
        } then: { [self] session in
            takeSession(session)
            showStarted(session)
        }
    }

    /// What is scanned from now on belongs to `session`, or to none.
    private func takeSession(_ session: HistorySession?) {
        var run = records.keeping.current
        if let session, session.name != run.session { warnOfCodesInView(in: session.name) }
        run.session = session?.name
        // The place stays: it is not the session's.
        run.fields = run.fields.filter { [Location.placeField, Location.shelfField].contains($0.key) }
        if let session { run.repeats = session.repeats }
        records.keeping.current = run
        showSession()
    }

    /// What is in view was scanned before a session that begins: it counts once it is shown again, however soon.
    private func warnOfCodesInView(in name: String) {
        scanning.session?.countAgain()
        let shown = model.picture.symbols.filter { $0.state != .awaiting }
        guard let first = shown.first else { return }
        let (what, it) = shown.count == 1 ? ("“\(first.summary)” was", "it") : ("\(shown.count) codes were", "them")
        warn(
            "Not counted: \(what) in view before “\(name)” began. Take \(it) away and show \(it) again to count \(it).")
    }

    private func closeSession() {
        guard let name = records.keeping.current.session else { return }
        askHistory { history -> Notice in
            guard let session = try history.session(called: name) else {
                return Notice("Nothing was scanned in “\(name)”")
            }
            try history.closeSession(session.id)
            return Notice("“\(name)” is closed: \(session.scans.scans), \(session.quantity.pieces)")
        } then: { [self] notice in
            if records.keeping.current.session == name { takeSession(nil) }
            show(notice)
        }
    }

    private func setRepeats(_ repeats: ScanRepeats) {
        var run = records.keeping.current
        run.repeats = repeats
        records.keeping.current = run
        model.history.repeats = repeats
        show(Notice("Repeated codes: \(repeats.title)"))
        guard let name = run.session else { return }
        askHistory {
            _ = try $0.openSession(called: name, repeats: repeats)
        } then: { [self] in
            showSession()
        }
    }

    // MARK: - How far it is

    func showSession() {
        let run = records.keeping.current
        model.history.repeats = run.repeats
        guard let name = run.session else { return model.history.session = nil }
        askHistory { history in
            let session = try history.session(called: name)
            return (session, try session.flatMap { try history.checkList(of: $0.id) })
        } failed: { _ in
            // It is shown as it was; the next scan asks again.
        } then: { [self] (session, list) in
            guard name == records.keeping.current.session else { return }
            var shown = SessionModel(name: name)
            shown.quantity = session?.quantity ?? 0
            shown.fields = records.keeping.current.fields
            let lines = list.map(Self.lines)
            shown.checkList = lines.map { CheckListModel($0) }
            shown.lastLine = model.lastScan?.content?.text.flatMap { text in lines?.first { $0.text == text } }
            model.history.session = shown
        }
    }

    // MARK: - Codes that are looked for

    /// Rings when scans like these come into view, or not any more where all of them were looked for.
    private func toggleWanted(_ ids: [Int64]) {
        askHistory(holdsKeys: true) {
            try $0.entries(of: .ids(ids)).map(\.scan.symbol.content.bytes)
        } then: { [self] contents in
            guard !contents.isEmpty else { throw UserError("This scan is no longer in the history") }
            if contents.allSatisfy(wanted.contains) {
                wanted.subtract(contents)
                show(
                    Notice(
                        wanted.isEmpty
                            ? "Alert removed" : "Still watching for \(wanted.count) codes"))
            } else {
                wanted.formUnion(contents)
                let what = contents.count == 1 ? "this code comes" : "one of these codes comes"
                show(Notice("An alert sounds when \(what) into view"))
            }
        }
    }

    /// Rings where a code that is looked for has come into view.
    private func alarm(_ scan: Scan) {
        guard wanted.contains(scan.symbol.content.bytes) else { return }
        perform(.signal(.give(.bellAndFlash, isNew: false)))
        warn("FOUND: \(HistoryRow(id: 0, scan: scan).summary)", seconds: 20)
    }
}

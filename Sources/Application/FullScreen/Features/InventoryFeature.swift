import Config
import Files
import Formats
import Foundation
import Inventory
import Lookup
import Payloads
import Screens
import Services
import Surface
import Symbols

/// Inventory servers: each scan acts on the one that the user has chosen, and the server's answer is shown beside the scan.
final class InventoryFeature: FeatureBase, Feature {
    static let purpose = "Collections"
    static let commands: [FeatureCommand<InventoryFeature>] = [
        FeatureCommand(.inventory, [.scanner, .history], [], "Act on an inventory server with each scan, or stop") {
            $0.askServer()
        }.found(by: "grocy consume add stock homebox inventree part-db spoolman snipe-it barcode buddy link unknown")
    ]

    /// What sends, by the names of servers; begun when first needed.
    private var workers: [String: InventoryWorker] = [:]
    /// The servers of the settings, by their names; nil until they are read.
    private var servers: [String: InventoryServer]?
    private var shownProblems: [String: String] = [:]
    /// When the last digit of a quantity was typed.
    private var digitTime: ContinuousClock.Instant?

    /// Digits that are typed within this time make one number.
    private static let digitPause = Duration.seconds(2)

    func start() {
        // What waits is sent, whether or not scans act on a server in this run.
        guard !settings.inventory.isEmpty, Folder.contains(app.start.inventory) else { return }
        withServers(holdsKeys: false) { [self] servers in
            for server in servers.values { _ = worker(server) }
        }
    }

    func follow(_ event: AppEvent) {
        if case .historyTaken = event {
            model.inventory.listsScans = !records.viewsOther
        }
        guard case .session(.scan(let scan, let fate)) = event, model.door == nil,
            let mode = model.inventory.mode
        else { return }
        switch fate {
        case .kept, .counted, .known, .waiting: act(on: scan.symbol.content, fate.id, mode)
        // Kinds that are not saved hold secrets as a rule.
        case .leftOut, .keptLater, .field, .seen: break
        }
    }

    func perform(_ effect: InventoryEffect) {
        switch effect {
        case .ask(let name): askAction(of: name)
        case .choose(let server, let action, let values, let code): choose(server, action, values, code)
        case .stop:
            (model.inventory.mode, model.inventory.quantity) = (nil, nil)
            show(Notice("Scans no longer act on an inventory server"))
        case .act(let mode, let code, let quantity, let scan): send(mode, code, quantity, scan)
        case .askQuantity:
            prompt(
                "Quantity of the next scan", hint: "A number such as 2 or 0.5.", text: model.inventory.quantity ?? ""
            ) { [.inventory(.setQuantity($0))] }
        case .digit(let digit): type(digit)
        case .setQuantity(let text): setQuantity(text.trimmingBlanks)
        case .undo: undo()
        case .askOpen(let name): askOpen(on: name)
        case .askAbout(let act): ask(about: act)
        case .retry(let act): existingWorker(of: act)?.take(.retry(act.id))
        case .drop(let act): existingWorker(of: act)?.take(.drop(act.id))
        }
    }

    func apply(_ settings: Settings, insteadOf old: Settings) -> String? {
        guard settings.inventory != old.inventory else { return nil }
        // What is under way is answered yet: cut off, it would be in doubt.
        for worker in workers.values { worker.retire() }
        (workers, servers, model.inventory.open) = ([:], nil, [])
        if let mode = model.inventory.mode, !settings.inventory.contains(where: { $0.name == mode.server }) {
            perform(.stop)
        }
        return nil
    }

    func finish(within patience: Duration) -> String? {
        // What is under way would be in doubt if it were cut off at once.
        let end = ContinuousClock.now + patience
        for worker in workers.values {
            let left = max(.zero, end - .now)
            worker.stop(atMost: left, grace: left / 2)
        }
        return nil
    }

    // MARK: - Acting

    private func act(on content: SymbolContent, _ scan: Int64?, _ mode: InventoryMode) {
        guard let code = content.text else { return warn("Binary content is not sent to \(mode.server)") }
        let kind = Payload.parse(content).kind
        guard !kind.mayHoldSecret else {
            return warn("\(kind.title): not sent to \(mode.server), it may hold a secret")
        }
        let quantity = model.inventory.quantity ?? "1"
        model.inventory.quantity = nil
        guard let question = mode.confirmation else { return send(mode, code, quantity, scan) }
        guard display.stack.question == nil else {
            return warn("\(mode.title) was not done with \(shown(code)): answer the question first, then scan it again")
        }
        display.stack.ask(
            Confirmation(
                title: "\(mode.title): \(shown(code))?", lines: [.text(question)],
                yes: [.inventory(.act(mode, code: code, quantity: quantity, scan: scan))], weight: .grave))
    }

    private func shown(_ code: String) -> String { SafeText.visible(code.singleLine(limit: 40)) }

    private func send(_ mode: InventoryMode, _ code: String, _ quantity: String, _ scan: Int64?) {
        let request = InventoryAct.Request(
            server: mode.server, action: mode.action, code: code, quantity: quantity, values: mode.values)
        withServer(mode.server) { [self] server in worker(server).take(.act(request, scan: scan)) }
    }

    private func undo() {
        guard let act = model.inventory.undoable.popLast() else { return show(Notice("Nothing to undo")) }
        withServer(act.request.server) { [self] server in worker(server).take(.undo(act.id)) }
    }

    // MARK: - The quantity

    private func type(_ digit: Character) {
        let isNext = digitTime.map { app.now - $0 < Self.digitPause } ?? false
        digitTime = app.now
        let typed = (isNext ? model.inventory.quantity ?? "" : "") + String(digit)
        guard typed != "0" else { return }
        model.inventory.quantity = String(typed.prefix(6))
        show(Notice("Next scan: ×\(typed.prefix(6))"))
    }

    private func setQuantity(_ text: String) {
        guard InventoryServer.isDecimal(text), !text.hasPrefix("-") else {
            return display.rejectAnswer(UserError("A quantity is a number such as 2 or 0.5"))
        }
        display.stack.acceptAnswer()
        model.inventory.quantity = text == "1" ? nil : text
    }

    // MARK: - Servers and workers

    /// Reads the servers of the settings, with their profiles, beside the loop.
    private func withServers(holdsKeys: Bool = true, _ next: @escaping ([String: InventoryServer]) -> Void) {
        if let servers { return next(servers) }
        runJob(holdsKeys: holdsKeys) { [settings] in
            InventoryServers(settings)
        } then: { [self] found in
            if let problem = found.problems.first { warn(problem) }
            let all = Dictionary(found.servers.map { ($0.name, $0) }) { first, _ in first }
            servers = all
            next(all)
        }
    }

    private func withServer(_ name: String, _ next: @escaping (InventoryServer) -> Void) {
        withServers { [self] servers in
            guard let server = servers[name] else { return warn("There is no inventory server \(name)") }
            next(server)
        }
    }

    private func worker(_ server: InventoryServer) -> InventoryWorker {
        if let worker = workers[server.name] { return worker }
        let news = jobs.forward { [unowned self] (name: String) in takeNews(of: name) }
        let path = app.start.inventory
        let worker = InventoryWorker(onNews: { news(server.name) }) {
            InventoryWork(InventoryServers.engine(server, try InventoryServers.store(path)))
        }
        workers[server.name] = worker
        return worker
    }

    private func existingWorker(of act: InventoryAct) -> InventoryWorker? { workers[act.request.server] }

    private func takeNews(of name: String) {
        guard let worker = workers[name] else { return }
        if let problem = worker.problem, problem != shownProblems[name] { warn(problem) }
        shownProblems[name] = worker.problem
        for news in worker.takeNews() {
            switch news {
            case .added(let act, let scan):
                if let scan { model.inventory.add(act, scan: scan) }
                if act.request.undoes == nil, isUndoable(act) {
                    model.inventory.addUndoable(act)
                }
            case .changed(let act): tell(act)
            case .refused(let problem, _): warn(problem)
            }
        }
        let queue = worker.queue
        for act in queue { model.inventory.change(act) }
        model.inventory.open =
            (model.inventory.open.filter { $0.request.server != name } + queue).sorted { $0.id > $1.id }
        display.needsDrawing = true
    }

    private func isUndoable(_ act: InventoryAct) -> Bool {
        servers?[act.request.server]?.profile.action(act.request.action)?.changes ?? false
    }

    /// Shows what became of an act: beside its scan, and where that is not in sight or somebody must know, in a line.
    private func tell(_ act: InventoryAct) {
        model.inventory.change(act)
        if [.unknown, .failed, .dropped, .undone].contains(act.state) {
            model.inventory.undoable.removeAll { $0.id == act.id }
        }
        if act.request.undoes != nil {
            if act.state != .done { warn("Undoing \(act.request.action): \(act.outcome)") }
            return
        }
        switch act.state {
        case .undone: show(Notice("Undone: \(act.request.action), \(act.name ?? shown(act.request.code))"))
        case .dropped: show(Notice(act.outcome))
        case .done:
            if let scan = model.inventory.scan(of: act.id), scan == model.lastScan?.row.id { break }
            show(Notice("\(act.request.server): \(act.outcome)"))
        case .unknown, .failed, .doubtful:
            LogFile.write("\(act.request.server):act \(act.id) \(act.state.rawValue): see `quietzone inventory queue`")
            warn("\(act.request.server): \(act.outcome)")
        case .waiting, .sending: break
        }
    }

    // MARK: - Questions

    private func askServer() {
        guard !settings.inventory.isEmpty else {
            return show(Notice("No inventory servers: add [inventory.NAME] to the settings"))
        }
        withServers { [self] servers in
            if servers.count == 1, let server = servers.values.first { return askAction(of: server.name) }
            pick(
                "Inventory servers",
                servers.values.sorted { $0.name < $1.name }.map { server in
                    .init(server.name, server.name, detail: server.profile.title)
                }
            ) { [.inventory(.ask(server: $0))] }
        }
    }

    private func askAction(of name: String) {
        withServer(name) { [self] server in
            // Its queue is shown, too.
            _ = worker(server)
            // The secret is in a file.
            runJob(holdsKeys: true) {
                server.obstacle
            } then: { [self] obstacle in
                askAction(of: server, obstacle: obstacle)
            }
        }
    }

    private func askAction(of server: InventoryServer, obstacle: String?) {
        let (name, mode) = (server.name, model.inventory.mode)
        let open = model.inventory.open.filter { $0.request.server == name }
        var options: [Pick.Option] = []
        if let mode { options.append(.init("stop", "Stop", detail: "scans no longer act on \(mode.server)")) }
        if !open.isEmpty { options.append(.init("open", "Open on \(name)", detail: Self.words(open))) }
        options += server.profile.actions.map { action in
            let isOn = mode?.server == name && mode?.action == action.name
            let needs = action.needs.keys.sorted().filter { server.settings.values[$0]?.isEmpty ?? true }
            let detail = needs.isEmpty ? "" : "asks for \(needs.joined(separator: ", "))"
            return .init("=" + action.name, action.title, detail: isOn ? "each scan does this" : detail)
        }
        pick("\(server.profile.title): what should each scan do?", hint: obstacle ?? "", options) { id in
            switch id {
            case "stop": [.inventory(.stop)]
            case "open": [.inventory(.askOpen(server: name))]
            default: [.inventory(.choose(server: name, action: String(id.dropFirst()), values: [:], code: nil))]
            }
        }
    }

    /// Takes an action; what it needs and nobody has set is asked for, one after the other.
    private func choose(_ name: String, _ actionName: String, _ values: [String: String], _ code: String?) {
        withServer(name) { [self] server in
            guard let action = server.profile.action(actionName) else { return }
            let missing = action.needs.keys.sorted().first {
                (values[$0] ?? server.settings.values[$0])?.isEmpty ?? true
            }
            if let missing {
                return prompt("\(action.title): \(missing)", hint: "Enter \(action.needs[missing] ?? missing).") {
                    typed in
                    var values = values
                    values[missing] = typed.trimmingBlanks
                    return [.inventory(.choose(server: name, action: actionName, values: values, code: code))]
                }
            }
            display.stack.acceptAnswer()
            let mode = InventoryMode(
                server: name, action: actionName, title: action.title, values: values,
                confirmation: action.confirmation)
            if let code { return send(mode, code, "1", nil) }
            _ = worker(server)
            (model.inventory.mode, model.inventory.quantity) = (mode, nil)
            show(Notice("\(action.title): scan now. Type a digit to set the quantity of the next scan"))
        }
    }

    private static func words(_ open: [InventoryAct]) -> String {
        let states: [(InventoryAct.State, String)] = [
            (.waiting, "to send"), (.doubtful, "in doubt"), (.failed, "failed"), (.unknown, "not known there"),
        ]
        return states.compactMap { state, words in
            let count = open.count { $0.state == state }
            return count == 0 ? nil : "\(count) \(words)"
        }.joined(separator: ", ")
    }

    private func askOpen(on name: String) {
        let open = model.inventory.open.filter { $0.request.server == name }
        guard !open.isEmpty else { return show(Notice("Nothing is open on \(name)")) }
        var acts: [String: InventoryAct] = [:]
        for act in open { acts[String(act.id)] = act }
        pick(
            "Open on \(name)",
            open.map { .init(String($0.id), $0.name ?? shown($0.request.code), detail: $0.line) }
        ) { [acts] in acts[$0].map { [.inventory(.askAbout($0))] } ?? [] }
    }

    private func ask(about act: InventoryAct) {
        let isUnknown = act.state == .unknown
        let code = act.request.code
        let number = ProductNumber(Payload.parse(SymbolContent(symbology: .ean13, text: code)))
        let link = servers?[act.request.server]?.profile.action("link")
        var options: [Pick.Option] = []
        if isUnknown, let link { options.append(.init("link", link.title, detail: "then try again")) }
        if isUnknown, number != nil { options.append(.init("look-up", "Look it up", detail: "what product it is")) }
        options.append(
            .init(
                "retry", act.state == .waiting ? "Try now" : "Try again",
                detail: act.state == .doubtful ? "only if \(act.request.server) has not done it" : ""))
        options.append(.init("drop", "Drop it"))
        pick(
            act.name ?? shown(code), hint: "\(act.line.prefix(1).uppercased() + act.line.dropFirst())", options
        ) { choice in
            switch choice {
            case "link":
                [.inventory(.choose(server: act.request.server, action: "link", values: [:], code: code))]
            case "look-up": number.map { [.lookup(.ask($0))] } ?? []
            case "retry": [.inventory(.retry(act))]
            default: [.inventory(.drop(act))]
            }
        }
    }
}

import Config
import Files
import Formats
import Foundation
import Inventory
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
    private(set) var servers: [String: InventoryServer]?
    private var shownProblems: [String: String] = [:]
    /// When the last digit of a quantity was typed.
    private var digitTime: ContinuousClock.Instant?

    /// Digits that are typed within this time make one number.
    private static let digitPause = Duration.seconds(2)

    func start() {
        // What waits is sent, whether or not scans act on a server in this run.
        guard !settings.inventory.isEmpty else { return }
        runJob { [path = app.start.inventory] in
            Folder.contains(path)
        } then: { [self] isUsed in
            guard isUsed else { return }
            withServers(holdsKeys: false) { [self] servers in
                for server in servers.values { _ = worker(server) }
            }
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
        let waiting = workers.values.flatMap(\.queue).count { [.waiting, .sending].contains($0.state) }
        guard waiting > 0 else { return nil }
        let what =
            waiting == 1
            ? "1 request to an inventory server is waiting" : "\(waiting) requests to inventory servers are waiting"
        return "\(what): the next start sends \(waiting == 1 ? "it" : "them"), or `quietzone inventory queue --send`"
    }

    // MARK: - Acting

    private func act(on content: SymbolContent, _ scan: Int64?, _ mode: InventoryMode) {
        guard let code = content.text else { return warn("Binary content is not sent to \(mode.server)") }
        let kind = Payload.parse(content).kind
        guard !kind.mayHoldSecret else {
            return warn("\(kind.title): not sent to \(mode.server), it may hold a secret")
        }
        if mode.confirmation != nil, display.stack.question != nil {
            return warn("\(mode.title) was not done with \(shown(code)): answer the question first, then scan it again")
        }
        let quantity = model.inventory.quantity ?? "1"
        model.inventory.quantity = nil
        guard let question = mode.confirmation else { return send(mode, code, quantity, scan) }
        display.stack.ask(
            Confirmation(
                title: "\(mode.title): \(shown(code))?", lines: [.text(question)],
                yes: [.inventory(.act(mode, code: code, quantity: quantity, scan: scan))], weight: .grave))
    }

    func shown(_ code: String) -> String { SafeText.visible(code.singleLine(limit: 40)) }

    func send(_ mode: InventoryMode, _ code: String, _ quantity: String, _ scan: Int64?) {
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
    func withServers(holdsKeys: Bool = true, _ next: @escaping ([String: InventoryServer]) -> Void) {
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

    func withServer(_ name: String, _ next: @escaping (InventoryServer) -> Void) {
        withServers { [self] servers in
            guard let server = servers[name] else { return warn("There is no inventory server \(name)") }
            next(server)
        }
    }

    func worker(_ server: InventoryServer) -> InventoryWorker {
        if let worker = workers[server.name] { return worker }
        let news = jobs.forward { [unowned self] (name: String) in takeNews(of: name) }
        let path = app.start.inventory
        let worker = InventoryWorker(onNews: { news(server.name) }) {
            InventoryWork { () throws(UserError) in InventoryServers.engine(server, try InventoryServers.store(path)) }
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
}

import Formats
import Inventory
import Lookup
import Payloads
import Screens
import Surface
import Symbols

/// What the user is asked of inventory servers: which one, what each scan should do there, what becomes of unfinished acts.
extension InventoryFeature {
    func askServer() {
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

    func askAction(of name: String) {
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
        if !open.isEmpty { options.append(.init("open", "Unfinished on \(name)", detail: Self.words(open))) }
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
    func choose(_ name: String, _ actionName: String, _ values: [String: String], _ code: String?) {
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

    func askOpen(on name: String) {
        let open = model.inventory.open.filter { $0.request.server == name }
        guard !open.isEmpty else { return show(Notice("Nothing is unfinished on \(name)")) }
        var acts: [String: InventoryAct] = [:]
        for act in open { acts[String(act.id)] = act }
        pick(
            "Unfinished on \(name)",
            open.map { .init(String($0.id), $0.name ?? shown($0.request.code), detail: $0.line) }
        ) { [acts] in acts[$0].map { [.inventory(.askAbout($0))] } ?? [] }
    }

    func ask(about act: InventoryAct) {
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

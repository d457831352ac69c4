import ArgumentParser
import Config
import Files
import Glibc
import Inventory
import Services

struct InventoryActCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "act", abstract: "Run an action on a server for each code.",
        discussion: """
            Prints for each code the request's number, the server, the action and the outcome. A request that cannot be sent now waits, \
            even across restarts. A request that got no answer is in doubt and is not sent again; see `quietzone inventory queue`.

              quietzone inventory act home add 4006381333931 -n 3 \\
                --set best-before=2027-01-31
              quietzone watch | quietzone inventory act home consume -

            Exit status: 0 everything was done, 1 the server does not know a code, 2 an error occurred, or a request is waiting.
            """)

    @Argument(help: ArgumentHelp("The server's name in the settings.", valueName: "SERVER"))
    var server: String

    @Argument(help: ArgumentHelp("The action; `quietzone inventory list` lists them.", valueName: "ACTION"))
    var action: String

    @Argument(help: ArgumentHelp("Codes, or - for standard input, one per line.", valueName: "CODE"))
    var codes: [String] = []

    @Option(name: [.customShort("n"), .long], help: ArgumentHelp("How many, or how much.", valueName: "N"))
    var quantity = "1"

    @Option(
        help: ArgumentHelp("Set a field of the action, such as location=3. May be repeated.", valueName: "FIELD=VALUE"))
    var set: [String] = []

    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    @Option(help: ArgumentHelp("Wait this many seconds for the server.", valueName: "S"))
    var wait = 30.0

    @Flag(help: "Print a JSON object for each code.")
    var json = false

    func validate() throws {
        guard 0...3600 ~= wait else { throw ValidationError("--wait must be a number of seconds up to 3600") }
        guard !codes.isEmpty || isatty(STDIN_FILENO) == 0 else {
            throw ValidationError("add a code, or - for standard input")
        }
    }

    func run() throws {
        let server = try InventoryServers(Settings.load()).named(server)
        let engine = InventoryServers.engine(server, try InventoryServers.store())
        let action = try engine.action(action)
        var values: [String: String] = [:]
        for assignment in set {
            let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw UserError("\(UserError.quoted(assignment)): use --set FIELD=VALUE")
            }
            values[String(parts[0])] = String(parts[1])
        }
        _ = try server.values(for: action, values)
        if let question = action.confirmation, !yes {
            try HistoryQuestion.confirm("\(question) Go on?", doing: action.name, refusal: "nothing was sent")
        }
        var (hasUnknown, hasTrouble) = (false, false)
        try LookupNumbers.forEach(codes) { code in
            do {
                let act = try engine.add(action.name, code: code, quantity: quantity, values: values)
                let end = try InventoryPrinting.finish(act, engine, until: .now + .seconds(wait))
                InventoryPrinting.print(end, json: json)
                hasUnknown = hasUnknown || end.state == .unknown
                hasTrouble = hasTrouble || ![.done, .unknown].contains(end.state)
            } catch let error as UserError {
                Output.complain("\(error)")
                hasTrouble = true
            }
        }
        if hasTrouble { throw ExitCode.trouble }
        if hasUnknown { throw ExitCode.nothingRead }
    }
}

struct InventoryUndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Undo a request: the newest one, or another by its number.")

    @Argument(help: ArgumentHelp("The request's number, as `act` prints it.", valueName: "ID"))
    var id: Int64?

    @Option(help: ArgumentHelp("Wait this many seconds for the server.", valueName: "S"))
    var wait = 30.0

    @Flag(help: "Print a JSON object.")
    var json = false

    func run() throws {
        let store = try InventoryServers.store()
        let servers = InventoryServers(Settings.load())
        let act: InventoryAct
        if let id {
            guard let found = try store.act(id) else { throw UserError("there is no request \(id)") }
            act = found
        } else {
            let newest = try store.acts([.done, .waiting], limit: 100)
            guard let found = newest.first(where: { canBeUndone($0, servers) }) else {
                throw UserError("there is nothing to undo")
            }
            act = found
        }
        let engine = InventoryServers.engine(try servers.named(act.request.server), store)
        guard let undoing = try engine.undo(act.id) else {
            return InventoryPrinting.print(try store.act(act.id) ?? act, json: json)
        }
        let end = try InventoryPrinting.finish(undoing, engine, until: .now + .seconds(wait))
        InventoryPrinting.print(end, json: json)
        if end.state != .done { throw ExitCode.trouble }
    }

    /// Whether an act has changed something, or is going to, that its server can take back.
    private func canBeUndone(_ act: InventoryAct, _ servers: InventoryServers) -> Bool {
        guard act.request.undoes == nil,
            let action = try? servers.named(act.request.server).profile.action(act.request.action)
        else { return false }
        return action.undo != nil || act.state == .waiting
    }
}

struct InventoryQueueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue", abstract: "List requests that wait, are in doubt or failed; send, retry or drop them.",
        discussion: """
            A request in doubt was sent, but got no answer. Check the server: if it was carried out, drop the request; if not, retry it.

            Exit status: 0 the queue is empty, 1 requests are still waiting, 2 an error occurred.
            """)

    @Flag(help: "Also list requests that were done, undone or dropped, and codes that the server does not know.")
    var all = false

    @Flag(help: "Send waiting requests.")
    var send = false

    @Flag(help: "Retry these requests, which are in doubt or failed.")
    var retry = false

    @Flag(help: "Drop these requests.")
    var drop = false

    @Option(help: ArgumentHelp("With --send or --retry: wait this many seconds for the servers.", valueName: "S"))
    var wait = 30.0

    @Flag(help: "Print a JSON object for each request.")
    var json = false

    @Argument(help: ArgumentHelp("The requests, with --retry and --drop.", valueName: "ID"))
    var ids: [Int64] = []

    func validate() throws {
        if [send, retry, drop].count(where: { $0 }) > 1 {
            throw ValidationError("use only one of --send, --retry and --drop")
        }
        if ids.isEmpty == (retry || drop) { throw ValidationError("--retry and --drop require numbers of requests") }
    }

    func run() throws {
        let store = try InventoryServers.store()
        let servers = InventoryServers(Settings.load())
        servers.problems.forEach { Output.complain($0) }
        for id in ids {
            guard let act = try store.act(id) else { throw UserError("there is no request \(id)") }
            let engine = InventoryServers.engine(try servers.named(act.request.server), store)
            guard try retry ? engine.retry(id) : engine.drop(id) else {
                throw UserError("request \(id) is \(act.state.rawValue)")
            }
        }
        if send || retry {
            let end = ContinuousClock.now + .seconds(wait)
            for server in servers.servers {
                let engine = InventoryServers.engine(server, store)
                // One that is being sent is in doubt if its program has ended; that is found in the same way.
                while let last = try store.acts([.waiting, .sending], of: server.name, limit: 1).first,
                    ContinuousClock.now < end
                {
                    _ = try InventoryPrinting.finish(last, engine, until: end)
                }
            }
        }
        let open: [InventoryAct.State] = [.waiting, .sending, .doubtful, .failed]
        let shown = try store.acts(all ? InventoryAct.State.allCases : open, limit: all ? .max : 1000)
        for act in shown.reversed() { InventoryPrinting.print(act, json: json) }
        if shown.isEmpty, !json { Output.line("nothing is waiting") }
        if shown.contains(where: { open.contains($0.state) }) { throw ExitCode.nothingRead }
    }
}

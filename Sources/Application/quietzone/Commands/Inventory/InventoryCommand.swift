import ArgumentParser
import Config
import Files
import Glibc
import Inventory
import Services

struct InventoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inventory", abstract: "Act on an inventory server with scanned codes.",
        discussion: """
            Servers are Grocy, Barcode Buddy, InvenTree, Homebox, Snipe-IT, Spoolman, Part-DB and others; [inventory.NAME] in the \
            settings names yours (`quietzone config default` has an example).

              quietzone inventory list
              quietzone watch | quietzone inventory act home consume -
              quietzone inventory undo
            """,
        subcommands: [
            ListCommand.self, InventoryActCommand.self, InventoryUndoCommand.self, InventoryQueueCommand.self,
            ProfilesCommand.self,
        ], defaultSubcommand: ListCommand.self)

    struct ListCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the servers in the settings and their actions.")

        func run() throws {
            let all = InventoryServers(Settings.load())
            all.problems.forEach { Output.complain($0) }
            for server in all.servers {
                let state = server.obstacle.map { "; \($0)" } ?? ""
                Output.line(
                    fromSymbol: "\(server.name): \(server.profile.title), \(server.settings.address)\(state)")
                for action in server.profile.actions {
                    let needs = action.needs.keys.sorted().map { "--set \($0)=…" }
                    Output.line(
                        fromSymbol: "  " + ([action.name, action.title] + needs).joined(separator: "  "))
                }
            }
            if !all.problems.isEmpty { throw ExitCode.trouble }
            if all.servers.isEmpty {
                Output.complain("no inventory servers: add [inventory.NAME] to the settings")
                throw ExitCode.nothingRead
            }
        }
    }

    struct ProfilesCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "profiles", abstract: "List the profiles of servers, or print one to copy and change.",
            discussion: "Your own profiles are files in $XDG_CONFIG_HOME/quietzone/inventory.")

        @Argument(help: ArgumentHelp("The profile.", valueName: "NAME"))
        var name: String?

        func run() throws {
            if let name {
                guard let text = try InventoryServers.text(of: name) else {
                    _ = try InventoryServers.profile(name)
                    return
                }
                return Output.write(Array(text.utf8))
            }
            for name in InventoryServers.userNames {
                Output.row(fromSymbol: [name, "your own: \(Paths.inventoryProfiles)/\(name).toml"])
            }
            for profile in InventoryProfile.shipped where !InventoryServers.userNames.contains(profile.name) {
                Output.row(fromSymbol: [profile.name, profile.about])
            }
        }
    }
}

/// What is printed of acts.
enum InventoryPrinting {
    static func print(_ act: InventoryAct, json: Bool) {
        if json { return Output.line(fromSymbol: act.json.text) }
        let action = act.request.undoes == nil ? act.request.action : "undo \(act.request.action)"
        let times = act.request.quantity == "1" ? "" : " ×\(act.request.quantity)"
        Output.row(fromSymbol: [String(act.id), act.request.server, action + times, act.outcome])
    }

    /// Sends until an act is finished, or `end` is reached.
    static func finish(_ act: InventoryAct, _ engine: InventoryEngine, until end: ContinuousClock.Instant) throws
        -> InventoryAct
    {
        // Others may send while this program waits for its next code.
        defer { engine.release() }
        while ContinuousClock.now < end {
            let progress = try engine.step()
            // Another program may have sent it.
            if let now = try engine.store.act(act.id), ![.waiting, .sending].contains(now.state) { return now }
            switch progress {
            case .finished: break
            case .idle: return try engine.store.act(act.id) ?? act
            case .waiting(let seconds):
                let left = (end - .now) / .seconds(1)
                usleep(UInt32(min(seconds, max(0, left), 60) * 1_000_000))
            }
        }
        return try engine.store.act(act.id) ?? act
    }
}

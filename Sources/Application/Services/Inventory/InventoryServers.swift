import Config
import Files
import Inventory

/// The inventory servers of the settings, with their profiles.
package struct InventoryServers {
    package let servers: [InventoryServer]
    /// What is wrong with others, a line each.
    package let problems: [String]

    /// The most bytes of a profile's file.
    private static let longestProfile = 1 << 18

    package init(_ settings: Settings) {
        Programs.withhold(settings.inventory.compactMap(\.secretVariable))
        var (servers, problems): ([InventoryServer], [String]) = ([], [])
        for section in settings.inventory {
            do throws(UserError) {
                servers.append(
                    try InventoryServer(
                        section, try Self.profile(section.profile),
                        userAgent: programName.split(separator: " ").joined(separator: "/")))
            } catch {
                problems.append(error.description)
            }
        }
        (self.servers, self.problems) = (servers, problems)
    }

    /// A server by its name in the settings.
    ///
    /// - Throws: `UserError` that lists those there are.
    package func named(_ name: String) throws(UserError) -> InventoryServer {
        if let server = servers.first(where: { $0.name == name }) { return server }
        if let problem = problems.first(where: { $0.hasPrefix("[inventory.\(name)]") }) { throw UserError(problem) }
        let names = servers.map(\.name).joined(separator: ", ")
        throw UserError(
            "there is no inventory server \(UserError.quoted(name)): "
                + (names.isEmpty
                    ? "add [inventory.\(name)] to the settings (`quietzone config default` has an example)"
                    : "use \(names)"))
    }

    /// A profile: the user's file of that name, else that of the program.
    ///
    /// - Throws: `UserError` where there is none, or its file is wrong.
    package static func profile(_ name: String) throws(UserError) -> InventoryProfile {
        guard let text = try text(of: name) else {
            let names = (userNames + InventoryProfile.shipped.map(\.name)).joined(separator: ", ")
            throw UserError(
                "there is no inventory profile \(UserError.quoted(name)): use \(names), or a file \(Paths.inventoryProfiles.onOneLine)/NAME.toml"
            )
        }
        do {
            return try InventoryProfile(name, toml: text)
        } catch {
            throw UserError("inventory profile \(UserError.quoted(name)): \(error)")
        }
    }

    /// The file of a profile; nil where there is none.
    package static func text(of name: String) throws(UserError) -> String? {
        // A name is not a path.
        guard !name.contains("/"), !name.isEmpty else { return nil }
        let path = "\(Paths.inventoryProfiles)/\(name).toml"
        if Folder.contains(path) {
            guard let bytes = try? RegularFile.read(path, atMost: longestProfile + 1) else {
                throw UserError("\(path.onOneLine) cannot be read: make it a file that you can read")
            }
            guard bytes.count <= longestProfile else {
                throw UserError("\(path.onOneLine) is longer than \(longestProfile >> 10) KiB: shorten it")
            }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw UserError("\(path.onOneLine) is not valid UTF-8: save it as UTF-8")
            }
            return text
        }
        return InventoryProfile.texts.first { $0.name == name }?.text
    }

    /// The names of the user's own profiles.
    package static var userNames: [String] {
        (Folder.names(in: Paths.inventoryProfiles) ?? []).filter { $0.hasSuffix(".toml") }.map {
            String($0.dropLast(5))
        }
        .sorted()
    }

    /// What was asked of servers.
    package static func store(_ path: String = Paths.inventory) throws(UserError) -> InventoryStore {
        try InventoryStore(path)
    }

    /// An engine for a server.
    package static func engine(_ server: InventoryServer, _ store: InventoryStore) -> InventoryEngine {
        InventoryEngine(server, store: store, lockFolder: Folder.parent(of: store.path) ?? "/tmp")
    }
}

import Files
import Services
import ArgumentParser
import Formats
import Foundation
import Tickets

struct PassKeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Manage the keys that sign and check tickets.",
        discussion: """
            Keys are stored in their own folder, in files that only you can read. Several can be valid at once, and old ones expire on a \
            set date. With ed25519 (the default) a door needs only the public key, so a stolen door \
            laptop cannot make tickets:

              quietzone pass key new 2026-a --event "Movie night"
              quietzone pass key public 2026-a > 2026-a.public.ticketkey
            """,
        subcommands: [
            PassKeyNewCommand.self, PassKeyListCommand.self, PassKeyPublicCommand.self, PassKeyImportCommand.self,
            PassKeyEndCommand.self,
        ])
}

struct PassKeyNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "new", abstract: "Create a key.")

    @Argument(help: ArgumentHelp("The key's id: 1 to 24 letters, digits, - and _.", valueName: "ID"))
    var id: String

    @Option(
        help: ArgumentHelp(
            "ed25519; hmac-sha256, with which every door can also make tickets; or salted-sha1, which is weak.",
            valueName: "SCHEME"),
        completion: .list(TicketScheme.allCases.map(\.rawValue)))
    var scheme = TicketScheme.ed25519.rawValue

    @Option(
        help: ArgumentHelp("The event of its tickets, by its exact name. Default: any.", valueName: "NAME"))
    var event: String?

    @Option(help: ArgumentHelp("When it expires.", valueName: "TIME"), transform: Timestamp.argument)
    var until: Timestamp?

    @Flag(
        help:
            "With salted-sha1: read the salt of existing tickets from standard input; a terminal does not show it."
    )
    var saltFromInput = false

    func validate() throws {
        guard TicketKeyID(id) != nil else { throw ValidationError("an id has 1 to 24 letters, digits, - and _") }
        guard let scheme = TicketScheme(rawValue: scheme) else {
            throw ValidationError(
                "unknown scheme \(scheme): \(TicketScheme.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        guard !saltFromInput || scheme == .saltedSHA1 else { throw ValidationError("only salted-sha1 has a salt") }
    }

    func run() throws {
        guard let id = TicketKeyID(id), let scheme = TicketScheme(rawValue: scheme) else { return }
        var key =
            saltFromInput
            ? try TicketKey.salt(try SecretInput.standardInput("Salt"), id: id) : try TicketKey.new(scheme, id: id)
        (key.event, key.until) = (event, until)
        if let caution = scheme.caution { Output.complain(caution) }
        let path = try TicketKeyRing.write(key, folder: Paths.ticketKeys)
        Output.line(fromSymbol: path)
        DoorFolder.remarks(onNew: key).forEach { Output.complain($0) }
    }
}

struct PassKeyListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List keys.")

    func run() throws {
        let (ring, problems) = DoorFolder.keys
        for key in ring.keys {
            let half = key.scheme == .ed25519 ? (key.canSign ? "signs and checks" : "only checks") : "signs and checks"
            let end = key.until.map { "until \($0.local)" } ?? ""
            Output.line(
                fromSymbol: [key.id.text, key.scheme.rawValue, half, key.event ?? "any event", end].joined(
                    separator: "\t"))
        }
        problems.forEach { Output.complain($0) }
        if ring.keys.isEmpty { throw ExitCode.nothingRead }
    }
}

struct PassKeyPublicCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "public", abstract: "Print a public key, for a door that checks tickets.")

    @Argument(
        help: ArgumentHelp("The key's id.", valueName: "ID"), completion: .custom { _, _, _ in DoorFolder.keyIDs })
    var id: String

    func run() throws {
        let key = try DoorFolder.key(id)
        guard let half = key.publicHalf else {
            throw UserError(
                "key \(id.onOneMarkedLine) uses \(key.scheme.title), which has no public key: copy its file to the door over a secure connection"
            )
        }
        Output.write(Array(TicketKeyFile.text(of: half).utf8))
    }
}

struct PassKeyImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import a key file.")

    @Argument(help: ArgumentHelp("The file.", valueName: "FILE"), completion: .file())
    var file: String

    func run() throws {
        let key = try TicketKeyRing.read(file)
        Output.line(fromSymbol: try TicketKeyRing.write(key, folder: Paths.ticketKeys))
        DoorFolder.remarks(onNew: key).forEach { Output.complain($0) }
    }
}

struct PassKeyEndCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end", abstract: "Set when a key expires: its tickets are refused from then on.")

    @Argument(
        help: ArgumentHelp("The key's id.", valueName: "ID"), completion: .custom { _, _, _ in DoorFolder.keyIDs })
    var id: String

    @Argument(
        help: ArgumentHelp("When: '2027-01-01 00:00' in local time, or with a zone.", valueName: "TIME"),
        transform: Timestamp.argument)
    var time: Timestamp

    func run() throws {
        let key = try DoorFolder.key(id)
        try TicketKeyRing.end(key.id, at: time, folder: Paths.ticketKeys)
        Output.line("key \(key.id.text) expires on \(time.local)")
    }
}

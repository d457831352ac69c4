import Services
import ArgumentParser
import Files
import Formats
import Foundation
import Tickets

struct PassCodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "code", abstract: "Sign ticket codes, one per line.",
        discussion: """
            The CSV's first row names its columns: serial, seat if there are seats, and time if each ticket has its own.

              quietzone pass code --key 2026-a --time '2026-12-24 19:30' \\
                --seat 1A --serial 1001 | quietzone make -s qr-code -
              quietzone pass code --key 2026-a --time '2026-12-24 19:30' \\
                --csv guests.csv > codes.txt
            """)

    @Option(help: ArgumentHelp("The key's id.", valueName: "ID"), completion: .custom { _, _, _ in DoorFolder.keyIDs })
    var key: String

    @Option(
        help: ArgumentHelp("When the ticket is valid: in local time, or with a zone.", valueName: "TIME"),
        transform: Timestamp.argument)
    var time: Timestamp?

    @Option(help: ArgumentHelp("The seat. Default: none.", valueName: "SEAT"))
    var seat: String?

    @Option(help: ArgumentHelp("A number unique within the event.", valueName: "NUMBER"))
    var serial: String?

    @Option(
        help: ArgumentHelp("Create a ticket for each row; - for standard input.", valueName: "FILE"),
        completion: .file())
    var csv: String?

    func validate() throws {
        guard (serial == nil) != (csv == nil) else { throw ValidationError("use --serial NUMBER, or --csv FILE") }
        guard csv == nil || seat == nil else { throw ValidationError("with --csv, seats come from the rows") }
        guard csv != nil || time != nil else {
            throw ValidationError("a time is needed: --time '2026-12-24 19:30'")
        }
    }

    func run() throws {
        let key = try DoorFolder.key(key)
        try key.checkSigns(at: .now)
        guard let csv else {
            guard let time, let serial else { return }
            let ticket = try TicketText(
                time: time, seat: Self.trimmed(seat ?? ""), serial: Self.trimmed(serial))
            return Output.line(fromSymbol: try key.code(of: ticket))
        }
        for code in try codes(key, csv) { Output.line(fromSymbol: code) }
    }

    /// The door takes blanks around a number for nothing, and so would two tickets be one.
    private static func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// All codes, so that a row that is wrong leaves nothing half done.
    private func codes(_ key: TicketKey, _ file: String) throws -> [String] {
        var reader = try CSVReader(try InputBytes.pieces(of: file))
        guard let head = try reader.nextLine() else { throw UserError("the CSV is empty") }
        let names = head.cells.map { Self.trimmed($0).lowercased() }
        // Guest lists call it the number.
        guard let serials = names.firstIndex(of: "serial") ?? names.firstIndex(of: "number") else {
            throw UserError("the CSV has no column serial: its first row names the columns serial, seat and time")
        }
        let (seats, times) = (names.firstIndex(of: "seat"), names.firstIndex(of: "time"))
        for (index, name) in names.enumerated() where ![serials, seats, times].contains(index) && !name.isEmpty {
            Output.complain("column “\(name)” is not used: a code has a serial, a seat and a time")
        }
        var codes: [String] = []
        var seen: [String: Int] = [:]
        while let line = try reader.nextLine() {
            if line.cells.allSatisfy(\.isEmpty) { continue }
            if let problem = line.problem { throw UserError("line \(line.line): \(problem)") }
            func cell(_ index: Int?) -> String {
                index.flatMap { $0 < line.cells.count ? Self.trimmed(line.cells[$0]) : nil } ?? ""
            }
            let own = cell(times)
            guard let time = own.isEmpty ? time : DoorTime.time(own) else {
                throw UserError(
                    own.isEmpty
                        ? "line \(line.line): no time: use --time"
                        : "line \(line.line): “\(own.onOneMarkedLine)” is not a time: \(DoorTime.advice(on: own))")
            }
            let serial = cell(serials)
            if let error = UserError.shortenedNumber(serial) { throw UserError("line \(line.line): \(error)") }
            if let before = seen.updateValue(line.line, forKey: serial) {
                throw UserError(
                    "line \(line.line): serial number \(serial.onOneMarkedLine) is also on line \(before)")
            }
            do throws(UserError) {
                codes.append(try key.code(of: try TicketText(time: time, seat: cell(seats), serial: serial)))
            } catch {
                throw UserError("line \(line.line): \(error)")
            }
        }
        guard !codes.isEmpty else { throw ExitCode.nothingRead }
        return codes
    }
}

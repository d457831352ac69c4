import Files
import Services
import ArgumentParser
import Formats
import Foundation
import Printing

/// `quietzone printers`: the printers that CUPS knows, or what one tells of itself.
struct PrintersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "printers", abstract: "List printers with their state, paper and quality.",
        discussion: """
            Without a name, lists the printers that CUPS knows, including those that it finds on the network. With a \
            name or an ipp:// address, shows that printer's capabilities.

            Exit status: 0 printers were found, 1 no printers were found, 2 an error occurred, such as a printer that does not respond.
            """)

    @Flag(help: "Print a JSON object for each printer.")
    var json = false

    @Option(help: ArgumentHelp("Wait this many seconds for an answer. Default: 10.", valueName: "SECONDS"))
    var patience = 10

    @Argument(help: ArgumentHelp("The printer to query.", valueName: "PRINTER"), completion: .printers)
    var printer: String?

    func validate() throws {
        guard (1...3600).contains(patience) else { throw ValidationError("--patience must be 1 to 3600 seconds") }
    }

    func run() throws {
        if let printer { return try ask(printer) }
        let printers = try KnownPrinter.all()
        for printer in printers {
            guard !json else {
                Output.line(fromSymbol: Self.json(printer).text)
                continue
            }
            let why = [printer.takesJobs ? "" : "accepts no jobs", PrintReason.text(printer.reasons)]
            let state = [printer.state.rawValue, why.filter { !$0.isEmpty }.joined(separator: ", ")]
                .filter { !$0.isEmpty }
            let fields = [
                printer.name, state.joined(separator: ": "), printer.model.isEmpty ? printer.info : printer.model,
                printer.uri,
            ]
            Output.line(fromSymbol: fields.joined(separator: "\t") + (printer.isDefault ? "\tdefault" : ""))
        }
        if printers.isEmpty {
            let cups = CUPSServer.silent.map { "CUPS does not respond at \($0): start it" } ?? "set one up in CUPS"
            Output.complain("no printer found: \(cups), or name one: ipp://HOST, socket://HOST of a label printer")
            throw ExitCode.nothingRead
        }
    }

    private func ask(_ name: String) throws {
        guard let facts = try Printer(name).facts(patience: patience, PrintCancellation()) else {
            throw UserError("\(name.onOneMarkedLine) accepts only bytes and reports no state")
        }
        if json { return Output.line(fromSymbol: Self.json(facts, name).text) }
        let lines = [
            ("Model", facts.model),
            (
                "State",
                [facts.state.rawValue, facts.why].filter { !$0.isEmpty }.joined(separator: ": ")
            ),
            ("Accepts jobs", facts.takesJobs ? "yes" : "no"), ("Formats", Self.takes(facts)),
            ("Paper", facts.media.joined(separator: ", ")), ("Default paper", facts.defaultMedia),
            ("Qualities", facts.qualities.joined(separator: ", ")), ("Maximum copies", String(facts.maximumCopies)),
        ]
        for (label, value) in lines where !value.isEmpty {
            Output.line(fromSymbol: label.padding(toLength: 18, withPad: " ", startingAt: 0) + value)
        }
    }

    /// What can be printed on it: queues of CUPS name a hundred formats, which JSON has.
    private static func takes(_ facts: PrinterFacts) -> String {
        let kinds = [facts.takesPDF ? "PDF" : nil, facts.rawFormat.map { _ in "raw ZPL, EPL and ESC/POS" }]
        let known = kinds.compactMap { $0 }
        return known.isEmpty ? facts.formats.joined(separator: ", ") : known.joined(separator: ", ")
    }

    private static func json(_ printer: KnownPrinter) -> JSONValue {
        .object([
            .init("name", .string(printer.name)), .init("uri", .string(printer.uri)),
            .init("info", .string(printer.info)),
            .init("model", .string(printer.model)), .init("state", .string(printer.state.rawValue)),
            .init("reasons", .array(printer.reasons.map { .string($0) })),
            .init("takesJobs", .bool(printer.takesJobs)), .init("default", .bool(printer.isDefault)),
        ])
    }

    private static func json(_ facts: PrinterFacts, _ name: String) -> JSONValue {
        .object([
            .init("name", .string(name)), .init("model", .string(facts.model)),
            .init("state", .string(facts.state.rawValue)), .init("reasons", .array(facts.reasons.map { .string($0) })),
            .init("message", .string(facts.message)), .init("takesJobs", .bool(facts.takesJobs)),
            .init("formats", .array(facts.formats.map { .string($0) })),
            .init("media", .array(facts.media.map { .string($0) })), .init("defaultMedia", .string(facts.defaultMedia)),
            .init("qualities", .array(facts.qualities.map { .string($0) })),
            .init("maximumCopies", .integer(Int64(facts.maximumCopies))),
        ])
    }
}

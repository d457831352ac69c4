import Services
import ArgumentParser
import Doors
import Files
import Formats
import Foundation
import Symbols

struct DoorCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check codes from standard input, one per line, or from arguments.",
        discussion: """
            Prints a line for each code: the verdict, the ticket's number, remarks, the guest list's note, and what \
            was not verified. Each check is logged, and an admitted ticket counts as used. `quietzone watch` supplies \
            codes from a camera:

              quietzone watch --json | \\
                quietzone door check "Movie night" --json-input --door North

            Exit status: 0 all were admitted, 1 some were not admitted, or there was no code, 2 an error occurred.
            """)

    @OptionGroup var event: DoorEventArgument
    @OptionGroup var person: DoorPerson

    @Flag(help: "Print JSON, one object per line.")
    var json = false

    @Flag(name: [.customShort("0"), .customLong("null")], help: "Read codes that end with a NUL, as from `watch -0`.")
    var null = false

    @Flag(help: "Read JSON lines, as from `watch --json`: each code exact, with its symbology.")
    var jsonInput = false

    @Argument(help: ArgumentHelp("Codes. Default: lines of standard input.", valueName: "CODE"))
    var codes: [String] = []

    func validate() throws {
        if null, jsonInput { throw ValidationError("use either --null or --json-input") }
        if null || jsonInput, !codes.isEmpty {
            throw ValidationError("--null and --json-input are for standard input: leave the codes out")
        }
    }

    func run() throws {
        let store = try event.store
        let desk = try DoorFolder.desk(store, door: person.door)
        var told = desk.problems
        told.forEach { Output.complain($0) }
        if let remark = desk.remark(guests: try store.guestCount()) { Output.complain(remark) }
        var news = LedgerNews(desk)
        desk.ledger?.waitForFirstAttempt()
        news.tell()
        var isRefused = false
        var isEmpty = true
        var isWrong = false
        func show(_ content: SymbolContent) throws {
            isEmpty = false
            guard let decision = try desk.show(content, at: .now, by: person.checker, isLive: false) else { return }
            if !decision.verdict.isGood { isRefused = true }
            news.tell()
            for problem in desk.problems where !told.contains(problem) { Output.complain(problem) }
            told = desk.problems
            print(decision)
        }
        if codes.isEmpty {
            let form: CodeRecords = null ? .nulls : jsonInput ? .json : .lines
            var records = try InputRecords("-", form)
            while let record = try records.next() {
                let content: SymbolContent?
                do throws(UserError) {
                    content = try form.content(of: record)
                } catch {
                    // The people who wait at the door are not to wait for one wrong line.
                    Output.complain(error.description)
                    isWrong = true
                    continue
                }
                if let content { try show(content) }
            }
        } else {
            for code in codes { try show(CodeRecords.content(exact: code.fileNameBytes)) }
        }
        if let problem = desk.close() { Output.complain(problem) }
        news.tell()
        if isWrong { throw ExitCode.trouble }
        if isEmpty { Output.complain("no code to check") }
        if isRefused || isEmpty { throw ExitCode.nothingRead }
    }

    private func print(_ decision: DoorDecision) {
        let verdict = decision.verdict
        let ticket = decision.claim
        guard json else {
            return Output.row(
                fromSymbol: [
                    verdict.kind.rawValue, ticket?.number ?? "", verdict.detail, ticket?.note ?? "",
                    (ticket?.remarks ?? []).joined(separator: ", "),
                ])
        }
        func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
        let object: JSONValue = [
            "verdict": .string(verdict.kind.rawValue), "good": .bool(verdict.isGood), "ticket": text(ticket?.number),
            "detail": .string(verdict.detail), "seat": text(ticket?.seat), "name": text(ticket?.name),
            "group": text(ticket?.group), "note": text(ticket?.note),
            "remarks": .array((ticket?.remarks ?? []).map { .string($0) }), "line": .integer(decision.line),
            "alone": .bool(decision.isAlone), "passage": decision.passage.map { .integer($0) } ?? .null,
        ]
        Output.line(fromSymbol: object.text)
    }
}

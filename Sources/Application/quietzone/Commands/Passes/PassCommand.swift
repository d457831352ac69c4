import Services
import ArgumentParser
import Formats
import Passes

struct PassCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pass",
        abstract: "Issue tickets: passes for Wallet (.pkpass), codes that doors check, and their keys.",
        discussion: """
            A template is a folder with pass.toml, pictures and texts; each row of a CSV becomes a pass:

              quietzone pass new concert
              quietzone pass sign concert --csv guests.csv --certificate pass.p12 \\
                -o tickets
              quietzone pass print concert --csv guests.csv -o tickets.pdf
              quietzone pass show tickets/1.pkpass

            Signing needs a certificate for a pass type, which Apple issues to its developers. NFC is not supported: \
            it needs a separate certificate.

            Codes that `quietzone door` checks are signed with keys of your own:

              quietzone pass key new 2026-a --event "Movie night"
              quietzone pass code --key 2026-a --time '2026-12-24 19:30' --csv guests.csv
            """,
        subcommands: [
            PassNewCommand.self, PassSignCommand.self, PassPrintCommand.self, PassShowCommand.self,
            PassCheckCommand.self, PassCodeCommand.self, PassKeyCommand.self,
        ])
}

/// Where passes come from: a template, and the rows of guests.
struct PassRows: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The template: a folder with pass.toml, or that file.", valueName: "TEMPLATE"),
        completion: .directory)
    var template: String

    @Option(
        help: ArgumentHelp(
            "Make a pass for each row of a CSV, whose fields the template names in braces; - for standard input.",
            valueName: "FILE"), completion: .file())
    var csv: String?

    @Option(
        help: ArgumentHelp(
            "Without --csv: the value of a template field. May be repeated.", valueName: "NAME=VALUE"))
    var field: [String] = []

    func validate() throws {
        if csv != nil, !field.isEmpty {
            throw ValidationError("use either --csv or --field")
        }
        if let wrong = field.first(where: { !$0.contains("=") || $0.hasPrefix("=") }) {
            throw ValidationError("--field must be NAME=VALUE, not \(wrong)")
        }
    }
}

/// Lines of a pass on standard output, coloured where a terminal shows colours.
struct PassOutput {
    private let hasColours = Output.hasColours

    func write(_ lines: [PassDrawing.Line]) {
        for line in lines {
            switch line {
            // A line each, in a pipe as well: no text of a pass makes a line of its own.
            case .text(let text): Output.row(fromSymbol: [text])
            case .heading(let text): write(text, "1")
            case .code(let rows): rows.forEach { Output.line($0) }
            case .right(let text): write(text, "32")
            case .caution(let text): write(text, "33")
            case .wrong(let text): write(text, "31")
            }
        }
    }

    /// A line in a colour of the terminal's own scheme (ECMA-48, SGR).
    private func write(_ text: String, _ code: String) {
        guard hasColours else { return Output.row(fromSymbol: [text]) }
        Output.line("\u{1B}[\(code)m\(SafeText.visible(text))\u{1B}[0m")
    }
}

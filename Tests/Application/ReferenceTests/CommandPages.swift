import Services

/// docs/reference/commands.md, and the manual pages in section 1.
enum CommandPages {
    // MARK: Markdown

    static func markdown(_ program: CommandInfo) -> String {
        let blocks: [Page.Block] =
            [
                .heading(1, "All commands"),
                .table(
                    header: ["command", "action"],
                    rows: program.commands.map { ["`\($0.title)`", $0.abstract ?? ""] }),
                .heading(1, "Exit status"), .list(generalStatus),
                .text("A command whose exit status means something else has its own list below."),
            ] + program.commands.flatMap { Self.blocks(of: $0, level: 1) }
        return Page.markdown(
            "Commands",
            introduction: """
                Each command of `quietzone` with its arguments, options and examples. Every command also takes `--help`, and \
                `quietzone --version` prints the version. The [guides](../README.md) show the commands at work; \
                [JSON](json.md) describes the output of `--json`.
                """, blocks)
    }

    /// A command and those below it.
    private static func blocks(of command: CommandInfo, level: Int) -> [Page.Block] {
        var blocks: [Page.Block] = [.heading(level, command.title), .text(command.abstract ?? "")]
        blocks.append(.code([command.usage], language: "text"))
        if let aliases = command.aliases, !aliases.isEmpty {
            blocks.append(.text("Also: \(aliases.map { "`\($0)`" }.joined(separator: ", "))."))
        }
        blocks += command.paragraphs
        if !command.operands.isEmpty { blocks.append(.list(command.operands)) }
        for group in command.optionGroups {
            blocks += [.text((group.title ?? "Options") + ":"), .list(group.options)]
        }
        if let status = command.exitStatus { blocks += [.text("Exit status:"), .list(status)] }
        if command.commandName == "make" {
            blocks += [.text("Fields of `--payload`, by form:")] + CommandInfo.forms
        }
        return blocks + command.commands.flatMap { Self.blocks(of: $0, level: min(level + 1, 3)) }
    }

    static let generalStatus: [(term: Page.Term, text: String)] = [
        ("0", "Success."), ("1", "Nothing was read, found or done."),
        ("2", "An error occurred; a line on standard error describes it."),
    ]

    // MARK: Manual pages

    /// The pages by the names of their files.
    static func manuals(_ program: CommandInfo) -> [(name: String, text: String)] {
        [(name: "quietzone.1", text: overview(program))]
            + program.commands.map { (name: "quietzone-\($0.commandName).1", text: manual(of: $0, in: program)) }
    }

    private static func overview(_ program: CommandInfo) -> String {
        let blocks: [Page.Block] =
            [.heading(1, "Description")] + program.paragraphs
            + [
                .text(
                    "Without a camera, `quietzone` shows a demo. A picture, a folder, a video or another source is scanned "
                        + "in place of the camera; see quietzone-scan(1). Press ? for all keys, and q to quit."),
                .heading(1, "Commands"),
                .list(
                    program.commands.map { command in
                        (Page.Term([.init(literal: command.commandName)]), command.abstract ?? "")
                    }),
                .text("Each command has its own page, such as quietzone-read(1)."),
                .heading(1, "Options"), .list(program.optionGroups.flatMap(\.options)),
                .text("The options of quietzone-scan(1) can be given without the word `scan`."),
                .heading(1, "Exit status"), .list(program.exitStatus ?? generalStatus),
                .heading(1, "Environment"), .list(UserFiles.variables),
                .heading(1, "Files"), .list(UserFiles.all.map { ($0.term, $0.text) }),
                .heading(1, "Examples"),
                .code(examples, language: "sh"),
                .heading(1, "See also"),
                .text(
                    (program.commands.map(reference) + ["quietzone-config(5)", "quietzone-json(5)"])
                        .joined(separator: ", ")),
            ]
        return Page.manual(
            "quietzone", section: 1, date: releaseDate, version: programName,
            summary: "barcode scanner for the terminal",
            synopsis: ["quietzone [<options>] [<FILE> ...]", "quietzone <command> [<arguments>]"], blocks)
    }

    private static let examples = [
        "quietzone", "quietzone --source demo", "quietzone read photo.jpg",
        "quietzone make https://example.org -o code.png",
        "quietzone watch --once | quietzone explain -", "quietzone history list since:yesterday",
    ]

    private static func reference(_ command: CommandInfo) -> String { "quietzone-\(command.commandName)(1)" }

    private static func manual(of command: CommandInfo, in program: CommandInfo) -> String {
        var parts = Parts(command)
        var blocks: [Page.Block] = [.heading(1, "Description"), .text(command.abstract ?? "")] + parts.description
        if !command.operands.isEmpty { blocks += [.heading(1, "Arguments"), .list(command.operands)] }
        var examples = parts.examples
        if !command.optionGroups.isEmpty { blocks.append(.heading(1, "Options")) }
        for group in command.optionGroups {
            if let title = group.title { blocks.append(.heading(2, title)) }
            blocks.append(.list(group.options))
        }
        if command.commandName == "make" { blocks += [.heading(1, "Payload fields")] + forms }
        let subcommands = command.all.dropFirst().filter { $0.commands.isEmpty }
        if !subcommands.isEmpty { blocks.append(.heading(1, "Commands")) }
        var statuses: [(title: String, list: [(term: Page.Term, text: String)])] = []
        for subcommand in command.all.dropFirst() {
            parts = Parts(subcommand)
            blocks += [
                .heading(2, String(subcommand.title.dropFirst("quietzone ".count))), .text(subcommand.abstract ?? ""),
            ]
            blocks += parts.description
            let arguments = subcommand.operands + subcommand.optionGroups.flatMap(\.options)
            if !arguments.isEmpty { blocks.append(.list(arguments)) }
            examples += parts.examples
            if let status = subcommand.exitStatus { statuses.append((subcommand.title, status)) }
        }
        blocks += [.heading(1, "Exit status"), .list(command.exitStatus ?? generalStatus)]
        for status in statuses { blocks += [.text("`\(status.title)`:"), .list(status.list)] }
        let files = UserFiles.all.filter { $0.commands.contains(command.commandName) }
        if !files.isEmpty { blocks += [.heading(1, "Files"), .list(files.map { ($0.term, $0.text) })] }
        if !examples.isEmpty { blocks += [.heading(1, "Examples"), .code(examples, language: "sh")] }
        blocks += [.heading(1, "See also"), .text(seeAlso(command, in: program))]
        let usages = command.commands.isEmpty ? [command] : command.all.filter { $0.commands.isEmpty }
        return Page.manual(
            "quietzone-\(command.commandName)", section: 1, date: releaseDate, version: programName,
            summary: phrase(command.abstract ?? ""), synopsis: usages.map(\.usage), blocks)
    }

    private static var forms: [Page.Block] {
        CommandInfo.forms.map { block in
            if case .heading(_, let title) = block { .heading(2, title) } else { block }
        }
    }

    /// The discussion without the examples, and these. Code that a sentence introduces stays where it is.
    private struct Parts {
        var description: [Page.Block] = []
        var examples: [String] = []

        init(_ command: CommandInfo) {
            for block in command.paragraphs {
                if case .code(let lines, "sh") = block, !isIntroduced {
                    examples += lines
                } else {
                    description.append(block)
                }
            }
        }

        private var isIntroduced: Bool {
            if case .text(let text)? = description.last { text.hasSuffix(":") } else { false }
        }
    }

    private static func phrase(_ sentence: String) -> String {
        sentence.prefix(1).lowercased() + sentence.dropFirst().prefix { $0 != ";" }.trimmingSuffix(".")
    }

    private static func seeAlso(_ command: CommandInfo, in program: CommandInfo) -> String {
        let group = related.first { $0.contains(command.commandName) } ?? []
        let others = group.filter { $0 != command.commandName }.map { "quietzone-\($0)(1)" }
        let json = ["read", "watch", "history"].contains(command.commandName) ? ["quietzone-json(5)"] : []
        return (["quietzone(1)"] + others + ["quietzone-config(5)"] + json).joined(separator: ", ")
    }

    /// Commands for one purpose.
    static let related = [
        ["scan", "read", "watch", "phone", "cameras", "history", "symbologies"], ["explain", "gs1", "grade"],
        ["make", "print", "printers"], ["pass", "door"],
        ["collection", "inventory", "lookup", "products", "providers"], ["places", "where", "beacons"],
        ["config", "doctor"],
    ]
}

extension StringProtocol {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : String(self)
    }
}

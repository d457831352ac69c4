import Composing
import Foundation

/// The parts of a command's help: its paragraphs, examples, exit status and options.
extension CommandInfo {
    /// The discussion's paragraphs and examples, without the exit status.
    var paragraphs: [Page.Block] { discussionBlocks.filter { !Self.isExitStatus($0) } }

    /// What its exit status means; nil where the help does not mention it.
    var exitStatus: [(term: Page.Term, text: String)]? {
        discussionBlocks.compactMap { block -> [(term: Page.Term, text: String)]? in
            guard case .text(let text) = block, Self.isExitStatus(block) else { return nil }
            return Self.statuses(String(text.dropFirst(Self.exitStatusMark.count)))
        }.first
    }

    /// `0 made, 2 an error occurred, such as …` as a list.
    private static func statuses(_ text: String) -> [(term: Page.Term, text: String)] {
        var list: [(term: Page.Term, text: String)] = []
        for part in text.split(separator: ", ") {
            if let digit = part.first, "012".contains(digit), part.dropFirst().first == " " {
                list.append((Page.Term([.init(literal: String(digit))]), sentence(String(part.dropFirst(2)))))
            } else if let last = list.popLast() {
                list.append((last.term, "\(last.text.dropLast()), \(part)" + (part.hasSuffix(".") ? "" : ".")))
            }
        }
        return list
    }

    private static func sentence(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
    }

    private static let exitStatusMark = "Exit status: "

    private static func isExitStatus(_ block: Page.Block) -> Bool {
        if case .text(let text) = block { text.hasPrefix(exitStatusMark) } else { false }
    }

    private var discussionBlocks: [Page.Block] {
        (discussion ?? "").components(separatedBy: "\n\n").flatMap { paragraph -> [Page.Block] in
            var blocks: [Page.Block] = []
            for line in paragraph.split(separator: "\n") {
                if line.hasPrefix("  ") {
                    let line = String(line.dropFirst(2))
                    if case .code(let lines, let language)? = blocks.last {
                        blocks[blocks.count - 1] = .code(lines + [line], language: language)
                    } else {
                        let isShell = line.hasPrefix("quietzone") || line.contains(" | quietzone")
                        blocks.append(.code([line], language: isShell ? "sh" : "toml"))
                    }
                } else if case .text(let text)? = blocks.last {
                    blocks[blocks.count - 1] = .text(text + " " + line)
                } else {
                    blocks.append(.text(String(line)))
                }
            }
            return blocks
        }
    }

    /// The groups of its options, those without a title first; `--help` and `--version` only of the program itself.
    var optionGroups: [(title: String?, options: [(term: Page.Term, text: String)])] {
        let shown = (arguments ?? []).filter { argument in
            argument.shouldDisplay && argument.kind != "positional"
                && (superCommands == nil || !(argument.names ?? []).contains { ["help", "version"].contains($0.name) })
        }
        var titles: [String?] = []
        for argument in shown where !titles.contains(argument.sectionTitle) { titles.append(argument.sectionTitle) }
        return (titles.filter { $0 == nil } + titles.filter { $0 != nil }).map { title in
            var options: [(term: Page.Term, text: String)] = []
            for argument in shown where argument.sectionTitle == title {
                // A switch and its opposite have one text.
                if argument.names?.first?.name.hasPrefix("no-") == true, let last = options.last,
                    last.text == argument.text
                {
                    options[options.count - 1].term.spellings += argument.term.spellings
                } else {
                    options.append((argument.term, argument.text))
                }
            }
            return (title, options)
        }
    }

    /// Its arguments that are no options.
    var operands: [(term: Page.Term, text: String)] {
        (arguments ?? []).filter { $0.shouldDisplay && $0.kind == "positional" }.map { ($0.term, $0.text) }
    }

    /// Whether it has an option `--json`; what that prints.
    var json: String? {
        arguments?.first { $0.names?.contains { $0.name == "json" } == true && $0.kind == "flag" }?.text
    }

    /// The fields of `make --payload`, which its help leaves out.
    static var forms: [Page.Block] {
        PayloadForm.all.flatMap { form -> [Page.Block] in
            [
                .heading(3, "\(form.id): \(form.title)"),
                .list(
                    form.fields.map { field in
                        (field.term, sentence(field.help) + (field.isRequired ? " Required." : ""))
                    }),
            ]
        }
    }
}

extension CommandInfo.Argument {
    /// Its spellings, short ones first.
    var term: Page.Term {
        guard kind != "positional" else { return Page.Term([.init(literal: valueName ?? "")]) }
        let value = kind == "option" ? (valueName ?? "").uppercasedPlaceholder : nil
        let names = (names ?? []).sorted { $0.kind == "short" && $1.kind != "short" }.map(\.spelling)
        return Page.Term(
            names.enumerated().map { .init(literal: $1, value: $0 == names.count - 1 ? value : nil) })
    }

    /// What it does, with its values and its default.
    var text: String {
        var text = abstract ?? ""
        if let values = allValues, !values.isEmpty, !values.allSatisfy({ text.contains($0) }) {
            text += " Values: \(values.joined(separator: ", "))."
        }
        if let value = defaultValue, !value.isEmpty, kind != "flag", !text.contains("efault") {
            text += " Default: \(value.hasSuffix(".0") ? String(value.dropLast(2)) : value)."
        }
        return text
    }
}

extension FormEntry {
    fileprivate var term: Page.Term {
        switch control {
        case .check: Page.Term([.init(literal: "--\(id)")])
        case .secret:
            Page.Term([.init(literal: "--\(id) -"), .init(literal: "--\(id)-file", value: "FILE")])
        case .path: Page.Term([.init(literal: "--\(id)", value: "FILE")])
        case .choice(let choices):
            Page.Term([.init(literal: "--\(id)", value: choices.map(\.value).joined(separator: "|"))])
        case .text, .lines: Page.Term([.init(literal: "--\(id)", value: "TEXT")])
        }
    }
}

extension String {
    /// ArgumentParser names some values after their properties: `format`.
    fileprivate var uppercasedPlaceholder: String { self == lowercased() ? uppercased() : self }
}

extension Page {
    /// The first line of each generated page.
    static let notice = "<!-- Generated from the program by `make generated`. Do not edit. -->"

    /// The blocks as GitHub's Markdown, below a title.
    ///
    /// - Parameter introduction: Markdown as it is, with links to other pages.
    static func markdown(_ title: String, introduction: String, _ blocks: [Block]) -> String {
        ([notice, "# \(title)", introduction] + blocks.map(markdown)).joined(separator: "\n\n") + "\n"
    }

    private static func markdown(_ block: Block) -> String {
        switch block {
        case .heading(let level, let text): return String(repeating: "#", count: level + 1) + " " + markdown(text)
        case .text(let text): return markdown(text)
        case .code(let lines, let language):
            return (["```\(language)"] + lines + ["```"]).joined(separator: "\n")
        case .list(let entries):
            return entries.map { "- \(markdown($0.term)): \(markdown($0.text))" }.joined(separator: "\n")
        case .table(let header, let rows):
            let lines = [header, header.map { _ in "---" }] + rows.map { $0.map { cell($0) } }
            return lines.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
        }
    }

    private static func cell(_ text: String) -> String { markdown(text).replacing("|", with: "\\|") }

    /// A term as code.
    static func markdown(_ term: Term) -> String {
        term.spellings.map { code($0.literal + ($0.value.map { " \($0)" } ?? "")) }.joined(separator: ", ")
    }

    /// A text with its code marked, and everything else escaped.
    static func markdown(_ text: String) -> String {
        var result = ""
        for piece in pieces(text) {
            switch piece {
            case .code(let text): result += code(text)
            case .prose(let text):
                for character in text {
                    // Within a word an underscore is one.
                    let isPlain = character == "_" && result.last?.isLetter == true
                    if "\\*_<".contains(character), !isPlain { result += "\\" }
                    result.append(character)
                }
            }
        }
        // A hyphen would begin a list.
        return result.hasPrefix("-") || result.hasPrefix("+") ? "\\" + result : result
    }

    private static func code(_ text: String) -> String { text.contains("`") ? "`` \(text) ``" : "`\(text)`" }
}

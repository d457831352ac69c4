extension Page {
    /// The blocks as a manual page, man(7), below its name and summary.
    ///
    /// - Parameters:
    ///   - name: such as `quietzone-read`.
    ///   - summary: a phrase without a full stop.
    ///   - synopsis: a line for each way of calling it; values are marked by `<` and `>`.
    static func manual(
        _ name: String, section: Int, date: String, version: String, summary: String, synopsis: [String] = [],
        _ blocks: [Block]
    ) -> String {
        var lines = [
            ".\\\" Generated from the program by `make generated`. Do not edit.",
            ".TH \(escaped(name.uppercased(), isCode: true)) \(section) \(date) \"\(version)\" \"Quietzone manual\"",
            ".SH NAME", "\(escaped(name, isCode: true)) \\- \(escaped(summary))",
        ]
        if !synopsis.isEmpty {
            lines.append(".SH SYNOPSIS")
            for (number, line) in synopsis.enumerated() {
                if number > 0 { lines.append(".br") }
                lines += wrapped(usage(line))
            }
        }
        for block in blocks { append(block, to: &lines) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func append(_ block: Block, to lines: inout [String]) {
        // A paragraph macro directly below a heading does nothing, and mandoc reports it.
        let isBelowHeading = lines.last?.hasPrefix(".S") ?? false
        switch block {
        case .heading(1, let text): lines.append(".SH " + heading(text.uppercased()))
        case .heading(_, let text): lines.append(".SS " + heading(text))
        case .text(let text):
            if !isBelowHeading { lines.append(".PP") }
            lines += sentences(text).flatMap { wrapped(manual($0)) }
        case .code(let code, _):
            if !isBelowHeading { lines.append(".PP") }
            lines += [".RS 4", ".EX"] + code.map { protected(escaped($0, isCode: true)) } + [".EE", ".RE"]
        case .list(let entries):
            for (term, text) in entries {
                lines += [".TP", protected(manual(term))]
                lines += sentences(text).flatMap { wrapped(manual($0)) }
            }
        case .table(_, let rows):
            for row in rows {
                lines += [".TP", protected(manual(row[0]))]
                lines += wrapped(manual(row.dropFirst().filter { !$0.isEmpty }.joined(separator: "; ")))
            }
        }
    }

    private static func heading(_ text: String) -> String {
        let text = escaped(text.replacing("`", with: ""), isCode: true)
        return text.contains(" ") ? "\"\(text)\"" : text
    }

    private static func manual(_ term: Term) -> String {
        term.spellings.map { spelling in
            "\\fB\(escaped(spelling.literal, isCode: true))\\fR"
                + (spelling.value.map { " \\fI\(escaped($0, isCode: true).replacing("|", with: "|\\:"))\\fR" } ?? "")
        }.joined(separator: ", ")
    }

    /// A text with its code in bold.
    private static func manual(_ text: String) -> String {
        pieces(text).map { piece in
            switch piece {
            // Names of pages and code are not hyphenated.
            case .prose(let text): escaped(text).replacing("quietzone-", with: "\\%quietzone-")
            case .code(let text):
                "\\fB"
                    + text.split(separator: " ").map { "\\%" + escaped(String($0), isCode: true) }.joined(
                        separator: " ")
                    + "\\fR"
            }
        }.joined()
    }

    /// A line of usage: words that are typed in bold, values in italics.
    private static func usage(_ line: String) -> String {
        line.split(separator: " ").map { word in
            guard let open = word.firstIndex(of: "<"), let close = word.lastIndex(of: ">"), open < close else {
                let isTyped = word != "..." && word != "...]" && !word.hasPrefix("[...")
                return isTyped ? "\\fB\(escaped(String(word), isCode: true))\\fR" : String(word)
            }
            let value = word[word.index(after: open)..<close]
            return escaped(String(word[..<open]), isCode: true) + "\\fI\(escaped(String(value), isCode: true))\\fR"
                + escaped(String(word[word.index(after: close)...]), isCode: true)
        }.joined(separator: " ")
    }

    /// Each sentence begins a line, so that changes stay small and formatters know where sentences end.
    private static func sentences(_ text: String) -> [String] {
        var sentences: [String] = []
        var sentence = ""
        for word in text.split(separator: " ") {
            sentence += (sentence.isEmpty ? "" : " ") + word
            let isInCode = !sentence.count(where: { $0 == "`" }).isMultiple(of: 2)
            if word.count > 2, let last = word.last, ".?!".contains(last), !isInCode {
                sentences.append(sentence)
                sentence = ""
            }
        }
        return sentence.isEmpty ? sentences : sentences + [sentence]
    }

    /// Lines of at most 78 bytes where words allow; no line begins as a request does.
    private static func wrapped(_ text: String) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.utf8.count + 1 + word.utf8.count <= 78 {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.map(protected)
    }

    private static func protected(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }

    /// Characters that formatters change or that ASCII lacks (groff_char(7)).
    private static let glyphs: [Character: String] = [
        "\\": "\\e", "…": "...", "“": "\\(lq", "”": "\\(rq", "’": "'", "–": "\\(en", "×": "x", "°": "\\(de",
        "±": "\\(+-",
        "§": "\\(sc",
    ]

    /// - Parameter isCode: whether hyphens and quotation marks are typed as they are; in prose only those of options are.
    static func escaped(_ text: String, isCode: Bool = false) -> String {
        var result = ""
        var previous: Character = " "
        for character in text {
            switch character {
            case "-" where isCode || previous == "-" || " (/“'\"".contains(previous): result += "\\-"
            case "'" where isCode: result += "\\(aq"
            case "\"": result += "\\(dq"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "`": result += "\\(ga"
            default:
                if let glyph = glyphs[character] {
                    result += glyph
                } else if character.isASCII {
                    result.append(character)
                } else {
                    for scalar in character.unicodeScalars {
                        let hex = String(scalar.value, radix: 16, uppercase: true)
                        result += "\\[u" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex + "]"
                    }
                }
            }
            previous = character
        }
        return result
    }
}

/// Where settings stand in the text of a file: TOMLKit does not report.
struct SettingsLines {
    /// Lines from 1, by `[section] key`, and by the section alone.
    private var lines: [String: Int] = [:]

    /// Looks through `text`, in which the parser found nothing wrong.
    init(of text: String) {
        var section = ""
        var counts: [String: Int] = [:]
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = line.drop { $0 == " " || $0 == "\t" }
            if line.hasPrefix("[[") {
                let name = Self.name(line.dropFirst(2).prefix { $0 != "]" })
                counts[name, default: 0] += 1
                section = "\(name) \(counts[name] ?? 1)"
                note(section, index + 1)
            } else if line.first == "[" {
                section = Self.name(line.dropFirst().prefix { $0 != "]" })
                note(section, index + 1)
            } else if let end = line.firstIndex(of: "="), line.first != "#" {
                let key = Self.name(line[..<end])
                note(section.isEmpty ? Self.place(of: key) : "[\(section)] \(key)", index + 1)
            }
        }
    }

    private mutating func note(_ place: String, _ line: Int) { if lines[place] == nil { lines[place] = line } }

    /// A name without blanks and quotes around it.
    private static func name(_ text: Substring) -> String {
        text.filter { $0 != " " && $0 != "\t" && $0 != "\"" && $0 != "'" }
    }

    /// `scanner.box` as `[scanner] box`.
    private static func place(of key: String) -> String {
        guard let dot = key.firstIndex(of: ".") else { return key }
        return "[\(key[..<dot])] \(key[key.index(after: dot)...])"
    }

    /// The line of what `description` begins with, before the first colon.
    func line(of description: String) -> Int? {
        guard let end = description.firstIndex(of: ":") else { return nil }
        let place = description[..<end]
        // What is wrong with a whole section is told with its name in brackets or without.
        return lines[String(place)] ?? lines[place.filter { $0 != "[" && $0 != "]" }]
    }
}

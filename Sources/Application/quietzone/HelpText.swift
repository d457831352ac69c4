import Foundation

/// The help of a command as it is printed: ArgumentParser puts the options that most people need behind all groups with a title.
enum HelpText {
    /// The same text with the section `OPTIONS` before the groups with other titles; a text without that section as it is.
    static func ordered(_ text: String) -> String {
        var sections = text.trimmingCharacters(in: .newlines).components(separatedBy: "\n\n")
        guard let options = sections.firstIndex(where: { $0.hasPrefix("OPTIONS:") }),
            let usage = sections.firstIndex(where: { $0.hasPrefix("USAGE:") }),
            let target = sections[(usage + 1)...].firstIndex(where: { isTitled($0) && !$0.hasPrefix("ARGUMENTS:") }),
            target < options
        else { return text }
        sections.insert(sections.remove(at: options), at: target)
        return sections.joined(separator: "\n\n")
    }

    /// Whether a section begins with a title in capital letters.
    private static func isTitled(_ section: String) -> Bool {
        guard let colon = section.firstIndex(of: ":"), let first = section.first, first.isUppercase else {
            return false
        }
        let title = section[..<colon]
        return !title.contains("\n") && title == title.uppercased()
    }
}

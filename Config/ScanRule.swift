import Symbols
import TOMLKit

/// What is done with scans of some kind by itself: the user's yes, given before.
package struct ScanRule: Sendable, Hashable {
    /// What is done.
    package enum Deed: Sendable, Hashable {
        /// The text goes to the terminal's clipboard.
        case copy
        /// What the scan is for is done without a question, unless there is a warning.
        case open
        /// It is not a scan: neither kept nor told.
        case ignore
        case run(UserCommand)
        case tag(String)
    }

    /// Its number in the file, from 1.
    package let number: Int
    /// The kinds that it holds for; empty for all.
    package private(set) var kinds: Set<String> = []
    /// The symbologies that it holds for; empty for all.
    package private(set) var symbologies: Set<Symbology> = []
    /// What the whole text has to match; nil for any.
    package private(set) var pattern: TextPattern?
    /// What is done.
    package private(set) var deed = Deed.copy

    /// `[[rule]]` in default.toml.
    static let section = UserSection(
        "rule", title: "[rule]", follows: "styles",
        """
        # Automatic actions on scans, any number; the first rule that matches applies: "copy" the text, "open" its link or action
        # (still asks if there is a warning), "ignore" (neither saved nor reported), "tag NAME", or "run NAME" of a command. A rule matches if
        # all of its kinds, symbologies and pattern do; a pattern is for the whole text, with * for any characters.
        # “Show which rule matches” in the list of commands (:) explains which rule matches a scan, and why the others do not.
        # [[rule]]
        # kinds = ["url"]
        # symbologies = ["qr-code"]
        # pattern = "https://intranet.example.org/*"
        # do = "copy"
        """)

    /// Why a rule does not hold for a content.
    package enum Mismatch: Sendable, Hashable {
        case kind
        /// It is for other symbologies.
        case symbology
        case pattern
        /// It has a pattern, and the content is not text.
        case noText
    }

    /// Why it does not hold for such a content; nil if it does.
    package func mismatch(kind: String, symbology: Symbology, text: String?) -> Mismatch? {
        if !kinds.isEmpty, !kinds.contains(kind) { return .kind }
        if !symbologies.isEmpty, !symbologies.contains(symbology) { return .symbology }
        guard let pattern else { return nil }
        guard let text else { return .noText }
        return pattern.matches(text) ? nil : .pattern
    }

    /// Whether it holds for such a content.
    package func holds(kind: String, symbology: Symbology, text: String?) -> Bool {
        mismatch(kind: kind, symbology: symbology, text: text) == nil
    }

    /// The rules of a settings file, in its order.
    static func rules(
        of file: TOMLTable, kinds known: [String], commands: [UserCommand], _ problems: inout [SettingsProblem]
    ) -> [ScanRule] {
        guard file.contains(key: "rule") else { return [] }
        guard let array = file["rule"]?.array else {
            problems.append(SettingsProblem("rule", "must be sections in two brackets: [[rule]]"))
            return []
        }
        return array.enumerated().compactMap { index, value in
            guard let table = value.table else {
                problems.append(SettingsProblem("[rule \(index + 1)]", "must be a section: [[rule]]"))
                return nil
            }
            let section = SettingsSection(table, called: "[rule \(index + 1)] ")
            return rule(index + 1, section, known, commands, &problems)
        }
    }

    private static func isTag(_ name: String) -> Bool {
        1...50 ~= name.count
            && name.unicodeScalars.allSatisfy { scalar in
                !scalar.properties.isWhitespace && scalar != "," && scalar != "\""
                    && ![.control, .format].contains(scalar.properties.generalCategory)
            }
    }

    private static func rule(
        _ number: Int, _ section: SettingsSection, _ known: [String], _ commands: [UserCommand],
        _ problems: inout [SettingsProblem]
    ) -> ScanRule? {
        var section = section
        var rule = ScanRule(number: number)
        var hasDeed = false
        section.kinds(known) { rule.kinds = $0 }
        section.strings("symbologies") { names in
            let symbologies = names.compactMap(Symbology.init(rawValue:))
            guard symbologies.count == names.count else { return "names that `quietzone symbologies` lists" }
            rule.symbologies = Set(symbologies)
            return nil
        }
        section.string("pattern") { text in
            guard let pattern = TextPattern(text) else {
                return "1 to \(TextPattern.longest) characters; * stands for any"
            }
            rule.pattern = pattern
            return nil
        }
        section.string("do") { text in
            switch text {
            case "copy": rule.deed = .copy
            case "open": rule.deed = .open
            case "ignore": rule.deed = .ignore
            case _ where text.hasPrefix("tag "):
                let name = String(text.dropFirst(4))
                guard isTag(name) else {
                    return "\"tag NAME\" with a name of up to 50 characters without blanks and commas"
                }
                rule.deed = .tag(name)
            default:
                guard let command = commands.first(where: { "run \($0.name)" == text }) else {
                    return "\"copy\", \"open\", \"ignore\", \"tag NAME\", or \"run NAME\" of a [command.NAME]"
                }
                rule.deed = .run(command)
            }
            hasDeed = true
            return nil
        }
        let found = section.finish()
        problems += found
        // A rule that holds for more than was meant could open or ignore it.
        guard found.isEmpty, hasDeed else {
            if found.isEmpty { problems.append(SettingsProblem("[rule \(number)]", "needs do = \"copy\" or another")) }
            return nil
        }
        return rule
    }

    private init(number: Int) { self.number = number }
}

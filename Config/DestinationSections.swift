import Delivery
import TOMLKit

extension DestinationSettings {
    /// The destinations of a settings file, by their names.
    static func destinations(of file: TOMLTable, _ problems: inout [SettingsProblem]) -> [DestinationSettings] {
        guard file.contains(key: "destination") else { return [] }
        guard let table = file["destination"]?.table else {
            problems.append(SettingsProblem("destination", "must be sections: [destination.NAME]"))
            return []
        }
        return table.keys.sorted().compactMap { name in
            guard let section = table[name]?.table, 1...40 ~= name.count else {
                problems.append(SettingsProblem("[destination] \(name)", "must be a section: [destination.NAME]"))
                return nil
            }
            return destination(name, SettingsSection(section, called: "[destination.\(name)] "), &problems)
        }
    }

    private static let schemes = [
        "http", "https", "file", "unix", "mqtt", "mqtts", "postgresql", "postgres", "command",
    ]

    private static func destination(
        _ name: String, _ section: SettingsSection, _ problems: inout [SettingsProblem]
    ) -> DestinationSettings? {
        var section = section
        var destination = DestinationSettings(name)
        section.string("to") { text in
            destination.address = text
            return schemes.contains(destination.scheme)
                ? nil
                : "https://…, file:/…, unix:/…, mqtt://…, postgresql://… or \"command\""
        }
        section.strings("run") { words in
            guard let program = words.first, !program.isEmpty, words.count <= 64 else {
                return "the program and its arguments, at most 64 texts"
            }
            destination.arguments = words
            return nil
        }
        section.string("send") {
            destination.template = $0; return $0.isEmpty ? "a text with placeholders" : nil
        }
        section.texts("headers") { destination.headers = $0 }
        section.string("secret-file") {
            destination.secretFile = $0; return nil
        }
        section.string("secret-variable") {
            destination.secretVariable = $0; return nil
        }
        section.string("user") {
            destination.user = $0; return nil
        }
        section.string("table") { text in
            destination.table = text
            let isName =
                1...100 ~= text.count
                && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_.".contains($0)) }
            return isName ? nil : "a table's name: letters, digits, _ and a dot"
        }
        section.whole("rotate-megabytes", 0...100_000) { destination.rotateMegabytes = $0 }
        section.whole("seconds", 1...600) { destination.seconds = $0 }
        section.whole("tries", 0...1_000_000) { destination.tries = $0 }
        section.bool("show-answer") { destination.showsAnswer = $0 }
        let found = section.finish()
        problems += found
        guard found.isEmpty else { return nil }
        if destination.address.isEmpty {
            problems.append(SettingsProblem("[destination.\(name)]", "needs to = \"https://…\" or another address"))
            return nil
        }
        if (destination.scheme == "command") == destination.arguments.isEmpty {
            problems.append(
                SettingsProblem("[destination.\(name)]", "run = [\"program\", …] belongs to to = \"command\""))
            return nil
        }
        return destination
    }
}

extension SettingsSection {
    /// A table of texts.
    fileprivate mutating func texts(_ key: String, _ take: ([String: String]) -> Void) {
        strings(in: key) { inner in
            var texts: [String: String] = [:]
            for name in inner.keys {
                guard let text = inner[name]?.string, !text.contains(where: \.isNewline),
                    !name.contains(where: \.isNewline)
                else {
                    return "a table of texts without line breaks"
                }
                texts[name] = text
            }
            take(texts)
            return nil
        }
    }
}

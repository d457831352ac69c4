import Delivery
import TOMLKit

extension DestinationSettings {
    /// `[destination.NAME]` in default.toml.
    static let section = UserSection(
        "destination", title: "destination.NAME", follows: "typing",
        """
        # Where kept scans go as well, of any number: a name, and an address. What cannot be delivered waits, over restarts, and is tried
        # again; the key $ shows it. Each delivery has a random UUID, and a repeated one has the same: the header Idempotency-Key, "delivery" in
        # the JSON, {key} in send and run, the column delivery of a table.
        # [destination.stock]
        # to = "https://stock.example/scans"     # or "http:…": a POST of JSON each
        # to = "file:/home/me/scans.ndjson"      # a line each, or into a FIFO
        # to = "unix:/run/user/1000/stock.sock"  # a line of JSON each, which is answered by a line
        # to = "mqtt://broker.example/scans"     # or "mqtts:…": a message each, quality of service 1
        # to = "postgresql://db.example/stock"   # a row each, in the table quietzone_scan or another one: table = "…"
        # to = "command"                         # with run = ["program", "{text}"]: JSON on its standard input
        # send = '{"code":{text},"at":{time}}'   # in place of the whole scan: names in braces stand for its members
        # headers = { Authorization = "Bearer …" }
        # secret-file = "/home/me/.stock.key"    # signs requests (HMAC); the password of mqtt and postgresql. Or secret-variable
        # user = "scanner"
        # rotate-megabytes = 100                 # of a file; 0: never
        # seconds = 30                           # for a delivery
        # tries = 0                              # before a delivery counts as failed; 0: no limit
        # show-answer = true                     # the answer's first line, with the scan
        """)

    /// The destinations of a settings file, by their names.
    static func destinations(of file: TOMLTable, _ problems: inout [SettingsProblem]) -> [DestinationSettings] {
        section.sections(of: file, longest: 40, &problems).compactMap { destination($0.name, $0.section, &problems) }
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
        section.program { words in
            destination.arguments = words
            return nil
        }
        let text = SettingFormat<String>.text()
        let template = SettingFormat<String>.text("a text with placeholders") { !$0.isEmpty }
        let table = SettingFormat<String>.text("a table's name: letters, digits, _ and a dot") { name in
            1...100 ~= name.count
                && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_.".contains($0)) }
        }
        section.read("send", template.optional, into: &destination.template)
        section.texts("headers") { destination.headers = $0 }
        section.read("secret-file", text.optional, into: &destination.secretFile)
        section.read("secret-variable", text.optional, into: &destination.secretVariable)
        section.read("user", text.optional, into: &destination.user)
        section.read("table", table.optional, into: &destination.table)
        section.read("rotate-megabytes", .whole(0...100_000), into: &destination.rotateMegabytes)
        section.read("seconds", .whole(1...600), into: &destination.seconds)
        section.read("tries", .whole(0...1_000_000), into: &destination.tries)
        section.read("show-answer", .toggle, into: &destination.showsAnswer)
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
    /// A table of texts without line breaks, such as lines of a request's head by their names.
    mutating func texts(_ key: String, _ take: ([String: String]) -> Void) {
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

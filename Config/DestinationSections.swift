import Delivery
import TOMLKit

extension DestinationSettings {
    /// `[destination.NAME]` in default.toml.
    static let section = UserSection(
        "destination", title: "destination.NAME", follows: "typing",
        """
        # Destinations that saved scans are sent to, any number: a name and an address. Failed deliveries wait, also across restarts, and are
        # retried; “Deliveries” in the menu (p) lists them. Each delivery has a random UUID, and a repeated one has the same: the header Idempotency-Key, "delivery"
        # in the JSON, {key} in send and run, the column delivery of a table.
        # [destination.stock]
        # to = "https://stock.example/scans"     # or "http:…": one POST of JSON per scan
        # to = "file:/home/me/scans.ndjson"      # one line per scan; may be a FIFO
        # to = "unix:/run/user/1000/stock.sock"  # one line of JSON per scan, answered by one line
        # to = "mqtt://broker.example/scans"     # or "mqtts:…": one message per scan, quality of service 1
        # to = "postgresql://db.example/stock"   # one row per scan, in the table quietzone_scan or table = "…"
        # to = "command"                         # with run = ["program", "{text}"]: JSON on its standard input
        # send = '{"code":{text},"at":{time}}'   # instead of the whole scan: members of its JSON in braces. Lines of a file
        #                                        get plain values: put quotes around {text} there
        # headers = { Authorization = "Bearer …" }
        # secret-file = "/home/me/.stock.key"    # signs requests (HMAC); the password of mqtt and postgresql. Or secret-variable
        # user = "scanner"
        # rotate-megabytes = 100                 # of a file; 0: never
        # seconds = 30                           # per delivery
        # tries = 0                              # before a delivery counts as failed; 0: no limit
        # show-answer = true                     # show the first line of each answer as a notice
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
        let template = SettingFormat<String>.text("text with placeholders") { !$0.isEmpty }
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
                SettingsProblem("[destination.\(name)]", "run = [\"program\", …] requires to = \"command\""))
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
                    return "a table of text values without line breaks"
                }
                texts[name] = text
            }
            take(texts)
            return nil
        }
    }
}

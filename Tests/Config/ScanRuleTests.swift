import Symbols
import Testing

@testable import Config

@Suite struct ScanRuleTests {
    private static let kinds = ["url", "wifi", "gtin", "text"]

    private func read(_ text: String) -> (settings: Settings, problems: [String]) {
        let (settings, problems) = Settings.read(text, kinds: Self.kinds)
        return (settings, problems.map { "\($0.line ?? 0) \($0.description)" })
    }

    @Test func rulesAreReadInTheirOrder() {
        let (settings, problems) = read(
            """
            [command.stock]
            run = ["stock", "{text}"]
            [[rule]]
            kinds = ["url", "wifi"]
            do = "ignore"
            [[rule]]
            symbologies = ["ean-13"]
            pattern = "40*"
            do = "run stock"
            """)
        #expect(problems.isEmpty)
        #expect(settings.rules.map(\.number) == [1, 2])
        #expect(settings.rules[0].deed == .ignore)
        #expect(settings.rules[1].deed == .run(settings.commands[0]))
        #expect(settings.rules[0].holds(kind: "wifi", symbology: .qrCode, text: "x"))
        #expect(!settings.rules[0].holds(kind: "text", symbology: .qrCode, text: "x"))
        #expect(settings.rules[1].holds(kind: "gtin", symbology: .ean13, text: "4012345678901"))
        #expect(!settings.rules[1].holds(kind: "gtin", symbology: .ean13, text: "9012345678901"))
        #expect(!settings.rules[1].holds(kind: "gtin", symbology: .qrCode, text: "4012345678901"))
        #expect(!settings.rules[1].holds(kind: "bytes", symbology: .ean13, text: nil))
    }

    @Test(arguments: [
        ("rule = 3", "must be sections in two brackets"), ("[rule]\ndo = \"copy\"", "must be sections in two brackets"),
        ("[[rule]]\nkinds = [\"wifi\"]", "needs do"), ("[[rule]]\ndo = \"delete\"", "\"copy\", \"open\""),
        ("[[rule]]\ndo = \"run stock\"", "of a [command.NAME]"),
        ("[[rule]]\ndo = \"copy\"\nkinds = [\"wfi\"]", "names such as"),
        ("[[rule]]\ndo = \"copy\"\nsymbologies = [\"ean\"]", "symbologies"),
        ("[[rule]]\ndo = \"copy\"\npattern = \"\"", "1 to 256"),
        ("[[rule]]\ndo = \"copy\"\nkind = [\"wifi\"]", "no such setting"),
        ("[command.x]\ntitle = \"X\"", "needs run"), ("[command.x]\nrun = []", "the program"),
        ("[command.x]\nrun = [\"{text}\"]", "without placeholders"), ("command = 1", "must be sections"),
        ("[command.x]\nrun = [\"a\"]\nseconds = 0", "1 to 600"),
    ]) func whatIsWrongIsSaidAndDoesNothing(text: String, problem: String) {
        let (settings, problems) = read(text)
        #expect(problems.contains { $0.contains(problem) }, "\(problems)")
        #expect(settings.rules.isEmpty)
    }

    @Test func aPlaceholderIsNeverTheProgramOfADestination() {
        let (settings, problems) = read("[destination.x]\nto = \"command\"\nrun = [\"{text}\"]")
        #expect(problems.contains { $0.contains("without placeholders") }, "\(problems)")
        #expect(settings.destinations.isEmpty)
    }

    @Test func aProblemOfTheSecondRuleNamesItsLine() {
        let (_, problems) = read("[[rule]]\ndo = \"copy\"\n\n[[rule]]\nkinds = [\"nothing\"]\ndo = \"copy\"\n")
        #expect(problems.first?.hasPrefix("5 [rule 2] kinds") == true, "\(problems)")
    }

    @Test func placeholdersAreFilledAndOtherBracesStay() {
        let (settings, _) = read(
            #"[command.x]"# + "\n" + #"run = ["tool", "{text}", "a{field:lot}b{kind}", "{", "{other}", "}{text}{"]"#)
        let filled = settings.commands[0].filled { name in
            ["text": "$(rm -rf /) {kind}", "kind": "url", "field:lot": "7"][name]
        }
        #expect(filled == ["tool", "$(rm -rf /) {kind}", "a7burl", "{", "{other}", "}$(rm -rf /) {kind}{"])
        #expect(settings.commands[0].filled { _ in nil }[1] == "")
    }
}

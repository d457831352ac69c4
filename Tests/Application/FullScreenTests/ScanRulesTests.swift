import Config
import Payloads
import Symbols
import Testing

@testable import FullScreen
@testable import Services

@Suite struct ScanRulesTests {
    private func rules(_ text: String) throws -> [ScanRule] {
        let read = Settings.readByThisBuild(text, commands: Features.commands, folder: "/nowhere")
        #expect(read.problems.isEmpty, "\(read.problems)")
        return read.settings.rules
    }

    private func content(_ text: String) -> SymbolContent { SymbolContent(symbology: .qrCode, text: text) }

    @Test func theFirstRuleThatHoldsIsTheOne() throws {
        let rules = try rules(
            """
            [[rule]]
            kinds = ["url"]
            pattern = "https://example.org/*"
            do = "ignore"
            [[rule]]
            kinds = ["url"]
            do = "copy"
            """)
        #expect(rules.map(\.title) == ["rule 1: ignore", "rule 2: copy"])
        func first(_ text: String) -> Int? { rules.first(for: Payload.parse(content(text)))?.number }
        #expect(first("https://example.org/a") == 1)
        #expect(first("https://example.com/a") == 2)
        #expect(first("hello") == nil)
    }

    @Test func onlyWhatARuleIgnoresIsNoScan() throws {
        #expect(try rules("[[rule]]\ndo = \"copy\"\n").ignoring == nil)
        let ignoring = try #require(
            try rules(
                "[[rule]]\npattern = \"KEEP*\"\ndo = \"copy\"\n[[rule]]\nsymbologies = [\"qr-code\"]\ndo = \"ignore\"\n"
            ).ignoring)
        #expect(ignoring(content("hello")))
        #expect(!ignoring(content("KEEP me")), "another rule comes first")
        #expect(!ignoring(SymbolContent(symbology: .ean13, text: "4006381333931")))
    }
}

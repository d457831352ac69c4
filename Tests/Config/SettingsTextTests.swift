import Config
import Testing

/// Texts that would crash the TOML parser, and harmless ones that look similar.
@Suite struct SettingsTextTests {
    @Test(arguments: [
        String(repeating: "a.", count: 200_000) + "a = 1", "[" + String(repeating: "a.", count: 200_000) + "a]",
        "a = " + String(repeating: "[", count: 100_000), "a = " + String(repeating: "{a=", count: 100_000),
        "[scanner]\nsource = \"a\0b\"", "[scanner]\n\0", "[]", "[[ ]]",
    ])
    func isReportedAndNotParsed(_ text: String) {
        let problems = Settings.read(text).problems
        #expect(problems.count == 1)
        #expect(problems[0].description.utf8.count < 200)
        #expect(problems[0].description.contains("line "))
    }

    @Test(arguments: [
        "", "\n\n", "# [not a section\n", "[scanner]\nbox = [\n  0.1, 0.1,\n  [0.5][0], 0.5]\n",
        "[reading]\nonly = [\n[\"qr-code\"]\n]\n", "[scanner]\nsource = '''\n[a line\n'''\n",
        "[scanner]\nsource = \"\"\"\n[ \\\"\"\" ]\n\"\"\"\n", "[keys]\nquit = [\n\"q\",\n]\n",
    ])
    func whatBeginsWithABracketInsideOfAValueIsNoSection(_ text: String) {
        #expect(!Settings.read(text).problems.contains { $0.description.contains("write a section's name") })
    }

    @Test func nothingAtAllIsTheDefaults() {
        #expect(Settings.read("").problems.isEmpty)
    }

    /// The parser fails an assertion for some of them; no setting needs them.
    @Test(arguments: [
        "[scanner]\nreappearance-seconds = 1979-05-27Tx\n", "a = 12:x\n", "a = [1,\n1979-05-27 x]\n",
        "source = camera:Cam\n",
    ])
    func datesAndTimesAreRefused(_ text: String) {
        #expect(Settings.read(text).problems.first?.description.contains("put text in quotes") == true)
    }

    @Test func exponentsAndKeysWithADigitAreNoDates() {
        let text = "[scanner]\nreappearance-seconds = 1e-2 # 1979-05-27\n[2-x]\n3-y = \"12:30\"\n"
        #expect(!Settings.read(text).problems.contains { $0.description.contains("in quotes") })
    }
}

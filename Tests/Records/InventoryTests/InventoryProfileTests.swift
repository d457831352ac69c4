import Config
import Files
import Testing

@testable import Inventory

@Suite struct InventoryProfileTests {
    @Test(arguments: InventoryProfile.texts.map(\.name)) func eachProfileIsRight(name: String) throws {
        let text = try #require(InventoryProfile.texts.first { $0.name == name }).text
        let profile = try InventoryProfile(name, toml: text)
        #expect(!profile.title.isEmpty && !profile.about.isEmpty && !profile.actions.isEmpty)
        #expect(InventoryProfile.shipped.contains(profile))
        for action in profile.actions { #expect(!action.title.isEmpty, "\(action.name)") }
    }

    @Test(arguments: [
        ("title = \"A\"", "[[action]] sections"),
        ("title = \"A\"\n[[action]]\nname = \"a\"", "steps = ["),
        ("title = \"A\"\n[[action]]\nname = \"a\"\nsteps = [{ ask = \"FETCH /a\" }]", "a method and a path"),
        ("title = \"A\"\n[[action]]\nname = \"a\"\nsteps = [{ ask = \"GET a\" }]", "a method and a path"),
        (
            "title = \"A\"\n[[action]]\nname = \"a\"\nsteps = [{ send = \"POST /{codes}\" }]",
            "nothing stands for {codes}"
        ),
        (
            "title = \"A\"\n[[action]]\nname = \"a\"\nsteps = [{ send = \"POST /a\" }, { send = \"POST /b\" }]",
            "only one step"
        ),
        ("title = \"A\"\ncolour = 3\n[[action]]\nname = \"a\"\nsteps = [{ ask = \"GET /a\" }]", "colour"),
        ("title = \"A\"\nunknown = { state = 3 }\n", "a table of status, at, is and text"),
        ("title = \"A\"\ncodes = [\"{a}{b}\"]\n", "forms of codes"), ("title = ", "line 1"), ("\u{0}", "line 1"),
    ])
    func aWrongProfileSaysWhatIsWrong(toml: String, words: String) {
        #expect {
            try InventoryProfile("own", toml: toml)
        } throws: { error in
            "\(error)".contains(words) && !"\(error)".contains("\n")
        }
    }

    @Test(arguments: [
        ("{id}", "000-017", ["id": "000-017"]), ("{id}", "a/b", nil), ("{id}", "", nil),
        ("P{id}", "P0012", ["id": "0012"]), ("P{id}", "0012", nil),
        ("{base}/a/{id}", "https://home.example/x/a/7", ["base": "https://home.example/x", "id": "7"]),
        ("{base}/a/{id}", "javascript:/a/7", nil), ("{base}/a/{id}", "https://home.example/a/7?x=1", nil),
        ("{a}-{b}-end", "1-2-3-end", ["a": "1", "b": "2-3"]), ("{a}{b}", "xy", nil), ("grcy:p:{id}", "grcy:p:", nil),
    ])
    func codesHaveForms(form: String, code: String, fields: [String: String]?) {
        #expect(CodeForm(form)?.fields(of: code) == fields)
    }

    @Test func longCodesTakeNoTime() throws {
        let form = try #require(CodeForm("{a}-{b}-{c}-end"))
        #expect(form.fields(of: String(repeating: "-", count: 4000)) == nil)
        #expect(form.fields(of: String(repeating: "a", count: 100_000)) == nil)
    }
}

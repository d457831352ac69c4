import Testing

@testable import Files

@Suite struct FieldTemplateTests {
    /// The pieces of a lenient template whose only field is `a`.
    private func text(_ template: String, _ value: String) -> String {
        FieldTemplate(template, where: { $0 == "a" }).text { _ in value }
    }

    @Test(arguments: [
        ("{a}", "1"), ("{{a}}", "{1}"), ("{b}{a}{", "{b}1{"), ("{a", "{a"), ("a}", "a}"), ("{}", "{}"), ("", ""),
        (#"{"code":{a},"x":{}}"#, #"{"code":1,"x":{}}"#), ("{{{{{a", "{{{{{a"), ("{a}{a}", "11"),
    ]) func bracesAroundOtherTextsAreText(template: String, expected: String) {
        #expect(text(template, "1") == expected)
    }

    @Test func valuesAreNoTemplates() throws {
        #expect(text("<{a}|{a}>", "{a}") == "<{a}|{a}>")
        #expect(try FieldTemplate("{a}{b}").text { ["a": "{b", "b": "}{a}"][$0] } == "{b}{a}")
    }

    @Test func aProgramIsNoTemplate() {
        let words = FieldTemplate.command(["{a}", "{a}", "-{a}{b}"], where: { $0 == "a" }) { _ in "/bin/rm" }
        #expect(words == ["{a}", "/bin/rm", "-/bin/rm{b}"])
    }

    @Test func manyBracesTakeTimeInProportion() {
        let braces = String(repeating: "{", count: 200_000)
        #expect(text(braces, "1") == braces)
    }
}

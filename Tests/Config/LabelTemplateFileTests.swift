import Files
import Printing
import SeededRandomness
import Testing

@testable import Config

/// Templates of labels in files.
@Suite struct LabelTemplateFileTests {
    private func template(_ toml: String, _ picture: [UInt8] = []) throws -> LabelTemplate {
        try LabelTemplate(toml: toml, file: "price.toml") { _ throws(UserError) in picture }
    }

    private func problem(_ toml: String) -> String {
        (#expect(throws: UserError.self, "\(toml)") { try template(toml) })?.description ?? ""
    }

    @Test func everythingIsRead() throws {
        let template = try template(
            """
            size = "50x30"
            frame = true
            codes = "stacked"
            [[text]]
            text = "{name}"
            at = "left"
            size = 4.5
            bold = true
            wrap = 2
            align = "right"
            [[text]]
            text = "{price}"
            [[code]]
            code = "{ean}"
            kind = "ean13"
            [[code]]
            """)
        #expect(template.size == "50x30" && template.hasFrame && template.isStacked)
        #expect(
            template.texts == [
                LabelText(
                    try FieldTemplate("{name}"), at: .left, size: 4.5, isBold: true, maximumLines: 2, alignment: .right),
                LabelText(try FieldTemplate("{price}")),
            ])
        #expect(template.codes == [LabelCode(try FieldTemplate("{ean}"), kind: "ean-13"), LabelCode()])
        #expect(template.fields == ["name", "price", "ean"])
        #expect(try self.template("") == LabelTemplate())
    }

    @Test(arguments: LabelTemplate.shipped.map(\.name))
    func whatComesWithTheProgramIsRight(name: String) throws {
        let toml = try #require(LabelTemplate.shipped.first { $0.name == name }).toml
        let template = try template(toml)
        #expect(template.size != nil && !template.texts.isEmpty)
        #expect(template.fields.isSubset(of: ["name", "price", "place", "code"]))
    }

    @Test func mistakesHaveTheirLineAndWhatWouldBeRight() {
        #expect(problem("size = 3") == "price.toml, line 1: size: must be text in quotes")
        #expect(problem("frame = 1\n").hasPrefix("price.toml, line 1: frame: must be true or false"))
        #expect(
            problem("\n[[text]]\ntext = \"a\"\nat = \"top\"")
                == "price.toml, line 4: [text 1] at: must be \"above\" or \"below\" or \"left\" or \"right\"")
        #expect(
            problem("[[text]]\ntext = \"a\"\nfont = \"x\"").contains(
                "line 3: [text 1] font: there is no such setting; the settings are align, at"))
        #expect(problem("[[text]]\nbold = true").hasPrefix("price.toml, line 1: [text 1]: needs text = "))
        #expect(problem("[[text]]\ntext = \"{a\"").contains("line 2: [text 1] text: “{a”: a { is unmatched"))
        #expect(
            problem("[[code]]\nkind = \"ean-31\"").contains(
                "line 2: [code 1] kind: must be a name that `quietzone make --list` lists; did you mean ean-13?"))
        #expect(problem("[[picture]]\nheight = 8").contains("[picture 1]: needs file = "))
        #expect(problem("[[text]]\ntext = \"a\"\nsize = 0").contains("line 3: [text 1] size: must be 1 to 300 mm"))
        #expect(problem("[text]\ntext = \"a\"").contains("must be sections in two brackets: [[text]]"))
        #expect(problem("[[text]]\ntext = \"a").hasPrefix("price.toml, line 2: "))
        #expect(problem(String(repeating: "[[code]]\n", count: 5)).contains("there are at most 4 sections [[code]]"))
        #expect(problem("[[picture]]\nfile = \"logo.png\"").contains("logo.png is not a picture: use PNG or SVG"))
    }

    @Test func noiseIsATemplateOrALine() {
        var noise = SplitMix(state: 7)
        let pieces = [
            "[[text]]\n", "[[code]]\n", "[[picture]]\n", "[text]\n", "text = ", "at = ", "size = ", "file = ",
            "kind = ", "wrap = ",
            "\"{name}\"\n", "\"left\"\n", "3\n", "-1\n", "1e99\n", "nan\n", "true\n", "[", "]", "{", "\"", "\n",
            "\u{0}", "漢", "'''",
            "= ", "code = \"{a}{b}\"\n", "[1,2]\n", "{a=1}\n", "2026-01-01\n", "frame = true\n", "align = \"center\"\n",
        ]
        for _ in 0..<3000 {
            let toml = (0..<Int.random(in: 0...10, using: &noise)).compactMap { _ in pieces.randomElement(using: &noise)
            }
            .joined()
            do {
                _ = try template(toml)
            } catch {
                let line = "\(error)"
                #expect(error is UserError && !line.contains(where: \.isNewline) && line.utf8.count < 1000, "\(line)")
            }
        }
    }
}

import Surface
import Testing
import Widgets

@Suite struct FormTests {
    private static let completer = PathCompleter { folder in
        switch folder {
        case "":
            [.init("Pictures", isFolder: true), .init("Public", isFolder: true), .init("quiet.csv"), .init(".profile")]
        case "Pictures/": [.init("a.png"), .init("日本.png"), .init("日曜.png")]
        default: []
        }
    }

    private func form() -> Form {
        Form(
            title: "Make a code", hint: "What is made can be read by every camera, and is written to a file.",
            fields: [
                .text("text", label: "Text", isRequired: true),
                .text("file", label: "File", LineEditor("", history: ["old.png"]), isPath: true),
                .choice("kind", label: "Symbology", ["QR Code", "Data Matrix", "Code 128"]),
                .number("margin", label: "Margin", 4, in: 0...20, step: 2),
                .check("invert", label: "Inverted"),
                .text("key", label: "Password", LineEditor(isSecret: true)),
            ])
    }

    @discardableResult
    private func type(_ text: String, _ form: inout Form) -> Form.Outcome {
        var outcome = Form.Outcome.editing
        for character in text { outcome = form.handle(.character(character), completer: Self.completer) }
        return outcome
    }

    private func press(_ form: inout Form, _ keys: Key...) -> Form.Outcome {
        var outcome = Form.Outcome.editing
        for key in keys { outcome = form.handle(key, completer: Self.completer) }
        return outcome
    }

    private func drawn(_ form: Form, _ width: Int = 60, _ height: Int = 20) -> Canvas {
        draw(width, height) { form.renderDialog(into: &$0, theme: .sample) }
    }

    @Test func everyKindOfFieldTakesItsKeys() throws {
        var form = form()
        type("日本 x", &form)
        _ = press(&form, .down, .up, .up)
        _ = press(&form, .down, .up, .down, .down)
        #expect(form.focus == 1, "through the history, then on")
        _ = press(&form, .backTab, .down, .down)
        _ = press(&form, .right, .right, .left, .tab, .right, .right, .tab, .character(" "), .tab)
        type("s3cr3t", &form)
        try expectGolden("widget-form", drawn(form))
        guard case .submitted(let values) = press(&form, .enter) else {
            Issue.record("not handed in")
            return
        }
        #expect(values.text("text") == "日本 x")
        #expect(values.choice("kind") == 1)
        #expect(values.number("margin") == 8)
        #expect(values.isChecked("invert"))
        #expect(values.text("key") == "s3cr3t")
        #expect(values.text("none") == "")
    }

    @Test func rareFieldsFollowMoreUntilTheyDiffer() throws {
        var form = Form(
            title: "Print",
            fields: [
                .number("copies", label: "Copies", 1, in: 1...9).rare(), .text("text", label: "Text"),
                .check("frame", label: "Frame").rare(), .choice("printer", label: "Printer", ["file", "other"]),
                .text("address", label: "Address").only(with: "printer", ["other"]),
            ])
        func labels() -> [String] {
            drawn(form).text.split(separator: "\n").compactMap { line in
                ["Copies", "Text", "Frame", "Printer", "Address", "More…"].first { line.dropFirst(6).hasPrefix($0) }
            }
        }
        #expect(labels() == ["Text", "Printer", "More…"])
        #expect(drawn(form).text.contains("[+] copies, frame"))
        // What is hidden is passed by.
        _ = press(&form, .down, .right)
        #expect(labels() == ["Text", "Printer", "Address", "More…"])
        _ = press(&form, .down, .down)
        #expect(form.isOnMore)
        let outcome = press(&form, .enter)
        #expect(outcome == .editing)
        #expect(labels() == ["Text", "Printer", "Address", "More…", "Copies", "Frame"])
        _ = press(&form, .down, .right, .up, .left)
        #expect(labels() == ["Text", "Printer", "Address", "More…", "Copies"])
        #expect(form.values.number("copies") == 2 && !form.values.isChecked("frame"))
        // Another list of fields stays as open as this one.
        _ = press(&form, .character(" "))
        form.show(form.fields.filter { $0.id != "text" && $0.id != "more" })
        #expect(labels() == ["Printer", "Address", "More…", "Copies", "Frame"])
    }

    @Test func whatIsWrongIsSaidBelowItsField() throws {
        var form = form()
        _ = press(&form, .backTab, .backTab, .backTab)
        type("99", &form)
        let outcome = press(&form, .enter)
        #expect(outcome == .editing)
        #expect(form.focus == 0, "the first one that is wrong")
        try expectGolden("widget-form-problems", drawn(form))
        type("x", &form)
        #expect(!drawn(form).text.contains("This field is"))
        _ = press(&form, .down, .down, .down)
        type("7", &form)
        guard case .submitted(let values) = press(&form, .enter) else {
            Issue.record("not handed in")
            return
        }
        #expect(values.number("margin") == 7)
        form.reject("file", because: "There is no such folder")
        #expect(form.focus == 1)
        #expect(drawn(form).text.contains("! There is no such folder"))
        let first = press(&form, .escape)
        #expect(first == .cancelled)
    }

    @Test func tabCompletesPaths() throws {
        var form = form()
        _ = press(&form, .tab)
        type("P", &form)
        _ = press(&form, .tab)
        #expect(form.values.text("file") == "P", "both begin so")
        try expectGolden("widget-form-candidates", drawn(form))
        _ = press(&form, .tab)
        #expect(form.values.text("file") == "Pictures/")
        _ = press(&form, .tab)
        #expect(form.values.text("file") == "Public/")
        _ = press(&form, .tab)
        type("日", &form)
        _ = press(&form, .tab)
        #expect(form.values.text("file") == "Pictures/日")
        type("本", &form)
        _ = press(&form, .tab)
        #expect(form.values.text("file") == "Pictures/日本.png")
        #expect(form.focus == 1)
        _ = press(&form, .tab)
        #expect(form.focus == 2, "nothing is left to complete")
    }

    @Test func hiddenNamesAreCompletedOnlyAfterADot() {
        #expect(Self.completer.candidates(for: "") == ["Pictures/", "Public/", "quiet.csv"])
        #expect(Self.completer.candidates(for: ".") == [".profile"])
        #expect(Self.completer.candidates(for: "nowhere/x").isEmpty)
    }

    @Test func anAnswerThatComesTooLateChangesNothing() {
        var form = form()
        _ = form.handle(.tab)
        _ = form.handle(.character("q"))
        let first = form.handle(.tab)
        #expect(first == .completing("q"))
        _ = form.handle(.character("x"))
        form.take(["quiet.csv"], for: "q")
        #expect(form.values.text("file") == "qx")
        _ = form.handle(.backspace)
        form.take(["quiet.csv"], for: "q")
        #expect(form.values.text("file") == "quiet.csv")
    }

    @Test func theMouseChoosesFieldsButHandsNothingIn() {
        var form = form()
        let bounds = Rect(x: 0, y: 0, width: 60, height: 20)
        let rows = drawn(form).text.split(separator: "\n", omittingEmptySubsequences: false)
        func row(_ label: String) -> Int { rows.firstIndex { $0.contains(label) } ?? -1 }
        let hits = [
            form.clickDialog(column: 20, row: row("Inverted"), in: bounds),
            form.clickDialog(column: 20, row: row("Symbology"), in: bounds),
        ]
        #expect(hits == [true, true])
        #expect(form.values.isChecked("invert"))
        #expect(form.values.choice("kind") == 1)
        #expect(form.focus == 2)
        let isOutside = form.clickDialog(column: 0, row: 0, in: bounds)
        #expect(!isOutside)
    }

    @Test func aSmallCanvasShowsTheFieldThatHasTheKeys() {
        var form = form()
        for focus in 0..<6 {
            let text = drawn(form, 30, 6).text
            #expect(text.contains("> \(form.fields[focus].label)"), "\(focus):\n\(text)")
            _ = form.handle(.backTab)
            _ = form.handle(.down)
            _ = form.handle(.down)
        }
    }

    @Test func aFormOfOneTextIsThePrompt() throws {
        var form = Form(
            title: "Export the history", hint: "How",
            fields: [.text("path", LineEditor("a.csv"), isRequired: true)])
        let text = drawn(form, 80, 8).text
        let golden = [
            "┌─ Export the history ─────────────────────────────────────────────────────┐",
            "│ How                                                                      │",
            "│                                                                          │",
            "│ > a.csv                                                                  │",
            "│ Enter  OK      Esc  cancel                                               │",
            "└──────────────────────────────────────────────────────────────────────────┘",
        ]
        #expect(text == "\n" + golden.map { "  \($0)\n" }.joined() + "\n")
        for key: Key in [.home, .character("q"), .end, .backspace, .character("x")] {
            let outcome = form.handle(key)
            #expect(outcome == .editing)
        }
        form.paste("\n.z")
        let first = form.handle(.enter)
        #expect(first == .submitted(form.values))
        #expect(form.values.text("path") == "qa.csx.z")
    }

    @Test(arguments: [
        (70, "│ Enter  OK      Esc  cancel      Tab  complete"),
        (47, "│ Enter OK  Esc cancel  Tab complete      │"),
        (40, "│ Enter OK  Esc cancel             │"), (28, "│ Enter OK  Esc cancel │"),
    ])
    func theKeysThatEndItAreNotCut(width: Int, line: String) {
        let form = Form(title: "File", fields: [.text("path", isPath: true)])
        #expect(drawn(form, width, 8).text.contains(line))
    }

    @Test func numbersStayInTheirRange() {
        var number = NumberField(4, in: -10...10, step: 15)
        _ = number.handle(.right)
        #expect(number.value == 10)
        _ = number.handle(.left)
        #expect(number.value == -5)
        _ = number.handle(.control("u"))
        #expect(number.value == nil)
        for character in "-7" { _ = number.handle(.character(character)) }
        #expect(number.value == -7)
        for _ in 0..<40 { _ = number.handle(.character("9")) }
        #expect(number.value == nil)
        var whole = NumberField(.max, in: .min ... .max, step: .max)
        _ = whole.handle(.right)
        #expect(whole.value == .max)
        for _ in 0..<5 { _ = whole.handle(.left) }
        #expect(whole.value == .min)
        let first = number.handle(.character("٣"))
        #expect(!first)
    }

    @Test func aLetterChooses() {
        var choice = ChoiceField(["QR Code", "Data Matrix", "Code 128", "Code 39"])
        _ = choice.handle(.character("c"))
        #expect(choice.title == "Code 128")
        _ = choice.handle(.character("C"))
        #expect(choice.title == "Code 39")
        let first = choice.handle(.character("z"))
        #expect(!first)
        var none = ChoiceField([])
        _ = none.handle(.right)
        _ = none.handle(.character("a"))
        #expect(none.title == "")
    }
}

import Encoding
import Printing
import Surface
import Testing

@testable import Screens

@Suite struct PrintScreenTests {
    /// A screen with a text in a field, after another one's choice was moved to its last option.
    private func screen(typing text: String, into label: String, last choice: String) throws -> PrintScreen {
        var screen = PrintScreen(
            .code(.text("QZ-1")), kind: "qr-code", options: MakeOptions(),
            sheets: [.init(name: "L7160", title: "L7160")], printers: ["Office"])
        // Down to the field: a screen draws a mark before the one that has the keys.
        func go(to label: String) {
            for _ in 0..<20 {
                var canvas = Canvas(width: 80, height: 24)
                screen.render(into: &canvas, context: Samples.context)
                if canvas.text.contains("> \(label)") { break }
                _ = screen.type(Key.down, isBound: false)
            }
        }
        go(to: choice)
        _ = screen.type(.end, isBound: false)
        go(to: label)
        for character in text { _ = screen.type(Key.character(character), isBound: false) }
        return screen
    }

    @Test func anAddressThatIsTypedIsTheTarget() throws {
        let typed = try screen(typing: "socket://10.0.0.9", into: "Another printer", last: "Printer")
        #expect(typed.request?.target == .printer("socket://10.0.0.9"))
    }

    @Test func aRollThatIsTypedIsNotForgotten() throws {
        var typed = try screen(typing: "62x29", into: "Roll or paper", last: "Labels")
        #expect(typed.request?.paper == .page("62x29"))
        typed.form.focus(on: "sheet")
        _ = typed.type(.home, isBound: false)
        #expect(typed.request == nil)
        #expect(typed.problem?.contains("Choose “a roll” or “plain paper” under Labels for 62x29") == true)
    }

    @Test func rareFieldsAreShownOnceTheyDiffer() throws {
        var screen = PrintScreen(
            .code(.text("QZ-1")), kind: "qr-code", options: MakeOptions(),
            sheets: [.init(name: "L7160", title: "L7160")], printers: [])
        func drawn() -> String {
            var canvas = Canvas(width: 80, height: 24)
            screen.render(into: &canvas, context: Samples.context)
            return canvas.text
        }
        #expect(screen.request?.target == .file)
        #expect(!drawn().contains("  Quality") && drawn().contains("More…"))
        screen.form.focus(on: "quality")
        _ = screen.type(.right, isBound: false)
        screen.form.focus(on: "sheet")
        #expect(drawn().contains("  Quality") && !drawn().contains("  Cut marks"))
    }

    private func rows() -> PrintScreen {
        PrintScreen(
            .collection("Pantry"), kind: "qr-code", options: MakeOptions(),
            sheets: [.init(name: "L7160", title: "L7160")], printers: [],
            templates: [.init(name: "mine", hasSize: false), .init(name: "price", hasSize: true)])
    }

    @Test func aTemplateBringsItsLabels() throws {
        var screen = rows()
        #expect(screen.request?.template == nil && screen.request?.kind == nil)
        screen.form.focus(on: "template")
        _ = screen.type(.right, isBound: false)
        #expect(screen.request?.template == "mine" && screen.request?.paper == .sheet("L7160"))
        _ = screen.type(.right, isBound: false)
        #expect(screen.request?.template == "price" && screen.request?.paper == .template)
        var canvas = Canvas(width: 80, height: 24)
        screen.render(into: &canvas, context: Samples.context)
        try expectGolden("print-template", canvas)
        _ = screen.type(.home, isBound: false)
        #expect(screen.request?.template == nil && screen.request?.paper == .sheet("L7160"))
        screen.form.focus(on: "sheet")
        _ = screen.type(.end, isBound: false)
        #expect(screen.problem == "Choose a template, or other labels")
    }

    @Test func theKindOfCodeIsChosenFromAList() throws {
        var screen = rows()
        screen.form.focus(on: "kind")
        #expect(screen.label(of: .printLabels, AppModel()) == "list")
        #expect(screen.type(.character("d"), isBound: false)?.count == 1)
        let number = try #require(SymbolKind.all.firstIndex { $0.name == "data-matrix" })
        _ = screen.choose(number + 1, of: "kind")
        #expect(screen.request?.kind == "data-matrix")
    }

    @Test func aCountMayBeAField() throws {
        var screen = rows()
        screen.form.focus(on: "count")
        _ = screen.type(.control("u"), isBound: false)
        _ = screen.paste("{quantity}")
        #expect(try screen.request?.count == LabelCount("{quantity}"))
        _ = screen.paste("{")
        #expect(screen.request == nil && screen.problem?.contains("unmatched") == true)
    }

    @Test func enterLeavesTheFileForTheNextField() {
        var screen = rows()
        screen.form.focus(on: "file")
        #expect(screen.label(of: .printLabels, AppModel()) == "next field")
        #expect(screen.type(.enter, isBound: true)?.isEmpty == true)
        #expect(screen.form.focused != "file")
    }
}

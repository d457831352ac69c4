import Screens
import Surface
import Testing
import Widgets

@Suite struct PromptTests {
    private let context = Samples.context
    private let export: @Sendable (String) -> [Effect] = { [.export(.write(.all, path: $0, overwrite: false))] }

    private func stack() -> ScreenStack { ScreenStack(scanner: ScannerScreen()) }

    private func draw(_ stack: ScreenStack, _ width: Int = 100, _ height: Int = 30) -> Canvas {
        var canvas = Canvas(width: width, height: height)
        stack.render(into: &canvas, context: context)
        return canvas
    }

    /// A stack with a prompt for a path, with earlier answers.
    private func asking(_ text: String = "", answers: String...) -> ScreenStack {
        var stack = stack()
        for answer in answers {
            stack.ask(Prompt(title: "Export", hint: "", text: answer, then: export))
            _ = stack.handle(.enter, context: context)
        }
        stack.ask(Prompt(title: "Export", hint: "How", text: text, then: export))
        return stack
    }

    private func answer(_ stack: inout ScreenStack) -> String? {
        let effect = stack.handle(.enter, context: context).first
        guard case .write(_, let path, _)? = effect?.asked(ExportEffect.self) else { return nil }
        return path
    }

    @Test func aPromptTakesKeysAsText() throws {
        var stack = stack()
        stack.ask(Prompt(title: "Export the history", hint: "How", text: "a.csv", then: export))
        try expectGolden("prompt", draw(stack))
        for key: Key in [.home, .character("q"), .end, .backspace, .character("x")] {
            #expect(stack.handle(key, context: context).isEmpty)
        }
        #expect(stack.handle(.enter, context: context) == [.export(.write(.all, path: "qa.csx", overwrite: false))])
        #expect(stack.handle(.character("q"), context: context) == [.run(.quit)])
    }

    @Test func aPromptLeftAloneDoesNothing() {
        var stack = stack()
        stack.ask(Prompt(title: "Export", hint: "", text: "a.csv", then: export))
        #expect(stack.handle(.escape, context: context).isEmpty)
        #expect(!draw(stack).text.contains("a.csv"))
    }

    @Test func aPasteIsTextInAPromptAndNothingElsewhere() {
        var stack = stack()
        _ = stack.paste("q")
        stack.ask(.deletion(of: [Samples.row(3, .ean13, "9781617292156")]))
        _ = stack.paste("Y")
        #expect(stack.question?.kind == .confirmation)
        _ = stack.handle(.escape, context: context)
        stack.ask(Prompt(title: "Export", hint: "", text: "", then: export))
        _ = stack.paste("a\u{1B}[A\r\nb\u{202E}\tc.csv\n")
        #expect(
            stack.handle(.enter, context: context) == [.export(.write(.all, path: "a[Abc.csv", overwrite: false))])
        stack.ask(Prompt(title: "Export", hint: "", text: "x", then: export))
        _ = stack.paste(String(repeating: "y", count: 100_000))
        let effect = stack.handle(.enter, context: context).first
        guard case .write(_, let path, _)? = effect?.asked(ExportEffect.self) else {
            Issue.record("no answer")
            return
        }
        #expect(path.count == 4096)
    }

    @Test func everyQuestionHasItsNumber() {
        var stack = stack()
        #expect(stack.question == nil)
        stack.ask(Prompt(title: "Export", hint: "", text: "a.csv", then: export))
        let first = stack.question
        _ = stack.handle(.enter, context: context)
        #expect(stack.question == nil)
        stack.ask(Confirmation(title: "Overwrite?", yes: [.run(.quit)], weight: .grave))
        #expect(first?.kind == .prompt)
        #expect(stack.question?.kind == .confirmation)
        #expect(first?.number != stack.question?.number)
    }

    // MARK: - Completion

    private static let completer = PathCompleter { folder in
        switch folder {
        case "": [.init("Pictures", isFolder: true), .init("scans.csv"), .init("scans.json"), .init(".hidden")]
        case "Pictures/": [.init("ein\u{202E}neu\u{1B}.png"), .init("raw\u{10FEFF}.png")]
        case "~/": [.init("notes.csv")]
        default: []
        }
    }

    /// Presses Tab and carries out its effects as the program does.
    private func tab(_ stack: inout ScreenStack) {
        for case .complete(let path)? in stack.handle(.tab, context: context).map({ $0.asked(FileEffect.self) }) {
            _ = stack.complete(Self.completer.candidates(for: path), for: path)
        }
    }

    private func type(_ text: String, _ stack: inout ScreenStack) {
        for character in text { _ = stack.handle(.character(character), context: context) }
    }

    @Test func tabAsksForThePathsThatBeginSo() {
        var stack = asking("sc")
        let effects = stack.handle(.tab, context: context)
        #expect(effects == [.file(.complete(path: "sc"))])
        #expect(stack.question?.kind == .prompt)
    }

    @Test func tabCompletesAsFarAsAllAgreeAndThenGoesThroughThem() {
        var stack = asking("s")
        tab(&stack)
        let text = draw(stack).text
        #expect(text.contains("> scans. "))
        #expect(text.contains("scans.csv  scans.json"))
        tab(&stack)
        tab(&stack)
        #expect(answer(&stack) == "scans.json")
    }

    @Test func aFolderIsGoneInto() {
        var stack = asking("P")
        tab(&stack)
        #expect(draw(stack).text.contains("> Pictures/ "))
        type("r", &stack)
        tab(&stack)
        // The invalid byte is in the answer, but not on the screen.
        #expect(draw(stack).text.contains("> Pictures/raw\u{FFFD}.png "))
        #expect(answer(&stack) == "Pictures/raw\u{10FEFF}.png")
    }

    @Test func aHostileNameIsShownFiltered() {
        var stack = asking("Pictures/e")
        tab(&stack)
        #expect(draw(stack).text.contains("> Pictures/ein\u{FFFD}neu\u{241B}.png "))
        #expect(answer(&stack) == "Pictures/ein\u{202E}neu\u{1B}.png")
    }

    @Test func theUsersFolderStaysATilde() {
        var stack = asking("~/n")
        tab(&stack)
        #expect(answer(&stack) == "~/notes.csv")
    }

    @Test func whatIsFoundTooLateChangesNothing() {
        var stack = asking("s")
        _ = stack.handle(.tab, context: context)
        type("x", &stack)
        _ = stack.complete(["scans.csv"], for: "s")
        #expect(answer(&stack) == "sx")
        _ = stack.complete(["scans.csv"], for: "s")
        #expect(stack.question == nil)
    }

    // MARK: - Answers

    @Test func anEmptyAnswerSaysWhatIsMissing() {
        var stack = asking("  ")
        let effects = stack.handle(.enter, context: context)
        #expect(effects.isEmpty)
        #expect(stack.question?.kind == .prompt)
        #expect(draw(stack).text.contains("This field is required"))
        type("a.csv", &stack)
        #expect(answer(&stack) == "a.csv")
    }

    @Test func anAnswerThatCannotBeCarriedOutComesBackWithTheReason() {
        var stack = asking("nowhere/a.csv")
        let first = stack.question?.number
        #expect(answer(&stack) == "nowhere/a.csv")
        #expect(stack.question == nil)
        let isBack = stack.rejectAnswer(because: "No such file or directory. Create its folder first, or name another.")
        #expect(isBack)
        #expect(stack.question?.kind == .prompt)
        #expect(stack.question?.number != first)
        #expect(draw(stack).text.contains("> nowhere/a.csv"))
        #expect(draw(stack).text.contains("! No such file or directory."))
        // Where it takes more than a row, it is wrapped.
        let narrow = draw(stack, 40, 14).text
        #expect(narrow.contains("No such file") && narrow.contains("another."), "\(narrow)")
        type("x", &stack)
        #expect(!draw(stack).text.contains("No such file"))
        #expect(answer(&stack) == "nowhere/a.csvx")
        stack.acceptAnswer()
        let isBackLate = stack.rejectAnswer(because: "too late")
        #expect(!isBackLate)
    }

    @Test func aNoToOverwritingLeadsBackToTheName() {
        var stack = asking("a.csv")
        #expect(answer(&stack) == "a.csv")
        stack.ask(Confirmation(title: "Overwrite?", yes: [.run(.quit)], weight: .grave), aboutAnswer: true)
        _ = stack.handle(.character("n"), context: context)
        #expect(stack.question?.kind == .prompt)
        #expect(draw(stack).text.contains("> a.csv"))
        // Another question has nothing to do with it.
        #expect(answer(&stack) == "a.csv")
        stack.ask(Confirmation(title: "Delete?", yes: [.run(.quit)], weight: .grave))
        _ = stack.handle(.character("n"), context: context)
        #expect(stack.question == nil)
    }

    @Test func upBringsBackWhatWasAnsweredBefore() {
        var stack = asking("new.csv", answers: "a.csv", "b.csv", "a.csv")
        _ = stack.handle(.up, context: context)
        #expect(draw(stack).text.contains("> a.csv "))
        _ = stack.handle(.up, context: context)
        _ = stack.handle(.up, context: context)
        #expect(answer(&stack) == "b.csv")
    }

    @Test func otherPromptsHaveAnswersOfTheirOwn() {
        var stack = asking("x.csv", answers: "a.csv")
        _ = stack.handle(.escape, context: context)
        stack.ask(Prompt(title: "Save", hint: "", text: "y", then: export))
        _ = stack.handle(.up, context: context)
        #expect(answer(&stack) == "y")
    }

    @Test func aClickPutsTheCursor() throws {
        var stack = asking("abc")
        let bounds = Rect(x: 0, y: 0, width: 100, height: 30)
        let rows = draw(stack).text.split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(rows.firstIndex { $0.contains("> abc") })
        let column = try #require(rows[row].range(of: "abc")).lowerBound
        for kind in [MouseEvent.Kind.press, .release] {
            let x = rows[row].distance(from: rows[row].startIndex, to: column) + 1
            _ = stack.handle(MouseEvent(kind, column: x, row: row), in: bounds, context: context)
        }
        type("-", &stack)
        #expect(answer(&stack) == "a-bc")
    }

    @Test func everySizeDrawsAPrompt() {
        var stack = asking("s")
        tab(&stack)
        for width in stride(from: 0, through: 120, by: 9) {
            for height in stride(from: 0, through: 30, by: 3) {
                #expect(draw(stack, width, height).cells.count == width * height)
            }
        }
    }
}

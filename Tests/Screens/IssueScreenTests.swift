import Surface
import Testing

@testable import Screens

@Suite struct IssueScreenTests {
    private func typed(_ values: [(String, String)]) -> (screen: IssueScreen, effects: [Effect]) {
        var (screen, effects) = (IssueScreen(), [Effect]())
        for (id, text) in values {
            screen.form.focus(on: id)
            effects = screen.paste(text) ?? []
        }
        return (screen, effects)
    }

    @Test func whatIsTypedIsLookedAt() {
        let (screen, effects) = typed([("template", " concert "), ("guests", "guests.csv")])
        #expect((screen.request.template, screen.request.guests) == ("concert", "guests.csv"))
        #expect(effects == [.passes(.changed(screen.request))])
    }

    @Test(arguments: [
        ([], "the template"), ([("template", "a")], "the guest list"),
        ([("template", "a"), ("guests", "b")], "the certificate that signs the passes, or the PDF"),
        ([("template", "a"), ("guests", "b"), ("folder", "c")], "the certificate"),
        ([("template", "a"), ("guests", "b"), ("certificate", "c")], "the folder"),
    ])
    func whatIsMissingIsSaid(values: [(String, String)], words: String) throws {
        guard case .screen(.notice(let notice)) = typed(values).screen.use().first else {
            Issue.record("something is made without \(words)")
            return
        }
        #expect(notice.isWarning && notice.text.contains(words), "\(notice.text)")
    }

    @Test func passesOrTicketsAreAskedAbout() {
        for last in [[("tickets", "t.pdf")], [("certificate", "c"), ("bundle", "all.pkpasses")]] {
            let screen = typed([("template", "a"), ("guests", "b")] + last).screen
            #expect(screen.use() == [.passes(.ask(screen.request))])
        }
    }

    @Test func whatWasTypedIsThereAgain() {
        let former = typed([("template", "a"), ("guests", "b"), ("tickets", "t.pdf")]).screen.request
        #expect(IssueScreen(former).use() == [.passes(.ask(former))])
    }

    @Test(arguments: [Key.character("q"), .control("c")])
    func whoQuitsMeanwhileIsAsked(key: Key) {
        var model = Samples.model()
        model.issuing.underWay = IssueUnderWay("passes signed", done: 12, of: 30)
        let context = Samples.context(model)
        var stack = ScreenStack(scanner: ScannerScreen())
        #expect(stack.handle(key, context: context).isEmpty)
        var canvas = Canvas(width: 80, height: 24)
        stack.render(into: &canvas, context: context)
        #expect(canvas.text.contains("Quit while passes are being issued?"))
        #expect(canvas.text.contains("12 of 30 passes signed."))
        #expect(stack.handle(.character("y"), context: context) == [.run(.quit)])
    }

    @Test func aPasswordIsNeitherShownNorRemembered() {
        var stack = ScreenStack(scanner: ScannerScreen())
        let prompt = Prompt(title: "Password", hint: "", text: "", content: .secret) {
            [.passes(.unlock(IssueRequest(), password: $0))]
        }
        func drawn() -> String {
            var canvas = Canvas(width: 80, height: 24)
            stack.render(into: &canvas, context: Samples.context)
            return canvas.text
        }
        stack.ask(prompt)
        for character in "geheim" { _ = stack.handle(.character(character), context: Samples.context) }
        #expect(drawn().contains("••••••") && !drawn().contains("geheim"))
        let effects = stack.handle(.enter, context: Samples.context)
        #expect(effects == [.passes(.unlock(IssueRequest(), password: "geheim"))])
        // The wrong one comes back, still not to be read.
        let isBack = stack.rejectAnswer(because: "the password is wrong")
        #expect(isBack)
        #expect(drawn().contains("the password is wrong") && !drawn().contains("geheim"))
        _ = stack.handle(.escape, context: Samples.context)
        stack.ask(prompt)
        _ = stack.handle(.up, context: Samples.context)
        #expect(!drawn().contains("•"))
    }
}

import Surface
import Testing
import Widgets

@testable import FullScreen
@testable import Screens

@Suite struct CommandPaletteTests {
    private var context: RenderContext {
        var context = Samples.context
        context.refusal = { $0 == Command("toggle-torch") ? "This camera has no light" : nil }
        return context
    }

    private func stack(typing text: String = "") -> ScreenStack {
        var stack = ScreenStack(scanner: ScannerScreen())
        _ = stack.handle(.character(":"), context: context)
        for character in text { _ = stack.handle(.character(character), context: context) }
        return stack
    }

    private func drawn(_ stack: ScreenStack, _ width: Int = 100, _ height: Int = 30) -> String {
        var canvas = Canvas(width: width, height: height)
        stack.render(into: &canvas, context: context)
        return canvas.text
    }

    @Test func itListsEveryCommandWithItsKeyButWhatOnlyMoves() throws {
        var stack = stack()
        let text = drawn(stack)
        #expect(text.contains("─ Commands ─"))
        #expect(!text.contains("Move down"))
        var all = text
        for _ in 0..<16 {
            _ = stack.handle(.pageDown, context: context)
            all += drawn(stack)
        }
        // What screens do in their own ways is listed once.
        var seen: Set<Command> = [.palette, .menu]
        for row in Features.commands.rows where seen.insert(row.command).inserted {
            #expect(all.contains(row.title.prefix(30)) != row.command.isNavigation, "\(row.command.name)")
        }
        var canvas = Canvas(width: 80, height: 24)
        self.stack(typing: "cam").render(into: &canvas, context: context)
        try expectGolden("palette", canvas)
    }

    @Test func everyCommandIsReachedByItOnOneScreenAtLeast() {
        let keys = Samples.keys
        let scanner = ScreenStack(scanner: ScannerScreen())
        for command in Features.commands.commands where !command.isNavigation {
            let isOfOneThatHasIt = keys.contexts.contains {
                keys.isListened(.palette, in: $0) && keys.isListened(command, in: $0)
            }
            #expect(isOfOneThatHasIt || scanner.leads(to: command, keys), "\(command.name)")
        }
    }

    @Test func whatIsTypedFindsAndEnterDoesIt() {
        var stack = stack(typing: "mirror")
        #expect(stack.handle(.enter, context: context) == [.run(Command("mirror"))])
        #expect(!drawn(stack).contains("─ Commands ─"))
    }

    @Test func aKeyOfTheScannerIsAMereLetterInIt() {
        var stack = stack(typing: "q")
        #expect(drawn(stack).contains(": q"))
        _ = stack.handle(.backspace, context: context)
        _ = stack.handle(.backspace, context: context)
        #expect(!drawn(stack).contains("─ Commands ─"))
    }

    @Test func whatCannotBeDoneSaysWhy() {
        var stack = stack(typing: "toggle-torch")
        #expect(drawn(stack).contains("This camera has no light"))
        #expect(stack.handle(.enter, context: context).isEmpty)
        #expect(stack.notice?.text == "This camera has no light")
    }

    @Test func aCommandOfAnotherScreenIsDoneThere() {
        var stack = stack(typing: "reset-controls")
        #expect(stack.handle(.enter, context: context) == [.run(Command("cameras")), .ask(.resetControls)])
        // A screen below that listens is gone back to.
        for screen in [HistoryScreen(), CamerasScreen()] as [any Screen] {
            var other = ScreenStack(scanner: ScannerScreen())
            other.push(screen)
            for key in ":mirror" { _ = other.handle(.character(key), context: context) }
            #expect(other.handle(.enter, context: context).last == .run(Command("mirror")))
            #expect(other.context == .scanner)
        }
    }

    @Test func aScreenThatAsksBeforeItIsLeftStays() {
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.push(DoorScreen())
        #expect(stack.go(to: .openHistory, context: context).isEmpty)
        #expect(stack.context == .door)
        #expect(stack.question?.kind == .confirmation)
    }

    @Test func whatNoCommandLeadsToSaysWhere() {
        var stack = stack(typing: "door-checker")
        #expect(stack.handle(.enter, context: context).isEmpty)
        #expect(stack.notice?.text == "only on the screen “Door”")
    }

    @Test(arguments: [
        ("wifi", "act"), ("bin", "bin"), ("trash", "delete"), ("print", "print-scans"), ("door", "door"),
        ("event", "door"),
        ("exit", "quit"), ("photo", "save-picture"), ("torch", "toggle-torch"), ("label", "print-scans"),
    ]) func aCommandIsFoundByItsKeywords(typed: String, command: String) throws {
        var stack = ScreenStack(scanner: ScannerScreen())
        _ = stack.handle(.character(":"), context: Samples.context)
        let title = try #require(stack.palette?.list.rows.first { $0.name == command }?.text)
        for character in typed { _ = stack.handle(.character(character), context: Samples.context) }
        var canvas = Canvas(width: 100, height: 30)
        stack.render(into: &canvas, context: Samples.context)
        let first = canvas.text.split(separator: "\n").drop { !$0.contains(": \(typed)") }.dropFirst()
            .first { $0.contains { $0.isLetter } }
        #expect(first?.contains(title) == true, "\(first ?? "")")
    }

    @Test func theMenuLeadsToTheOtherPartsOfTheProgramFromEveryScreen() throws {
        let names = [
            "Cameras", "History", "Statistics", "Deleted scans", "Deliveries", "Collections", "Places", "Sessions",
            "Make a code",
            "Print labels",
            "Issue passes", "Door", "Settings", "Log", "Quit",
        ]
        for screen in [nil, HistoryScreen(), CamerasScreen(), MakeScreen()] as [(any Screen)?] {
            var stack = ScreenStack(scanner: ScannerScreen())
            if let screen { stack.push(screen) }
            _ = stack.handle(.function(10), context: Samples.context)
            let text = drawn(stack, 80, 24)
            #expect(text.contains("─ Menu ─"))
            for name in names { #expect(text.contains(": ") && text.contains(" \(name)  "), "\(name)") }
            for character in "cameras" { _ = stack.handle(.character(character), context: Samples.context) }
            let effects = stack.handle(.enter, context: Samples.context)
            #expect(screen is CamerasScreen || effects.last == .run(Command("cameras")))
        }
        var stack = ScreenStack(scanner: ScannerScreen())
        _ = stack.handle(.character("p"), context: Samples.context)
        var canvas = Canvas(width: 80, height: 24)
        stack.render(into: &canvas, context: Samples.context)
        try expectGolden("menu", canvas)
    }

    @Test(arguments: [
        ("sett", "settings"), ("settings", "settings"), ("hist", "history"), ("log", "log"), ("cam", "cameras"),
        ("zoom", "zoom-in"),
        ("mirr", "mirror"), ("quit", "quit"),
    ]) func theLikeliestComesFirst(typed: String, command: String) throws {
        var stack = stack(typing: typed)
        let effects = stack.handle(.enter, context: context)
        #expect(effects == [.run(Command(command))], "\(typed)")
    }

    @Test func whatCannotBeDoneComesLastWithItsReasonBesideIt() throws {
        let typed = drawn(stack(typing: "light")).split(separator: "\n").filter { $0.contains("│") }
        let refused = try #require(typed.firstIndex { $0.contains("– This camera has no light") })
        // Behind whatever can be done, however badly that fits: below what is typed.
        #expect(refused > 2)
        #expect(typed[1..<refused].allSatisfy { !$0.contains(" – ") })
        // Letters that are scattered over another text do not come before it, to be run by mistake.
        var asked = stack(typing: "another door of the event")
        #expect(asked.handle(.enter, context: context).isEmpty)
        #expect(asked.notice?.text == "only on the screen “Door”")
        #expect(drawn(stack(typing: "another door of the event")).contains("– only on the screen"))
    }

    @Test func quitAndHelpAreCommandsAsWell() {
        var stack = stack(typing: "quit")
        #expect(stack.handle(.enter, context: context) == [.run(.quit)])
        stack = self.stack(typing: "show all keys")
        #expect(stack.handle(.enter, context: context).isEmpty)
        #expect(stack.shows(.help))
    }

    @Test func nothingFitsNonsense() {
        var stack = stack(typing: "zzqx")
        #expect(drawn(stack).contains("No matching command."))
        #expect(stack.handle(.enter, context: context).isEmpty)
        #expect(drawn(stack).contains("─ Commands ─"))
        _ = stack.handle(.escape, context: context)
        #expect(!drawn(stack).contains("─ Commands ─"))
    }

    @Test func pastedTextIsTyped() {
        var stack = stack()
        _ = stack.paste("mir\u{1B}ror")
        #expect(drawn(stack).contains(": mirror"))
    }

    @Test(arguments: [(40, 12), (80, 24), (200, 60)]) func itFitsEveryTerminal(width: Int, height: Int) {
        var stack = stack(typing: "e")
        stack.fit(Rect(x: 0, y: 0, width: width, height: height), context: context)
        let text = drawn(stack, width, height)
        #expect(text.contains("─ Commands ─"))
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == height + 1)
    }
}

@Suite struct FuzzyMatchTests {
    @Test func lettersMustComeInOrder() {
        #expect(FuzzyMatch("svp", in: "Save the picture") != nil)
        #expect(FuzzyMatch("pvs", in: "Save the picture") == nil)
        #expect(FuzzyMatch("picture!", in: "Save the picture") == nil)
        #expect(FuzzyMatch("SAVE", in: "save") != nil)
        #expect(FuzzyMatch("a a", in: "aa") != nil)
    }

    @Test func withoutALetterEverythingFits() {
        #expect(FuzzyMatch("", in: "")?.score == 0)
        #expect(FuzzyMatch("  ", in: "x")?.score == 0)
    }

    @Test func wordsAndRunsCountMore() throws {
        let whole = try #require(FuzzyMatch("zoom", in: "Zoom in"))
        let scattered = try #require(FuzzyMatch("zoom", in: "a razor on or off, mirrored"))
        #expect(whole.score > scattered.score)
        let start = try #require(FuzzyMatch("p", in: "the picture"))
        let middle = try #require(FuzzyMatch("p", in: "the spot"))
        #expect(start.score > middle.score)
    }
}

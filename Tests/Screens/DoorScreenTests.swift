import Doors
import Foundation
import Surface
import Testing

@testable import Screens

@Suite struct DoorScreenTests {
    private func drawn(
        _ sign: DoorSign?, columns: Int = 80, rows: Int = 24, change: (inout DoorModel) -> Void = { _ in }
    ) -> Canvas {
        var context = RenderContext()
        context.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        context.now = Date(timeIntervalSince1970: 1_800_000_000)
        var door = DoorModel(event: "Movie night", door: "North")
        (door.checker, door.inside, door.refused, door.sign) = ("Ana", 12, 3, sign)
        change(&door)
        context.model.door = door
        var canvas = Canvas(width: columns, height: rows)
        DoorScreen().render(into: &canvas, context: context)
        return canvas
    }

    private func sign(_ outcome: DoorOutcome) -> DoorSign {
        DoorSign(
            outcome, word: outcome == .enter ? "WELCOME" : "ALREADY USED", seat: "12C",
            lines: ["Ana Ångström", "4 people"], note: "wheelchair", time: Date(timeIntervalSince1970: 1_800_000_000),
            ticket: "7")
    }

    /// Never by colour alone: what is drawn differs without it, and so does the background.
    @Test func eachOutcomeHasALookOfItsOwn() {
        var shapes: Set<String> = []
        var colours: Set<Color> = []
        for outcome in DoorOutcome.allCases {
            let canvas = drawn(sign(outcome))
            shapes.insert(canvas.text.split(separator: "\n", omittingEmptySubsequences: false)[1...4].joined())
            colours.insert(canvas[0, 10].style.background)
        }
        #expect(shapes.count == DoorOutcome.allCases.count)
        #expect(colours.count >= 5)
    }

    /// Somebody who shows people to their seats reads it from afar.
    @Test(arguments: [(100, 30), (132, 42), (200, 60)])
    func theSeatIsLargeWhereThereIsRoom(_ columns: Int, _ rows: Int) {
        #expect(!drawn(sign(.enter), columns: columns, rows: rows).text.contains("Seat 12C"))
        #expect(drawn(sign(.enter), columns: 40, rows: 12).text.contains("Seat 12C"))
    }

    @Test func eachCheckHasAFigureOfItsOwn() {
        let figures = Set(
            DoorFigure.allCases.map { figure in
                let sign = DoorSign(.invalid, figure: figure, word: "NO", time: Date(timeIntervalSince1970: 0))
                return drawn(sign, columns: 40, rows: 12).text
            })
        #expect(figures.count == DoorFigure.allCases.count)
        #expect(Set(DoorOutcome.allCases.map(\.signal.figure)).count == DoorOutcome.allCases.count)
    }

    @Test(arguments: [(80, 24), (40, 12), (200, 60), (60, 16)])
    func whatCountsIsThereAtEverySize(_ columns: Int, _ rows: Int) {
        let text = drawn(sign(.enter), columns: columns, rows: rows).text
        #expect(text.contains("wheelchair"))
        #expect(text.contains("Ana Ångström") || rows <= 12)
        #expect(text.contains("WELCOME") || text.contains("█"))
        #expect(text.contains("12 inside") || columns < 60)
    }

    @Test(arguments: [(80, 24), (60, 16), (100, 30)])
    func aDoorThatGoesOnAloneSaysSo(_ columns: Int, _ rows: Int) throws {
        for sign in [nil, self.sign(.enter)] {
            let canvas = drawn(sign, columns: columns, rows: rows) { door in
                (door.sharing, door.isAlone, door.twice, door.guests) = ("ALONE: 3 to merge", true, 2, 500)
                door.ledgerProblem = "The ledger cannot be reached"
            }
            let status = try #require(canvas.text.split(separator: "\n").first { $0.contains("ALONE: 3 to merge") })
            #expect(status.contains("2 ENTERED TWICE"))
            #expect(status.contains("Movie"))
            #expect(sign != nil || canvas.text.contains("The ledger cannot be reached"))
        }
        #expect(drawn(nil) { $0.sharing = "shared" }.text.contains("shared"))
        #expect(!drawn(nil).text.contains("shared"))
    }

    @Test(arguments: [(80, 24, 17), (40, 12, 8), (200, 60, 52), (20, 5, 1)])
    func aVerdictIsSeenOverEverythingThatLiesOverTheDoor(_ columns: Int, _ rows: Int, first: Int) throws {
        var model = AppModel()
        model.door = DoorModel(event: "Movie night", door: "North")
        model.door?.sign = sign(.used)
        model.door?.sign?.word = "USED"
        let (red, green, blue) = DoorOutcome.used.signal.paper
        func rendered(_ stack: ScreenStack) -> Canvas {
            var canvas = Canvas(width: columns, height: rows)
            stack.render(into: &canvas, context: Samples.context(model))
            return canvas
        }
        var door = ScreenStack(scanner: ScannerScreen())
        door.push(DoorScreen())
        var (list, asked, picked, typed) = (door, door, door, door)
        list.push(HelpScreen(about: .door))
        asked.ask(Confirmation(title: "Close the door?", yes: []))
        picked.ask(Pick(title: "Which door?", options: [.init("a", "North")]) { _ in [] })
        typed.ask(Prompt(title: "Which guest?", hint: "", text: "") { _ in [] })
        for stack in [list, asked, picked, typed] {
            let canvas = rendered(stack)
            #expect(canvas[0, first].style.background == .rgb(red, green, blue))
            // In large letters where there is room.
            let lines = canvas.text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(rows < 24 ? lines[first].hasSuffix(" USED") : lines[first + 3].hasPrefix("  !! wheelchair !!"))
            #expect(rows >= 24 || lines[first + 1].hasPrefix("  !! wheelchair !!"))
        }
        // What is asked can still be answered.
        if rows >= 12 {
            #expect(rendered(picked).text.contains("North"))
            #expect(rendered(typed).text.contains("Which guest?"))
            #expect(rendered(asked).text.contains("Close the door?"))
        }
        // Without one nothing is drawn over them.
        model.door?.sign = nil
        #expect(rendered(list)[0, first].style.background != .rgb(red, green, blue))
    }

    @Test func aQuestionBesideAVerdictIsAnsweredWhenAllOfItWasSeen() {
        var model = AppModel()
        model.door = DoorModel(event: "Movie night", door: "North")
        model.door?.sign = sign(.used)
        let context = Samples.context(model)
        let bounds = Rect(x: 0, y: 0, width: 60, height: 16)
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.push(DoorScreen())
        stack.ask(Confirmation(title: "Close the door?", lines: (1...8).map { .text("line \($0)") }, yes: [.pop]))
        stack.fit(bounds, context: context)
        var canvas = Canvas(width: bounds.width, height: bounds.height)
        stack.render(into: &canvas, context: context)
        // The verdict leaves the dialog less room than its lines need.
        #expect(canvas.text.contains("more rows"))
        #expect(!canvas.text.contains("y  yes"))
        model.door?.sign = nil
        stack.fit(bounds, context: Samples.context(model))
        stack.render(into: &canvas, context: Samples.context(model))
        #expect(canvas.text.contains("y  yes"))
    }

    @Test func aDoorThatNobodyHasChosenSaysSo() {
        let text = drawn(nil) { $0.door = nil }.text
        #expect(text.contains("NO DOOR CHOSEN: tickets are not checked. Press F3 to choose one."))
        #expect(text.contains("Movie night · no door · Ana"))
        #expect(!text.contains("READY"))
    }

    @Test func theDoorIsClosedAfterAQuestion() {
        var screen = DoorScreen()
        guard case .screen(.confirm(let question)) = screen.handle(.back, model: AppModel()).first else {
            Issue.record("the door closes without a question")
            return
        }
        #expect(question.yes == [.door(.close), .pop])
    }

    @Test func keysAskForWhatTheySay() {
        var screen = DoorScreen()
        #expect(screen.handle(.doorReady, model: AppModel()) == [.door(.ready)])
        #expect(screen.handle(.doorUndo, model: AppModel()) == [.door(.askUndo)])
        #expect(screen.handle(.doorGuest, model: AppModel()) == [.door(.askGuest)])
    }

    /// What a yes to the question creates.
    private static func request(_ effects: [Effect]) -> DoorRequest? {
        guard case .screen(.confirm(let question))? = effects.first,
            case .make(let request)? = question.yes.first?.asked(DoorEffect.self)
        else { return nil }
        return request
    }

    @Test func anEventIsCreatedAfterAQuestionThatNamesItsRules() throws {
        var screen = DoorSetupScreen(begins: "2026-12-24 19:30")
        _ = screen.paste("Opera")
        guard case .screen(.confirm(let question))? = screen.type(.enter, isBound: false)?.first else {
            Issue.record("the event is created without a question")
            return
        }
        #expect(question.title == "Create “Opera”?")
        #expect(
            question.lines == [
                .strong("No guest list. F4 imports one later."),
                .text("Begins 2026-12-24 19:30. Doors open 60 minutes before and close 60 minutes after."),
                .text("Each ticket admits once. One door."),
            ])
    }

    @Test func rareFieldsAreOpenedByMore() {
        var screen = DoorSetupScreen(begins: "")
        func isShown(_ label: String) -> Bool {
            var canvas = Canvas(width: 80, height: 24)
            screen.render(into: &canvas, context: RenderContext())
            return canvas.text.split(separator: "\n").contains { $0.dropFirst(3).hasPrefix(label) }
        }
        #expect(isShown("Guest list") && isShown("More…") && !isShown("Flight") && !isShown("Ledger"))
        screen.form.focus(on: "more")
        #expect(screen.label(of: .makeEvent, AppModel()) == "show or hide")
        _ = screen.type(.enter, isBound: true)
        #expect(isShown("Flight") && isShown("Ledger"))
        screen.form.focus(on: "flight")
        _ = screen.paste("LH400@326")
        screen.form.focus(on: "more")
        _ = screen.type(.enter, isBound: true)
        // What was entered stays in sight.
        #expect(isShown("Flight") && !isShown("Ledger"))
    }

    @Test func aNewEventIsWhatWasTyped() throws {
        var screen = DoorSetupScreen(begins: "2026-12-24 19:30")
        #expect(screen.use().contains { if case .screen(.notice) = $0 { true } else { false } })
        for character in "Opera" { _ = screen.type(.character(character), isBound: false) }
        let request = try #require(Self.request(screen.use()))
        #expect((request.name, request.begins, request.before) == ("Opera", "2026-12-24 19:30", 60))
        #expect((request.admission, request.doors, request.list) == ("once", ["Door"], ""))
        #expect((request.keys, request.accept, request.flight, request.ledger) == ([], [], "", ""))
    }

    @Test func keysAndTicketsOfOthersAreListsOfWords() throws {
        var screen = DoorSetupScreen(begins: "")
        for (id, text) in [
            ("name", "Opera"), ("keys", "2026-a, 2026-b ,"), ("accept", "hc1,bcbp"), ("flight", " LH400@326 "),
            ("ledger", "host=db dbname=tickets"),
        ] {
            screen.form.focus(on: id)
            _ = screen.paste(text)
        }
        let request = try #require(Self.request(screen.use()))
        #expect((request.keys, request.accept) == (["2026-a", "2026-b"], ["hc1", "bcbp"]))
        #expect((request.flight, request.ledger) == ("LH400@326", "host=db dbname=tickets"))
    }
}

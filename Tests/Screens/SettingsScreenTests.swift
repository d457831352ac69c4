import FullScreen
import Config
import Frames
import Preview
import SeededRandomness
import Surface
import Testing

@testable import Screens

@Suite struct SettingsScreenTests {
    private static let items = SettingsCatalog.items(commands: Features.commands, previews: PreviewRenderers.names)

    private func model(_ values: [SettingID: SettingValue] = [:], problems: [SettingID: String] = [:]) -> AppModel {
        var model = Samples.model()
        model.picture.interestBox = .standard
        model.settings = SettingsContent(
            path: "~/.config/quietzone/config.toml", text: "",
            rows: Self.items.map { .init(item: $0, value: values[$0.id], problem: problems[$0.id]) })
        return model
    }

    private func changed() -> AppModel {
        var model = model(
            [
                SettingID("scanner", "source"): .text("camera:HD Webcam C920 with a name that is far too long for it"),
                SettingID("scanner", "format"): .text("high"), SettingID("scanner", "reappearance-seconds"): .whole(-2),
            ], problems: [SettingID("scanner", "reappearance-seconds"): "must be 0 to 86400 seconds"])
        model.settings.remarks = ["line 12, [display] colour: there is no such setting"]
        return model
    }

    private func stack(_ model: AppModel, keys: [Key] = [], _ width: Int = 80, _ height: Int = 24) -> ScreenStack {
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.push(SettingsScreen())
        stack.fit(Rect(x: 0, y: 0, width: width, height: height), context: Samples.context(model))
        for key in keys { _ = stack.handle(key, context: Samples.context(model)) }
        return stack
    }

    private func drawn(_ stack: ScreenStack, _ model: AppModel, _ width: Int = 80, _ height: Int = 24) -> Canvas {
        var stack = stack
        stack.fit(Rect(x: 0, y: 0, width: width, height: height), context: Samples.context(model))
        var canvas = Canvas(width: width, height: height)
        stack.render(into: &canvas, context: Samples.context(model))
        return canvas
    }

    @Test(arguments: [(80, 24), (200, 60), (40, 12)]) func itIsDrawn(width: Int, height: Int) throws {
        let size = "\(width)x\(height)"
        let model = changed()
        try expectGolden(
            "settings-\(size)", drawn(stack(model, keys: [.down, .down, .down, .down]), model, width, height))
        let keys = self.model()
        try expectGolden("settings-keys-\(size)", drawn(stack(keys, keys: [.backTab, .down]), keys, width, height))
        var broken = AppModel()
        broken.picture.interestBox = .standard
        broken.settings = self.model().settings
        broken.settings.problem = "config.toml, line 3: `source`: text has no closing quote on its line"
        try expectGolden("settings-broken-\(size)", drawn(stack(broken), broken, width, height))
    }

    @Test func whatKeysHaveChangedStandsBesideTheFile() throws {
        var model = model()
        model.picture.interestBox = InterestBox(x: 0.2, y: 0.2, width: 0.6, height: 0.6000001)
        func line(_ name: String, _ keys: [Key], _ model: AppModel) -> String {
            drawn(stack(model, keys: keys), model).text.split(separator: "\n").first { $0.contains(name) }.map(
                String.init) ?? ""
        }
        let toDisplay = [Key](repeating: .tab, count: 5)
        #expect(!drawn(stack(model), model).text.contains("now"))
        #expect(!line("figures", toDisplay, model).contains("now"))
        model.showsFigures = true
        _ = model.picture.painter.choose("half-blocks")
        model.picture.interestBox = nil
        #expect(line("figures", toDisplay, model).contains("[ ] · now [x]"))
        #expect(line("preview", toDisplay, model).contains("ascii · now half-blocks"))
        #expect(line("interest-box", [], model).contains("[x] · now [ ]"))
        let details = drawn(stack(model, keys: toDisplay + [.down, .down, .down, .down]), model).text
        #expect(details.contains("Now [x], set by a key"))
        // A single picture begins without the box.
        model.source.isStill = true
        #expect(!line("interest-box", [], model).contains("now"))
    }

    private func effects(_ key: Key, after keys: [Key] = [], _ model: AppModel? = nil) -> [Effect] {
        let model = model ?? self.model()
        var stack = stack(model, keys: keys)
        return stack.handle(key, context: Samples.context(model))
    }

    private let box = SettingID("scanner", "interest-box")

    @Test func aToggleIsTurned() {
        #expect(effects(.enter, after: [.down, .down]) == [.settings(.set(box, .bool(false)))])
        #expect(
            effects(.character(" "), after: [.down, .down], model([box: .bool(false)])) == [
                .settings(.set(box, .bool(true)))
            ])
        #expect(effects(.right, after: [.down, .down]) == [.settings(.set(box, .bool(false)))])
    }

    @Test func numbersAndChoicesHaveSteps() {
        let seconds = SettingID("scanner", "reappearance-seconds")
        #expect(effects(.right, after: [.down, .down, .down, .down]) == [.settings(.set(seconds, .number(6)))])
        #expect(
            effects(.left, after: [.down, .down, .down, .down], model([seconds: .number(0)])) == [
                .settings(.set(seconds, .number(0)))
            ])
        #expect(
            effects(.left, after: [.tab, .tab, .tab, .tab, .tab])
                == [.settings(.set(SettingID("display", "theme"), .text("sky")))])
        #expect(effects(.right) == [])
    }

    @Test func oneOfSeveralIsTakenFromAList() {
        let model = model([SettingID("display", "theme"): .text("light")])
        var stack = stack(model, keys: [.tab, .tab, .tab, .tab, .tab, .enter])
        #expect(drawn(stack, model).text.contains("● light"))
        for key in "mono" { _ = stack.handle(.character(key), context: Samples.context(model)) }
        #expect(
            stack.handle(.enter, context: Samples.context(model))
                == [.settings(.set(SettingID("display", "theme"), .text("mono")))])
    }

    @Test func otherValuesAreTypedAndBlanksCount() {
        let ramp = SettingID("display", "ramp")
        let model = model([ramp: .text(" ab")])
        var stack = stack(model, keys: [.tab, .tab, .tab, .tab, .tab, .end, .enter, .character("c"), .character(" ")])
        #expect(drawn(stack, model).text.contains("[display] ramp"))
        #expect(stack.handle(.enter, context: Samples.context(model)) == [.settings(.type(ramp, " abc "))])
        let isBack = stack.rejectAnswer(because: "Must be other characters")
        #expect(isBack)
        #expect(drawn(stack, model).text.contains("! Must be other characters"))
    }

    @Test func aKeyWritesItsNameIntoAList() {
        let open = SettingID("keys", "open")
        let model = model()
        var stack = stack(model, keys: [.backTab, .enter, .control("u")])
        for key in [Key.control("v"), .escape, .control("v"), .character("ä"), .control("v"), .control("v"), .enter] {
            let effects = stack.handle(key, context: Samples.context(model))
            #expect(effects.isEmpty || effects == [.settings(.type(open, "Esc ä Ctrl-V"))])
        }
        #expect(!drawn(stack, model).text.contains("─ [keys] open"))
    }

    @Test func aSettingThatIsNotSetIsNotReset() {
        #expect(effects(.character("r"), after: [.down, .down]) == [])
        #expect(
            effects(.character("r"), after: [.down, .down], model([box: .bool(false)])) == [.settings(.reset(box))])
    }

    @Test func aBrokenFileIsReadAgainAndNotChanged() {
        var model = model()
        model.settings.problem = "config.toml, line 3: no"
        for key in [Key.enter, .right, .left, .character("r"), .character(" ")] {
            #expect(effects(key, after: [.down, .down], model) == [.settings(.reload)])
        }
    }

    @Test func clicksShowSectionsAndChangeWhatIsSelected() throws {
        let model = model()
        var stack = stack(model)
        let bounds = Rect(x: 0, y: 0, width: 80, height: 24)
        func click(_ text: String) throws -> [Effect] {
            let rows = drawn(stack, model).text.split(separator: "\n", omittingEmptySubsequences: false)
            let row = try #require(rows.firstIndex { $0.contains(text) })
            let column = try #require(rows[row].range(of: text)).lowerBound
            return [MouseEvent.Kind.press, .release].flatMap { kind in
                stack.handle(
                    MouseEvent(kind, column: rows[row].distance(from: rows[row].startIndex, to: column), row: row),
                    in: bounds, context: Samples.context(model))
            }
        }
        let none = try click("Display") + click("figures")
        #expect(none.isEmpty)
        let change = try click("figures")
        #expect(change == [.settings(.set(SettingID("display", "figures"), .bool(true)))])
    }

    /// Keys and clicks of any kind on the screens of settings and of the log: nothing traps, and each is drawn whole.
    @Test func noKeyOrClickBreaksIt() {
        var random = SplitMix(state: 5)
        var model = changed()
        model.log = LogContent(path: "log", bytes: Array("a\nb 日本\n\nc".utf8), isCut: false)
        let keys: [Key] = [
            .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .enter, .tab, .backTab, .escape, .backspace,
            .delete, .character(" "), .character("r"), .character("y"), .character("x"), .control("v"), .control("u"),
        ]
        var (width, height) = (80, 24)
        var stack = stack(model)
        for step in 0..<3000 {
            if step % 40 == 0 {
                stack = self.stack(model)
                if step % 80 == 0 { stack.push(LogScreen()) }
                (width, height) = (Int.random(in: 40...200, using: &random), Int.random(in: 12...60, using: &random))
            }
            let bounds = Rect(x: 0, y: 0, width: width, height: height)
            if Int.random(in: 0..<4, using: &random) == 0 {
                let kinds: [MouseEvent.Kind] = [.press, .release, .drag, .wheelUp, .wheelDown]
                let event = MouseEvent(
                    kinds.randomElement(using: &random) ?? .press, column: Int.random(in: 0..<width, using: &random),
                    row: Int.random(in: 0..<height, using: &random))
                _ = stack.handle(event, in: bounds, context: Samples.context(model))
            } else {
                _ = stack.handle(keys.randomElement(using: &random) ?? .up, context: Samples.context(model))
            }
            let canvas = drawn(stack, model, width, height)
            #expect(canvas.width == width && canvas.height == height)
        }
    }

    @Test func everySettingCanBeAskedFor() {
        let model = model()
        for (section, name) in SettingsCatalog.sections.enumerated() {
            let count = Self.items.filter { $0.id.section == name }.count
            for number in 0..<count {
                let keys = [Key](repeating: .tab, count: section) + [Key](repeating: .down, count: number)
                var stack = stack(model, keys: keys)
                let effects = stack.handle(.enter, context: Samples.context(model))
                let text = drawn(stack, model).text
                #expect(
                    !effects.isEmpty || text.contains("Enter  take") || text.contains("─ [\(name)]"),
                    "\(name) \(number)")
            }
        }
    }
}

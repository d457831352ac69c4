import Files
import FullScreen
import Services
import Config
import Payloads
import Surface
import Symbols
import Testing

@testable import Screens

/// The rules of the settings, tried on a kept scan.
@Suite struct RuleTrialTests {
    private static let settings = Settings.read(
        """
        [command.stock]
        run = ["stock", "{text}"]
        title = "Add to the stock"
        [[rule]]
        kinds = ["wifi", "email"]
        do = "copy"
        [[rule]]
        symbologies = ["ean-13"]
        do = "ignore"
        [[rule]]
        pattern = "https://intranet.example.org/*"
        do = "open"
        [[rule]]
        kinds = ["url"]
        do = "run stock"
        [[rule]]
        do = "copy"
        """, kinds: PayloadKind.all.map(\.rawValue)
    ).settings

    private func question(_ content: SymbolContent, doing: Result<[Effect], UserError> = .success([])) -> Pick {
        RuleTrial(Self.settings.rules, Payload.parse(content)).question(doing: doing)
    }

    private static let address = SymbolContent(symbology: .qrCode, text: "https://example.org/a")

    @Test func itSaysWhichRuleHoldsAndWhyTheOthersDoNot() {
        let question = question(Self.address)
        #expect(question.selected == "4")
        #expect(
            question.options.map(\.detail) == [
                "for email, wifi, but this is url", "for ean-13, but this is qr-code",
                "the text does not match https://intranet.example.org/*", "matches: runs Add to the stock on the scan",
                "would match, but rule 4 comes first",
            ])
        #expect(question.options.map { $0.refusal == nil } == [false, false, false, true, false])
        #expect(question.hint == "Rule 4 matches. Press Enter to run it (asks first).")
        // Bytes that are no text match no pattern.
        let bytes = SymbolContent(symbology: .qrCode, bytes: [0xFF, 0xFE, 0x00], text: nil, charset: nil)
        #expect(self.question(bytes).options[2].detail == "has a pattern, and the content is binary")
    }

    /// `explain` tells the same.
    @Test func itIsTheRuleThatCountsForNewScans() {
        for text in ["https://example.org/a", "https://intranet.example.org/x", "WIFI:S:x;P:12345678;;", "plain", ""] {
            let payload = Payload.parse(SymbolContent(symbology: .qrCode, text: text))
            let holding = RuleTrial(Self.settings.rules, payload).holding
            #expect(holding == Self.settings.rules.first(for: payload))
            #expect(question(payload.content).selected == holding.map { "\($0.number)" })
        }
    }

    @Test func whereNoneHoldsThatIsSaid() {
        let rules = Array(Self.settings.rules.prefix(2))
        let question = RuleTrial(rules, Payload.parse(Self.address)).question(doing: .success([]))
        #expect(question.hint == "No rule matches this scan.")
        #expect(question.selected == nil && question.options.allSatisfy { $0.refusal != nil })
    }

    @Test func enterDoesWhatTheRuleSays() {
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.ask(question(Self.address, doing: .success([.file(.copy("done"))])))
        #expect(stack.handle(.enter, context: Samples.context) == [.file(.copy("done"))])
        // What cannot be done stays, with the reason.
        stack.ask(question(Self.address, doing: .failure(UserError("it cannot be"))))
        #expect(stack.handle(.enter, context: Samples.context).isEmpty)
        var canvas = Canvas(width: 80, height: 24)
        stack.render(into: &canvas, context: Samples.context)
        #expect(canvas.text.contains("it cannot be"))
    }

    @Test func theKeyOfAScansScreenAsks() {
        var stack = ScreenStack(scanner: ScannerScreen())
        let scan = Samples.scan(.qrCode, "https://example.org/a")
        stack.push(ScanScreen(id: 7, scan: scan, payload: Payload.parse(scan.symbol.content)))
        #expect(stack.handle(.tryRules, model: Samples.model()) == [.rule(.tryOut(id: 7))])
    }

    @Test(arguments: [(80, 24), (200, 60), (40, 12)]) func itIsDrawn(width: Int, height: Int) throws {
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.ask(question(Self.address))
        var canvas = Canvas(width: width, height: height)
        stack.fit(canvas.bounds, context: Samples.context)
        stack.render(into: &canvas, context: Samples.context)
        try expectGolden("rules-\(width)x\(height)", canvas)
    }
}

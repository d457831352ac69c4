import Encoding
import Formats
import Payloads
import Surface
import Symbols
import Testing
import UnsafeText

@testable import Screens

/// No character that steers a terminal or cannot be seen is in a cell, whatever a symbol, a file's name or a camera says.
@Suite struct UnsafeCharactersTests {
    /// All of them, as many as a line shows.
    private static let texts = UnsafeText.texts(of: 90)

    private func expectSafe(_ stack: ScreenStack, _ model: AppModel, keys: [Key] = [], _ what: String) {
        var stack = stack
        let context = Samples.context(model)
        for key in [nil] + keys.map(Optional.init) {
            if let key { _ = stack.handle(key, context: context) }
            for (width, height) in [(200, 60), (40, 12)] {
                var canvas = Canvas(width: width, height: height)
                stack.fit(canvas.bounds, context: context)
                stack.render(into: &canvas, context: context)
                let found = UnsafeText.found(in: String(canvas.cells.map(\.character)))
                #expect(found.isEmpty, "\(what), \(width)×\(height), after \(key.map(\.name) ?? "nothing")")
            }
        }
    }

    @Test(arguments: EveryScreen.Subject.allCases) func everyScreenMarksThem(subject: EveryScreen.Subject) {
        for text in Self.texts {
            expectSafe(EveryScreen.stack(subject, text), EveryScreen.model(subject, text), "\(subject)")
        }
    }

    /// Contents of several kinds whose values hold them.
    private static func contents(_ text: String) -> [String] {
        [
            text, "https://example.org/\(text)?q=\(text)", "https://\(text)@example.org/",
            "WIFI:T:WPA;S:\(text);P:\(text);;",
            "BEGIN:VCARD\nVERSION:3.0\nN:\(text)\nFN:\(text)\nTEL;TYPE=\(text):+1\nNOTE:\(text)\nX-\(text):1\nEND:VCARD",
            "mailto:a@example.org?subject=\(text)&\(text)=1",
            "otpauth://totp/\(text):a?secret=JBSWY3DPEHPK3PXP&issuer=\(text)",
            "BEGIN:VEVENT\nSUMMARY:\(text)\nLOCATION:\(text)\nDTSTART:20260101\nEND:VEVENT", "(10)\(text)(21)\(text)",
            "{\"\(text)\": \"\(text)\"}", "geo:1,2?q=\(text)&\(text)=x", "smsto:+123456789:\(text)",
        ]
    }

    @Test func contentsOfAllKindsOnTheScreenOfAScan() {
        for text in Self.texts {
            for content in Self.contents(text) {
                let scan = Samples.scan(.qrCode, content)
                let payload = Payload.parse(scan.symbol.content)
                #expect(UnsafeText.found(in: SafeText.visible(payload.summary)).isEmpty, "\(payload.kind)")
                let told = payload.actions.map(\.title) + payload.warnings.map(\.message) + payload.fields.map(\.label)
                #expect(told.allSatisfy { UnsafeText.found(in: SafeText.visible($0)).isEmpty })
                var stack = ScreenStack(scanner: ScannerScreen())
                stack.push(ScanScreen(id: 7, scan: scan, payload: payload, picture: "/tmp/\(text).png"))
                expectSafe(
                    stack, Samples.model(), keys: [.control("t"), .pageDown, .character("/"), .escape],
                    "\(payload.kind)")
            }
        }
    }

    @Test func questionsNoticesAndPromptsMarkThem() throws {
        for text in Self.texts {
            let model = Samples.model()
            for content in Self.contents(text) {
                let payload = Payload.parse(SymbolContent(symbology: .qrCode, text: content))
                for action in payload.actions.prefix(8) {
                    var stack = ScreenStack(scanner: ScannerScreen())
                    for effect in Effect.doing(action, model, besides: payload.warnings) {
                        if case .screen(.confirm(let question)) = effect { stack.ask(question) }
                        if case .askSaving(let title, let name, _)? = effect.asked(FileEffect.self) {
                            stack.ask(Prompt(title: title, hint: name, text: name) { _ in [] })
                        }
                    }
                    expectSafe(stack, model, action.title)
                }
            }
            var stack = ScreenStack(scanner: ScannerScreen())
            stack.show(Notice(text))
            stack.show(Notice(text, isWarning: true))
            expectSafe(stack, model, "notices")
            let rows = [HistoryRow(id: 1, time: Samples.time, symbology: .qrCode, summary: text, source: text)]
            stack.ask(.deletion(of: rows, remark: text))
            expectSafe(stack, model, "deletion")
        }
    }

    @Test func aCodeAndTheRulesMarkThem() throws {
        let image = try SymbolEncoder.encode("x", as: .qrCode)
        for text in Self.texts {
            var stack = ScreenStack(scanner: ScannerScreen())
            let modules = CodeModules(width: image.width, height: image.height, isDark: image.isDark)
            stack.push(CodeScreen(title: text, modules: modules))
            expectSafe(stack, Samples.model(), "code")
        }
    }

    /// What is typed or pasted is shown, too.
    @Test func linesThatAreTypedMarkThem() {
        for text in Self.texts {
            for opening in [Key.character("/"), .character(":")] {
                var stack = ScreenStack(scanner: ScannerScreen())
                _ = stack.handle(opening, context: Samples.context)
                _ = stack.paste(text)
                expectSafe(stack, Samples.model(), opening.name)
            }
        }
    }
}

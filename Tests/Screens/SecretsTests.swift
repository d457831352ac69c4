import Foundation
import Payloads
import Screens
import Surface
import Symbols
import Testing

/// Passwords and keys are nowhere on the screen until somebody asks for them.
@Suite struct SecretsTests {
    private static let secrets = ["s3cr3t-word", "JBSWY3DPEHPK3PXP"]
    private static let texts = [
        "WIFI:T:WPA;S:Cafe;P:s3cr3t-word;;",
        "otpauth://totp/Example:ada@example.org?secret=JBSWY3DPEHPK3PXP&issuer=Example",
        "wifi:T:WPA\nS:Cafe\nP:s3cr3t-word\n", "WiFi:T:WPA;P:s3cr3t-word;;",
    ]
    /// Parts of a message, of which nobody knows what the whole is.
    private static let parts = ["WIFI:T:WPA;S:Cafe;P:s3cr3t-word", "rest of s3cr3t-word;;"].enumerated().map {
        index, text in
        var content = SymbolContent(symbology: .qrCode, text: text)
        content.part = SequencePart(index: index, count: 2, id: "7")
        return content
    }
    private static let contents = texts.map { SymbolContent(symbology: .qrCode, text: $0) } + parts

    private var model: AppModel {
        var model = Samples.model()
        let rows = Self.contents.enumerated().map { index, content in
            HistoryRow(
                id: Int64(index + 1), time: Samples.time, symbology: .qrCode, summary: Payload.parse(content).summary)
        }
        model.history.replace(Array(rows.reversed()), total: rows.count)
        model.lastScan = LastScan(row: rows[0])
        // Two in view are listed with what they mean.
        model.picture.symbols = rows.enumerated().map { index, row in
            .init(
                number: index + 1, corners: Samples.corners, state: .new, id: row.id, symbology: row.symbology,
                summary: row.summary)
        }
        return model
    }

    private func scanScreen(_ content: SymbolContent) -> ScanScreen {
        let scan = Scan(
            time: Samples.time, source: "usb-webcam", symbol: Symbol(content: content, corners: Samples.corners))
        return ScanScreen(id: 1, scan: scan, payload: Payload.parse(scan.symbol.content))
    }

    private func shown(_ stack: ScreenStack, _ model: AppModel, _ keys: [Key]) -> [String] {
        var texts: [String] = []
        for (width, height) in [(80, 24), (200, 60), (40, 12)] {
            var stack = stack
            let context = Samples.context(model)
            let bounds = Rect(x: 0, y: 0, width: width, height: height)
            for key in [nil] + keys.map(Optional.init) {
                if let key { _ = stack.handle(key, context: context) }
                stack.fit(bounds, context: context)
                var canvas = Canvas(width: width, height: height)
                stack.render(into: &canvas, context: context)
                texts.append(canvas.text)
            }
        }
        return texts
    }

    private func expectNoSecret(_ texts: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        for text in texts {
            // A line may break in its middle, and the dump has it in hexadecimal.
            let joined = text.filter { !$0.isWhitespace && !"│┃█".contains($0) }
            for secret in Self.secrets {
                #expect(!joined.contains(secret) && !text.contains(secret.prefix(6)), sourceLocation: sourceLocation)
                let hex = secret.utf8.prefix(4).map { String($0, radix: 16, uppercase: true) }.joined()
                #expect(!joined.contains(hex), sourceLocation: sourceLocation)
            }
        }
    }

    @Test func inListsAndPanesAndWhereTheyAreSearched() {
        for screen in [nil, HistoryScreen()] as [HistoryScreen?] {
            var stack = ScreenStack(scanner: ScannerScreen())
            if let screen { stack.push(screen) }
            expectNoSecret(
                shown(stack, model, [.down, .up, .character(" "), .character(":"), .character("c"), .escape]))
            var found = model
            found.history.replace(found.history.rows, total: found.history.rows.count, search: "s3")
            expectNoSecret(shown(stack, found, [.character("n")]))
        }
    }

    @Test(arguments: contents) func onTheScreenOfAScanUntilItIsAskedFor(_ content: SymbolContent) throws {
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.push(scanScreen(content))
        let pages = [Key](repeating: .pageDown, count: 8)
        expectNoSecret(shown(stack, model, pages + [.character(":"), .escape] + [Key](repeating: .down, count: 12)))
        // Not even by looking for it.
        for secret in Self.secrets {
            var searching = stack
            for character in "/" + secret.prefix(5) {
                _ = searching.handle(.character(character), context: Samples.context(model))
            }
            let drawn = try #require(shown(searching, model, []).dropFirst().first)
            #expect(drawn.contains("not found"))
        }
        let revealed = shown(stack, model, [.control("t")])
        #expect(revealed.contains { text in Self.secrets.contains { text.contains($0) } })
        // Masked again.
        _ = stack.handle(.control("t"), context: Samples.context(model))
        _ = stack.handle(.control("t"), context: Samples.context(model))
        expectNoSecret(shown(stack, model, []))
    }

    @Test func inQuestionsPromptsAndNotices() {
        for content in Self.contents {
            var stack = ScreenStack(scanner: ScannerScreen())
            stack.ask(.deletion(of: model.history.rows))
            expectNoSecret(shown(stack, model, [.down]))
            var saving = ScreenStack(scanner: ScannerScreen())
            saving.push(scanScreen(content))
            for effect in saving.handle(.save, model: model) {
                guard case .askSaving(let title, let name, _)? = effect.asked(FileEffect.self) else { continue }
                saving.ask(Prompt(title: title, hint: "", text: name) { _ in [] })
            }
            expectNoSecret(shown(saving, model, []))
            let payload = Payload.parse(content)
            expectNoSecret([payload.summary, payload.kind.title] + payload.actions.map(\.title))
            expectNoSecret(payload.warnings.map(\.message))
        }
    }
}

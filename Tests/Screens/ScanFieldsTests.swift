import Payloads
import Surface
import Symbols
import Testing

@testable import Screens

/// The fields of a scan, which lie above its actions, are selected and copied like these.
@Suite struct ScanFieldsTests {
    private func stack(_ text: String) -> ScreenStack {
        let scan = Samples.scan(.qrCode, text)
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.push(ScanScreen(id: 7, scan: scan, payload: Payload.parse(scan.symbol.content)))
        stack.fit(Rect(x: 0, y: 0, width: 80, height: 24), context: Samples.context)
        return stack
    }

    private func copied(_ effects: [Effect]) -> String? {
        guard case .copy(let text)? = effects.first?.asked(FileEffect.self) else { return nil }
        return text
    }

    @Test func upFromTheFirstActionSelectsTheFields() {
        var stack = stack("WIFI:T:WPA;S:Cafe;P:s3cr3t-word;;")
        // The last field is whether the network is hidden; above it are the password, the security and the name.
        for (steps, value) in [(1, "no"), (2, "s3cr3t-word"), (4, "Cafe"), (9, "Cafe")] {
            var stack = stack
            for _ in 0..<steps { _ = stack.handle(.up, context: Samples.context) }
            #expect(copied(stack.handle(.enter, context: Samples.context)) == value)
            #expect(copied(stack.handle(.character("y"), context: Samples.context)) == value)
        }
        // Down from the last one is the first action again, and y copies the whole text.
        for key in [Key.up, .down] { _ = stack.handle(key, context: Samples.context) }
        #expect(copied(stack.handle(.character("y"), context: Samples.context)) == "WIFI:T:WPA;S:Cafe;P:s3cr3t-word;;")
    }

    @Test func aSelectedSecretIsCopiedButNotShown() {
        var stack = stack("WIFI:T:WPA;S:Cafe;P:s3cr3t-word;;")
        for _ in 0..<2 { _ = stack.handle(.up, context: Samples.context) }
        var canvas = Canvas(width: 80, height: 24)
        stack.render(into: &canvas, context: Samples.context)
        #expect(!canvas.text.contains("s3cr3t-word"))
        #expect(canvas.text.contains("copy field"))
    }

    @Test func theSelectedFieldIsInSight() {
        let contact =
            "BEGIN:VCARD\nVERSION:3.0\nFN:Ada\n" + (0..<40).map { "TEL:+1555010\($0)\n" }.joined() + "END:VCARD"
        var stack = stack(contact)
        for _ in 0..<41 {
            _ = stack.handle(.up, context: Samples.context)
            stack.fit(Rect(x: 0, y: 0, width: 80, height: 24), context: Samples.context)
            var canvas = Canvas(width: 80, height: 24)
            stack.render(into: &canvas, context: Samples.context)
            #expect(canvas.cells.contains { $0.style == Samples.context.theme[.selection] && $0.character != " " })
        }
    }

    @Test func bytesAreShownWhenAskedFor() {
        var stack = stack("plain")
        func text() -> String {
            var canvas = Canvas(width: 80, height: 30)
            stack.render(into: &canvas, context: Samples.context)
            return canvas.text
        }
        #expect(!text().contains("70 6C 61 69 6E"))
        _ = stack.handle(.character("G"), context: Samples.context)
        _ = stack.handle(.enter, context: Samples.context)
        stack.fit(Rect(x: 0, y: 0, width: 80, height: 30), context: Samples.context)
        #expect(text().contains("70 6C 61 69 6E") && text().contains("Hide the bytes"))
    }
}

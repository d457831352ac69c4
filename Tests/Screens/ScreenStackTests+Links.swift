import Foundation
import FullScreen
import Payloads
import Screens
import SeededRandomness
import Surface
import Symbols
import Testing

extension ScreenStackTests {
    @Test func aWebAddressOpensOnlyAfterItsRealHostWasShown() {
        var stack = stack(showing: Samples.scan(.qrCode, "https://bank.example@evil.example/login"))
        #expect(stack.handle(.character("o"), context: context).isEmpty)
        #expect(draw(stack).text.contains("Leads to  evil.example"))
        #expect(stack.handle(.character("y"), context: context).isEmpty, "a warning wants a deliberate key")
        #expect(opened(stack.handle(.character("Y"), context: context)) == "https://bank.example@evil.example/login")
    }

    /// Only what shows the host that it leads to, and has no warning, can be opened by the terminal itself.
    @Test(
        arguments: [
            ("https://example.org/a?b=1", "https://example.org/a?b=1"), ("http://example.org", "http://example.org"),
            ("https://example.org:8443/a", nil),
            ("https://bank.example@evil.example/login", nil), ("https://xn--pypal-4ve.com/", nil),
            ("https://bücher.example/", nil), ("see https://example.org/", nil), ("javascript:alert(1)", nil),
            ("https://" + String(repeating: "a.", count: 30) + "evil.example/", nil), ("ftp://example.org/", nil),
            ("https://192.0.2.1/", nil), ("https://bit.ly/3abc", nil),
        ] as [(String, String?)])
    func aRowIsALinkWhereNothingHidesItsHost(text: String, address: String?) {
        let payload = Payload.parse(Samples.scan(.qrCode, text).symbol.content)
        #expect(payload.link(in: payload.summary)?.address == address)
        #expect(payload.link(in: "! " + payload.summary) == nil)
    }

    func opened(_ effects: [Effect]) -> String? {
        if case .open(let address)? = effects.first?.asked(FileEffect.self) { address } else { nil }
    }

    @Test func aPlainAddressOpensByAPlainYes() {
        var stack = stack(showing: Samples.scan(.qrCode, "https://example.org/a"))
        _ = stack.handle(.character("o"), context: context)
        #expect(stack.handle(.enter, context: context).isEmpty)
        #expect(opened(stack.handle(.character("y"), context: context)) == "https://example.org/a")
    }

    /// In a web address, in a text and in a contact alike.
    @Test(arguments: ["%", "see % now", "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nURL:%\r\nEND:VCARD"])
    func theRegisteredEndAndEveryWarningAreShownWhole(around: String) throws {
        let host = "accounts.google.com.login-" + String(repeating: "x", count: 30) + ".id.session.evil.example"
        let text = around.replacing("%", with: "https://\(host)/" + String(repeating: "path", count: 300))
        for (width, height) in [(100, 30), (60, 24), (40, 12)] {
            var stack = stack(showing: Samples.scan(.qrCode, text))
            if around.hasPrefix("BEGIN") {
                // Behind adding and saving the contact, which it is for.
                for key in [Key.down, .down, .enter] { _ = stack.handle(key, context: context) }
            } else {
                _ = stack.handle(.character("o"), context: context)
            }
            var seen = ""
            for _ in 0..<60 {
                stack.fit(Rect(x: 0, y: 0, width: width, height: height), context: context)
                let text = draw(stack, width, height).text
                seen += text
                if text.contains("yes") { break }
                #expect(stack.handle(.character("Y"), context: context).isEmpty, "not before its end was seen")
                _ = stack.handle(.down, context: context)
            }
            let words = seen.split { !($0.isLetter || $0.isNumber || ".-:/".contains($0)) }.map(String.init)
            #expect(words.contains("evil.example"), "\(width)×\(height)")
            let joined = words.joined(separator: " ")
            for warning in ["google.com is only part of", "characters. It leads", "The real domain comes after"] {
                let parts = warning.split(separator: " ").map(String.init)
                #expect(parts.allSatisfy { joined.contains($0) }, "\(warning) at \(width)×\(height)")
            }
            #expect(opened(stack.handle(.character("Y"), context: context))?.hasPrefix("https://\(host)/") == true)
        }
    }

    @Test func aWarningIsWrappedAndNeverCut() throws {
        var stack = stack(
            showing: Samples.scan(
                .qrCode, "https://accounts.google.com.\(String(repeating: "y", count: 60)).evil.example/x"))
        _ = stack.handle(.character("o"), context: context)
        stack.fit(Rect(x: 0, y: 0, width: 80, height: 24), context: context)
        try expectGolden("open-deceiving", draw(stack, 80, 24))
    }
}

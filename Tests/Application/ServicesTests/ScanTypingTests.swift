@testable import Services
import Delivery
import Testing

@Suite struct ScanTypingTests {
    @Test(arguments: [
        ("de", "^", "[typing] prefix: the layout de has no key for “^”"),
        ("fr", "~", "[typing] prefix: the layout fr has no key for “~”"),
    ])
    func aPrefixThatTheLayoutHasNoKeyForIsRefused(layout: String, prefix: String, message: String) {
        var settings = TypingSettings()
        (settings.layout, settings.prefix) = (layout, prefix)
        #expect {
            _ = try ScanTyping(settings) { _ in }
        } throws: {
            "\($0)" == message
        }
    }

    @Test func soIsASuffix() {
        var settings = TypingSettings()
        (settings.layout, settings.suffix) = ("de", "`\n")
        #expect {
            _ = try ScanTyping(settings) { _ in }
        } throws: {
            "\($0)" == "[typing] suffix: the layout de has no key for “`”"
        }
    }
}

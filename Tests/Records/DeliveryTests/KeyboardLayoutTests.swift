import Testing

@testable import Delivery

@Suite struct KeyboardLayoutTests {
    @Test(arguments: KeyboardLayout.all.map(\.name)) func everyLayoutTypesLettersDigitsAndMostSigns(name: String) throws
    {
        let layout = try #require(KeyboardLayout.named(name))
        for character in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_.:/?=&%+#@;,!$()*\n\t" {
            #expect(layout.strokes(for: character) != nil, "\(name): \(character)")
        }
    }

    @Test(arguments: [
        ("us", "y", 21, false, false), ("de", "z", 21, false, false), ("de", "y", 44, false, false),
        ("fr", "a", 16, false, false),
        ("us", "Q", 16, true, false), ("fr", "1", 2, true, false), ("de", "@", 16, false, true),
        ("us", "@", 3, true, false),
        ("uk", "\"", 3, true, false), ("de", "/", 8, true, false), ("de", "-", 53, false, false),
        ("de", "€", 18, false, true),
        ("uk", "#", 43, false, false), ("fr", "m", 39, false, false), ("de", "<", 86, false, false),
        ("us", "0", 11, false, false),
    ]) func charactersAreOnTheirKeys(name: String, character: Character, key: Int, shift: Bool, altGr: Bool) throws {
        let layout = try #require(KeyboardLayout.named(name))
        let stroke = KeyboardLayout.Stroke(key: UInt16(key), shift: shift, altGr: altGr)
        #expect(layout.strokes(for: character) == [stroke])
    }

    @Test(arguments: ["a\u{8}b", "a\u{1B}[A", "\u{3}", "a\nb", "tab\there"]) func controlCharactersAreRefused(
        text: String
    ) {
        #expect(VirtualKeyboard.obstacle(to: text, .american) == "it contains a control character")
    }

    @Test func whatALayoutHasNoKeyForIsNamed() {
        #expect(VirtualKeyboard.obstacle(to: "Grün", .american) == "the layout us has no key for “ü”")
        #expect(VirtualKeyboard.obstacle(to: "Grün", .german) == nil)
        #expect(KeyboardLayout.named("dvorak") == nil)
    }

    @Test func withoutADeviceItSaysWhatToDo() {
        #expect {
            _ = try VirtualKeyboard(.american, pause: .zero, device: "/nowhere/uinput")
        } throws: {
            "\($0)".contains("modprobe uinput")
        }
    }
}

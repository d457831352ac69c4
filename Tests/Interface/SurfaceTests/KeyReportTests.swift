import Surface
import Testing

/// Keys in kitty's keyboard protocol.
@Suite struct KeyReportTests {
    private func inputs(_ text: String) -> [Input] {
        let bytes = Array("\u{1B}[\(text)".utf8)
        var whole = InputParser()
        let result = whole.take(bytes)
        #expect(whole.pending == .none, "\(text)")
        for cut in 1..<bytes.count {
            var parts = InputParser()
            #expect(parts.take(bytes[..<cut]) + parts.take(bytes[cut...]) == result, "\(text) cut at \(cut)")
        }
        return result
    }

    @Test(
        arguments: [
            ("27u", .escape), ("27;1u", .escape), ("27;2u", .escape), ("27;5:2u", .escape), ("91;5u", .escape),
            ("13;5u", .enter), ("13;2u", .enter), ("13;3u", .alt(.enter)), ("9;2u", .backTab), ("9;6u", .backTab),
            ("9;5u", .tab), ("9;3u", .alt(.tab)), ("127;5u", .backspace), ("127;3u", .alt(.backspace)),
            ("97;5u", .control("a")), ("97;5:1u", .control("a")), ("99:67;6u", .control("c")),
            ("105;5u", .control("i")),
            ("109;69u", .control("m")), ("1089::99;5u", .control("c")), ("120;3u", .alt(.character("x"))),
            ("120:88;4u", .alt(.character("X"))), ("120;4u", .alt(.character("X"))),
            ("49:33;4u", .alt(.character("!"))),
            ("120;7u", .alt(.control("x"))), ("99;7u", .control("c")), ("228;3u", .alt(.character("ä"))),
            ("97u", .character("a")), ("97:65;2;65u", .character("A")), ("32;2u", .character(" ")),
            ("57414u", .enter), ("57414;3u", .alt(.enter)), ("57399u", .character("0")), ("57413u", .character("+")),
            ("57419;5u", .up), ("57426u", .delete), ("57376u", .function(13)), ("57387u", .function(24)),
            ("1;1:1A", .up), ("1;2:2D", .shiftLeft), ("3;5:1~", .delete), ("13~", .function(3)),
            ("1;5:1P", .function(1)),
        ] as [(String, Key)])
    func aReportedKeyIsThatKey(text: String, key: Key) {
        #expect(inputs(text) == [.key(key)])
    }

    /// Keys that are let go, modifiers and media keys by themselves, keys of window managers, and what makes no sense.
    @Test(arguments: [
        "27;1:3u", "97;5:3u", "1;1:3A", "3;1:3~", "1;5:3P", "57441;2u", "57358u", "57428u", "57416u", "57398u",
        "113;9u", "113;17u", "113;13u", "44::109;5u", "252:220:91;5u", "55;5u", "32;5u", "0u", "7u", "u", ";u", ":::u",
        "97;5;1;1u", "97:65:97:97u", "97;5:1:1u", "55296u", "1114112u", "99999999999999999999u", "8238u", "57344u",
        "1:2A", "5:1~",
    ])
    func whatMeansNothingIsNoKey(text: String) {
        #expect(inputs(text) == [])
        #expect(inputs(text + "q") == [.key(.character("q"))])
    }

    @Test func ofTwoKeysThatMostTerminalsConfuseEachIsTheOther() {
        let pairs: [(Key, Key?)] = [
            (.control("i"), .tab), (.control("m"), .enter), (.control("j"), .enter), (.control("h"), .backspace),
            (.alt(.control("m")), .alt(.enter)), (.control("a"), nil), (.tab, nil), (.character("i"), nil),
        ]
        for (key, other) in pairs { #expect(key.lookalike == other, "\(key)") }
    }
}

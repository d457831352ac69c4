extension HostileContent {
    /// Text, JSON and bytes.
    static let plain: [HostileContent] =
        [
            HostileContent("words", "", "a "), HostileContent("spaces", "", " "), HostileContent("newlines", "", "\n"),
            HostileContent("short lines", "", "a\n"), HostileContent("one word", "", "h"),
            HostileContent("combining marks", "e", "\u{301}"), HostileContent("format characters", "", "\u{200B}"),
            HostileContent("bidirectional marks", "", "\u{202E}a"),
            HostileContent("control characters", "", "\u{1}\u{2}a"),
            HostileContent("points and letters", "", "a."), HostileContent("exclamation marks", "a.", "!"),
            HostileContent("open brackets", "", "("), HostileContent("brackets", "(.", ")"),
            HostileContent("quotes and points", "", "\".\" "), HostileContent("slashes", "", "/"),
            HostileContent("colons", "", ":"), HostileContent("digits", "", "1"), HostileContent("zeros", "", "0"),
            HostileContent("at signs", "", "@"), HostileContent("points and at signs", "", ".@"),
            HostileContent("plus signs", "x ", "+"), HostileContent("plus digits", "x ", "+1"),
            HostileContent("addresses in text", "", "a@b.example "),
            HostileContent("different addresses in text", "", numbered: { "a\($0)@b.example " }),
            HostileContent("one long address", "", "a.", "@b.example"), HostileContent("address of points", "a@", "b."),
            HostileContent("hosts in text", "", "a.b "), HostileContent("known hosts in text", "", "a.com "),
            HostileContent("different hosts in text", "", numbered: { "a\($0).example.org " }),
            HostileContent("links in text", "", "http://a.example/ "),
            HostileContent("different links in text", "", numbered: { "https://a.example/\($0) " }),
            HostileContent("links in one word", "x ", "http://a.example/"),
            HostileContent("beginnings of links", "x ", "http:/"), HostileContent("phones in text", "x ", "+1234567 "),
            HostileContent("different phones in text", "x ", numbered: { "+49 30 \(1_000_000 + $0) " }),
            HostileContent("phones of separators", "x ", "+1-2-3-4-5-6"),
            HostileContent("dates in text", "x ", "1.1.2026 "),
            HostileContent(
                "different dates in text", "x ", numbered: { "\(1 + $0 % 28).\(1 + $0 / 28 % 12).\(1900 + $0 % 290) " }),
            HostileContent("months in text", "x ", "1 May "), HostileContent("month names", "x ", "december "),
            HostileContent("years", "x ", "2026-"), HostileContent("days of points", "x ", "1. 1. "),
            HostileContent("coordinates in text", "x ", "1.2345,1.2345 "), HostileContent("decimals", "x ", "1.234,"),
            HostileContent("places in text", "x ", "geo:1,2 "),
            HostileContent("wide letters", "", "ａ。ｃｏ "),
        ] + json + [
            HostileContent("bytes", as: .bytes) { length in (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 151) } },
            HostileContent("zero bytes", as: .bytes) { Array(repeating: 0, count: $0) },
            HostileContent("ticket", "TICKET:", "1,"),
            HostileContent("ticket fields", "TICKET:2014-01-17T10:00:00Z,1A,1|", "00"),
        ]

    private static let json: [HostileContent] = [
        HostileContent("JSON arrays", "", "["), HostileContent("JSON objects", "", "{\"a\":"),
        HostileContent("JSON closed arrays", "[", "[[[[]]]],", "1]"), HostileContent("JSON numbers", "[", "1,", "1]"),
        HostileContent("JSON long number", "[", "1", "]"), HostileContent("JSON exponent", "[1e", "1", "]"),
        HostileContent("JSON list of objects", "[", "{},", "{}]"),
        HostileContent("JSON same names", "{", "\"a\":1,", "\"b\":2}"),
        HostileContent("JSON different names", "{", numbered: { "\"a\($0)\":1," }, "\"b\":2}"),
        HostileContent("JSON escapes", "[\"", "\\n", "\"]"), HostileContent("JSON backslashes", "[\"", "\\\\", "\"]"),
        HostileContent("JSON surrogates", "[\"", "\\ud83d\\ude00", "\"]"),
        HostileContent("JSON half surrogates", "[\"", "\\ud83d", "\"]"),
        HostileContent("JSON blanks", "[1,", " ", "2]"),
        HostileContent("JSON open text", "{\"", "a"),
    ]
}

extension HostileContent {
    /// GS1 data in each of its forms; numbers of products and vehicles.
    static let trade: [HostileContent] = [
        HostileContent("GS1 elements", "(01)09521234543213", "(10)A"),
        HostileContent("GS1 open brackets", "(01)09521234543213(10)", "("),
        HostileContent("GS1 brackets", "(01)09521234543213(10)", "()"),
        HostileContent("GS1 escapes", "(01)09521234543213(10)", "\\("),
        HostileContent("GS1 unknown elements", "(01)09521234543213", "(08)"),
        HostileContent("GS1 weights", "(01)09521234543213", "(3103)000001"),
        HostileContent("GS1 bracketed digits", "(", "1"),
        HostileContent("GS1 long value", "(01)09521234543213(10)", "A"),
        HostileContent("GS1 per cent signs", "(00)106141412345678908(4300)", "%"),
        HostileContent("GS1 digits", "", "1", as: .gs1), HostileContent("GS1 zeros", "", "0", as: .gs1),
        HostileContent("GS1 separators", "01", "\u{1D}", as: .gs1),
        HostileContent("GS1 lots", "0109521234543213", "10A\u{1D}", as: .gs1),
        HostileContent("GS1 dates", "0109521234543213", "17260101", as: .gs1),
        HostileContent("GS1 weight elements", "0109521234543213", "3103000001", as: .gs1),
        HostileContent("GS1 coupons", "8110", "0", as: .gs1),
        HostileContent("GS1 brackets in a symbol", "", "(10)A", as: .gs1),
        HostileContent("linear digits", "", "1", as: .linear), HostileContent("linear letters", "", "A", as: .linear),
        HostileContent("link path", "https://a.example", "/01/09521234543213"),
        HostileContent("link lots", "https://a.example/01/09521234543213", "/10/A"),
        HostileContent("link query", "https://a.example/01/09521234543213?", "10=A&"),
        HostileContent(
            "link different query", "https://a.example/01/09521234543213?", numbered: { "\(3100 + $0 % 900)=1&" }),
        HostileContent("link escapes", "https://a.example/01/", "%30"),
        HostileContent("link long path", "https://a.example", "/a", "/01/09521234543213"),
        HostileContent("VIN letters", "", "1M8GDM9AXKP042788"), HostileContent("VIN digits", "I", "1"),
    ]
}

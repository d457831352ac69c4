extension HostileContent {
    /// Web addresses, mail and places on the web.
    static let web: [HostileContent] = [
        HostileContent("address slashes", "http:", "/"), HostileContent("user names", "http://", "@"),
        HostileContent("user colons", "http://", ":", "@a.example"),
        HostileContent("address path", "http://a.example/", "/a"),
        HostileContent("address letters", "http://a.example/", "é"), HostileContent("open IPv6", "http://[", "["),
        HostileContent("IPv6 groups", "http://[", "1:", "]/"), HostileContent("host escapes", "http://", "%41"),
        HostileContent("host labels", "http://", "a.", "com/"), HostileContent("host points", "http://", ".", "com/"),
        HostileContent("host digits", "http://", "1"), HostileContent("host hexadecimal", "http://0x", "f"),
        HostileContent("host numbers", "http://", "1."), HostileContent("host scripts", "http://", "aа."),
        HostileContent("host letters", "http://", "ä"), HostileContent("Punycode label", "http://xn--a", "a", ".com/"),
        HostileContent("Punycode labels", "http://", "xn--mnchen-3ya.", "de/"),
        HostileContent("long label", "https://", "a", ".example/"),
        HostileContent("port", "http://a.example:", "1", "/"),
        HostileContent("query", "http://a.example/?", "a=b&"), HostileContent("fragment", "http://a.example/#", "#"),
        HostileContent("address escapes", "http://a.example/", "%25"),
        HostileContent("extensions", "http://a.example/a", ".pdf"),
        HostileContent("address blanks", "http://a.example/", " "), HostileContent("bookmark", "MEBKM:TITLE:", "\\;"),
        HostileContent("bookmark fields", "MEBKM:", "URL:http\\://a.example;"), HostileContent("URLTO", "URLTO:", ":a"),
        HostileContent("script", "javascript:", "a()"), HostileContent("data", "data:text/html,", "<"),
        HostileContent("map query", "https://maps.google.com/?q=", "1.5,"),
        HostileContent("map path", "https://www.google.com/maps/", "@1,"),
        HostileContent("addresses inside", "https://a.example/?u=", "https://a.example/"),
        HostileContent("schemes inside", "https://a.example/", "http:/"),
        HostileContent("encoded addresses inside", "https://a.example/?", "u=https%253A%252F%252Fa.example&"),
        HostileContent(
            "hyphens of links", "", numbered: { "a-b-c-d-e-f-g-h-i-j-k-l-m-n\($0).example " }),
        HostileContent("app link", "a.b://", "a/"), HostileContent("links of a card", "MECARD:N:A;", "URL:bit.ly/a;"),
    ]
}

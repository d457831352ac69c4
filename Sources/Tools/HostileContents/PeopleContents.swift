extension HostileContent {
    /// Contacts, messages, places and events.
    static let people: [HostileContent] = cards + messages + events

    private static let cards: [HostileContent] = [
        HostileContent("vCard numbers", "BEGIN:VCARD\n", "a.TEL:1\n"),
        HostileContent("vCard groups", "BEGIN:VCARD\n", numbered: { "a\($0).TEL:\($0)\na\($0).X-ABLABEL:b\n" }),
        HostileContent("vCard different numbers", "BEGIN:VCARD\nFN:a\n", numbered: { "TEL:\($0)\n" }),
        HostileContent("vCard folds", "BEGIN:VCARD\nFN:", "\n a"),
        HostileContent("vCard empty folds", "BEGIN:VCARD\nFN:a", "\n "),
        HostileContent("vCard note folds", "BEGIN:VCARD\nFN:a\nNOTE:", "\r\n\\n", "\nEND:VCARD"),
        HostileContent("vCard 2.1 folds", "BEGIN:VCARD\nVERSION:2.1\nFN:", "\n a"),
        HostileContent("vCard soft breaks", "BEGIN:VCARD\nFN;QUOTED-PRINTABLE:", "=\n"),
        HostileContent("vCard quoted-printable", "BEGIN:VCARD\nVERSION:2.1\nFN;ENCODING=QUOTED-PRINTABLE:", "=41"),
        HostileContent(
            "vCard charset", "BEGIN:VCARD\nVERSION:2.1\nFN;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:", "=93=FA"),
        HostileContent("vCard begins", "", "BEGIN:VCARD\n"),
        HostileContent("vCard cards", "", "BEGIN:VCARD\nFN:1\nEND:VCARD\n"),
        HostileContent("vCard agents", "BEGIN:VCARD\nFN:1\n", "AGENT:\nBEGIN:VCARD\n"),
        HostileContent("vCard parameters", "BEGIN:VCARD\nTEL", ";TYPE=a", ":1\n"),
        HostileContent("vCard types", "BEGIN:VCARD\nTEL;TYPE=", "a,", ":1\n"),
        HostileContent("vCard different types", "BEGIN:VCARD\nTEL;TYPE=", numbered: { "a\($0)," }, ":1\n"),
        HostileContent("vCard quotes", "BEGIN:VCARD\nTEL;X=", "\"", ":1\n"),
        HostileContent("vCard points", "BEGIN:VCARD\n", "a."),
        HostileContent("vCard semicolons", "BEGIN:VCARD\nORG:", "a;"),
        HostileContent("vCard commas", "BEGIN:VCARD\nFN:a\nADR:", ","),
        HostileContent("vCard name commas", "BEGIN:VCARD\nN:", "a,"),
        HostileContent("vCard nicknames", "BEGIN:VCARD\nFN:a\nNICKNAME:", "a,"),
        HostileContent("vCard escapes", "BEGIN:VCARD\nFN:", "\\"),
        HostileContent("vCard escaped commas", "BEGIN:VCARD\nFN:a\nADR:;;", "\\,"),
        HostileContent("vCard notes", "BEGIN:VCARD\n", "NOTE:a\n"),
        HostileContent("vCard addresses", "BEGIN:VCARD\nFN:a\n", "ADR:;;a;b;c\n"),
        HostileContent("vCard links", "BEGIN:VCARD\nFN:a\n", "URL:http://a.example\n"),
        HostileContent("vCard colons", "BEGIN:VCARD\nFN", ":"),
        HostileContent("vCard picture", "BEGIN:VCARD\nFN:a\nPHOTO;ENCODING=B:", "QUJD\n "),
        HostileContent("MECARD numbers", "MECARD:", "TEL:1;"), HostileContent("MECARD notes", "MECARD:", "NOTE:1;"),
        HostileContent("MECARD commas", "MECARD:N:", ","), HostileContent("MECARD escapes", "MECARD:N:", "\\"),
        HostileContent("MECARD addresses", "MECARD:N:a;", "ADR:,,a,b,c;"),
        HostileContent("MECARD cards", "", "MECARD:N:a;;"),
        HostileContent("BIZCARD fields", "BIZCARD:", "N:a;"), HostileContent("MEMORY fields", "MEMORY:a\n", "TEL1:1\n"),
    ]

    private static let messages: [HostileContent] = [
        HostileContent("mail addresses", "mailto:", "a@b.c,"),
        HostileContent("mail headers", "mailto:a@b.c?", "cc=a@b.c&"),
        HostileContent("mail different headers", "mailto:a@b.c?", numbered: { "cc=a\($0)@b.c&" }),
        HostileContent("mail body", "mailto:a@b.c?body=", "%0A"),
        HostileContent("mail subject", "mailto:a@b.c?subject=", "%"),
        HostileContent("MATMSG", "MATMSG:TO:a@b.example;", "BODY:a;"),
        HostileContent("MATMSG escapes", "MATMSG:TO:a@b.example;BODY:", "\\;"),
        HostileContent("SMTP", "SMTP:a@b.example:", ":"), HostileContent("phone digits", "tel:", "1"),
        HostileContent("phone separators", "tel:+1", "-1"), HostileContent("phone parameters", "tel:+1", ";a=b"),
        HostileContent("SMS numbers", "sms:", "+1,"),
        HostileContent("SMS different numbers", "sms:", numbered: { "+1\($0)," }),
        HostileContent("SMS text", "smsto:+1:", ":"), HostileContent("SMS body", "sms:+1?body=", "%20"),
        HostileContent("geo parameters", "geo:1,2", ";a=b"), HostileContent("geo digits", "geo:1,2.", "1"),
        HostileContent("geo commas", "geo:1", ",2"), HostileContent("geo query", "geo:1,2?q=", "a("),
    ]

    private static let events: [HostileContent] = [
        HostileContent("events", "BEGIN:VCALENDAR\n", "BEGIN:VEVENT\nUID:1\nEND:VEVENT\n"),
        HostileContent("event begins", "", "BEGIN:VEVENT\n"),
        HostileContent("event folds", "BEGIN:VEVENT\nSUMMARY:", "\n a"),
        HostileContent("event long lines", "BEGIN:VEVENT\nSUMMARY:a\nDESCRIPTION:", "é"),
        HostileContent("event escapes", "BEGIN:VEVENT\nSUMMARY:", "\\n"),
        HostileContent("event backslashes", "BEGIN:VEVENT\nSUMMARY:", "\\"),
        HostileContent("event quoted-printable", "BEGIN:VEVENT\nSUMMARY;ENCODING=QUOTED-PRINTABLE:", "=\n=41"),
        HostileContent("event parameters", "BEGIN:VEVENT\nSUMMARY", ";A=b", ":c"),
        HostileContent("event quotes", "BEGIN:VEVENT\nSUMMARY;A=", "\"", ":c"),
        HostileContent("event attendees", "BEGIN:VEVENT\n", "ATTENDEE;CN=a:mailto:b@c\n"),
        HostileContent("event properties", "BEGIN:VEVENT\nSUMMARY:a\n", numbered: { "X-\($0):b\n" }),
        HostileContent(
            "event zones", "BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\n", "TZID:a\n", "END:VTIMEZONE\nBEGIN:VEVENT\nUID:1\n"),
        HostileContent(
            "event zone folds", "BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:", "\n a",
            "\nEND:VTIMEZONE\nBEGIN:VEVENT\nUID:1\n"),
        HostileContent("event alarms", "BEGIN:VEVENT\nUID:1\n", "BEGIN:VALARM\nEND:VALARM\n"),
        HostileContent("event ends", "BEGIN:VEVENT\nUID:1\n", "END:VEVENT\n"),
        HostileContent("event duration", "BEGIN:VEVENT\nDTSTART:20260101\nDURATION:P", "1D"),
        HostileContent("event rule", "BEGIN:VEVENT\nSUMMARY:a\nRRULE:", "FREQ=DAILY;"),
        HostileContent("event categories", "BEGIN:VEVENT\nSUMMARY:a\nCATEGORIES:", "a,"),
    ]
}

import Testing

@testable import Payloads

@Suite struct VCardTests {
    @Test func readsTheSample() {
        let payload = parse("BEGIN:VCARD\r\nVERSION:2.1\r\nN:Owen;Sean\r\nEND:VCARD")
        #expect(payload.kind == .contact)
        #expect(payload.summary == "Sean Owen")
        #expect(
            payload.json.text
                == #"{"kind":"contact","name":"Sean Owen","family":"Owen","given":"Sean","format":"vcard 2.1"}"#)
    }

    @Test(arguments: ["\r\n", "\n", "\r"])
    func readsVersion3WithFoldingGroupsTypesAndEscapes(lineEnd: String) {
        let payload = parse(
            [
                "BEGIN:VCARD", "VERSION:3.0", "N:Owen;Sean;Philip,Paul;Dr.;Jr.", #"FN:Dr. Sean Owen\, Jr."#,
                #"ORG:ABC\, Inc.;Research"#, "TITLE:Engi", " neer", "TEL;TYPE=WORK,voice;TYPE=pref:+1 212 555 1212",
                "item1.TEL:+49 1", "item1.X-ABLabel:Boat", "item2.URL:https://example.com",
                "item2.X-ABLabel:_$!<HomePage>!$_", "EMAIL;TYPE=INTERNET:srowen@example.org",
                #"ADR;TYPE=home:;;123 Main\; St;Townsville;NY;12345;USA"#, #"NOTE:one\ntwo\\three"#,
                "PHOTO;ENCODING=b;TYPE=JPEG:AAAA", " BBBB", "BDAY:1980-01-01", "END:VCARD", "",
            ].joined(separator: lineEnd))
        #expect(payload.summary == "Dr. Sean Owen, Jr. · +1 212 555 1212")
        #expect(payload.value("additional") == "Philip Paul")
        #expect(payload.value("organization") == "ABC, Inc.")
        #expect(payload.values("units") == ["Research"])
        #expect(payload.value("title") == "Engineer")
        #expect(payload.values("phones") == ["+1 212 555 1212", "+49 1"])
        #expect(payload.fields.filter { $0.key == "phones" }.map(\.label) == ["Phone (work)", "Phone (Boat)"])
        #expect(payload.fields.first { $0.key == "urls" }?.label == "Web (HomePage)")
        #expect(payload.value("addresses") == "123 Main; St, Townsville, NY, 12345, USA")
        #expect(payload.value("note") == "one\ntwo\\three")
        #expect(payload.value("properties") == "(8 characters of data)")
        #expect(payload.value("birthday") == "1980-01-01")
        #expect(payload.opened == ["https://example.com"])
        #expect(payload.warnings.isEmpty)
    }

    @Test func readsQuotedPrintableOf21InItsCharsets() {
        let payload = parse(
            "BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=\r\n=C3=BCrgen\r\n"
                + "TITLE;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:K=F6nig\r\n"
                + "ORG;CHARSET=SHIFT_JIS;QUOTED-PRINTABLE:=93=FA=96=7B\r\nTEL;HOME;CELL:1\r\n"
                + "NOTE;ENCODING=QUOTED-PRINTABLE:a=0D=0Ab=3D=zz\r\nURL:C:\\new\r\nEND:VCARD\r\n")
        #expect(payload.value("family") == "Müller")
        #expect(payload.value("given") == "Jürgen")
        #expect(payload.value("title") == "König")
        #expect(payload.value("organization") == "日本")
        #expect(payload.fields.first { $0.key == "phones" }?.label == "Phone (home, cell)")
        #expect(payload.value("note") == "a\r\nb==zz")
        #expect(payload.value("urls") == #"C:\new"#)
    }

    @Test func version21FoldsAtWhiteSpaceThatStays() {
        #expect(parse("BEGIN:VCARD\nVERSION:2.1\nFN:Sean\n Owen\nEND:VCARD").value("name") == "Sean Owen")
        #expect(parse("BEGIN:VCARD\nVERSION:3.0\nFN:Sean\n Owen\nEND:VCARD").value("name") == "SeanOwen")
    }

    @Test func readsVersion4WithURIsAndQuotedParameters() {
        let payload = parse(
            "BEGIN:VCARD\nVERSION:4.0\nFN:Simon\nTEL;VALUE=uri;PREF=1;TYPE=\"voice,home\":tel:+1-555\n"
                + "ADR;LABEL=\"Main: 1;2\":;;Main Street;;;;\nIMPP:xmpp:a@b.example\nANNIVERSARY:20090808T1430-0500\n"
                + "X-SOMETHING:else\nEND:VCARD")
        #expect(payload.value("phones") == "+1-555")
        #expect(payload.fields.first { $0.key == "phones" }?.label == "Phone (home)")
        #expect(payload.value("addresses") == "Main Street")
        #expect(payload.value("messaging") == "xmpp:a@b.example")
        #expect(payload.value("anniversary") == "2009-08-08 14:30 -05:00")
        #expect(payload.json.text.contains(#""properties":[{"name":"X-SOMETHING","value":"else"}]"#))
        #expect(payload.json.text.contains(#""phones":[{"types":["home"],"value":"+1-555"}]"#))
    }

    @Test(
        arguments: [
            ("19800101", "1980-01-01", nil), ("1980-01-01", "1980-01-01", nil), ("--0415", "04-15", "without a year"),
            ("--04-15", "04-15", "without a year"), ("--0229", "02-29", "without a year"), ("1980-01", "1980-01", nil),
            ("1980", "1980", nil), ("--04", "--04", nil), ("---15", "---15", nil),
            ("19531015T231000Z", "1953-10-15 23:10 UTC", nil),
            ("1953-10-15T23:10:05+01:00", "1953-10-15 23:10:05 +01:00", nil),
            ("19800101T000000Z", "1980-01-01", nil), ("1604-04-15", "04-15", "without a year"),
            ("circa 1800", "circa 1800", nil), ("19801301", "19801301", "not a date"),
            ("1980-02-30", "1980-02-30", "not a date"),
            ("--0230", "--0230", "not a date"), ("198001", "198001", "not a date"),
            ("1980-1-1", "1980-1-1", "not a date"),
            ("19800101T99", "19800101T99", "not a date"), ("-", "-", "not a date"),
        ] as [(String, String, String?)])
    func datesAreShownAsDates(written: String, shown: String, note: String?) {
        for property in ["BDAY", "ANNIVERSARY"] {
            let payload = parse("BEGIN:VCARD\nVERSION:4.0\nFN:A\n\(property):\(written)\nEND:VCARD")
            let key = property == "BDAY" ? "birthday" : "anniversary"
            #expect(payload.value(key) == shown)
            #expect(payload.note(key) == note)
        }
    }

    /// Pairs by their groups, or by their order where there are none.
    @Test(
        arguments: [
            ("ORG:A;U\nTITLE:T\nROLE:R", "A", "T", "R", []),
            ("ORG:A\nTITLE:T\nORG:B;U\nTITLE:V", "A", "T", nil, ["V, B, U"]),
            ("ORG:A\nORG:B\nTITLE:T\nTITLE:V", "A", "T", nil, ["V, B"]),
            ("item1.ORG:A\nitem2.ORG:B\nitem2.TITLE:V\nitem1.TITLE:T", "A", "T", nil, ["V, B"]),
            ("item1.ORG:A\nitem2.ORG:B\nitem2.TITLE:V", "A", nil, nil, ["V, B"]),
            ("item1.TITLE:T\nORG:A", "A", "T", nil, []), ("TITLE:T\nTITLE:V", nil, "T", nil, ["V"]),
            ("ORG:A\nTITLE:T\nTITLE:V\nROLE:R", "A", "T", "R", ["V"]), ("ORG:;;\nTITLE:", nil, nil, nil, []),
        ] as [(String, String?, String?, String?, [String])])
    func everyPositionIsKept(lines: String, organization: String?, title: String?, role: String?, further: [String]) {
        let payload = parse("BEGIN:VCARD\nVERSION:4.0\nFN:A\n\(lines)\nEND:VCARD")
        #expect(payload.value("organization") == organization)
        #expect(payload.value("title") == title)
        #expect(payload.value("role") == role)
        #expect(payload.values("positions") == further)
        // What is handed to the contacts has them, too.
        #expect(payload.handedOverFile.map(parse)?.values("positions") == further)
    }

    @Test func aFurtherPositionHasItsPartsInJSON() {
        let payload = parse("BEGIN:VCARD\nVERSION:3.0\nFN:A\nORG:B\nORG:C;D\nTITLE:E\nTITLE:F\nEND:VCARD")
        #expect(
            payload.json.text.contains(#""positions":[{"organization":"C","units":["D"],"title":"F"}]"#))
    }

    @Test func keepsSeveralCardsApart() {
        let payload = parse(
            "BEGIN:VCARD\nVERSION:3.0\nFN:A\nEND:VCARD\n\nBEGIN:VCARD\nVERSION:3.0\nFN:B\nTEL:2\nEND:VCARD\n")
        #expect(payload.summary == "A · and 1 more")
        #expect(
            payload.json.text == #"{"kind":"contact","name":"A","format":"vcard 3.0","#
                + #""others":[{"name":"B","phones":[{"types":[],"value":"2"}]}]}"#)
    }

    @Test func anAgentInsideIsNotThePerson() {
        let payload = parse(
            "BEGIN:VCARD\nVERSION:2.1\nFN:Boss\nAGENT:\nBEGIN:VCARD\nFN:Agent\nTEL:9\nEND:VCARD\nTEL:1\nEND:VCARD")
        #expect(payload.values("name") == ["Boss"])
        #expect(payload.values("phones") == ["1"])
        #expect(payload.warnings.isEmpty)
    }

    @Test func aCardThatIsCutOffSaysSo() {
        let payload = parse("BEGIN:VCARD\nVERSION:3.0\nFN:Sean\nTEL;TYPE=ce")
        #expect(payload.summary == "Sean")
        #expect(payload.warningNames == ["incomplete"])
        let two = parse("BEGIN:VCARD\nFN:A\nBEGIN:VCARD\nFN:B\nEND:VCARD")
        #expect(two.values("name") == ["A", "B"])
        #expect(two.warningNames == ["incomplete"])
    }

    @Test(arguments: ["BEGIN:VCARD", "BEGIN:VCARD\nEND:VCARD", "BEGIN:VEVENT\nFN:x\nEND:VEVENT", "BEGIN:VCARDS\nFN:x"])
    func anythingElseIsText(text: String) {
        #expect(parse(text).kind == .text)
    }

    @Test func savesTheCardAsItCame() {
        let text = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Sean Owen/..\r\nEND:VCARD\r\n"
        let payload = parse(text)
        #expect(payload.saved(".vcf") == text)
        #expect(
            payload.actions.contains {
                if case .save("Sean-Owen.vcf", _) = $0.effect { true } else { false }
            })
    }
}

@Suite struct MeCardTests {
    let sample =
        "MECARD:N:Owen,Sean;TEL:+12125551212;TEL:2;EMAIL:srowen@example.org;ADR:1 Main St, NY;NOTE:a\\;b\\:c\\\\d;"
        + "BDAY:19800101;URL:http\\://example.com;;"

    @Test func readsTheSample() {
        let payload = parse(sample)
        #expect(payload.kind == .contact)
        #expect(payload.summary == "Sean Owen · +12125551212")
        #expect(payload.values("phones") == ["+12125551212", "2"])
        #expect(payload.value("family") == "Owen")
        #expect(payload.value("given") == "Sean")
        #expect(payload.value("addresses") == "1 Main St, NY")
        #expect(payload.value("note") == #"a;b:c\d"#)
        #expect(payload.value("birthday") == "1980-01-01")
        #expect(payload.opened == ["http://example.com"])
        #expect(payload.value("format") == "mecard")
    }

    @Test func orderDoesNotMatter() {
        #expect(parse("mecard:TEL:1;N:Owen,Sean;;").summary == "Sean Owen · 1")
    }

    @Test func aNameInOnePieceStays() {
        #expect(parse("MECARD:N:Sean Owen;;").value("name") == "Sean Owen")
        #expect(parse(#"MECARD:N:Owen\, Sean;;"#).value("name") == "Owen, Sean")
        #expect(parse("MECARD:N:Owen,Sean;SOUND:オーエン,ショーン;;").value("reading") == "ショーン オーエン")
    }

    @Test func truncatedSaysSo() {
        #expect(parse("MECARD:N:Owen,Sean;TEL:+1212").warningNames == ["incomplete"])
    }

    @Test(arguments: ["MECARD:", "MECARD:;;", "MECARD", "MECARD:N", "MECARD:N:;;"])
    func withoutAnyFieldItIsText(text: String) {
        #expect(parse(text).kind == .text)
    }

    @Test func theSavedCardReadsTheSame() throws {
        let card = try #require(parse(sample).saved(".vcf"))
        #expect(card.hasPrefix("BEGIN:VCARD\r\nVERSION:3.0\r\nN:Owen;Sean;;;\r\nFN:Sean Owen\r\n"))
        let again = parse(card)
        for key in ["name", "family", "given", "phones", "emails", "addresses", "note", "birthday", "urls"] {
            #expect(again.values(key) == parse(sample).values(key), "\(key)")
        }
    }

    @Test func longLinesOfTheSavedCardAreFoldedBetweenCharacters() throws {
        let note = String(repeating: "é🙂,", count: 60)
        let card = try #require(parse("MECARD:N:x;NOTE:\(note);;").saved(".vcf"))
        #expect(card.utf8.split(separator: 0x0A).allSatisfy { $0.count <= 76 })
        #expect(parse(card).value("note") == note)
    }
}

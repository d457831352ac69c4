import Formats
import Testing

@testable import Payloads

@Suite struct EventTests {
    private func event(_ lines: String...) -> Payload {
        parseThen((["BEGIN:VEVENT"] + lines + ["END:VEVENT"]).joined(separator: "\r\n"))
    }

    /// The bytes of the digest, two digits each.
    @Test func anEventWithoutAnIdentifierGetsOneOfFixedLength() throws {
        var seen: Set<String> = []
        for index in 0..<40 {
            let event = parse("BEGIN:VEVENT\nSUMMARY:\(index)\nDTSTART:20260101T100000Z\nEND:VEVENT")
            let file = try #require(event.handedOverFile)
            let line = try #require(file.split(separator: "\r\n").first { $0.hasPrefix("UID:") })
            #expect(line.wholeMatch(of: /UID:[0-9A-F]{24}@quietzone/) != nil, "\(line)")
            seen.insert(String(line))
        }
        #expect(seen.count == 40)
    }

    @Test func readsTheSample() {
        let payload = parseThen("BEGIN:VEVENT\r\nSUMMARY:foo\r\nDTSTART:20080504T123456Z\r\nEND:VEVENT")
        #expect(payload.kind == .event)
        #expect(payload.summary == "foo · 2008-05-04 12:34:56 UTC")
        #expect(payload.json.text == #"{"kind":"event","summary":"foo","start":"2008-05-04T12:34:56Z"}"#)
    }

    /// RFC 5545, 3.3.4 and 3.3.5.
    @Test(arguments: [
        ("DTSTART:19970714T133000", "1997-07-14 13:30"), ("DTSTART:19970714T173000Z", "1997-07-14 17:30 UTC"),
        ("DTSTART;TZID=America/New_York:19970714T133000", "1997-07-14 13:30 America/New_York"),
        ("DTSTART;TZID=\"Europe/Berlin\":20260301T100000", "2026-03-01 10:00 Europe/Berlin"),
        ("DTSTART;VALUE=DATE:19970714", "1997-07-14"), ("DTSTART:19970714", "1997-07-14"),
        ("DTSTART:19970630T235960Z", "1997-06-30 23:59:59 UTC"), ("DTSTART:20240229T000000", "2024-02-29 00:00"),
        ("dtstart:19970714t133000z", "1997-07-14 13:30 UTC"), ("DTSTART:2026-03-01T10:00:00Z", "2026-03-01 10:00 UTC"),
        ("DTSTART:20260301T1000", "2026-03-01 10:00"),
    ])
    func readsTimes(line: String, shown: String) {
        let payload = event(line)
        #expect(payload.kind == .event)
        #expect(payload.value("start") == shown)
        #expect(payload.notes["start"] == nil)
    }

    @Test(arguments: [
        "DTSTART:20230229T000000", "DTSTART:tomorrow", "DTSTART:20261301", "DTSTART:20260101T250000",
        "DTSTART:20260101T126000",
        "DTSTART:2026", "DTSTART:20260101Z", "DTSTART:99999999", "DTSTART:20260101T12",
    ])
    func whatIsNoTimeIsSaid(line: String) {
        let payload = event("SUMMARY:x", line)
        #expect(payload.kind == .event)
        #expect(payload.note("start") == "not a date")
    }

    /// RFC 5545, 3.3.6.
    @Test(arguments: [
        ("P15DT5H0M20S", "15 d 5 h 20 s", "2026-01-16 17:00:20"), ("P7W", "49 d", "2026-02-19 12:00"),
        ("PT1H", "1 h", "2026-01-01 13:00"), ("PT90M", "1 h 30 min", "2026-01-01 13:30"),
        ("P1D", "1 d", "2026-01-02 12:00"), ("PT0S", "0 s", "2026-01-01 12:00"), ("PT13H", "13 h", "2026-01-02 01:00"),
    ])
    func durationsGiveTheEnd(duration: String, shown: String, end: String) {
        let payload = event("DTSTART:20260101T120000", "DURATION:\(duration)")
        #expect(payload.value("duration") == shown)
        #expect(payload.value("end") == end)
    }

    @Test(arguments: ["P", "PT", "1H", "PT1D", "P1H", "PT1", "P1.5D", "PTH", "P999999999999W", "soon"])
    func whatIsNoDurationIsSaid(duration: String) {
        #expect(event("DTSTART:20260101T120000", "DURATION:\(duration)").note("duration") == "not a duration")
    }

    @Test func escapesFoldingAndPropertiesAreRead() {
        let payload = parseThen(
            "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:VEVENT\nSUMMARY:Bastille\n  Day Par\n ty\\, really\\; \\\\o/\n"
                + "DESCRIPTION;LANGUAGE=fr:one\\ntwo\nLOCATION:Paris\nORGANIZER;CN=\"Ada: L\":mailto:ada@example.org\n"
                + "ATTENDEE:mailto:b@example.org\nATTENDEE;CN=C:MAILTO:c@example.org\nURL:https://example.org/x\n"
                + "RRULE:FREQ=YEARLY\nDTSTART:20260714T100000\nDTEND:20260714T120000\nGEO:48.85;2.35\nSTATUS:CONFIRMED\n"
                + "BEGIN:VALARM\nACTION:PROCEDURE\nATTACH:file:///bin/sh\nDESCRIPTION:boom\nEND:VALARM\nEND:VEVENT\nEND:VCALENDAR\n"
        )
        #expect(payload.value("summary") == #"Bastille Day Party, really; \o/"#)
        #expect(payload.value("description") == "one\ntwo")
        #expect(payload.value("organizer") == "Ada: L (ada@example.org)")
        #expect(payload.values("attendees") == ["b@example.org", "C (c@example.org)"])
        #expect(payload.value("end") == "2026-07-14 12:00")
        #expect(payload.value("repeats") == "FREQ=YEARLY")
        #expect(payload.opened == ["https://example.org/x"])
        #expect(payload.handedOverFile?.contains("PROCEDURE") == false)
        #expect(payload.handedOverFile?.contains("file:") == false)
    }

    @Test func theFileIsACalendar() throws {
        let file = try #require(
            event("SUMMARY:\(String(repeating: "ü", count: 60))", "DTSTART:20260714").handedOverFile)
        #expect(file.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Quietzone//EN\r\nBEGIN:VEVENT\r\n"))
        #expect(file.hasSuffix("END:VEVENT\r\nEND:VCALENDAR\r\n"))
        #expect(file.contains("\r\nUID:") && file.contains("\r\nDTSTAMP:20261122T000000Z\r\n"))
        #expect(file.utf8.split(separator: 0x0A).allSatisfy { $0.count <= 76 })
        #expect(parseThen(file).value("summary") == String(repeating: "ü", count: 60))
        #expect(event("SUMMARY:a").saved(".ics")?.contains("SUMMARY:a") == true)
    }

    @Test func timeZonesGoAlong() {
        let payload = parseThen(
            "BEGIN:VCALENDAR\r\nBEGIN:VTIMEZONE\r\nTZID:Here\r\nBEGIN:STANDARD\r\nDTSTART:19710101T000000\r\nTZOFFSETTO:+0100\r\n"
                + "END:STANDARD\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT\r\nSUMMARY:a\r\nDTSTART;TZID=Here:20260101T100000\r\nEND:VEVENT\r\n"
                + "END:VCALENDAR")
        #expect(payload.values("start") == ["2026-01-01 10:00 Here"])
        #expect(payload.value("timeZone") == "Here")
        #expect(payload.handedOverFile?.contains("BEGIN:VTIMEZONE\r\nTZID:Here\r\n") == true)
        #expect(payload.handedOverFile?.contains("END:VTIMEZONE") == true)
    }

    @Test func severalEventsAreKeptApart() {
        let payload = parseThen(
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:a\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:b\nEND:VEVENT\nBEGIN:VTODO\n"
                + "SUMMARY:c\nDUE:20260101\nEND:VTODO\nEND:VCALENDAR")
        #expect(payload.summary == "a · and 2 more")
        #expect(
            payload.json.text
                == #"{"kind":"event","summary":"a","others":[{"summary":"b"},{"summary":"c","due":"2026-01-01"}]}"#)
    }

    @Test func daysEndBeforeTheirEnd() {
        let payload = event("SUMMARY:x", "DTSTART;VALUE=DATE:20260714", "DTEND;VALUE=DATE:20260715")
        #expect(payload.note("end") == "the day after the last")
        #expect(event("DTSTART:20260714T100000", "DTEND:20260714T090000").note("end") == "before it begins")
        #expect(event("DTSTART:20260714T100000Z", "DTEND;TZID=X:20260714T090000").note("end") == nil)
    }

    @Test func vCalendar1IsRead() {
        let payload = parseThen(
            "BEGIN:VCALENDAR\r\nVERSION:1.0\r\nBEGIN:VEVENT\r\nSUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Caf=C3=A9=\r\n =21\r\n"
                + "DTSTART:20260101T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR")
        #expect(payload.value("summary")?.hasPrefix("Café") == true)
    }

    @Test func oneThatIsCutOffSaysSo() {
        #expect(parseThen("BEGIN:VEVENT\nSUMMARY:a\nDTSTART:20260101").warningNames == ["incomplete"])
        #expect(
            parseThen("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:a\nBEGIN:VEVENT\nSUMMARY:b\nEND:VEVENT\nEND:VCALENDAR")
                .values("summary") == ["a", "b"])
    }

    @Test(arguments: [
        "BEGIN:VEVENT", "BEGIN:VEVENT\nEND:VEVENT", "BEGIN:VCALENDAR\nEND:VCALENDAR", "BEGIN:VCALENDAR\nVERSION:2.0",
        "BEGIN:VJOURNAL\nSUMMARY:x\nEND:VJOURNAL", "SUMMARY:foo\nDTSTART:20080504", "BEGIN:VEVENT\nFN:x\nEND:VEVENT",
        "BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:x\nEND:VTIMEZONE\nEND:VCALENDAR", "BEGIN VEVENT",
        "BEGIN:VCALENDAR\nBEGIN:VALARM\nDESCRIPTION:x\nEND:VALARM\nEND:VCALENDAR",
    ])
    func leavesWhatIsNoEvent(text: String) {
        #expect(parseThen(text).kind == .text)
    }
}

import Cryptography
import Payloads

/// An event of a calendar (RFC 5545).
enum EventForm {
    static let form = PayloadForm(
        "event", "Event",
        fields: [
            .text("summary", "Title", "Enter the event's title", like: "Concert", isRequired: true),
            .text("start", "Begins", "Enter the day and the time", like: "2026-12-24 18:30", isRequired: true),
            .text("end", "Ends", "The day and time, or only the time; for whole days the last day"),
            FormEntry("all-day", "Whole days", "The event has no times", .check),
            .text(
                "time-zone", "Time zone", "UTC, or a place such as Europe/Berlin; if left out, local time everywhere",
                like: "Europe/Berlin"),
            .text("location", "Where", "The place"),
            .lines("description", "Description", "Further details"),
            .text("url", "Web", "A web address", like: "https://example.org"),
        ]
    ) { entries throws(FormError) in
        guard !entries["description"].hasOtherControls else {
            throw FormError(
                "description", "it contains control characters, which calendars do not accept: leave them out")
        }
        let times = try EventTimes(entries)
        var lines = times.lines
        for (name, id) in [("SUMMARY", "summary"), ("LOCATION", "location"), ("DESCRIPTION", "description")]
        where !entries[id].isEmpty {
            lines.append("\(name):\(VCardWriter.escaped(entries[id]))")
        }
        if !entries["url"].isEmpty { lines.append("URL:" + (try URLForm.address(entries["url"], field: "url"))) }
        // Both are required; made of the event alone, so that the same event is the same code.
        let uid = Digest.sha256.of(Array(lines.joined(separator: "\n").utf8)).prefix(8).hexadecimal
        let all =
            ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Quietzone//EN", "BEGIN:VEVENT", "UID:\(uid)@quietzone"]
            + ["DTSTAMP:\(times.stamp)"] + lines + ["END:VEVENT", "END:VCALENDAR"]
        return ComposedContent(all.map { VCardWriter.folded($0) + "\r\n" }.joined())
    }
}

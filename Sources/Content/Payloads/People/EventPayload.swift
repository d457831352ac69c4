import Formats

/// One or more events: `BEGIN:VEVENT … END:VEVENT`, alone or inside a `VCALENDAR` (RFC 5545).
enum EventPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        let bytes = input.bytes
        let isCalendar = bytes.after(prefix: "BEGIN:VCALENDAR") != nil
        guard isCalendar || bytes.after(prefix: "BEGIN:VEVENT") ?? bytes.after(prefix: "BEGIN:VTODO") != nil,
            let calendar = CalendarObject(bytes)
        else { return nil }
        var list = FieldList()
        for (index, entry) in calendar.entries.enumerated() {
            list.record = index
            add(entry, to: &list)
        }
        let file = calendar.file(stamp: input.today)
        return Payload(
            input.content, .event, summary(calendar.entries), list, isComplete: calendar.isComplete,
            actions: [
                PayloadAction(title: .addToCalendar, effect: .handOverFile(fileName: "event.ics", bytes: file)),
                PayloadAction(title: .saveAsCalendarFile, effect: .save(fileName: "event.ics", bytes: file)),
            ] + links(calendar.entries))
    }

    /// `foo · 2008-05-04 12:34 UTC · and 1 more`.
    private static func summary(_ entries: [CalendarEntry]) -> Summary {
        .event(
            entries[0].text("SUMMARY").singleLine(limit: 90), isTask: entries[0].component == "VTODO",
            start: entries[0].start?.text, others: entries.count - 1)
    }

    private static func add(_ entry: CalendarEntry, to list: inout FieldList) {
        list.add("summary", .title, entry.text("SUMMARY"))
        addTimes(of: entry, to: &list)
        list.add("location", .location, entry.text("LOCATION"))
        list.add("description", .description, entry.text("DESCRIPTION"))
        list.add("url", .web, entry.text("URL"))
        list.add("organizer", .organizer, person(entry["ORGANIZER"]))
        for attendee in entry.properties where attendee.name == "ATTENDEE" {
            list.add("attendees", .attendee, person(attendee), isRepeatable: true)
        }
        list.add("repeats", .repeats, entry.text("RRULE"))
        list.add("categories", .categories, entry.text("CATEGORIES"))
        list.add("status", .status, entry.text("STATUS").lowercased())
        list.add("geo", .coordinates, entry.text("GEO").replacing(";", with: ", "))
        list.add("uid", .identifier, entry.text("UID"))
    }

    private static func addTimes(of entry: CalendarEntry, to list: inout FieldList) {
        func add(_ key: String, _ title: FieldName, _ name: String, note: Note? = nil) {
            guard let property = entry[name] else { return }
            guard let time = entry.time(name) else {
                list.add(key, title, property.raw.trimmed.text, note: .notADate)
                return
            }
            list.add(key, title, time.text, json: .string(time.isoText), note: note)
        }
        let (start, end) = (entry.start, entry.end)
        add("start", .begins, "DTSTART")
        if case .named(let zone) = start?.zone { list.add("timeZone", .timeZone, zone) }
        let isBackwards = start.flatMap { start in end.map { $0.isBefore(start) } } ?? false
        // The end of a whole day is the day after it (RFC 5545, 3.6.1).
        let note: Note? =
            isBackwards
            ? .beforeItBegins : start?.seconds == nil && end?.seconds == nil ? .theDayAfterTheLast : nil
        add("end", .ends, "DTEND", note: note)
        add("due", .due, "DUE")
        if let property = entry["DURATION"] {
            list.add(
                "duration", .duration, entry.duration?.text ?? property.raw.trimmed.text,
                json: .string(property.raw.trimmed.text), note: entry.duration == nil ? .notADuration : nil)
            if entry["DTEND"] == nil, let end {
                list.add("end", .ends, end.text, json: .string(end.isoText), note: note)
            }
        }
        add("completed", .done, "COMPLETED")
    }

    /// `Ada (ada@example.org)`.
    private static func person(_ property: CalendarProperty?) -> String? {
        guard let property else { return nil }
        let value = property.raw.trimmed
        let address = (value.after(prefix: "mailto:") ?? value).text
        return property.parameters["CN"].map { "\($0) (\(address))" } ?? address
    }

    private static func links(_ entries: [CalendarEntry]) -> [PayloadAction] {
        var found: [WebAddress] = []
        for entry in entries.prefix(5) {
            let url = entry.text("URL").utf8Slice.trimmed
            if let address = WebAddress(absolute: url), !found.contains(address) { found.append(address) }
        }
        return found.map { $0.openAction($0.url) }
    }
}

import Cryptography
import Formats

/// The events and tasks of an iCalendar object (RFC 5545), or of a vCalendar 1.0 one, or events that stand alone.
struct CalendarObject {
    /// A symbol holds a few; more are not shown.
    static let maximumEntries = 50

    private(set) var entries: [CalendarEntry] = []
    /// The lines of time zones, which others refer to by name.
    private(set) var zoneLines: [ArraySlice<UInt8>] = []
    private(set) var isComplete = true

    /// Returns nil when there is neither event nor task with a property.
    init?(_ bytes: ArraySlice<UInt8>) {
        var lines = VCardLines(bytes)
        var open: [String] = []
        while let line = lines.next(isVersion21: false) {
            guard let property = CalendarProperty(line) else { continue }
            let component = property.raw.trimmed.count <= 64 ? property.raw.trimmed.text.uppercased() : ""
            if open.contains("VTIMEZONE") || component == "VTIMEZONE" && property.name == "BEGIN" {
                zoneLines.append(line)
            }
            switch property.name {
            case "BEGIN":
                // Deeper than any calendar goes.
                guard open.count < 8 else { return nil }
                // Without its end, an event ends where the next begins.
                if CalendarEntry.components.contains(component), let last = open.last, last == component {
                    open.removeLast()
                    isComplete = false
                }
                open.append(component)
                if CalendarEntry.components.contains(component) {
                    guard entries.count < Self.maximumEntries else { break }
                    entries.append(CalendarEntry(component: component))
                }
            case "END":
                if let index = open.lastIndex(of: component) { open.removeSubrange(index...) }
            default:
                if let last = open.last, CalendarEntry.components.contains(last), !entries.isEmpty {
                    entries[entries.count - 1].add(property)
                }
            }
        }
        isComplete = isComplete && open.isEmpty
        entries.removeAll { entry in !CalendarEntry.telling.contains { entry[$0] != nil } }
        if entries.isEmpty { return nil }
    }

    /// The calendar as a file, rebuilt: without alarms and attachments, which may run or load something; with the
    /// properties that an event must have (RFC 5545, 3.6.1).
    func file(stamp: CivilDate) -> [UInt8] {
        var text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Quietzone//EN\r\n"
        func add(_ line: String) { text += VCardWriter.folded(line) + "\r\n" }
        for line in zoneLines { add(line.text) }
        for entry in entries {
            add("BEGIN:\(entry.component)")
            for property in entry.properties where !["ATTACH", "X-ALT-DESC"].contains(property.name) {
                add(property.line.text)
            }
            if entry["UID"] == nil {
                let digest = Digest.sha256.of(entry.properties.flatMap { Array($0.line) })
                add("UID:" + digest.prefix(12).map { $0.padded(to: 2, radix: 16) }.joined() + "@quietzone")
            }
            if entry["DTSTAMP"] == nil {
                add("DTSTAMP:\(stamp.description.replacing("-", with: ""))T000000Z")
            }
            add("END:\(entry.component)")
        }
        return Array((text + "END:VCALENDAR\r\n").utf8)
    }
}

/// An event or a task.
struct CalendarEntry {
    static let components: Set<String> = ["VEVENT", "VTODO"]
    /// Without any of these it says nothing.
    static let telling = ["SUMMARY", "DTSTART", "DTEND", "DUE", "DESCRIPTION", "LOCATION", "UID"]

    let component: String
    private(set) var properties: [CalendarProperty] = []

    init(component: String) { self.component = component }

    mutating func add(_ property: CalendarProperty) {
        if properties.count < 200 { properties.append(property) }
    }

    /// The first property called `name`.
    subscript(name: String) -> CalendarProperty? { properties.first { $0.name == name } }

    /// The value of the first property called `name`; empty if there is none.
    func text(_ name: String) -> String { self[name]?.text ?? "" }

    /// The time under `name`; nil if there is none, or none that can be read.
    func time(_ name: String) -> CalendarTime? {
        self[name].flatMap { CalendarTime($0.raw, zone: $0.parameters["TZID"]) }
    }

    var start: CalendarTime? { time("DTSTART") }

    var duration: CalendarDuration? { self["DURATION"].flatMap { CalendarDuration($0.raw) } }

    /// As given, or `duration` after the start.
    var end: CalendarTime? {
        time("DTEND") ?? time("DUE") ?? duration.flatMap { length in start.flatMap { $0.adding(length.seconds) } }
    }
}

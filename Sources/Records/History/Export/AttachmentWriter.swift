import Formats
import Payloads

/// Scans that are contacts or events as the files that address books and calendars take: one behind the other. Others are left out.
struct AttachmentWriter: EntryWriter {
    /// What the files of such scans end with: `.vcf`.
    let ending: String

    mutating func write(_ entry: HistoryEntry, into buffer: inout [UInt8]) -> Bool {
        // Its own day stands for the time at which it was made: the same scan gives the same bytes on any day.
        let day = Timestamp(entry.scan.time).civilDay.date
        let today = CivilDate(year: Int(day.year), month: Int(day.month), day: Int(day.day)) ?? .today
        let payload = Payload.parse(entry.scan.symbol.content, today: today)
        for action in payload.actions {
            guard case .save(let name, let bytes) = action.effect, name.hasSuffix(ending) else { continue }
            buffer.append(contentsOf: bytes)
            if bytes.last != 0x0A { buffer.append(contentsOf: [0x0D, 0x0A]) }
            return true
        }
        return false
    }
}

extension ExportFormat {
    package static let vCard = ExportFormat(
        "vcard", endings: ["vcf"], "vCard", .entries { _ in AttachmentWriter(ending: ".vcf") })
    package static let iCalendar = ExportFormat(
        "icalendar", endings: ["ics"], "iCalendar", .entries { _ in AttachmentWriter(ending: ".ics") })
}

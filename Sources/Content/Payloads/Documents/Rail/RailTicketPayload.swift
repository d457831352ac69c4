import Formats
import Symbols

/// A rail ticket of UIC's forms: `#UT01` or `#UT02`, a signature, and zlib's bytes (UIC leaflet 918-3), the header of dynamic
/// barcodes, or the Small Structured Barcode (ERA TAP TSI TD B.12).
enum RailTicketPayload {
    static func parse(_ content: SymbolContent, today: CivilDate) -> Payload? {
        if let ticket = RailTicket(content.bytes[...]) { return payload(content, ticket) }
        if let ticket = DynamicRailTicket(content.bytes) { return payload(content, ticket) }
        // Aztec as a rule; PDF417 is allowed.
        guard [.aztec, .pdf417].contains(content.symbology), let ticket = SmallRailTicket(content.bytes) else {
            return nil
        }
        return payload(content, ticket, today)
    }

    private static func payload(_ content: SymbolContent, _ ticket: RailTicket) -> Payload {
        var list = FieldList()
        if let head = ticket.head {
            list.add("order", .ticketNumber, head.order)
            list.add("issued", .issued, head.issued, note: head.isDate ? nil : .notADate)
            list.add("language", .language, head.language)
            list.add("flags", .kind, head.flags.words(["international", "edited by an agent", "specimen"]))
        }
        let decoded = ticket.records.map(flexible)
        let flexible = decoded.lazy.compactMap { $0 }.first
        flexible?.add(to: &list, hasHead: ticket.head != nil)
        list.add("carrier", .carrier, ticket.carrier)
        list.add("text", .ticket, ticket.layoutText)
        list.add("layout", .layout, ticket.layoutStandard)
        for (record, decoded) in zip(ticket.records, decoded) {
            list.add(
                "records", .record, "\(record.id) \(record.version)".trimmingSpaces,
                note: record.id == "U_FLEX" && decoded == nil ? .cannotBeTakenApart : nil, isRepeatable: true)
        }
        list.add("key", .key, ticket.key)
        list.add("version", .version, ticket.version, note: ["01", "02"].contains(ticket.version) ? nil : .notKnown)
        addSignature(ticket.signatureLength, to: &list)
        let line = ticket.layoutText.split(separator: "\n").first.map(String.init) ?? flexible?.line
        return Payload(
            content, .railTicket,
            .railTicket(carrier: ticket.carrier, order: ticket.head?.order ?? flexible?.booking, line: line), list,
            warnings: ticket.warnings)
    }

    private static func flexible(_ record: RailTicket.Record) -> FlexibleTicket? {
        guard record.id == "U_FLEX" else { return nil }
        return FlexibleTicket.version(ofRecord: record.version).flatMap { FlexibleTicket(record.data, version: $0) }
    }

    private static func payload(_ content: SymbolContent, _ ticket: DynamicRailTicket) -> Payload {
        var list = FieldList()
        ticket.flexible?.add(to: &list, hasHead: false)
        list.add("carrier", .carrier, ticket.provider)
        list.add("expires", .expires, ticket.expires)
        for part in ticket.parts {
            list.add(
                "records", .record, part.format, note: part.isTicket && part.ticket == nil ? .cannotBeTakenApart : nil,
                isRepeatable: true)
        }
        list.add("key", .key, ticket.key.map(String.init))
        list.add("version", .version, ticket.format)
        addSignature(ticket.signatureLength, to: &list)
        return Payload(
            content, .railTicket,
            .railTicket(carrier: ticket.provider, order: ticket.flexible?.booking, line: ticket.flexible?.line), list)
    }

    static func addSignature(_ length: Int, to list: inout FieldList) {
        guard length > 0 else { return }
        list.add("signature", .signature, "\(length) bytes", note: .notVerified)
    }
}

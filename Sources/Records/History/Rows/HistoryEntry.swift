import Formats
import Foundation
import GRDB
import Payloads
import Symbols

/// A scan that is kept.
package struct HistoryEntry: Identifiable, Hashable, Sendable {
    /// What people have added to a scan.
    package struct Remarks: Hashable, Sendable {
        /// Names, in their order.
        package var tags: [String] = []
        package var note: String?
        /// What its number stands for: a product's name, as it was looked up or typed; nil while nobody has said.
        package var product: String?
        /// Whether it stays when old scans are deleted.
        package var isPinned = false

        /// Nothing added.
        package init() {}
    }

    /// How often, and when last.
    package struct Tally: Hashable, Sendable {
        package var quantity = 1
        /// When it was seen for the last time; nil when that was its own time.
        package var lastSeen: Date?

        package init() {}
    }

    /// The session that a scan belongs to.
    package struct SessionLink: Hashable, Sendable {
        /// Its number in this history.
        package let id: Int64
        package let name: String
    }

    /// Its number; never given to another scan, even when this one is deleted.
    package let id: Int64
    /// What it is known by in other histories, too.
    package internal(set) var identity: ScanIdentity
    /// The scan, its time to the millisecond.
    package let scan: Scan
    /// The kind when it was kept; a later version may recognise another, see `payload`.
    package let kind: PayloadKind
    /// The meaning in one line as it was when it was kept.
    package let summary: String
    /// The path of the picture that it was seen in; nil if none is kept. The file may have been removed.
    package var picture: String?
    package var tally = Tally()
    package var remarks = Remarks()
    /// Nil outside of sessions.
    package var session: SessionLink?
    /// What held for the session when it was scanned, such as the shelf, by name.
    package var fields: [String: String] = [:]
    /// Its place in the order of time: larger for later ones.
    package internal(set) var position: Int64 = 0

    /// The columns of its row that cannot be read.
    var flaws: Set<Column> = []
    /// The name of a symbology that this version does not know; `scan` has `symbologyOfUnknown` then.
    package internal(set) var unknownSymbology: String?

    /// What it means, parsed from its bytes and text.
    package var payload: Payload { Payload.parse(scan.symbol.content) }

    /// When it was seen last.
    package var lastSeen: Date { tally.lastSeen ?? scan.time }

    /// What is read of a symbology that is not known.
    static let symbologyOfUnknown = Symbology.qrCode

    /// The name of its symbology, also of one that this version does not know.
    package var symbologyName: String { unknownSymbology ?? scan.symbol.content.symbology.rawValue }

    /// Why it cannot be read whole, for the user; nil if it can.
    package var problem: String? {
        var problems = unknownSymbology.map { ["this version does not know the symbology \($0)"] } ?? []
        if !flaws.isEmpty {
            let names = flaws.sorted { $0.rawValue < $1.rawValue }.map(\.name)
            problems.append("not readable: \(names.joined(separator: ", "))")
        }
        return problems.isEmpty ? nil : problems.joined(separator: "; ")
    }

    /// What it is found by.
    var searchText: SearchText {
        let content = scan.symbol.content
        return SearchText(
            content: content.text, summary: summary, kind: kind, symbology: symbologyName,
            source: scan.source, note: remarks.note, product: remarks.product, tags: remarks.tags)
    }

    /// Bytes of what may be large in it.
    var size: Int {
        let content = scan.symbol.content
        let texts = [content.text, summary, remarks.note, remarks.product].compactMap { $0 }
        return texts.reduce(content.bytes.count) { $0 + $1.utf8.count }
    }

    /// A scan that is being kept: numbers and position are given to it then.
    ///
    /// - Parameter payload: what it means; nil, the default, to parse that now.
    init(new scan: Scan, identity: ScanIdentity, payload: Payload? = nil) {
        let payload = payload ?? Payload.parse(scan.symbol.content)
        (id, self.identity, self.scan) = (0, identity, scan)
        (kind, summary) = (payload.kind, payload.summary)
    }
}

extension HistoryEntry {
    /// What `history` and the exports print, and what destinations get.
    package var record: SymbolRecord {
        var record = SymbolRecord(id: id, scan: scan, picture: picture)
        record.details = details
        record.unknownSymbology = unknownSymbology
        return record
    }

    /// What a history knows of a scan: `identity`, `zone` (`+02:00`), `frame` (width, height), `lastSeen`, `quantity`, `session`,
    /// `tags`, `note`, `product`, `pinned`, `fields`, `problem` (why it cannot be read whole); what is not known or usual is left out.
    private var details: [JSONValue.Member] {
        var members: [JSONValue.Member] = [.init("identity", .string(identity.description))]
        if let offset = scan.utcOffset { members.append(.init("zone", .string(Timestamp.zone(offset)))) }
        if let frame = scan.frame {
            members.append(.init("frame", .array([.integer(Int64(frame.width)), .integer(Int64(frame.height))])))
        }
        if let last = tally.lastSeen { members.append(.init("lastSeen", .string(Timestamp(last).description))) }
        if tally.quantity != 1 { members.append(.init("quantity", .integer(Int64(tally.quantity)))) }
        if let session { members.append(.init("session", .string(session.name))) }
        if !remarks.tags.isEmpty { members.append(.init("tags", .array(remarks.tags.map { .string($0) }))) }
        if let note = remarks.note { members.append(.init("note", .string(note))) }
        if let product = remarks.product { members.append(.init("product", .string(product))) }
        if remarks.isPinned { members.append(.init("pinned", .bool(true))) }
        if !fields.isEmpty {
            let values = fields.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .string($0.value)) }
            members.append(.init("fields", .object(values)))
        }
        if let problem { members.append(.init("problem", .string(problem))) }
        return members
    }
}

import Files
import Formats
import Foundation
import Payloads
import Symbols

/// What a file says of a scan: values are checked one by one, and what cannot be right is left out and told.
///
///     var draft = ScanDraft(symbology: .qrCode, time: time)
///     draft.setContent(bytes: nil, text: "hello", charset: nil)
///     let entry = draft.entry()
struct ScanDraft: Sendable {
    private var scan: Scan
    private var tally = HistoryEntry.Tally()
    private var remarks = HistoryEntry.Remarks()
    private var session: String?
    private var fields: [String: String] = [:]
    private var picture: String?
    /// Nil where it is derived from what the scan holds.
    private(set) var identity: ScanIdentity?
    /// What was left out, and why, a line each.
    private(set) var problems: [String] = []

    /// Characters of a note that are kept, as of one that is typed.
    private static let longestNote = 2000
    /// Bytes of a source, a path or a name.
    private static let longestName = 4096

    init(symbology: Symbology, time: ImportedTime) {
        scan = Scan(
            time: time.date, utcOffset: time.offset, source: "import",
            symbol: Symbol(
                content: SymbolContent(symbology: symbology, bytes: [], text: nil, charset: nil), corners: .none))
    }

    /// What the symbol says.
    ///
    /// - Parameters:
    ///   - bytes: nil if only the text is known, whose UTF-8 they are then.
    ///   - charset: of the text.
    mutating func setContent(bytes: [UInt8]?, text: String?, charset: String?) {
        scan.symbol.content.bytes = bytes ?? Array((text ?? "").utf8)
        scan.symbol.content.text = text
        scan.symbol.content.charset = text == nil ? nil : name(charset, limit: 40) ?? "UTF-8"
    }

    /// The same, where the text is not a number that a spreadsheet has shortened, such as `4.00638E+12` of an EAN-13. Exact bytes beside it
    /// are taken for the text.
    ///
    /// - Throws: `UserError` if the number is lost.
    func withWholeNumbers() throws(UserError) -> ScanDraft {
        let content = scan.symbol.content
        guard Self.symbologiesOfDigits.contains(content.symbology), let text = content.text,
            let error = UserError.shortenedNumber(text)
        else { return self }
        guard content.bytes != Array(text.utf8) else { throw error }
        var whole = self
        whole.scan.symbol.content.text = String(validating: content.bytes, as: UTF8.self)
        return whole
    }

    /// Those whose contents are digits alone.
    private static let symbologiesOfDigits: Set<Symbology> = [
        .ean13, .ean8, .upcA, .upcE, .ean5, .ean2, .itf, .itf14, .dataBar, .dataBarLimited, .dataBarStacked,
    ]

    /// The AIM identifier, `]Q1`; the usual one of its symbology where there is none.
    mutating func setIdentifier(_ text: String?) {
        guard let text, !text.isEmpty else { return }
        let isIdentifier =
            text.utf8.count == 3 && text.hasPrefix("]") && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
        if isIdentifier { scan.symbol.content.identifier = text } else { leaveOut("identifier", text) }
    }

    mutating func setAddOn(_ text: String?) {
        guard let text, !text.isEmpty else { return }
        let isAddOn = [2, 5].contains(text.utf8.count) && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
        if isAddOn { scan.symbol.content.addOn = text } else { leaveOut("addOn", text) }
    }

    /// - Parameter number: from 1.
    mutating func setPart(number: Int, of count: Int?, id: String) {
        if let part = SequencePart(index: number - 1, count: count, id: id) {
            scan.symbol.content.part = part
        } else {
            leaveOut("part", "\(number)")
        }
    }

    mutating func setCorners(_ corners: [[Double]]?) {
        guard let corners else { return }
        guard corners.count == 4, corners.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isFinite) }) else {
            return leaveOut("corners", "\(corners.count) of them")
        }
        let points = corners.map { Point(x: $0[0], y: $0[1]) }
        scan.symbol.corners = Quadrilateral(
            topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
    }

    mutating func setSource(_ text: String?) { if let text = name(text) { scan.source = text } }
    mutating func setPicture(_ path: String?) { picture = name(path) }
    mutating func setZone(_ text: String?) {
        guard let text, !text.isEmpty else { return }
        if let offset = ImportedTime.offset(text) { scan.utcOffset = offset } else { leaveOut("zone", text) }
    }

    mutating func setFrame(_ size: [Int]?) {
        guard let size else { return }
        guard size.count == 2, size.allSatisfy({ 1...1_000_000 ~= $0 }) else {
            return leaveOut("frame", size.map(String.init).joined(separator: "x"))
        }
        scan.frame = .init(width: size[0], height: size[1])
    }

    mutating func setQuantity(_ number: Int) {
        guard 0...RemarkChange.largestQuantity ~= number else { return leaveOut("quantity", "\(number)") }
        tally.quantity = number
    }

    mutating func setLastSeen(_ text: String?) {
        guard let text, !text.isEmpty else { return }
        if let time = ImportedTime(text) { tally.lastSeen = time.date } else { leaveOut("lastSeen", text) }
    }

    mutating func setSession(_ text: String?) {
        guard let text, !text.isEmpty else { return }
        if HistorySession.obstacle(toName: text) == nil { session = text } else { leaveOut("session", text) }
    }

    mutating func setTags(_ names: [String]) {
        for name in names {
            if RemarkChange.obstacle(toTag: name) != nil {
                leaveOut("tags", name)
            } else if !remarks.tags.contains(where: { $0.lowercased() == name.lowercased() }) {
                remarks.tags.append(name)
            }
        }
    }

    mutating func setNote(_ text: String?) {
        if let text, !text.isEmpty { remarks.note = String(text.prefix(Self.longestNote)) }
    }

    mutating func setProduct(_ text: String?) {
        if let text, !text.isEmpty { remarks.product = String(text.prefix(Self.longestNote)) }
    }

    mutating func setPinned(_ isPinned: Bool) { remarks.isPinned = isPinned }
    mutating func setFields(_ fields: [String: String]) { self.fields = fields }

    mutating func setIdentity(_ text: String?) {
        guard let text, !text.isEmpty else { return }
        identity = ScanIdentity(text)
        if identity == nil { leaveOut("identity", text) }
    }

    /// The scan as an entry that a history takes in.
    ///
    /// - Parameter today: what dates in its content are compared with; default the current day here.
    func entry(today: CivilDate = .today) -> HistoryEntry {
        let payload = Payload.parsedOnce(scan.symbol.content, today: today)
        var entry = HistoryEntry(new: scan, identity: identity ?? .derived(from: scan), payload: payload)
        (entry.tally, entry.remarks, entry.fields, entry.picture) = (tally, remarks, fields, picture)
        entry.session = session.map { HistoryEntry.SessionLink(id: 0, name: $0) }
        return entry
    }

    private func name(_ text: String?, limit: Int = longestName) -> String? {
        guard let text, !text.isEmpty, text.utf8.count <= limit else { return nil }
        return text
    }

    private mutating func leaveOut(_ what: String, _ value: String) {
        problems.append("\(what) “\(value.prefix(40))” is invalid and is left out")
    }
}

extension Quadrilateral {
    /// Of a scan whose place is not known.
    static let none = {
        let point = Point(x: 0, y: 0)
        return Quadrilateral(topLeft: point, topRight: point, bottomRight: point, bottomLeft: point)
    }()
}

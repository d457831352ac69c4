import Files
import Formats
import Foundation

/// A row of a guest list.
struct GuestRow {
    private let cells: [String]
    private let columns: GuestColumns

    init(_ line: CSVReader.Line, _ columns: GuestColumns) { (cells, self.columns) = (line.cells, columns) }

    /// The cell of a column, without blanks around it; nil if it is empty.
    private subscript(_ column: GuestColumn) -> String? { columns[column].lazy.compactMap(cell).first }

    /// The cells of all columns that say the same, as far as they are not empty.
    private func cells(_ column: GuestColumn) -> [String] { columns[column].compactMap(cell) }

    private func cell(_ index: Int) -> String? {
        guard index < cells.count else { return nil }
        let text = Guest.plain(cells[index])
        return text.isEmpty ? nil : text
    }

    /// The guest that it is.
    ///
    /// - Parameter summary: what somebody should know of it is added.
    /// - Throws: why it is none, in a clause.
    func guest(_ summary: inout GuestListSummary) throws(UserError) -> Guest {
        let width = columns.width
        if let extra = cells.dropFirst(width).first(where: { !$0.isEmpty }) {
            throw UserError(
                "it has \(cells.count) cells, but the first row has \(width): put quotation marks around cells that hold a separator, before “\(extra.singleLine(limit: 20))”"
            )
        }
        // Whoever looks for Jürgen at the door has to find him.
        for (index, cell) in cells.enumerated() where columns.isUsed(index) {
            if cell.utf8.contains(0) {
                throw UserError("it has NULs, as UTF-16 does: save the list as CSV in UTF-8")
            }
            if cell.unicodeScalars.contains("\u{FFFD}") {
                throw UserError("it is not valid UTF-8: save the list as CSV in UTF-8")
            }
        }
        guard let number = self[.number] else { throw UserError("it has no number") }
        guard number.utf8.count <= Guest.longestNumber else { throw UserError("its number is longer than a code") }
        guard !number.contains(where: \.isNewline) else {
            throw UserError("its number spans several lines; close its quotation mark")
        }
        if let error = UserError.shortenedNumber(number) { throw error }
        var guest = Guest(number: number)
        (guest.seat, guest.name, guest.group, guest.note) = (self[.seat], name, self[.group], note)
        if let text = self[.people] {
            guard let people = Int(text), (1...Guest.maximumPeople).contains(people) else {
                throw UserError("“\(text.singleLine(limit: 20))” is not a number of people")
            }
            guest.people = people
        }
        guest.revoked = revoked(&summary)
        guest.validFrom = try time(.validFrom)
        guest.validUntil = try time(.validUntil)
        if guest.revoked != nil { summary.revoked += 1 }
        if let text = self[.pkpass] {
            guest.isPass = GuestWords.isYes(text)
            guard guest.isPass || GuestWords.isNo(text) else {
                throw UserError(
                    "whether it is a pass (.pkpass) must be yes or no, not “\(text.singleLine(limit: 20))”")
            }
        }
        return guest
    }

    /// The whole name. Where a list has a column of first names, what it calls “name” may be the family's alone.
    private var name: String? {
        let whole = self[.name]
        let given = self[.givenName]
        guard let family = whole == nil ? self[.familyName] : columns[.familyName].isEmpty ? whole : nil else {
            return whole ?? given
        }
        guard let given, !" \(family.lowercased()) ".contains(" \(given.lowercased()) ") else { return family }
        return "\(given) \(family)"
    }

    private static let checkedIn = "checked in already"

    /// A time of a column; nil if its cell is empty.
    private func time(_ column: GuestColumn) throws(UserError) -> Timestamp? {
        guard let text = self[column] else { return nil }
        if let date = try? Date(text, strategy: .iso8601) { return Timestamp(date) }
        let readings = LocalTime.readings(of: text)
        let times = readings.compactMap { $0.time(isEnd: column == .validUntil) }
        if times.count == 1 { return times[0] }
        let form = readings.isEmpty ? "2026-12-24 19:30" : readings.map(\.text).joined(separator: " or ")
        throw UserError(
            "“\(text.singleLine(limit: 40))” is not a clear time. Write times as \(form)")
    }

    private var note: String? {
        let attention = self[.attention].flatMap { GuestWords.isYes($0) ? "special attention" : nil }
        let words = [attention, self[.note]].compactMap(\.self)
        return words.isEmpty ? nil : words.joined(separator: ": ")
    }

    private func revoked(_ summary: inout GuestListSummary) -> String? {
        var why: String?
        // One column that says so is enough, whatever the others say.
        for text in cells(.revoked) where !GuestWords.isNo(text) {
            let isYes = GuestWords.isYes(text)
            guard isYes || GuestWords.status(text) != .good else { continue }
            why = why ?? (isYes ? "" : text)
            if !isYes, GuestWords.status(text) == .unclear { summary.note(text, isRevoked: true) }
        }
        for text in columns.states.compactMap(cell) {
            switch GuestWords.status(text) {
            case .good: break
            case .ended: why = why ?? text
            case .used: why = why ?? Self.checkedIn
            case .unclear: summary.note(text, isRevoked: false)
            }
        }
        for text in cells(.checkedIn) {
            switch GuestWords.checkedIn(text) {
            case .good: break
            case .used: why = why ?? (GuestWords.isYes(text) ? Self.checkedIn : "\(Self.checkedIn) (\(text))")
            case .ended: why = why ?? text
            case .unclear: summary.note(text, isRevoked: false)
            }
        }
        if why == nil, let text = self[.paid], GuestWords.isPlainNo(text) { why = "not paid" }
        return why.map { $0.isEmpty ? Guest.revokedByList : "\(Guest.revokedByList): \($0.singleLine(limit: 80))" }
    }
}

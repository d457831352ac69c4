import Files
import Formats
import Payloads

/// What a ticket's code says: `TICKET:2014-01-17T10:00:00Z,1A,1415040549`, without its signature ("Barcodes with iOS", chapter 4).
///
///     let ticket = try TicketText(time: "2026-12-24T18:00:00Z", seat: "1A", serial: "1415040549")
///     ticket.text          // TICKET:2026-12-24T18:00:00Z,1A,1415040549
package struct TicketText: Hashable, Sendable {
    /// When it is valid, to the second.
    package let time: Timestamp
    /// The seat; empty if there is none.
    package let seat: String
    /// What distinguishes it from the other tickets of its event.
    package let serial: String

    /// The longest seat and the longest serial number, in bytes: a code of both can still be printed small.
    package static let longestPart = 64

    /// - Throws: `UserError` for a part that is missing, too long, or holds what parts of the code are distinguished by.
    package init(time: Timestamp, seat: String, serial: String) throws(UserError) {
        guard !serial.isEmpty else {
            throw UserError("a ticket needs a serial number, unique within the event")
        }
        for (name, part) in [("seat", seat), ("serial number", serial)] {
            guard part.utf8.count <= Self.longestPart else {
                throw UserError(
                    "the \(name) has \(part.utf8.count) bytes, but the maximum is \(Self.longestPart): shorten it")
            }
            guard Self.isPart(part) else {
                throw UserError(
                    "the \(name) \(UserError.quoted(part)) contains a comma, a | or a control character, which separate the parts of a ticket's code"
                )
            }
        }
        // The code has no fractions of a second.
        self.time = Timestamp(milliseconds: time.milliseconds - time.milliseconds % 1000)
        (self.seat, self.serial) = (seat, serial)
    }

    /// - Parameter time: in UTC, as the code has it: `2026-12-24T18:00:00Z`.
    package init(time: String, seat: String, serial: String) throws(UserError) {
        guard let moment = Self.moment(ArraySlice(time.utf8)) else {
            throw UserError("\(UserError.quoted(time)) is not a time in UTC: write it as 2026-12-24T18:00:00Z")
        }
        try self.init(time: moment, seat: seat, serial: serial)
    }

    /// What is signed.
    package var text: String { "TICKET:\(Self.text(of: time)),\(seat),\(serial)" }

    /// A time as the code has it.
    package static func text(of time: Timestamp) -> String { String(time.description.prefix(19)) + "Z" }

    /// What stands before the signature; nil if it is not as the book has it.
    init?(_ body: ArraySlice<UInt8>) {
        guard body.starts(with: Array("TICKET:".utf8)) else { return nil }
        let parts = body.dropFirst(7).split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard parts.count == 3, let time = Self.moment(parts[0]),
            let seat = String(validating: parts[1], as: UTF8.self),
            let serial = String(validating: parts[2], as: UTF8.self)
        else { return nil }
        do { self = try TicketText(time: time, seat: seat, serial: serial) } catch { return nil }
    }

    private static func isPart(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0 != "," && $0 != "|" && $0.properties.generalCategory != .control }
    }

    /// Only this one form: the signature is over the text, and one ticket should have one text.
    private static func moment(_ bytes: ArraySlice<UInt8>) -> Timestamp? {
        guard bytes.count == 20, bytes.last == UInt8(ascii: "Z"), let time = CalendarTime(bytes),
            let seconds = time.seconds
        else { return nil }
        let moment = Timestamp(milliseconds: Int64(time.date.daysSince1970) * 86_400_000 + Int64(seconds) * 1000)
        return Array(text(of: moment).utf8) == Array(bytes) ? moment : nil
    }
}

import Formats
import Foundation

/// A ticket on the guest list.
package struct Guest: Hashable, Sendable, Codable {
    /// The ticket's serial number, or the whole text of its code.
    package var number: String
    package var seat: String?
    package var name: String?
    /// The group or category: `Press`.
    package var group: String?
    /// What the person at the door should know.
    package var note: String?
    package var people = 1
    /// Why it counts no more; nil if it does.
    package var revoked: String?
    /// Whether its code is that of a pass (.pkpass), whose own signature a camera does not see.
    package var isPass = false
    /// Since when and until when it lets in; nil for any time.
    package var validFrom: Timestamp?
    package var validUntil: Timestamp?

    /// Whether it is on the list; false if its number is known only because it was revoked.
    package var isListed = true

    /// How the reason begins where a guest list revoked it.
    static let revokedByList = "by the guest list"

    /// The longest number, in bytes: no ticket's code is longer.
    package static let longestNumber = 4096

    package init(number: String) { self.number = number }

    /// The most people of one ticket.
    static let maximumPeople = 10_000

    /// A number of people as a file or a server has it, within what a ticket can have.
    static func people(_ count: Int) -> Int { min(max(count, 1), maximumPeople) }

    /// Why it does not hold at a time by what the list says, with the times of a zone; nil if it does.
    func whyNotNow(at now: Timestamp, in zone: TimeZone = .current) -> String? {
        func words(_ time: Timestamp) -> String {
            let offset = zone.secondsFromGMT(for: time.date)
            let local = Timestamp(milliseconds: time.milliseconds + Int64(offset) * 1000)
            // Who reads the log may be elsewhere.
            let name = offset == 0 ? "UTC" : "UTC\(Timestamp.zone(offset))"
            return "\(local.day) \(local.description.dropFirst(11).prefix(5)) \(name)"
        }
        if let validFrom, now < validFrom { return "according to the guest list it is valid from \(words(validFrom))" }
        if let validUntil, now > validUntil {
            return "according to the guest list it is valid until \(words(validUntil))"
        }
        return nil
    }

    /// A number as it is kept and compared: without blanks around it, its letters composed (NFC), and with what PostgreSQL's texts
    /// do not hold marked. However somebody typed it, it is one ticket.
    static func plain(_ number: String) -> String {
        // Nearly all are ASCII without blanks around.
        if number.utf8.allSatisfy({ (0x01...0x7E).contains($0) }), let first = number.utf8.first,
            let last = number.utf8.last, first > 0x20, last > 0x20
        {
            return number
        }
        return number.replacing("\0", with: "\u{2400}").trimmingCharacters(in: .whitespacesAndNewlines)
            .precomposedStringWithCanonicalMapping
    }
}

import Files
import Formats
import Foundation
import Printing
import Tickets

/// `[ticket]` of a template: the code that a door checks. The template's other texts have it as `{ticket}`.
///
///     [ticket]
///     key = "2026-a"                 # a key of `quietzone pass key`
///     time = "{time}"
///     seat = "{seat}"                # may be left out
///     serial = "{n}"
package struct TicketCodeTemplate: Sendable {
    /// The name of the table, and of the field that stands for the code.
    package static let name = "ticket"
    private static let keys = ["key", "time", "seat", "serial"]

    package let keyID: String
    private let time: FieldTemplate
    private let seat: FieldTemplate
    private let serial: FieldTemplate

    /// - Parameter json: the table.
    /// - Throws: `PassProblem` for a key that is missing, unknown, or no text.
    init(_ json: JSONValue) throws(PassProblem) {
        guard case .object(let members) = json else {
            throw Self.problem("it is not a table: write [ticket] with \(Self.keys.joined(separator: ", "))")
        }
        var texts: [String: String] = [:]
        for member in members {
            guard Self.keys.contains(member.key) else {
                throw Self.problem("it has an unknown key “\(member.key)”: use \(Self.keys.joined(separator: ", "))")
            }
            guard case .string(let text) = member.value else {
                throw Self.problem("\(member.key) is not text: put it in quotation marks")
            }
            texts[member.key] = text
        }
        if let missing = Self.keys.first(where: { $0 != "seat" && texts[$0]?.isEmpty != false }) {
            throw Self.problem("it has no \(missing): a ticket's code needs key, time and serial")
        }
        keyID = texts["key"] ?? ""
        time = try FieldTemplate(texts["time"] ?? "", at: Self.place)
        seat = try FieldTemplate(texts["seat"] ?? "", at: Self.place)
        serial = try FieldTemplate(texts["serial"] ?? "", at: Self.place)
    }

    private static let place = "\(PassTemplate.fileName), [\(name)]"

    static func problem(_ words: String) -> PassProblem { PassProblem(.wrongValue, place, words) }

    /// The fields of rows that it is made of.
    var fields: Set<String> { time.fields.union(seat.fields).union(serial.fields) }

    /// What a row's ticket says; `value` is what the row has for a name in braces, `moment` the time of a text.
    func ticket(_ value: (String) -> String?, moment: (String) -> Timestamp?) throws(PassProblem) -> TicketText {
        let text = time.text(value)
        guard let time = moment(text) else {
            throw PassProblem(
                .dateWrong, Self.name,
                "its time “\(text)” is not a time: write it as 2026-12-24 19:30, or with a zone as 2026-12-24T19:30+01:00"
            )
        }
        do throws(UserError) {
            // The door takes blanks around them for nothing, and so would two tickets be one.
            return try TicketText(
                time: time, seat: seat.text(value).trimmingCharacters(in: .whitespacesAndNewlines),
                serial: serial.text(value).trimmingCharacters(in: .whitespacesAndNewlines))
        } catch {
            throw PassProblem(.wrongValue, Self.name, error.description)
        }
    }
}

/// Signs the codes of a series' tickets.
package struct TicketCodes {
    let key: TicketKey
    let moment: (String) -> Timestamp?

    /// - Parameter moment: reads the time of a ticket as rows write it; nil if it is none.
    package init(key: TicketKey, moment: @escaping (String) -> Timestamp?) { (self.key, self.moment) = (key, moment) }

    func make(
        _ template: TicketCodeTemplate, _ value: (String) -> String?
    ) throws(PassProblem) -> (ticket: TicketText, code: String) {
        let ticket = try template.ticket(value, moment: moment)
        do throws(UserError) {
            return (ticket, try key.code(of: ticket))
        } catch {
            throw PassProblem(.wrongValue, TicketCodeTemplate.name, error.description)
        }
    }
}

import Formats
import Foundation
import GRDB

/// Something that an inventory server is to do with a code, and what came of it.
package struct InventoryAct: Hashable, Sendable, Identifiable {
    /// How far it is.
    package enum State: String, CaseIterable, Sendable {
        /// Not sent yet.
        case waiting
        /// Being sent.
        case sending
        case done
        /// The server does not know the code.
        case unknown
        /// The server refused it, or it could not be asked so.
        case failed
        /// Sent, but nobody knows whether the server has done it.
        case doubtful
        case undone
        /// Given up by the user.
        case dropped
    }

    /// What is asked for.
    package struct Request: Hashable, Sendable {
        package var server: String
        /// The name of the action; of one that takes another back, that of the other.
        package var action: String
        package var code: String
        /// A decimal number.
        package var quantity: String
        /// Values of the action's fields.
        package var values: [String: String]
        /// The act that it takes back; nil for none.
        package var undoes: Int64?

        package init(
            server: String, action: String, code: String, quantity: String = "1", values: [String: String] = [:],
            undoes: Int64? = nil
        ) {
            (self.server, self.action, self.code, self.quantity) = (server, action, code, quantity)
            (self.values, self.undoes) = (values, undoes)
        }
    }

    package let id: Int64
    /// A UUID.
    package let key: String
    package let request: Request
    package internal(set) var state: State
    /// Why it waits, failed or is doubtful, or what the server said; nil for nothing.
    package internal(set) var reason: String?
    /// What was taken from answers, by the names of fields.
    package internal(set) var taken: [String: [String]]
    /// Seconds since 1970.
    package let asked: Double
    package internal(set) var finished: Double?
    /// Failed tries that did not reach the server.
    package internal(set) var tries: Int

    init(_ row: Row) {
        (id, key) = (row["id"], row["key"])
        let values = Self.fields(row["fields"]).compactMapValues(\.first)
        request = Request(
            server: row["server"], action: row["action"], code: row["code"], quantity: row["quantity"],
            values: values, undoes: row["undoes"])
        state = State(rawValue: row["state"]) ?? .failed
        (reason, taken) = (row["reason"], Self.fields(row["taken"]))
        (asked, finished, tries) = (row["asked"], row["finished"], row["tries"])
    }

    private static func fields(_ text: String) -> [String: [String]] {
        guard case .object(let members)? = try? JSONValue(parsing: Array(text.utf8)) else { return [:] }
        return Dictionary(members.map { ($0.key, $0.value.elements.compactMap(\.string)) }) { $1 }
    }

    /// What the server calls the thing; nil where it has not said.
    package var name: String? { taken["name"]?.first }
    /// How much there is now; nil where the server has not said.
    package var amount: String? { taken["amount"]?.first }

    /// What came of it, in a few words: `Milk, 3 in stock`.
    package var outcome: String {
        let what = name ?? request.code
        switch state {
        case .waiting, .sending: return "\(what): waiting" + (reason.map { ": \($0)" } ?? "")
        case .done:
            return ([what] + [amount.map { "now \($0)" }, reason].compactMap { $0 }).joined(separator: ", ")
        case .unknown: return "\(what): not known there" + (reason.map { ": \($0)" } ?? "")
        case .failed: return "\(what): failed" + (reason.map { ": \($0)" } ?? "")
        case .doubtful: return "\(what): in doubt" + (reason.map { ": \($0)" } ?? "")
        case .undone: return "\(what): undone"
        case .dropped: return "\(what): dropped"
        }
    }

    /// All of it, for programs.
    package var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("id", .integer(id)), .init("key", .string(key)), .init("server", .string(request.server)),
            .init("action", .string(request.action)), .init("code", .string(request.code)),
            .init("quantity", .string(request.quantity)), .init("state", .string(state.rawValue)),
        ]
        if let undoes = request.undoes { members.append(.init("undoes", .integer(undoes))) }
        if let reason { members.append(.init("reason", .string(reason))) }
        for (name, values) in taken.sorted(by: { $0.key < $1.key }) {
            members.append(.init(name, values.count == 1 ? .string(values[0]) : .array(values.map { .string($0) })))
        }
        members.append(.init("asked", .string(Timestamp(Date(timeIntervalSince1970: asked)).description)))
        if let finished {
            members.append(.init("finished", .string(Timestamp(Date(timeIntervalSince1970: finished)).description)))
        }
        return .object(members)
    }
}

import Files
import Formats
import Web

/// How a kind of inventory server is talked to: its requests, and what its answers mean. It is data: a file of `Config/inventory`, or
/// one of the user's own.
package struct InventoryProfile: Hashable, Sendable {
    /// What settings call it: `grocy`.
    package let name: String
    package var title = ""
    /// What it was written for: `Grocy 4, REST API`.
    package var about = ""
    /// What the secret is and where to get one; nil where there is none.
    package var secret: String?
    /// Lines of the head by their names; `{secret}` stands for the secret.
    package var headers: [String: String] = [:]
    /// The header by which the server recognizes a repeated request; nil where it has none.
    package var idempotencyHeader: String?
    /// The most requests a minute; nil for any number.
    package var perMinute: Int?
    /// The forms of codes that the server knows; empty for any code.
    package var codes: [CodeForm] = []
    /// Where an answer says what is wrong.
    package var error: JSONPath?
    /// Answers that mean an error although their status does not.
    package var fails: AnswerCondition?
    /// Answers that mean that the server does not know the code.
    package var unknown: AnswerCondition?
    /// In the order in which they are offered.
    package var actions: [InventoryAction] = []

    package init(_ name: String) { self.name = name }

    /// An action by its name; nil where there is none.
    package func action(_ name: String) -> InventoryAction? { actions.first { $0.name == name } }
}

/// One thing that a server does with a code: `consume`.
package struct InventoryAction: Hashable, Sendable {
    package let name: String
    package var title = ""
    /// Fields that must be set, in settings or by the user, and what they are.
    package var needs: [String: String] = [:]
    /// Fields that may be set, and what they are.
    package var options: [String: String] = [:]
    /// What is asked before it is done; nil to do it at once.
    package var confirmation: String?
    /// The forms of its codes; empty for those of the profile.
    package var codes: [CodeForm] = []
    package var steps: [InventoryStep] = []
    /// What takes it back; nil where nothing does.
    package var undo: InventoryStep?

    package init(_ name: String) { self.name = name }

    /// Whether it changes anything on the server.
    package var changes: Bool { steps.contains(where: \.isSent) }
}

/// A request of an action.
package struct InventoryStep: Hashable, Sendable {
    /// What is sent besides the head.
    package enum Body: Hashable, Sendable {
        /// JSON; fields stand for values.
        case json(FieldTemplate)
        /// A form's fields.
        case form([String: FieldTemplate])
    }

    /// Whether it changes something, so that it must not be sent twice.
    package var isSent = false
    /// GET, POST, PUT, PATCH or DELETE.
    package var method = "GET"
    /// What follows the server's address.
    package var path: FieldTemplate
    package var body: Body?
    /// Further lines of the head.
    package var headers: [String: String] = [:]
    /// What is taken from the answer: fields and where they are; the first place that has something counts.
    package var takes: [String: [JSONPath]] = [:]

    package init(method: String, path: FieldTemplate) { (self.method, self.path) = (method, path) }

    /// The fields that it uses.
    package var fields: Set<String> {
        let inBody: Set<String> =
            switch body {
            case .json(let template): template.fields
            case .form(let form): form.values.reduce(into: []) { $0.formUnion($1.fields) }
            case nil: []
            }
        return Set(path.fields.union(inBody).map(FieldUse.name))
    }
}

/// How a template uses a field: `{location:number}` is a number in JSON.
enum FieldUse {
    /// The field's name, without what it is in JSON.
    static func name(_ field: String) -> String { String(field.prefix { $0 != ":" }) }

    /// Whether it is a number in JSON.
    static func isNumber(_ field: String) -> Bool { field == "quantity" || field.hasSuffix(":number") }
}

/// Answers with something in common.
package struct AnswerCondition: Hashable, Sendable {
    /// Any of these; empty for all.
    package var statuses: [Int] = []
    /// A place in the answer, and the text that is there.
    package var place: JSONPath?
    package var value = ""
    /// A text somewhere in the answer; empty for any.
    package var text = ""

    package init() {}

    /// - Parameter json: the answer; nil where it is not JSON.
    func holds(for answer: WebAnswer, _ json: JSONValue?) -> Bool {
        if !statuses.isEmpty, !statuses.contains(answer.status) { return false }
        if let place, json.flatMap(place.text) != value { return false }
        return text.isEmpty || String(decoding: answer.body, as: UTF8.self).contains(text)
    }
}

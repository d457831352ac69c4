import Files
import Inventory
import SafeTOML
import TOMLKit
import Web

extension InventoryProfile {
    /// The profiles of the program, by their names.
    package static let shipped: [InventoryProfile] = texts.map { name, text in
        // Tests read each.
        (try? InventoryProfile(name, toml: text)) ?? InventoryProfile(name)
    }

    /// The files of `Config/inventory`, by the names of their profiles.
    package static let texts: [(name: String, text: String)] = [
        ("grocy", PackageResources.grocy_toml), ("barcode-buddy", PackageResources.barcode_buddy_toml),
        ("inventree", PackageResources.inventree_toml), ("homebox", PackageResources.homebox_toml),
        ("snipe-it", PackageResources.snipe_it_toml), ("spoolman", PackageResources.spoolman_toml),
        ("part-db", PackageResources.part_db_toml), ("post-json", PackageResources.post_json_toml),
    ].map { ($0, String(decoding: $1, as: UTF8.self)) }

    /// The profile that a file describes.
    ///
    /// - Throws: `UserError` that says what is wrong, and on which line where that is known.
    package init(_ name: String, toml text: String) throws(UserError) {
        let table: TOMLTable
        do { table = try GuardedTOML.table(text) } catch { throw UserError(error.description) }
        self.init(name)
        var section = SettingsSection(table, called: "")
        let text = SettingFormat<String>.text()
        section.read("title", text, into: &title)
        section.read("about", text, into: &about)
        section.read("secret", text.optional, into: &secret)
        section.texts("headers") { headers = $0 }
        section.read("idempotency-header", text.optional, into: &idempotencyHeader)
        var limit = 0
        section.read("per-minute", .whole(1...6000), into: &limit)
        if limit > 0 { perMinute = limit }
        section.codes { codes = $0 }
        section.path("error") { error = $0 }
        section.condition("fails") { fails = $0 }
        section.condition("unknown") { unknown = $0 }
        var problems: [SettingsProblem] = []
        actions = section.sections("action", atMost: 100).map { InventoryAction($0, &problems) }
        problems += section.finish()
        if let problem = problems.first { throw UserError(problem.description) }
        guard !title.isEmpty, !actions.isEmpty else {
            throw UserError("a profile needs title = \"…\" and [[action]] sections")
        }
        for action in actions { try check(action) }
    }

    /// Finds names that nothing stands for: a misspelt one would be sent as nothing.
    private func check(_ action: InventoryAction) throws(UserError) {
        let place = "action \(UserError.quoted(action.name))"
        guard !action.name.isEmpty, !action.steps.isEmpty else {
            throw UserError("\(place): an action needs name = \"…\" and steps = [{ send = \"POST /path\" }]")
        }
        guard actions.count(where: { $0.name == action.name }) == 1 else { throw UserError("\(place) is there twice") }
        guard action.steps.count(where: \.isSent) <= 1 else {
            throw UserError("\(place): only one step can be sent; others are asked")
        }
        let forms = action.codes.isEmpty ? codes : action.codes
        var known: Set<String> = ["code", "quantity"]
        known.formUnion(action.needs.keys)
        known.formUnion(action.options.keys)
        // What not every form has may be missing in a request.
        for form in forms { known.formUnion(form.names) }
        for step in action.steps + [action.undo].compactMap({ $0 }) {
            if let name = step.fields.subtracting(known).min() {
                throw UserError(
                    "\(place): nothing stands for {\(name)}: there are \(known.sorted().joined(separator: ", "))")
            }
            known.formUnion(step.takes.keys)
        }
        guard action.undo == nil || action.changes else {
            throw UserError("\(place) changes nothing that undo takes back")
        }
    }
}

extension InventoryAction {
    fileprivate init(_ section: SettingsSection, _ problems: inout [SettingsProblem]) {
        var (section, name) = (section, "")
        let text = SettingFormat<String>.text()
        section.read("name", text, into: &name)
        self.init(name)
        section.read("title", text, into: &title)
        section.read("confirm", text.optional, into: &confirmation)
        section.texts("needs") { needs = $0 }
        section.texts("options") { options = $0 }
        section.codes { codes = $0 }
        var found: [SettingsProblem] = []
        steps = section.sections("steps", atMost: 20).compactMap { InventoryStep($0, &found) }
        let place = section.place
        section.strings(in: "undo") { table in
            undo = InventoryStep(SettingsSection(table, called: "\(place) undo: "), &found)
            return nil
        }
        if title.isEmpty { title = name.prefix(1).uppercased() + name.dropFirst() }
        problems += section.finish() + found
    }
}

extension InventoryStep {
    private static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

    fileprivate init?(_ section: SettingsSection, _ problems: inout [SettingsProblem]) {
        var section = section
        self.init(method: "GET", path: FieldTemplate("") { _ in false })
        var count = 0
        for key in ["ask", "send"] {
            section.string(key) { text in
                count += 1
                isSent = key == "send"
                return read(request: text)
            }
        }
        let isName = Self.isName
        section.string("body") { text in
            body = .json(FieldTemplate(text, where: isName))
            return nil
        }
        section.texts("form") { form in body = .form(form.mapValues { FieldTemplate($0, where: isName) }) }
        section.texts("headers") { headers = $0 }
        section.strings(in: "take") { inner in
            for key in inner.keys {
                let texts: [String]
                switch inner[key].flatMap(SettingValue.init) {
                case .text(let text)?: texts = [text]
                case .texts(let list)?: texts = list
                default: texts = []
                }
                let places = texts.compactMap(JSONPath.init)
                guard !places.isEmpty, places.count == texts.count else {
                    return "places: names and numbers with dots between them"
                }
                takes[key] = places
            }
            return nil
        }
        let found = section.finish()
        problems += found
        guard found.isEmpty, count == 1 else {
            if found.isEmpty {
                problems.append(SettingsProblem(section.place, "needs either ask or send = \"POST /path\""))
            }
            return nil
        }
    }

    /// - Returns: what would be right; nil where it is.
    private mutating func read(request text: String) -> String? {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2, Self.methods.contains(words[0]), words[1].hasPrefix("/"), !words[1].contains(" ") else {
            return "a method and a path, such as \"POST /api/stock/{code}\""
        }
        (method, path) = (words[0], FieldTemplate(words[1], where: Self.isName))
        return nil
    }

    /// Whether braces around `text` stand for a field; those of JSON do not.
    private static func isName(_ text: Substring) -> Bool {
        let name = text.hasSuffix(":number") ? text.dropLast(7) : text
        return !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
    }
}

extension SettingsSection {
    fileprivate mutating func codes(_ take: ([CodeForm]) -> Void) {
        strings("codes") { texts in
            let forms = texts.compactMap(CodeForm.init)
            guard forms.count == texts.count else { return "forms of codes such as \"web+spoolman:s-{id}\"" }
            take(forms)
            return nil
        }
    }

    fileprivate mutating func path(_ key: String, _ take: (JSONPath) -> Void) {
        string(key) { text in
            guard let path = JSONPath(text) else { return "names and numbers with dots between them" }
            take(path)
            return nil
        }
    }

    /// `{ status = [400], text = "not found" }` or `{ at = "status", is = "error" }`.
    fileprivate mutating func condition(_ key: String, _ take: (AnswerCondition) -> Void) {
        strings(in: key) { table in
            var (condition, section) = (AnswerCondition(), SettingsSection(table, called: ""))
            section.numbers("status") { condition.statuses = $0 }
            section.path("at") { condition.place = $0 }
            let text = SettingFormat<String>.text()
            section.read("is", text, into: &condition.value)
            section.read("text", text, into: &condition.text)
            guard section.finish().isEmpty else { return "a table of status, at, is and text" }
            take(condition)
            return nil
        }
    }
}

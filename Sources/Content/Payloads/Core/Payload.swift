import Formats
import Symbols

/// The parsed content of a symbol.
///
///     let payload = Payload.parse(symbol.content)
///     payload.kind        // .wifi
///     payload.summary     // Wi-Fi Cafe (WPA)
package struct Payload: Hashable, Sendable {
    /// The input, exact bytes included.
    package let content: SymbolContent
    /// `kind` in JSON and in the history.
    package let kind: PayloadKind
    /// One line of at most 160 characters, without control characters and secrets.
    package let summary: String
    /// The values in display order. They are exact: filter them before they reach a terminal.
    package let fields: [PayloadField]
    /// Warnings about the content and all links in it; usually empty.
    package let warnings: [PayloadWarning]
    /// Those about the content itself, to show before any action. An action that opens a link has the warnings about that link.
    package let contentWarnings: [PayloadWarning]
    private let kindActions: [PayloadAction]

    /// Parses `content`. Never fails: content that no parser recognises is text, or bytes when it has no text.
    ///
    /// The last results are remembered: what keeps a scan, shows it, applies rules to it and delivers it parses it once.
    ///
    /// - Parameter today: what dates are compared with; by default the current day here.
    package static func parse(_ content: SymbolContent, today: CivilDate = .today) -> Payload {
        recent.value(for: Input(content: content, today: today)) { PayloadRegistry.parse(content, today: today) }
    }

    /// The same, not remembered: for many contents of which each is parsed once, on all threads.
    package static func parsedOnce(_ content: SymbolContent, today: CivilDate) -> Payload {
        PayloadRegistry.parse(content, today: today)
    }

    private struct Input: Equatable {
        let content: SymbolContent
        let today: CivilDate
    }

    /// As many as codes that appear at once, on most screens.
    private static let recent = RecentResults<Input, Payload>(maximumCount: 16)

    /// - Parameters:
    ///   - summary: may have any length and characters, as it is shortened to one line here; must not contain a secret.
    ///   - warnings: those about the content; those about links in its fields and actions are added here.
    ///   - actions: those specific to the kind; copying and saving are added for every kind.
    init(
        content: SymbolContent, kind: PayloadKind, summary: Summary, fields: [PayloadField],
        warnings: [PayloadWarning] = [], actions: [PayloadAction] = []
    ) {
        (self.content, self.kind) = (content, kind)
        self.summary = summary.text.singleLine(limit: 160)
        (self.fields, contentWarnings) = (fields, warnings)
        // A web address is a link itself, with its own warnings.
        let links =
            kind == .url ? [] : LinkRisks.warnings(fields: fields, actions: actions, besides: warnings)
        self.warnings = warnings + links
        self.kindActions = actions
    }

    /// From a list of fields: whether its end is missing, and what hides characters, is warned of besides `warnings`.
    init(
        _ content: SymbolContent, _ kind: PayloadKind, _ summary: Summary, _ list: FieldList, isComplete: Bool = true,
        warnings: [PayloadWarning] = [], actions: [PayloadAction] = []
    ) {
        self.init(
            content: content, kind: kind, summary: summary, fields: list.fields,
            warnings: (isComplete ? [] : [.incomplete]) + warnings
                + (list.hasHiddenCharacters ? [.hiddenCharacters] : []),
            actions: actions)
    }

    /// Of what is found in a text, so many come before copying it: those that are offered without "more".
    private static let foundBeforeText = 5

    /// All actions, the likeliest first: the main ones, and before saving those that copy the other fields.
    package var actions: [PayloadAction] { actions(copying: CopyOrder.fields(of: kind, fields).rest) }

    /// The actions that are worth listing beside the fields: those of the kind, copying what is copied most, copying the text, and
    /// saving.
    package var mainActions: [PayloadAction] { actions(copying: []) }

    private func actions(copying rest: [PayloadField]) -> [PayloadAction] {
        let first = CopyOrder.fields(of: kind, fields).first
        var actions = kindActions + first.map(PayloadAction.copy)
        if let text = content.text {
            let copy = PayloadAction(
                title: .copyWholeText, effect: .copy(text), isSecret: fields.contains(where: \.isSecret))
            actions.insert(copy, at: kind == .text ? min(kindActions.count, Self.foundBeforeText) : actions.count)
        }
        actions += rest.map(PayloadAction.copy)
        if let text = content.text {
            actions.append(
                PayloadAction(title: .saveAsText, effect: .save(fileName: "scan.txt", bytes: Array(text.utf8))))
        }
        actions.append(
            PayloadAction(title: .saveRawBytes, effect: .save(fileName: "scan.bin", bytes: content.bytes)))
        return actions
    }

    /// The documented JSON object: `kind`, the fields under their keys, `warnings` if any.
    ///
    /// Repeatable fields form an array under their key, even a single one. The second and later records (vCards) are objects
    /// in `others`. Secrets are not masked.
    package var json: JSONValue {
        var members = [JSONValue.Member("kind", .string(kind.rawValue))]
        members += Self.members(of: fields.filter { $0.record == 0 })
        var others: [[PayloadField]] = []
        for field in fields where field.record > 0 {
            while others.count < field.record { others.append([]) }
            others[field.record - 1].append(field)
        }
        if !others.isEmpty {
            members.append(.init("others", .array(others.map { .object(Self.members(of: $0)) })))
        }
        let notes = fields.compactMap { field in field.note.map { JSONValue.Member(field.key, .string($0)) } }
        if !notes.isEmpty { members.append(.init("notes", .object(notes))) }
        if !warnings.isEmpty {
            members.append(.init("warnings", .array(warnings.map { .string($0.name) })))
        }
        return .object(members)
    }

    private static func members(of fields: [PayloadField]) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        var lists: [String: (member: Int, values: [JSONValue])] = [:]
        for field in fields {
            guard field.isRepeatable else {
                members.append(.init(field.key, field.json))
                continue
            }
            if lists[field.key] == nil {
                lists[field.key] = (members.count, [])
                members.append(.init(field.key, .null))
            }
            lists[field.key]!.values.append(field.json)
        }
        for list in lists.values { members[list.member].value = .array(list.values) }
        return members
    }
}

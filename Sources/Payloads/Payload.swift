import Symbols

/// What the content of a symbol means.
public struct Payload: Hashable, Sendable {
    /// What was parsed, exact bytes included.
    public let content: SymbolContent
    /// The kind of meaning; `kind` in JSON and in the history.
    public let kind: PayloadKind
    /// The meaning in one line of at most 160 characters, free of control characters and secrets.
    public let summary: String
    /// What it says, in the order to show. Values are exact: filter them before they reach a terminal.
    public let fields: [PayloadField]
    /// What a person should know before acting on it.
    public let warnings: [PayloadWarning]
    private let ownActions: [PayloadAction]

    /// The meaning of `content`, by the parsers of `PayloadRegistry.standard`. Never fails: what no
    /// parser knows is text, and what is no text is bytes.
    public static func parse(_ content: SymbolContent) -> Payload {
        PayloadRegistry.standard.parse(content)
    }

    /// A meaning as a parser found it.
    ///
    /// - Parameters:
    ///   - summary: made into one short line here, so any text will do; must hold no secret.
    ///   - actions: those of this kind alone; copying and saving are added for every kind.
    init(
        content: SymbolContent, kind: PayloadKind, summary: String, fields: [PayloadField],
        warnings: [PayloadWarning] = [], actions: [PayloadAction] = []
    ) {
        self.content = content
        self.kind = kind
        self.summary = summary.singleLine(limit: 160)
        self.fields = fields
        self.warnings = warnings
        self.ownActions = actions
    }

    /// What can be done with it, in the order to offer: those of its kind, a copy of each field, the
    /// whole text, the exact bytes. Data only; nothing is executed here.
    public var actions: [PayloadAction] {
        var actions = ownActions
        for field in fields where field.key != "text" { actions.append(.copy(field)) }
        if let text = content.text {
            actions.append(
                PayloadAction(title: "Copy text", effect: .copy(text), isSecret: fields.contains(where: \.isSecret)))
            actions.append(
                PayloadAction(title: "Save as text", effect: .save(fileName: "scan.txt", bytes: Array(text.utf8))))
        }
        actions.append(
            PayloadAction(title: "Save raw bytes", effect: .save(fileName: "scan.bin", bytes: content.bytes)))
        return actions
    }

    /// The documented JSON form: `kind`, the fields under their keys, `warnings` if there are any.
    ///
    /// Fields marked as listed make an array under their key, however many they are. Fields of a second
    /// and later record (cards after the first) make objects in `others`. Secrets are written as they are.
    public var json: JSONValue {
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
        if !warnings.isEmpty {
            members.append(.init("warnings", .array(warnings.map { .string($0.name) })))
        }
        return .object(members)
    }

    private static func members(of fields: [PayloadField]) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        var lists: [String: (member: Int, values: [JSONValue])] = [:]
        for field in fields {
            guard field.isListed else {
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

/// The stable name of a kind of meaning.
public struct PayloadKind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name in JSON and in the history.
    public let rawValue: String

    /// The kind named `rawValue`, known or not: a history may hold kinds of a newer version.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Its name.
    public var description: String { rawValue }

    /// What a person reads, for example `Web address`.
    public var title: String {
        switch self {
        case .url: "Web address"
        case .contact: "Contact"
        case .wifi: "Wi-Fi network"
        case .text: "Text"
        case .bytes: "Bytes"
        case .part: "Part of a longer message"
        default: rawValue
        }
    }

    /// A web address.
    public static let url = PayloadKind(rawValue: "url")
    /// One or more people or organisations.
    public static let contact = PayloadKind(rawValue: "contact")
    /// How to join a wireless network.
    public static let wifi = PayloadKind(rawValue: "wifi")
    /// Text of no other kind.
    public static let text = PayloadKind(rawValue: "text")
    /// Bytes that are no text.
    public static let bytes = PayloadKind(rawValue: "bytes")
    /// A part of a longer message that several symbols hold.
    public static let part = PayloadKind(rawValue: "part")
}

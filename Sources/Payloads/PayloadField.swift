/// A named value of a payload.
public struct PayloadField: Hashable, Sendable {
    /// The stable name in JSON, in camel case.
    public let key: String
    /// The name that a person reads.
    public let label: String
    /// The exact value; may hold newlines and control characters of the symbol.
    public let value: String
    /// The value in JSON; the string itself unless the parser knows a better type.
    public let json: JSONValue
    /// Whether `value` is masked until a person asks for it.
    public let isSecret: Bool
    /// Whether JSON holds an array under `key`, so that one and several have the same type.
    public let isListed: Bool
    /// Which of several records (cards) it belongs to, from 0.
    public internal(set) var record = 0

    init(
        _ key: String, _ label: String, _ value: String, json: JSONValue? = nil, isSecret: Bool = false,
        isListed: Bool = false
    ) {
        self.key = key
        self.label = label
        self.value = value
        self.json = json ?? .string(value)
        self.isSecret = isSecret
        self.isListed = isListed
    }

    /// `value`, or eight dots for a secret: the mask does not reveal its length.
    public var maskedValue: String { isSecret ? String(repeating: "•", count: 8) : value }
}

/// A named reason to think before acting on a payload.
public struct PayloadWarning: Hashable, Sendable {
    /// The stable name, in lower case with dashes: `userinfo`, `mixed-script`.
    public let name: String
    /// The sentence that a person reads; holds no control characters.
    public let message: String

    init(_ name: String, _ message: String) {
        self.name = name
        self.message = message.singleLine(limit: 640)
    }

    /// The content is incomplete by its format.
    static let incomplete = PayloadWarning("incomplete", "The end is missing: parts may be cut off.")
    /// The text is longer than any parser reads.
    static let oversized = PayloadWarning("oversized", "Longer than 64 KiB: shown in part and not interpreted.")
    /// The text holds characters that are not shown but change how the rest is.
    static let hiddenCharacters = PayloadWarning(
        "hidden-characters", "Holds invisible characters that change how the text is shown.")
}

/// An address that may be opened, and what a person should see before.
public struct LinkTarget: Hashable, Sendable {
    /// The address in ASCII.
    public let url: String
    /// Where it leads.
    public let host: WebHost
    /// Warnings about the address; usually empty.
    public let warnings: [PayloadWarning]
}

/// An action on a payload; the program that shows it carries it out, after asking.
public struct PayloadAction: Hashable, Sendable {
    /// What is done.
    public enum Effect: Hashable, Sendable {
        /// Put this text on the clipboard.
        case copy(String)
        /// Open an address with the desktop's handler, after a yes to where it leads.
        case open(LinkTarget)
        /// Write `bytes` to a file that the person names; `fileName` is only proposed.
        case save(fileName: String, bytes: [UInt8])
    }

    /// What a person reads in the list of actions.
    public let title: String
    /// What is done.
    public let effect: Effect
    /// Whether the effect holds a secret, so that it is not shown or logged.
    public let isSecret: Bool

    init(title: String, effect: Effect, isSecret: Bool = false) {
        self.title = title.singleLine(limit: 80)
        self.effect = effect
        self.isSecret = isSecret
    }

    static func copy(_ field: PayloadField) -> PayloadAction {
        PayloadAction(title: "Copy \(field.label)", effect: .copy(field.value), isSecret: field.isSecret)
    }
}

import Formats

/// What a key of pass.json may hold.
indirect enum PassRule: Sendable {
    case text, nonEmpty, flag, number, whole, date, colour, webAddress, currency, uuid, anything
    case within(ClosedRange<Double>)
    case choice([String])
    case fieldValue
    case list(PassRule, most: Int)
    case object(PassObject)

    static func members(_ keys: [PassKey]) -> PassRule { .object(PassObject(keys)) }
    static func objects(_ keys: [PassKey], most: Int) -> PassRule { .list(.members(keys), most: most) }

    var words: String {
        switch self {
        case .text, .nonEmpty: "a text"
        case .flag: "true or false"
        case .number: "a number"
        case .whole: "a whole number"
        case .within(let range) where range.lowerBound == range.upperBound: Self.plain(range.lowerBound)
        case .within(let range): "a number from \(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))"
        case .date: "a date with its time and zone such as 2026-12-24T19:30+01:00"
        case .colour: "a colour such as rgb(23, 187, 82)"
        case .webAddress: "a web address"
        case .currency: "a currency of three letters such as EUR"
        case .uuid: "a UUID such as E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        case .anything: "anything"
        case .choice(let names): names.count > 6 ? "one of Apple's names" : names.joined(separator: " or ")
        case .fieldValue: "a text, a number or a date"
        case .list: "a list in brackets"
        case .object: "an object in braces"
        }
    }

    private static func plain(_ number: Double) -> String { Int64(exactly: number).map(String.init) ?? "\(number)" }
}

/// A key of pass.json.
struct PassKey: Sendable {
    let name: String
    let rule: PassRule
    var isRequired = false
    /// The styles that have it; nil for all.
    var styles: Set<PassStyle>?
    /// What took its place; nil if it is current.
    var successor: String?

    init(
        _ name: String, _ rule: PassRule, isRequired: Bool = false, styles: Set<PassStyle>? = nil,
        successor: String? = nil
    ) {
        (self.name, self.rule, self.isRequired) = (name, rule, isRequired)
        (self.styles, self.successor) = (styles, successor)
    }
}

/// The keys that an object of pass.json may have.
struct PassObject: Sendable {
    let keys: [PassKey]
    private let byName: [String: PassKey]

    init(_ keys: [PassKey]) {
        self.keys = keys
        byName = Dictionary(keys.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    subscript(name: String) -> PassKey? { byName[name] }
}

/// A key for each name; `:list` and `:flag` behind one say otherwise.
func passKeys(_ rule: PassRule, _ names: String, isRequired: Bool = false, styles: Set<PassStyle>? = nil) -> [PassKey] {
    names.split(whereSeparator: \.isWhitespace).map { name in
        let parts = name.split(separator: ":")
        let own = parts.count < 2 ? rule : parts[1] == "list" ? .list(.text, most: 100) : .flag
        return PassKey(String(parts[0]), own, isRequired: isRequired, styles: styles)
    }
}

extension PassRule {
    /// Puts the values of a template where they belong: members in the order of this table, and texts that fields were put into as the numbers
    /// and flags that keys want.
    func canonical(_ value: JSONValue) -> JSONValue {
        switch (self, value) {
        case (.object(let object), .object(let members)):
            var ordered: [JSONValue.Member] = []
            for key in object.keys {
                for member in members where member.key == key.name {
                    ordered.append(.init(key.name, key.rule.canonical(member.value, beside: members)))
                }
            }
            return .object(ordered + members.filter { object[$0.key] == nil })
        case (.list(let rule, _), .array(let elements)): return .array(elements.map { rule.canonical($0) })
        case (.number, .string(let text)), (.whole, .string(let text)), (.within, .string(let text)):
            return Self.number(text) ?? value
        case (.flag, .string("true")): return true
        case (.flag, .string("false")): return false
        default: return value
        }
    }

    /// The same of a member; a field's value is a number where it has a style of numbers.
    private func canonical(_ value: JSONValue, beside members: [JSONValue.Member]) -> JSONValue {
        if case .fieldValue = self, case .string(let text) = value,
            members.contains(where: { $0.key == "numberStyle" || $0.key == "currencyCode" })
        {
            return Self.number(text) ?? value
        }
        return canonical(value)
    }

    private static func number(_ text: String) -> JSONValue? {
        if let whole = Int64(text) { return .integer(whole) }
        guard let number = Double(text), number.isFinite else { return nil }
        return .number(number)
    }
}

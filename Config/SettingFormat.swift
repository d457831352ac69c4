import Symbols

/// What a setting may be: how the value of a file is read and checked, what the settings screen offers, and how a value is written.
///
///     section.read("seconds", .whole(1...600), into: &seconds)   // or: "must be a whole number from 1 to 600"
struct SettingFormat<Value: Sendable>: Sendable {
    /// What the settings screen offers.
    let kind: @Sendable (SettingsScope) -> SettingItem.Kind
    /// What a file's value stands for; nil is one of a type that no setting has.
    let read: @Sendable (SettingValue?, SettingsScope) -> SettingReading<Value>
    /// A value as a file has it; nil for one that no file has.
    let write: @Sendable (Value) -> SettingValue?
}

enum SettingReading<Value> {
    /// It is right.
    case value(Value)
    /// It is wrong; what it must be.
    case mustBe(String)
}

/// What the values of some settings depend on: what the program can do, and what else the file says.
struct SettingsScope {
    /// The renderers that the picture can be drawn by.
    var previews: [String] = []
    /// The user's own themes, by their names.
    var themes: [String] = []
    var symbologies = Set(Symbology.allCases)
    /// The names of kinds of contents; none for any.
    var kinds: [String] = []
    /// The name by which a charset is known; nil for one that is not.
    var charset: (String) -> String? = { $0 }
}

extension SettingFormat {
    init(
        _ kind: SettingItem.Kind, write: @escaping @Sendable (Value) -> SettingValue,
        read: @escaping @Sendable (SettingValue?, SettingsScope) -> SettingReading<Value>
    ) {
        self.init(kind: { _ in kind }, read: read, write: write)
    }

    /// The same for what may be missing.
    var optional: SettingFormat<Value?> {
        SettingFormat<Value?>(
            kind: kind,
            read: { value, scope in
                switch read(value, scope) {
                case .value(let value): .value(value)
                case .mustBe(let expected): .mustBe(expected)
                }
            }, write: { $0.flatMap(write) })
    }

    /// What a text stands for.
    static func string(
        _ kind: @escaping @Sendable (SettingsScope) -> SettingItem.Kind = { _ in .text },
        write: @escaping @Sendable (Value) -> String,
        read: @escaping @Sendable (String, SettingsScope) -> SettingReading<Value>
    ) -> Self {
        Self(
            kind: kind,
            read: { value, scope in
                if case .text(let text)? = value { read(text, scope) } else { .mustBe("text in quotes") }
            }, write: { .text(write($0)) })
    }

    /// What a list of texts stands for.
    static func strings(
        write: @escaping @Sendable (Value) -> [String],
        read: @escaping @Sendable ([String], SettingsScope) -> SettingReading<Value>
    ) -> Self {
        Self(.texts, write: { .texts(write($0)) }) { value, scope in
            if case .texts(let texts)? = value { read(texts, scope) } else { .mustBe("a list in brackets") }
        }
    }

    /// One of several names; `read` returns nil for another.
    static func choice(
        _ names: @escaping @Sendable (SettingsScope) -> [String], write: @escaping @Sendable (Value) -> String,
        read: @escaping @Sendable (String, SettingsScope) -> Value?
    ) -> Self {
        string({ .choice(names($0)) }, write: write) { name, scope in
            if let value = read(name, scope) { .value(value) } else { .mustBe(names(scope).quotedAlternatives) }
        }
    }
}

extension SettingFormat<Bool> {
    /// true or false.
    static var toggle: Self {
        Self(.toggle, write: { .bool($0) }) { value, _ in
            if case .bool(let bool)? = value { .value(bool) } else { .mustBe("true or false") }
        }
    }

    /// A word for false, and one for true.
    static func either(_ off: String, _ on: String) -> Self {
        choice({ _ in [off, on] }, write: { $0 ? on : off }) { name, _ in [off: false, on: true][name] }
    }
}

extension SettingFormat<Int> {
    static func whole(_ range: ClosedRange<Int>) -> Self {
        Self(.whole(range), write: { .whole($0) }) { value, _ in
            guard case .whole(let number)? = value, range.contains(number) else {
                return .mustBe("a whole number from \(range.words)")
            }
            return .value(number)
        }
    }
}

extension SettingFormat<Double> {
    /// A number, by steps of 1.
    static func number(_ range: ClosedRange<Int>, _ unit: String) -> Self {
        let bounds = Double(range.lowerBound)...Double(range.upperBound)
        return Self(.number(bounds, step: 1), write: { .number($0) }) { value, _ in
            let number: Double
            switch value {
            case .number(let double)?: number = double
            case .whole(let whole)?: number = Double(whole)
            default: return .mustBe("a number")
            }
            return bounds.contains(number) ? .value(number) : .mustBe("\(range.words) \(unit)")
        }
    }
}

extension SettingFormat<String> {
    /// A text, of any kind by default.
    ///
    /// - Parameter expected: what it must be where it is not right.
    static func text(_ expected: String = "", where isRight: @escaping @Sendable (String) -> Bool = { _ in true })
        -> Self
    {
        string(write: { $0 }) { text, _ in isRight(text) ? .value(text) : .mustBe(expected) }
    }

    /// One of `names`.
    static func choice(_ names: [String]) -> Self { choice(from: { _ in names }) }

    /// One of the names that the program and the file give.
    static func choice(from names: @escaping @Sendable (SettingsScope) -> [String]) -> Self {
        choice(names, write: { $0 }) { name, scope in names(scope).contains(name) ? name : nil }
    }
}

extension SettingFormat where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of the cases.
    static var cases: Self {
        let names = Value.allCases.map(\.rawValue)
        return choice({ _ in names }, write: { $0.rawValue }) { name, _ in Value(rawValue: name) }
    }
}

extension [String] {
    /// `"a" or "b"`.
    var quotedAlternatives: String { map { "\"\($0)\"" }.joined(separator: " or ") }
}

extension ClosedRange<Int> {
    /// `2 to 100`.
    var words: String { "\(lowerBound) to \(upperBound)" }
}

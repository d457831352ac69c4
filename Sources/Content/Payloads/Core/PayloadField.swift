import Formats

/// A named value of a payload.
package struct PayloadField: Hashable, Sendable {
    /// The stable key in JSON, in camel case.
    package let key: String
    /// The name for display.
    package let label: String
    /// The exact value; may contain newlines and control characters.
    package let value: String
    /// The value in JSON; `value` as a string by default.
    package let json: JSONValue
    /// What is to be said of the value, such as "check digit wrong"; nil as a rule.
    package let note: String?
    /// Whether `value` is masked until the user reveals it.
    package let isSecret: Bool
    /// Whether there may be several fields with this key; JSON has an array then, even for a single value.
    package let isRepeatable: Bool
    /// The index of the record (vCard) that it belongs to.
    package internal(set) var record = 0

    init(
        _ key: String, _ name: FieldName, _ value: String, json: JSONValue? = nil, note: Note? = nil,
        isSecret: Bool = false, isRepeatable: Bool = false
    ) {
        self.key = key
        self.label = name.text
        self.value = value
        self.json = json ?? .string(value)
        self.note = note?.text
        (self.isSecret, self.isRepeatable) = (isSecret, isRepeatable)
    }

    /// `value`, or eight dots for a secret, so that the mask does not reveal its length.
    package var maskedValue: String { isSecret ? String(repeating: "•", count: 8) : value }
}

/// An address that may be opened, with what the user should see before confirming.
package struct LinkTarget: Hashable, Sendable {
    /// The address to open, in ASCII.
    package let url: String
    /// The host of `url`.
    package let host: WebHost
    /// Warnings about the address; usually empty.
    package let warnings: [PayloadWarning]
}

/// An action that the program can offer for a payload. It is data only and carries nothing out.
package struct PayloadAction: Hashable, Sendable {
    /// What the action does when the program carries it out.
    package enum Effect: Hashable, Sendable {
        /// Copy this text to the clipboard.
        case copy(String)
        /// Copy the password that holds at that moment.
        case copyCode(OneTimePassword)
        /// Open an address with the desktop's handler, after the user has confirmed its host.
        case open(LinkTarget)
        /// Open a `mailto:`, `tel:`, `sms:` or `geo:` address with the desktop's handler, after the user has confirmed it.
        case handOver(address: String)
        /// Give a file, such as a calendar's, to the desktop's handler for its kind, after the user has confirmed it.
        case handOverFile(fileName: String, bytes: [UInt8])
        /// Join a Wi-Fi network, after the user has confirmed it.
        case join(WiFiNetwork)
        /// Write `bytes` to a file that the user chooses; `fileName` is a suggestion.
        case save(fileName: String, bytes: [UInt8])

        /// Gives the calendar an event that lasts the whole day.
        static func handOverDay(_ date: CivilDate, summary: String) -> Effect {
            let lines = [
                "BEGIN:VEVENT", "DTSTART;VALUE=DATE:\(date.description.replacing("-", with: ""))",
                "SUMMARY:\(VCardWriter.escaped(summary))", "END:VEVENT",
            ]
            let file = CalendarObject(lines.joined(separator: "\r\n").utf8Slice)?.file(stamp: date) ?? []
            return .handOverFile(fileName: "event.ics", bytes: file)
        }
    }

    /// The title in the list of actions, at most 80 characters.
    package let title: String
    /// What the action does, with its data.
    package let effect: Effect
    /// Whether `effect` contains a secret, which must not be displayed or logged.
    package let isSecret: Bool

    init(title: ActionTitle, effect: Effect, isSecret: Bool = false) {
        self.title = title.text.singleLine(limit: 80)
        (self.effect, self.isSecret) = (effect, isSecret)
    }

    /// Copies the value of a field.
    package static func copy(_ field: PayloadField) -> PayloadAction {
        PayloadAction(title: .copy(field.label), effect: .copy(field.value), isSecret: field.isSecret)
    }
}

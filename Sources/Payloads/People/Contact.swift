/// A person or an organisation, with one variable for each property that vCard and MECARD have.
public struct Contact: Hashable, Sendable {
    /// A value with its types.
    public struct TypedValue: Hashable, Sendable {
        /// `work`, `cell` and the like in lower case, or a custom label; may be empty.
        public var types: [String]
        /// A telephone number, an e-mail address or a URI, as written.
        public var value: String

        /// A value with its types; none by default.
        public init(types: [String] = [], value: String) { (self.types, self.value) = (types, value) }
    }

    /// A postal address.
    public struct Address: Hashable, Sendable {
        /// `home`, `work` and the like; may be empty.
        public var types: [String]
        /// The seven components of vCard (post box, extended address, street, city, region, postal code, country), or a single
        /// one with the whole address.
        public var parts: [String]

        /// An address of seven components, or one.
        public init(types: [String] = [], parts: [String]) { (self.types, self.parts) = (types, parts) }

        /// The non-empty parts, joined with commas.
        public var text: String { parts.filter { !$0.isEmpty }.joined(separator: ", ") }
    }

    /// A property without a variable in `Contact`.
    public struct Other: Hashable, Sendable {
        /// The property name in upper case.
        public var name: String
        /// The value; for binary data only its size.
        public var value: String
    }

    /// The full name (`FN`).
    public var formattedName = ""
    /// The family name (`N`).
    public var family = ""
    /// The given name (`N`).
    public var given = ""
    /// Additional given names (`N`).
    public var additional = ""
    /// Honorifics before the name (`N`).
    public var prefix = ""
    /// Honorifics after the name (`N`).
    public var suffix = ""
    /// The pronunciation of the name (`X-PHONETIC-…`, `SOUND`); `reading` in JSON.
    public var phoneticName = ""
    /// Nicknames (`NICKNAME`).
    public var nicknames: [String] = []
    /// The organisation, then its units.
    public var organization: [String] = []
    /// The job title (`TITLE`).
    public var title = ""
    /// The function in the organisation (`ROLE`).
    public var role = ""
    /// Telephone and fax numbers.
    public var phones: [TypedValue] = []
    /// E-mail addresses.
    public var emails: [TypedValue] = []
    /// Postal addresses.
    public var addresses: [Address] = []
    /// Web addresses (`URL`), as written.
    public var urls: [TypedValue] = []
    /// Instant messaging URIs (`IMPP`).
    public var messaging: [TypedValue] = []
    /// Date of birth as written.
    public var birthday = ""
    /// Anniversary as written.
    public var anniversary = ""
    /// Notes, separated by newlines.
    public var note = ""
    /// Properties without a variable here, in their order.
    public var others: [Other] = []

    /// Creates a contact without any values.
    public init() {}

    /// The name for display: the full name, else its parts, else a nickname or the organisation; may be empty.
    public var name: String {
        if !formattedName.isEmpty { return formattedName }
        let parts = [prefix, given, additional, family].filter { !$0.isEmpty }.joined(separator: " ")
        if !parts.isEmpty { return suffix.isEmpty ? parts : "\(parts), \(suffix)" }
        return nicknames.first ?? organization.first ?? ""
    }

    /// Whether no value is set.
    public var isEmpty: Bool { self == Contact() }
}

/// A person or an organisation, from whatever format.
public struct Contact: Hashable, Sendable {
    /// A value and what it is for: `work`, `cell`; lower case, or a custom label.
    public struct Typed: Hashable, Sendable {
        /// What it is for; empty when nothing is said.
        public var types: [String]
        /// The value.
        public var value: String
    }

    /// A postal address.
    public struct Address: Hashable, Sendable {
        /// What it is for: `home`, `work`.
        public var types: [String]
        /// The seven parts of vCard: post box, extension, street, city, region, postal code, country; or
        /// a single part where the format has no more.
        public var parts: [String]

        /// The parts that are not empty, in the order of the format.
        public var text: String { parts.filter { !$0.isEmpty }.joined(separator: ", ") }
    }

    /// A property without a field here.
    public struct Other: Hashable, Sendable {
        /// Its name as in the format, upper case.
        public var name: String
        /// Its value; for pictures and keys only their size.
        public var value: String
    }

    /// The name as the format gives it in one piece (`FN`).
    public var formattedName = ""
    /// Family name.
    public var family = ""
    /// Given name.
    public var given = ""
    /// Further given names.
    public var additional = ""
    /// Titles before the name.
    public var prefix = ""
    /// Titles after the name.
    public var suffix = ""
    /// How the name is read aloud.
    public var reading = ""
    /// Nicknames.
    public var nicknames: [String] = []
    /// The organisation, then its units.
    public var organization: [String] = []
    /// The position.
    public var title = ""
    /// The function.
    public var role = ""
    /// Telephone and fax numbers.
    public var phones: [Typed] = []
    /// E-mail addresses.
    public var emails: [Typed] = []
    /// Postal addresses.
    public var addresses: [Address] = []
    /// Web addresses.
    public var urls: [Typed] = []
    /// Messaging addresses.
    public var messaging: [Typed] = []
    /// Date of birth as written.
    public var birthday = ""
    /// Anniversary as written.
    public var anniversary = ""
    /// Notes, one a line.
    public var note = ""
    /// Everything else.
    public var others: [Other] = []

    /// No one yet.
    public init() {}

    /// The name to show: as given, else made of its parts, else a nickname or the organisation.
    public var name: String {
        if !formattedName.isEmpty { return formattedName }
        let parts = [prefix, given, additional, family].filter { !$0.isEmpty }.joined(separator: " ")
        if !parts.isEmpty { return suffix.isEmpty ? parts : "\(parts), \(suffix)" }
        return nicknames.first ?? organization.first ?? ""
    }

    /// Whether nothing at all is known.
    public var isEmpty: Bool { self == Contact() }
}

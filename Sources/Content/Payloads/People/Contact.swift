/// A person or an organisation, with one variable for each property that vCard and MECARD have.
package struct Contact: Hashable, Sendable {
    /// A value with its types.
    package struct TypedValue: Hashable, Sendable {
        /// `work`, `cell` and the like in lower case, or a custom label; may be empty.
        package var types: [String]
        /// A telephone number, an e-mail address or a URI, as written.
        package var value: String

        package init(types: [String] = [], value: String) { (self.types, self.value) = (types, value) }
    }

    /// A postal address.
    package struct Address: Hashable, Sendable {
        /// `home`, `work` and the like; may be empty.
        package var types: [String]
        /// The seven components of vCard (post box, extended address, street, city, region, postal code, country), or a single
        /// one with the whole address.
        package var parts: [String]

        package init(types: [String] = [], parts: [String]) { (self.types, self.parts) = (types, parts) }

        /// The non-empty parts, joined with commas.
        package var text: String { parts.filter { !$0.isEmpty }.joined(separator: ", ") }
    }

    /// What the person is in an organisation.
    package struct Position: Hashable, Sendable {
        /// The organisation, then its units; may be empty.
        package var organization: [String] = []
        package var title = ""
        /// The function in the organisation (`ROLE`).
        package var role = ""

        package init() {}

        /// The non-empty parts, joined with commas: `Treasurer, Chess Club`.
        package var text: String { ([title, role] + organization).filter { !$0.isEmpty }.joined(separator: ", ") }
    }

    /// A property without a variable in `Contact`.
    package struct Other: Hashable, Sendable {
        /// The property name in upper case.
        package var name: String
        /// The value; for binary data only its size.
        package var value: String
    }

    /// The full name (`FN`).
    package var formattedName = ""
    package var family = ""
    package var given = ""
    package var additional = ""
    /// Honorifics before the name (`N`).
    package var prefix = ""
    /// Honorifics after the name (`N`).
    package var suffix = ""
    /// The pronunciation of the name (`X-PHONETIC-…`, `SOUND`); `reading` in JSON.
    package var phoneticName = ""
    package var nicknames: [String] = []
    /// The organisation, then its units.
    package var organization: [String] = []
    package var title = ""
    /// The function in the organisation (`ROLE`).
    package var role = ""
    /// The second and later positions.
    package var furtherPositions: [Position] = []
    package var phones: [TypedValue] = []
    package var emails: [TypedValue] = []
    package var addresses: [Address] = []
    /// Web addresses (`URL`), as written.
    package var urls: [TypedValue] = []
    /// Instant messaging URIs (`IMPP`).
    package var messaging: [TypedValue] = []
    /// Date of birth as written.
    package var birthday = ""
    /// Anniversary as written.
    package var anniversary = ""
    /// Notes, separated by newlines.
    package var note = ""
    /// Properties without a variable here, in their order.
    package var others: [Other] = []

    package init() {}

    /// The name for display: the full name, else its parts, else a nickname or the organisation; may be empty.
    package var name: String {
        if !formattedName.isEmpty { return formattedName }
        let parts = [prefix, given, additional, family].filter { !$0.isEmpty }.joined(separator: " ")
        if !parts.isEmpty { return suffix.isEmpty ? parts : "\(parts), \(suffix)" }
        return nicknames.first ?? organization.first ?? ""
    }

    package var isEmpty: Bool { self == Contact() }
}

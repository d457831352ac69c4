/// Writes a contact as vCard 3.0 (RFC 2426), which every address book reads.
enum VCardWriter {
    static func card(of contact: Contact) -> String {
        var card = ""
        func line(_ head: String, _ value: String) {
            if !value.isEmpty { card += folded("\(head):\(value)") + "\r\n" }
        }
        func typed(_ name: String, _ values: [Contact.TypedValue]) {
            for value in values { line(head(name, value.types), escaped(value.value)) }
        }
        line("BEGIN", "VCARD")
        line("VERSION", "3.0")
        let names = [contact.family, contact.given, contact.additional, contact.prefix, contact.suffix]
        // Both N and FN are required; a name that is not split into parts counts as the given name.
        let parts = names.allSatisfy(\.isEmpty) ? ["", contact.name, "", "", ""] : names
        line("N", parts.map(escaped).joined(separator: ";"))
        line("FN", escaped(contact.name.isEmpty ? "?" : contact.name))
        line("X-PHONETIC-FIRST-NAME", escaped(contact.phoneticName))
        line("NICKNAME", contact.nicknames.map(escaped).joined(separator: ","))
        line("ORG", contact.organization.map(escaped).joined(separator: ";"))
        line("TITLE", escaped(contact.title))
        line("ROLE", escaped(contact.role))
        typed("TEL", contact.phones)
        typed("EMAIL", contact.emails)
        for address in contact.addresses {
            let parts = address.parts.count == 1 ? ["", "", address.parts[0], "", "", "", ""] : address.parts
            line(head("ADR", address.types), parts.map(escaped).joined(separator: ";"))
        }
        typed("URL", contact.urls)
        typed("IMPP", contact.messaging)
        line("BDAY", escaped(contact.birthday))
        line("NOTE", escaped(contact.note))
        line("END", "VCARD")
        return card
    }

    /// The property name with its types; types that would need quotes are left out.
    private static func head(_ name: String, _ types: [String]) -> String {
        let plain = types.filter { type in
            !type.isEmpty && type.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
        }
        return plain.isEmpty ? name : "\(name);TYPE=\(plain.joined(separator: ","))"
    }

    private static func escaped(_ value: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\", ";", ",": result += ["\\", scalar]
            case "\n": result += ["\\", "n"]
            case "\r": break
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// Folds `line` into lines of at most 75 bytes, between characters (RFC 2426, 2.6).
    static func folded(_ line: String) -> String {
        var result = String.UnicodeScalarView()
        var length = 0
        for scalar in line.unicodeScalars {
            let size = UTF8.width(scalar)
            if length + size > 75 {
                result += ["\r", "\n", " "]
                length = 1
            }
            result.append(scalar)
            length += size
        }
        return String(result)
    }
}

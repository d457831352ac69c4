import Formats

/// Writes a contact as vCard 3.0 (RFC 2426), which every address book reads, or 4.0 (RFC 6350).
package enum VCardWriter {
    /// What is written.
    package enum Version: String {
        case three = "3.0"
        case four = "4.0"
    }

    /// The card of `contact`, in lines of at most 75 bytes that end with CRLF.
    package static func card(of contact: Contact, version: Version = .three) -> String {
        var card = ""
        func line(_ head: String, _ value: String) {
            if !value.isEmpty { card += folded("\(head):\(value)") + "\r\n" }
        }
        func typed(_ name: String, _ values: [Contact.TypedValue]) {
            for value in values { line(head(name, value.types), escaped(value.value)) }
        }
        line("BEGIN", "VCARD")
        line("VERSION", version.rawValue)
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
        for (index, position) in contact.furtherPositions.enumerated() {
            let group = "position\(index + 2)"
            line("\(group).ORG", position.organization.map(escaped).joined(separator: ";"))
            line("\(group).TITLE", escaped(position.title))
            line("\(group).ROLE", escaped(position.role))
        }
        typed("TEL", contact.phones)
        typed("EMAIL", contact.emails)
        for address in contact.addresses {
            let parts = address.parts.count == 1 ? ["", "", address.parts[0], "", "", "", ""] : address.parts
            line(head("ADR", address.types), parts.map(escaped).joined(separator: ";"))
        }
        for url in contact.urls { line(head("URL", url.types), uri(url.value)) }
        typed("IMPP", contact.messaging)
        line("BDAY", escaped(contact.birthday))
        line("NOTE", escaped(contact.note))
        line("END", "VCARD")
        return card
    }

    /// The property name with its types; types that would need quotes are left out.
    private static func head(_ name: String, _ types: [String]) -> String {
        let plain = types.filter { type in
            !type.isEmpty && type.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
        }
        return plain.isEmpty ? name : "\(name);TYPE=\(plain.joined(separator: ","))"
    }

    /// An address as it is (RFC 6350, 3.4: only text has escapes); what is none is written as text.
    private static func uri(_ value: String) -> String {
        value.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\\") } ? value : escaped(value)
    }

    // Both go by bytes: strings that grow character by character are copied over and over.
    /// `value` as a TEXT value: `\\`, `;`, `,` and line breaks escaped (RFC 6350, 3.4; RFC 5545, 3.3.11).
    package static func escaped(_ value: String) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(value.utf8.count)
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","):
                result.append(UInt8(ascii: "\\"))
                result.append(byte)
            case 0x0A:
                result.append(UInt8(ascii: "\\"))
                result.append(UInt8(ascii: "n"))
            case 0x0D: break
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Folds `line` into lines of at most 75 bytes, between characters (RFC 2426, 2.6).
    package static func folded(_ line: String) -> String {
        let bytes = Array(line.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 24 + 3)
        var (start, room) = (0, 75)
        while bytes.count - start > room {
            var end = start + room
            // The bytes of a character stay together.
            while bytes[end] & 0xC0 == 0x80 { end -= 1 }
            result += bytes[start..<end]
            result += [0x0D, 0x0A, 0x20]
            // The blank counts.
            (start, room) = (end, 74)
        }
        result += bytes[start...]
        return String(decoding: result, as: UTF8.self)
    }
}

import Formats
import Payloads

/// A person or an organisation, as vCard or MECARD.
enum ContactForm {
    static let form = PayloadForm(
        "contact", "Contact",
        fields: [
            .text("given", "Given name", "The first name", like: "Ada"),
            .text("family", "Family name", "The last name", like: "Lovelace"),
            .text("additional", "Middle names", "Names between first and last name"),
            .text("honorific", "Before the name", "A title, such as Prof"),
            .text("name-suffix", "After the name", "A degree or rank, such as Jr or PhD"),
            .text("organization", "Organization", "The company, school or authority"),
            .text("unit", "Unit", "The department"),
            .text("title", "Job title", "The person's job title"),
            .text("mobile", "Mobile", "A mobile number with the country code", like: "+41 79 123 45 67"),
            .text("phone", "Phone", "A phone number with the country code", like: "+41 44 668 18 00"),
            .text("work-phone", "Phone at work", "A phone number with the country code"),
            .text("fax", "Fax", "A fax number with the country code"),
            .text("email", "E-mail", "An e-mail address", like: "ada@example.org"),
            .text("work-email", "E-mail at work", "An e-mail address"),
            .text("street", "Street", "The street and house number"),
            .text("postal-code", "Postal code", "The postal code"),
            .text("city", "Town", "The town"),
            .text("region", "Region", "The state or province"),
            .text("country", "Country", "The country"),
            .text("url", "Web", "A web address", like: "https://example.org"),
            .text("birthday", "Birthday", "The date of birth", like: "1985-04-12"),
            .lines("note", "Note", "Anything else"),
            .choice(
                "card", "Form", "The format: every phone supports vCard 3.0, MECARD is the shortest",
                [.init("vcard-3", "vCard 3.0"), .init("vcard-4", "vCard 4.0"), .init("mecard", "MECARD")]),
        ]
    ) { entries throws(FormError) in
        let contact = try contact(entries)
        return switch entries.choice("card") {
        case "mecard": ComposedContent(try MeCardWriter.card(of: contact, entries))
        case "vcard-4": ComposedContent(VCardWriter.card(of: contact, version: .four))
        default: ComposedContent(VCardWriter.card(of: contact))
        }
    }

    private static func contact(_ entries: Entries) throws(FormError) -> Contact {
        var contact = Contact()
        (contact.given, contact.family) = (entries["given"], entries["family"])
        (contact.additional, contact.prefix) = (entries["additional"], entries["honorific"])
        (contact.suffix, contact.title) = (entries["name-suffix"], entries["title"])
        contact.organization = [entries["organization"], entries["unit"]]
        while contact.organization.last == "" { contact.organization.removeLast() }
        guard !contact.given.isEmpty || !contact.family.isEmpty || !entries["organization"].isEmpty else {
            throw FormError("given", "there is no name: enter a name or an organization")
        }
        for (id, types) in [("mobile", ["cell"]), ("phone", []), ("work-phone", ["work"]), ("fax", ["fax"])]
        where !entries[id].isEmpty {
            contact.phones.append(.init(types: types, value: try PhoneForm.number(entries[id], field: id).text))
        }
        for (id, types) in [("email", []), ("work-email", ["work"])] where !entries[id].isEmpty {
            guard EmailAddress.isValid(entries[id].utf8Slice) else {
                throw FormError(id, "enter one e-mail address such as ada@example.org")
            }
            contact.emails.append(.init(types: types, value: entries[id]))
        }
        let address = ["street", "city", "region", "postal-code", "country"].map { entries[$0] }
        if address.contains(where: { !$0.isEmpty }) { contact.addresses = [.init(parts: ["", ""] + address)] }
        if !entries["url"].isEmpty { contact.urls = [.init(value: try URLForm.address(entries["url"], field: "url"))] }
        contact.birthday = try birthday(entries)
        contact.note = try note(entries)
        return contact
    }

    /// As each form writes it: `1985-04-12` (RFC 2426, 3.1.5), `19850412` (RFC 6350, 4.3.1, and MECARD).
    private static func birthday(_ entries: Entries) throws(FormError) -> String {
        guard !entries["birthday"].isEmpty else { return "" }
        let parts = entries["birthday"].utf8Slice.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], let day = CivilDate(digits: ArraySlice(parts.joined())) else {
            throw FormError("birthday", "enter the year, the month and the day, such as 1985-04-12")
        }
        return entries.choice("card") == "vcard-3" ? day.description : day.description.withoutGrouping
    }

    private static func note(_ entries: Entries) throws(FormError) -> String {
        guard !entries["note"].hasOtherControls else {
            throw FormError("note", "it contains control characters, which address books do not accept: leave them out")
        }
        return entries["note"]
    }
}

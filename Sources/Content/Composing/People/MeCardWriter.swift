import Payloads

/// Writes a contact as MECARD (NTT DOCOMO), with the fields that ZXing reads besides.
enum MeCardWriter {
    /// - Throws: `FormError` for what MECARD has no field for.
    static func card(of contact: Contact, _ entries: Entries) throws(FormError) -> String {
        try entries.refuse(
            ["honorific", "name-suffix", "fax", "unit"],
            because: "MECARD has no field for it: choose vCard, or leave it out")
        var card = "MECARD:"
        func add(_ key: String, _ value: String) {
            if !value.isEmpty { card += "\(key):\(value);" }
        }
        let names = [contact.family, contact.given] + (contact.additional.isEmpty ? [] : [contact.additional])
        let isNamed = names.contains { !$0.isEmpty }
        // A name without a comma is a whole one.
        add("N", isNamed ? names.map(WiFiForm.escaped).joined(separator: ",") : WiFiForm.escaped(contact.name))
        for organization in contact.organization { add("ORG", WiFiForm.escaped(organization)) }
        add("TITLE", WiFiForm.escaped(contact.title))
        for phone in contact.phones { add("TEL", WiFiForm.escaped(phone.value)) }
        for email in contact.emails { add("EMAIL", WiFiForm.escaped(email.value)) }
        for address in contact.addresses {
            // Post box, room, house, city, prefecture, postal code and country.
            add("ADR", address.parts.map(WiFiForm.escaped).joined(separator: ","))
        }
        for url in contact.urls { add("URL", WiFiForm.escaped(url.value)) }
        add("BDAY", contact.birthday)
        add("NOTE", WiFiForm.escaped(contact.note))
        return card + ";"
    }
}

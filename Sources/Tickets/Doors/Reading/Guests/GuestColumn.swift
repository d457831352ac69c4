/// What a column of a guest list can say of a guest.
package enum GuestColumn: String, CaseIterable, Sendable {
    case number, seat, name
    /// Joined with the family name, where no column has the whole name.
    case givenName = "given-name"
    case familyName = "family-name"
    case group, note
    /// Whether the person at the door should look twice.
    case attention
    case people, revoked, status, paid
    /// When it was let in elsewhere, or whether it was: it is not let in once more.
    case checkedIn = "checked-in"
    case validFrom = "valid-from"
    case validUntil = "valid-until"
    /// Not “pass”: shops call kinds of tickets that.
    case pkpass

    package static let names = allCases.map(\.rawValue).joined(separator: ", ")

    /// The names that columns have in exports of shops and in people's own lists, in the form of `plain`; the better ones first.
    var usualNames: [String] {
        switch self {
        // What is on the ticket comes before what only may be; kinds of tickets are called “ticket”, too.
        case .number:
            [
                "ticket secret", "secret", "security code", "barcode", "bar code", "barcode number", "qr code", "qr",
                "ticket code", "ticketcode", "strichcode", "code barres", "código de barras", "codice a barre",
                "streepjescode", "geheimnis", "number", "serial", "serial number", "ticket number", "ticketnummer",
                "kartennummer", "numéro de billet", "n° billet", "ticket no", "ticket id", "ticketid",
                "ticket reference",
                "attendee number", "code", "código", "codice", "nummer", "numéro",
                "número", "numero", "billet", "biglietto", "id", "ticket",
            ]
        case .seat:
            [
                "seat", "seat name", "seat id", "seat number", "sitzplatz", "platz", "sitz", "platznummer", "siège",
                "numéro de place", "asiento", "butaca", "posto", "stoel", "zitplaats",
            ]
        case .name:
            [
                "attendee name", "attendee full name", "ticket holder name", "name", "guest", "guest name", "full name",
                "attendee", "holder", "ticket holder",
                "teilnehmername", "teilnehmer", "gast", "nom complet", "nom et prénom", "participant",
                "nombre completo", "asistente", "nome completo", "nominativo", "volledige naam", "naam",
            ]
        case .givenName:
            [
                "first name", "firstname", "given name", "attendee name given name", "attendee first name", "vorname",
                "prénom", "nombre", "nome", "voornaam",
            ]
        case .familyName:
            [
                "last name", "lastname", "surname", "family name", "attendee name family name", "attendee last name",
                "nachname", "familienname", "nom", "nom de famille", "apellidos", "apellido", "cognome", "achternaam",
            ]
        case .group:
            [
                "ticket type", "ticket name", "ticket class", "product", "item", "category", "type", "group", "gruppe",
                "produkt",
                "kategorie", "ticketart", "kartenart", "groupe", "catégorie", "tarif", "type de billet", "grupo",
                "categoría", "tipo de entrada", "gruppo", "categoria", "tipo di biglietto", "groep", "categorie",
                "tickettype", "variation", "ticket",
            ]
        case .note:
            [
                "note", "notes", "comment", "comments", "remark", "remarks", "check in text", "bemerkung",
                "bemerkungen", "notiz", "hinweis", "kommentar", "remarque", "remarques", "commentaire", "nota",
                "notas", "observaciones", "comentario", "commento", "opmerking", "opmerkingen",
            ]
        case .attention: ["requires special attention", "special attention"]
        case .people:
            [
                "people", "quantity", "persons", "admits", "number of people", "party size", "personen", "anzahl",
                "anzahl personen", "personnes", "nombre de personnes", "quantité", "personas", "cantidad", "persone",
                "quantità", "aantal",
            ]
        case .revoked:
            [
                "revoked", "canceled", "cancelled", "blocked", "invalidated", "ticket invalidated", "void",
                "voided", "void status", "storniert",
                "gesperrt", "annulé", "bloqué", "cancelado", "anulado", "annullato", "geannuleerd",
            ]
        case .status:
            [
                "status", "order status", "ticket status", "attendee status", "payment status", "financial status",
                "approval status", "rsvp status", "attendance status", "state", "bestellstatus", "ticketstatus",
                "zahlungsstatus", "statut", "estado", "stato",
            ]
        case .paid: ["paid", "bezahlt", "payé", "pagado", "pagato", "betaald"]
        case .checkedIn:
            [
                "checked in", "checked in at", "check in", "check in date", "check in time", "checkin", "checkedin",
                "checked in date", "is checked in", "scanned", "scanned at", "scan date", "used", "redeemed",
                "attended",
                "eingecheckt", "eingelöst", "gescannt", "scanné", "date de scan", "contrôlé", "ingecheckt",
                "gescand", "escaneado", "validado",
            ]
        case .validFrom:
            ["valid from", "gültig ab", "gültig von", "valable dès", "geldig vanaf", "válido desde", "valido dal"]
        case .validUntil:
            [
                "valid until", "valid to", "expires", "expiry date", "gültig bis", "valable jusqu'au", "geldig tot",
                "válido hasta", "valido fino al",
            ]
        case .pkpass: ["pkpass", "wallet pass"]
        }
    }

    /// A column's name without what shops write differently: `Barcode #` is `barcode number`, `order_status` is `order status`.
    static func plain(_ name: String) -> String {
        let words = name.lowercased().replacing("#", with: " # ").split {
            $0.isWhitespace || "_-:./()?".contains($0)
        }
        // A number is not a name: “Attendee #”.
        return words == ["#"] ? "" : words.map { $0 == "#" ? "number" : $0 }.joined(separator: " ")
    }

    /// The same without its `#`, which may stand for a count: `People #` is `people`.
    static func plainCount(_ name: String) -> String { plain(name.replacing("#", with: " ")) }

    /// Whether a number may be what it says: “Guest #” is no guest's name.
    var maySayNumber: Bool { ![.name, .givenName, .familyName, .group, .note].contains(self) }
}

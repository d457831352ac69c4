/// What a column of a guest list can say of a guest.
public enum GuestColumn: String, CaseIterable, Sendable {
    case number, seat, name
    /// Joined with the family name, where no column has the whole name.
    case givenName = "given-name"
    case familyName = "family-name"
    case group, note
    /// Whether the person at the door should look twice.
    case attention
    case people, revoked, status, paid
    /// Not “pass”: shops call kinds of tickets that.
    case pkpass

    /// The names of all, in a list for people.
    public static let names = allCases.map(\.rawValue).joined(separator: ", ")

    /// The names that columns have in exports of shops and in people's own lists, in the form of `plain`; the better ones first.
    var usualNames: [String] {
        switch self {
        case .number:
            [
                "number", "ticket secret", "secret", "barcode", "bar code", "ticket code", "code", "serial",
                "serial number", "ticket number", "ticket id", "ticket", "id", "ticketnummer", "ticketcode",
                "strichcode", "kartennummer", "geheimnis", "nummer", "code barres", "numéro de billet", "numéro",
                "billet", "código de barras", "código", "número", "codice a barre", "codice", "numero", "biglietto",
                "streepjescode",
            ]
        case .seat:
            [
                "seat", "seat name", "seat id", "seat number", "sitzplatz", "platz", "sitz", "platznummer", "siège",
                "numéro de place", "asiento", "butaca", "posto", "stoel", "zitplaats",
            ]
        case .name:
            [
                "name", "attendee name", "guest", "guest name", "full name", "attendee", "holder", "ticket holder",
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
                "group", "product", "item", "category", "ticket type", "type", "ticket name", "gruppe", "produkt",
                "kategorie", "ticketart", "kartenart", "groupe", "catégorie", "tarif", "type de billet", "grupo",
                "categoría", "tipo de entrada", "gruppo", "categoria", "tipo di biglietto", "groep", "categorie",
                "tickettype",
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
                "revoked", "canceled", "cancelled", "blocked", "invalidated", "ticket invalidated", "storniert",
                "gesperrt", "annulé", "bloqué", "cancelado", "anulado", "annullato", "geannuleerd",
            ]
        case .status:
            ["status", "order status", "ticket status", "bestellstatus", "statut", "estado", "stato"]
        case .paid: ["paid", "bezahlt", "payé", "pagado", "pagato", "betaald"]
        case .pkpass: ["pkpass", "wallet pass"]
        }
    }

    /// A column's name without what shops write differently: `Barcode #` is `barcode`, `order_status` is `order status`.
    static func plain(_ name: String) -> String {
        name.lowercased().split { $0.isWhitespace || "_-#:./()".contains($0) }.joined(separator: " ")
    }
}

/// Words of people's lists.
enum GuestWords {
    private static let yeses: Set = ["yes", "y", "true", "1", "x", "✓", "ja", "oui", "si", "sí", "sì", "wahr", "vrai"]
    private static let noes: Set = ["no", "n", "false", "nein", "non", "nee", "falsch", "faux"]
    /// What stands for nothing.
    private static let blanks: Set = ["0", "-", "none"]
    /// What shops call an order that counts.
    private static let good: Set = ["paid", "valid", "active", "confirmed"]
    /// How words begin that shops use for an order that counts no more.
    private static let endings = [
        "cancel", "expire", "refund", "void", "denied", "rejected", "invalid", "stornier", "erstattet", "abgelaufen",
        "ungültig", "annul", "anul", "rembours", "reembols", "rimbors", "geannul", "terugbetaald",
    ]

    static func isYes(_ text: String) -> Bool { yeses.contains(text.lowercased()) }

    /// A word for no; not the `0` that may be an amount.
    static func isPlainNo(_ text: String) -> Bool { noes.contains(text.lowercased()) }

    static func isNo(_ text: String) -> Bool { isPlainNo(text) || blanks.contains(text.lowercased()) }

    static func isGood(_ text: String) -> Bool { good.contains(text.lowercased()) }

    static func isEnding(_ text: String) -> Bool {
        let text = text.lowercased()
        return endings.contains { text.hasPrefix($0) }
    }
}

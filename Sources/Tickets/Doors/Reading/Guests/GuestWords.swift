/// Words of people's lists.
enum GuestWords {
    private static let yeses: Set = [
        "yes", "y", "true", "1", "x", "✓", "on", "ja", "oui", "si", "sí", "sì", "wahr", "vrai",
    ]
    private static let noes: Set = [
        "no", "n", "not", "false", "off", "nein", "nicht", "non", "nee", "niet", "falsch", "faux", "never",
    ]
    /// What stands for nothing.
    private static let blanks: Set = ["0", "-", "–", "none", "n/a", "na", "null", "nil", "keine", "aucun"]

    static func isYes(_ text: String) -> Bool { yeses.contains(text.lowercased()) }

    /// A word for no; not the `0` that may be an amount.
    static func isPlainNo(_ text: String) -> Bool { noes.contains(text.lowercased()) }

    static func isNo(_ text: String) -> Bool { isPlainNo(text) || blanks.contains(text.lowercased()) }

    /// What shops call an order.
    enum Status {
        case good
        /// It counts no more, or does not yet.
        case ended
        /// It was let in already.
        case used
        /// A word that nobody here knows.
        case unclear
    }

    /// How words begin for an order that counts no more, and for one that is not paid.
    private static let endings = [
        "cancel", "expire", "refund", "void", "denied", "declined", "reject", "invalid", "fail", "charged back",
        "chargeback", "charge back", "dispute", "delete", "revoke", "trash", "abandon", "not attending", "block",
        "inactive", "disabled", "annulled", "unpaid", "not paid", "pending", "on hold", "awaiting", "draft", "stornier",
        "erstattet", "abgelaufen", "ungültig", "gesperrt", "gelöscht", "unbezahlt", "nicht bezahlt", "offen",
        "ausstehend", "approval pending", "payment pending", "invited", "waitlist", "wait list", "waiting",
        "unconfirmed", "not approved", "not confirmed", "not going", "incomplete", "annul", "anul", "rembours",
        "reembols", "rimbors", "scadut", "caduc", "expir", "en attente",
        "pendiente", "in attesa", "geannul", "terugbetaald", "verlopen", "onbetaald", "impay", "impag",
    ]
    private static let goods = [
        "paid", "complete", "valid", "attending", "active", "confirm", "going", "not checked in", "not used",
        "not redeemed", "not scanned", "unused", "processing", "approved",
        "issued", "sold", "free", "ok", "good", "accepted", "registered", "booked", "success", "fulfilled", "closed",
        "ended",
        "bezahlt", "gültig", "aktiv", "bestätigt", "abgeschlossen", "payé", "valide", "confirm", "actif",
        "pagad", "pagat", "válid", "valid", "activ", "attiv", "complet", "betaald", "geldig", "bevestigd",
    ]

    private static let uses = [
        "checked in", "redeemed", "used", "scanned", "attended", "eingecheckt", "eingelöst", "gescannt", "ingecheckt",
    ]

    /// Whether a cell of the column of those who were let in says so: a time, a word, or how often.
    static func isCheckedIn(_ text: String) -> Bool {
        let word = GuestColumn.plain(text)
        if let count = Int(word) { return count > 0 }
        return !isNo(word) && !word.isEmpty
            && !["not ", "nicht ", "non ", "niet ", "no "].contains(where: word.hasPrefix)
    }

    /// What a shop means by a word: `wc-cancelled` is one that ended.
    static func status(_ text: String) -> Status {
        let plain = GuestColumn.plain(text)
        let word = plain.hasPrefix("wc ") ? String(plain.dropFirst(3)) : plain
        if word.isEmpty || isYes(word) { return .good }
        if isPlainNo(word) { return .ended }
        if uses.contains(where: { word.hasPrefix($0) }) { return .used }
        if endings.contains(where: { word.hasPrefix($0) }) { return .ended }
        return goods.contains { word.hasPrefix($0) } ? .good : .unclear
    }
}

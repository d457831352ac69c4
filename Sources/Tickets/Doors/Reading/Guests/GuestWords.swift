import Formats

/// Words of people's lists.
enum GuestWords {
    private static let yeses: Set = [
        "yes", "y", "true", "1", "x", "✓", "on", "ja", "oui", "si", "sí", "sì", "wahr", "vrai",
    ]
    private static let noes: Set = [
        "no", "n", "not", "false", "off", "nein", "nicht", "non", "nee", "niet", "falsch", "faux", "never",
    ]
    /// What stands for nothing.
    private static let blanks: Set = [
        "0", "-", "–", "—", "--", "---", "none", "n/a", "n.a.", "na", "null", "nil", "keine", "aucun",
    ]

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

    /// How words begin for a ticket that was not let in yet.
    private static let unuses = [
        "not ", "nicht ", "noch nicht", "non ", "niet ", "no ", "never", "nie ", "jamais ", "nunca ", "nooit ",
        "unused", "unscanned", "unredeemed", "unchecked",
    ]
    /// The same as whole words: a pending payment is another thing.
    private static let awaited: Set = [
        "pending", "awaiting", "waiting", "open", "offen", "ausstehend", "pendiente", "en attente", "in attesa",
    ]

    /// What a cell of the column of those who were let in says: `used` for a time, a word, or how often.
    static func checkedIn(_ text: String) -> Status {
        // MySQL's zero date is none.
        if isNo(text) || text.hasPrefix("0000-00-00") { return .good }
        if isYes(text) || isTime(text) { return .used }
        let word = GuestColumn.plain(text)
        if word.isEmpty || awaited.contains(word) || unuses.contains(where: word.hasPrefix) { return .good }
        if let (count, whole) = count(text) {
            // 1/2 may be one of two, or a day.
            return count == 0 ? .good : whole == nil || whole == count ? .used : .unclear
        }
        // “Paid” is good, and says nothing here.
        let status = status(text)
        return status == .good ? .unclear : status
    }

    /// `2`, or `1/1` and `1 of 1`; nil if it is not a count.
    private static func count(_ text: String) -> (count: Double, whole: Double?)? {
        let parts = text.lowercased().replacing(" of ", with: "/").split(
            separator: "/", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part -> Double? in
            let digits = part.filter { $0 != " " }
            return digits.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") } ? Double(digits) : nil
        }
        guard (1...2).contains(parts.count), numbers.count == parts.count else { return nil }
        return (numbers[0], numbers.count == 2 ? numbers[1] : nil)
    }

    /// Whether a text has a day with its year, or a time of day, in whatever form.
    private static func isTime(_ text: String) -> Bool {
        if !LocalTime.readings(of: text).isEmpty { return true }
        let numbers = text.split { !($0.isASCII && $0.isNumber) }
        let hasClock = zip(text, zip(text.dropFirst(), text.dropFirst(2))).contains { first, next in
            first.isNumber && next.0 == ":" && next.1.isNumber
        }
        return hasClock || numbers.count > 1 && numbers.contains { $0.count == 4 || $0.count == 8 }
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

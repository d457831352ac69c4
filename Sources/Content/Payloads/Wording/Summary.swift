import Formats

/// What a content means in one line, as lists and the history show it: every summary, in one list for translators.
///
/// A summary begins with what it is of, or with its most telling value, and has no full stop. It may have any length and hold any
/// characters: `Payload` makes one line of it.
struct Summary: Hashable, Sendable {
    let text: String

    private init(_ text: String) { self.text = text }

    /// What the content itself says, such as the first lines of a text.
    static func asWritten(_ text: String) -> Summary { Summary(text) }

    /// Several beside each other.
    static func list(_ parts: [Summary]) -> Summary { list(parts.map(\.text)) }

    private static func list(_ parts: [String?]) -> Summary {
        Summary(parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " · "))
    }

    /// ` and 2 more` behind the first of several.
    private static func more(_ others: Int) -> String? { others > 0 ? "and \(others) more" : nil }

    // Text and bytes.
    static let empty = Summary("(empty)")
    static let blank = Summary("(blank)")
    static func bytes(_ count: Int, _ start: String) -> Summary { Summary("\(ByteCount.text(count)): \(start)") }
    static func part(_ part: String, bytes count: Int) -> Summary { Summary("\(part): \(ByteCount.text(count))") }
    static func json(isObject: Bool, _ count: String, names: String) -> Summary {
        Summary("JSON \(isObject ? "object" : "array") of \(count)" + (names.isEmpty ? "" : ": \(names)"))
    }

    // People and places.
    static let nameless = Summary("Contact")
    static func contact(_ name: String, reach: String, others: Int) -> Summary {
        let parts = name == reach ? [name] : [name, reach]
        return list((parts.allSatisfy(\.isEmpty) ? [nameless.text] : parts) + [more(others)])
    }
    static func event(_ title: String, isTask: Bool, start: String?, others: Int) -> Summary {
        list([title.isEmpty ? (isTask ? "Task" : "Event") : title, start, more(others)])
    }
    static func email(to first: String?, others: Int, subject: String) -> Summary {
        sending("E-mail", first, others, subject)
    }
    static func message(isMMS: Bool, to first: String?, others: Int, text: String) -> Summary {
        sending(isMMS ? "MMS" : "SMS", first, others, text)
    }
    private static func sending(_ what: String, _ first: String?, _ others: Int, _ text: String) -> Summary {
        Summary(
            [what + (first.map { " to \($0)" } ?? ""), more(others)].compactMap { $0 }.joined(separator: " ")
                + (text.isEmpty ? "" : ": \(text)"))
    }
    static func call(_ number: String) -> Summary { Summary("Call \(number)") }
    static func place(_ coordinates: String, name: String?) -> Summary { list([coordinates, name]) }

    // Access.
    static let passkey = Summary("Sign-in by passkey")
    static func paymentCard(_ lastDigits: String) -> Summary { Summary("Payment card ending in \(lastDigits)") }
    static let wifiWithoutName = Summary("Wi-Fi without a name")
    static let exportedKeys = Summary("Keys of one-time passwords, exported")
    static func exportedKeys(of first: String, others: Int) -> Summary {
        Summary(
            "\(exportedKeys.text): "
                + [first.isEmpty ? "1" : first, more(others)].compactMap { $0 }.joined(separator: " "))
    }
    static func oneTimePassword(_ who: String) -> Summary {
        Summary("One-time password" + (who.isEmpty ? "" : " \(who)"))
    }
    static func wifi(_ name: String, _ security: String) -> Summary { Summary("Wi-Fi \(name) (\(security))") }
    static func matter(vendor: String, product: String, others: Int) -> Summary {
        Summary(
            ["Matter device, vendor \(vendor), product \(product)", more(others)].compactMap { $0 }.joined(
                separator: ", "))
    }
    static func easyConnect(_ device: String?) -> Summary {
        Summary("Wi-Fi Easy Connect" + (device.map { " of \($0)" } ?? ""))
    }
    static func sim(_ server: String) -> Summary { Summary("Embedded SIM from \(server)") }
    static func homeKit(_ kind: String?, number: Int) -> Summary {
        Summary("HomeKit device, \(kind ?? "kind \(number)")")
    }

    // Money.
    static func payment(of amount: String?, to payee: String?) -> Summary { paying("Payment", amount, payee) }
    static func payment(in currency: String, of amount: String?, to payee: String) -> Summary {
        paying("\(currency) payment", amount, payee.isEmpty ? nil : payee.singleLine(limit: 70))
    }
    private static func paying(_ what: String, _ amount: String?, _ payee: String?) -> Summary {
        Summary(what + (amount.map { " of \($0)" } ?? "") + (payee.map { " to \($0)" } ?? ""))
    }
    static func lightning(of amount: String?, for text: String?) -> Summary {
        Summary(paying("Lightning payment", amount, nil).text + (text.map { ": \($0)" } ?? ""))
    }
    static func lightning(by host: String) -> Summary { Summary("Lightning payment by \(host)") }

    // Trade.
    static let coupon = Summary("coupon")
    static let refundReceipt = Summary("refund receipt")
    static let inStoreNumber = Summary("in-store number")
    static let checkDigitWrong = Summary("check digit wrong")
    static func gtin(_ digits: String) -> Summary { Summary("GTIN \(digits)") }
    static func isbn(_ number: String) -> Summary { Summary("ISBN \(number)") }
    static func issn(_ number: String) -> Summary { Summary("ISSN \(number)") }
    static func ismn(_ number: String) -> Summary { Summary("ISMN \(number)") }
    static func issue(_ number: String) -> Summary { Summary("issue \(number)") }
    static func price(_ amount: String) -> Summary { Summary("price \(amount)") }
    static func issued(in country: String) -> Summary { Summary("issued in \(country)") }
    static func vehicle(_ number: String, _ maker: String, year: String?, isWrong: Bool) -> Summary {
        list(["VIN \(number)", maker, year, isWrong ? checkDigitWrong.text : nil])
    }
    static func mail(to postcode: String?, number: String?) -> Summary {
        list([postcode.map { "Mail to \($0)" } ?? "Mail", number])
    }
    static func partLabel(_ part: String?, quantity: String?) -> Summary {
        Summary([quantity, part ?? "part label"].compactMap { $0 }.joined(separator: " × "))
    }
    static func thing(_ type: String, _ number: String, of system: String) -> Summary {
        Summary("\(system) \(type) \(number)")
    }
    static func saves(_ saving: String, offer: String) -> Summary { Summary("saves \(saving), offer \(offer)") }
    static func expired(_ date: String) -> Summary { Summary("expired \(date)") }
    static func expires(_ date: String) -> Summary { Summary("expires \(date)") }
    /// An element of GS1 data: `lot ABC`, with what is wrong with it.
    static func element(_ label: String, _ value: String, problem: String?) -> Summary {
        Summary("\(inside(label)) \(value)" + (problem.map { " (\($0))" } ?? ""))
    }
    /// The label within a line: in lower case, unless it is an abbreviation.
    private static func inside(_ label: String) -> String {
        let second = label.dropFirst().first
        return second.map(\.isUppercase) ?? false ? label : label.prefix(1).lowercased() + label.dropFirst()
    }

    // Documents.
    static func boardingPass(
        _ stops: [String], flight: String, date: CivilDate?, seat: String, passenger: String
    ) -> Summary {
        list([
            [stops.joined(separator: " → "), flight].filter { !$0.isEmpty }.joined(separator: " "), date?.description,
            seat.isEmpty ? nil : "seat \(seat)",
            passenger,
        ])
    }
    static func ticket(_ time: String, seat: String) -> Summary {
        Summary("Ticket \(time)" + (seat.isEmpty ? "" : ", seat \(seat)"))
    }
    static func railTicket(carrier: String, order: String?, line: String?) -> Summary {
        list([carrier.isEmpty ? "Rail ticket" : "Rail ticket of carrier \(carrier)", order, line])
    }
    /// Nothing of the person.
    static func licence(isIdentityCard: Bool, issuer: String?, number: String, expires: CivilDate?) -> Summary {
        Summary(
            "\(isIdentityCard ? "Identity card" : "Driving licence"), \(issuer ?? "issuer \(number)")"
                + (expires.map { ", expires \($0)" } ?? ""))
    }
    static let vaccination = Summary("vaccination")
    static let test = Summary("test")
    static let recovery = Summary("recovery")
    /// Nothing of the person.
    static func healthCertificate(of groups: [Summary], issuer: String?) -> Summary {
        let groups = groups.map(\.text).joined(separator: ", ")
        return Summary(
            "Health certificate" + (groups.isEmpty ? "" : " of \(groups)") + (issuer.map { ", issued in \($0)" } ?? ""))
    }
}

/// A number of bytes in words.
enum ByteCount {
    static func text(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }
}

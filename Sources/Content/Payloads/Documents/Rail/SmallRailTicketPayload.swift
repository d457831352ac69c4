import Formats
import Symbols

extension RailTicketPayload {
    static func payload(_ content: SymbolContent, _ ticket: SmallRailTicket, _ today: CivilDate) -> Payload {
        let issued = ticket.issueDate(today: today)
        let departure = ticket.departure(issued)
        var list = FieldList()
        list.add("order", .ticketNumber, ticket.number)
        list.add("document", .document, ticket.kindName)
        list.add("product", .product, ticket.passName)
        list.add("issued", .issued, issued?.description)
        list.add("status", .status, ticket.status)
        list.add("adults", .adults, String(ticket.adults), json: .integer(Int64(ticket.adults)))
        list.add("children", .children, String(ticket.children), json: .integer(Int64(ticket.children)))
        list.add("group", .group, ticket.group)
        list.add("countermark", .countermark, ticket.countermark > 0 ? String(ticket.countermark) : nil)
        list.add("from", .from, ticket.from)
        list.add("to", .to, ticket.to)
        list.add("returnJourney", .returnJourney, ticket.includesReturn ? "included" : nil)
        list.add("departure", .departure, departure)
        list.add("validFrom", .validFrom, ticket.validFrom(issued))
        list.add("validUntil", .validUntil, ticket.validUntil(issued))
        list.add("travelDays", .travelDays, ticket.travelDays > 0 ? String(ticket.travelDays) : nil)
        list.add("countries", .countries, ticket.countryNames)
        list.add("class", .travelClass, ticket.className)
        if let reservation = ticket.reservation {
            list.add("train", .train, reservation.train)
            list.add("coach", .coach, reservation.coach > 0 ? String(reservation.coach) : nil)
            list.add("seat", .seat, reservation.seat)
        }
        list.add("text", .text, ticket.text)
        list.add("message", .message, ticket.message > 0 ? String(ticket.message) : nil)
        list.add("carrier", .carrier, ticket.issuer.padded(to: 4))
        list.add("key", .key, String(ticket.key))
        list.add("version", .version, "3")
        addSignature(SmallRailTicket.signatureLength, to: &list)
        let stops = [ticket.from, ticket.to].filter { !$0.isEmpty }.joined(separator: " → ")
        let day = departure ?? ticket.validFrom(issued)
        return Payload(
            content, .railTicket,
            .railTicket(
                carrier: ticket.issuer.padded(to: 4), order: ticket.number,
                line: [stops, day ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")),
            list)
    }
}

/// What the fields mean, in words and days.
extension SmallRailTicket {
    fileprivate var kindName: String {
        switch kind {
        case .reservation: "reservation"
        case .nonReservation: "ticket"
        case .group: "group ticket"
        case .pass: "pass"
        }
    }

    fileprivate var passName: String? { [1: "Interrail", 2: "Eurail in Europe", 3: "Eurail from overseas"][passKind] }

    fileprivate var status: String {
        let flags = [isSpecimen, reservation?.isOverbooked == true]
        return zip(flags, ["specimen", "without a place"]).filter(\.0).map(\.1).joined(separator: ", ")
    }

    fileprivate var className: String? {
        travelClass == 0 ? nil : [1: "first", 2: "second"][travelClass] ?? String(travelClass)
    }

    fileprivate var countryNames: String {
        countries.contains(100) ? "all" : countries.filter { $0 > 0 }.map(String.init).joined(separator: ", ")
    }

    /// The latest day with that number in a year with that last digit, at most a day ahead: UTC may be ahead of here.
    fileprivate func issueDate(today: CivilDate) -> CivilDate? {
        (0..<20).lazy.map { today.year + 1 - $0 }.filter { $0 % 10 == year }
            .compactMap { CivilDate(year: $0, dayOfYear: day) }
            .first { $0.daysSince1970 <= today.daysSince1970 + 1 }
    }

    private func day(_ days: Int, after issued: CivilDate?) -> CivilDate? {
        issued.flatMap { CivilDate(daysSince1970: $0.daysSince1970 + days) }
    }

    /// `2026-11-23 08:20`; the day alone at midnight, which is what those write who leave the time out.
    fileprivate func departure(_ issued: CivilDate?) -> String? {
        guard let reservation, let day = day(reservation.days, after: issued) else { return nil }
        let time = "\((reservation.minutes / 60).padded(to: 2)):\((reservation.minutes % 60).padded(to: 2))"
        return reservation.minutes == 0 ? day.description : "\(day) \(time)"
    }

    /// Nil for a pass whose first day is open.
    fileprivate func validFrom(_ issued: CivilDate?) -> String? {
        validity.flatMap { kind == .pass && $0.first == 0 ? nil : day($0.first, after: issued)?.description }
    }

    fileprivate func validUntil(_ issued: CivilDate?) -> String? {
        validity.flatMap { kind == .pass && $0.last == 0 ? nil : day($0.last, after: issued)?.description }
    }
}

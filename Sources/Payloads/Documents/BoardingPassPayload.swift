/// A boarding pass of IATA's form (Resolution 792, Bar Coded Boarding Pass, versions 1 to 8): fixed columns, up to four legs.
enum BoardingPassPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        guard let pass = BoardingPass(input.bytes) else { return nil }
        var list = FieldList()
        list.add("name", "Passenger", pass.name)
        for (index, leg) in pass.legs.enumerated() {
            list.record = index
            add(leg, of: pass, input.today, to: &list)
        }
        list.record = 0
        list.add("passengerType", "Passenger type", BoardingPass.passengerType(pass.first("passenger")))
        list.add("issuedBy", "Issued by", pass.first("issuer"))
        if let issued = pass.issueDate(today: input.today) { list.add("issued", "Issued", issued.description) }
        list.add("document", "Document", BoardingPass.documentType(pass.first("document")))
        list.add("bags", "Bag tag", pass.first("bag"))
        list.add("eTicket", "Electronic ticket", pass.isElectronic ? "yes" : "no", json: .bool(pass.isElectronic))
        list.add("version", "Version", pass.first("version"))
        list.add("security", "Security data", pass.security, note: "not verified here")
        return Payload(
            content: input.content, kind: .boardingPass, summary: summary(pass, input.today), fields: list.fields,
            warnings: (pass.isComplete ? [] : [.incomplete]) + (list.hasHiddenCharacters ? [.hiddenCharacters] : []))
    }

    /// `YUL → FRA AC 834 · 2026-11-22 · seat 1A · DESMARAIS/LUC`.
    private static func summary(_ pass: BoardingPass, _ today: CivilDate) -> String {
        let leg = pass.legs[0]
        let stops = ([leg.from] + pass.legs.map(\.to)).joined(separator: " → ")
        var parts = ["\(stops) \(leg.flight)"]
        if let date = leg.date(pass, today) { parts.append(date.description) }
        if !leg.seat.isEmpty { parts.append("seat \(leg.seat)") }
        return (parts + [pass.name]).joined(separator: " · ")
    }

    private static func add(
        _ leg: BoardingPass.Leg, of pass: BoardingPass, _ today: CivilDate, to list: inout FieldList
    ) {
        list.add("from", "From", leg.from)
        list.add("to", "To", leg.to)
        list.add("flight", "Flight", leg.flight)
        if let date = leg.date(pass, today) {
            list.add("date", "Date", date.description, note: DayDistance.text(from: today, to: date))
        } else {
            list.add("date", "Day of the year", leg.day, note: leg.day.isEmpty ? nil : "no such day")
        }
        list.add("seat", "Seat", leg.seat)
        list.add("class", "Class", leg.compartment)
        list.add("sequence", "Check-in number", leg.sequence)
        list.add("reference", "Booking", leg.booking)
        list.add("status", "Passenger status", leg.status)
        list.add("ticket", "Ticket number", leg.conditional["ticket"])
        list.add("marketed", "Marketed by", leg.conditional["marketing"])
        let frequent = [leg.conditional["frequentAirline"], leg.conditional["frequentNumber"]].compactMap { $0 }
        list.add("frequentFlyer", "Frequent flyer", frequent.joined(separator: " "))
        list.add("baggage", "Free baggage", leg.conditional["baggage"])
        list.add("fastTrack", "Fast track", leg.conditional["fastTrack"])
        list.add("selectee", "Selectee", leg.conditional["selectee"])
        list.add("airlineData", "Airline's own", leg.airlineData)
    }
}

/// How far a day is from today, in words.
enum DayDistance {
    /// `today`, `tomorrow`, `in 12 days`, `3 days ago`.
    static func text(from today: CivilDate, to date: CivilDate) -> String {
        switch date.daysSince1970 - today.daysSince1970 {
        case 0: "today"
        case 1: "tomorrow"
        case -1: "yesterday"
        case let days where days > 0: "in \(days) days"
        case let days: "\(-days) days ago"
        }
    }
}

import Formats

/// A boarding pass of IATA's form (Resolution 792, Bar Coded Boarding Pass, versions 1 to 8): fixed columns, up to four legs.
enum BoardingPassPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        guard let pass = BoardingPass(input.bytes) else { return nil }
        var list = FieldList()
        list.add("name", .passenger, pass.name)
        for (index, leg) in pass.legs.enumerated() {
            list.record = index
            add(leg, of: pass, input.today, to: &list)
        }
        list.record = 0
        list.add("passengerType", .passengerType, BoardingPass.passengerType(pass.unique["passenger"]))
        list.add("issuedBy", .issuedBy, pass.unique["issuer"])
        if let issued = pass.issueDate(today: input.today) { list.add("issued", .issued, issued.description) }
        list.add("document", .document, BoardingPass.documentType(pass.unique["document"]))
        list.add("checkedIn", .checkedInBy, BoardingPass.source(pass.unique["checkIn"]))
        list.add("issuedThrough", .issuedThrough, BoardingPass.source(pass.unique["issuance"]))
        for bag in ["bag", "secondBag", "thirdBag"] { list.add("bags", .bagTag, pass.unique[bag], isRepeatable: true) }
        list.add("eTicket", .electronicTicket, pass.isElectronic ? "yes" : "no", json: .bool(pass.isElectronic))
        list.add("version", .version, pass.unique["version"])
        list.add("security", .securityData, pass.security, note: .notVerified)
        return Payload(
            input.content, .boardingPass, summary(pass, input.today), list, isComplete: pass.isComplete,
            actions: pass.legs.compactMap { calendarAction($0, of: pass, input.today) })
    }

    /// Adds the day of a flight to the calendar: a pass does not say the time.
    private static func calendarAction(
        _ leg: BoardingPass.Leg, of pass: BoardingPass, _ today: CivilDate
    ) -> PayloadAction? {
        guard let date = leg.date(pass, today) else { return nil }
        let seat = leg.seat.isEmpty ? "" : ", seat \(leg.seat)"
        let flight = "\(leg.flight) \(leg.from) → \(leg.to)\(seat)"
        return PayloadAction(
            title: pass.legs.count == 1 ? .addToCalendar : .addToCalendar(date),
            effect: .handOverDay(date, summary: flight))
    }

    /// `YUL → FRA AC 834 · 2026-11-22 · seat 1A · DESMARAIS/LUC`.
    private static func summary(_ pass: BoardingPass, _ today: CivilDate) -> Summary {
        let leg = pass.legs[0]
        return .boardingPass(
            ([leg.from] + pass.legs.map(\.to)).filter { !$0.isEmpty }, flight: leg.flight, date: leg.date(pass, today),
            seat: leg.seat,
            passenger: pass.name)
    }

    private static func add(
        _ leg: BoardingPass.Leg, of pass: BoardingPass, _ today: CivilDate, to list: inout FieldList
    ) {
        list.add("from", .from, leg.from)
        list.add("to", .to, leg.to)
        list.add("flight", .flight, leg.flight)
        if let date = leg.date(pass, today) {
            list.add("date", .date, date.description, note: note(on: date, today))
        } else {
            list.add("date", .dayOfTheYear, leg.day, note: leg.day.isEmpty ? nil : .noSuchDay)
        }
        list.add("seat", .seat, leg.seat)
        list.add("class", .travelClass, leg.compartment)
        list.add("sequence", .checkInNumber, leg.sequence)
        list.add("reference", .booking, leg.booking)
        list.add("status", .passengerStatus, leg.status)
        list.add("ticket", .ticketNumber, leg.conditional["ticket"])
        list.add("marketed", .marketedBy, leg.conditional["marketing"])
        let frequent = [leg.conditional["frequentAirline"], leg.conditional["frequentNumber"]].compactMap { $0 }
        list.add("frequentFlyer", .frequentFlyer, frequent.joined(separator: " "))
        list.add("baggage", .freeBaggage, leg.conditional["baggage"])
        list.add("fastTrack", .fastTrack, leg.conditional["fastTrack"])
        list.add("documentCheck", .travelDocuments, BoardingPass.documentCheck(leg.conditional["documentCheck"]))
        list.add("discount", .discount, leg.conditional["discount"])
        list.add("selectee", .selectee, leg.conditional["selectee"])
        list.add("airlineData", .airlineData, leg.airlineData)
    }

    /// How far the day is from today: `today`, `tomorrow`, `in 12 days`, `3 days ago`.
    private static func note(on date: CivilDate, _ today: CivilDate) -> Note {
        switch date.daysSince1970 - today.daysSince1970 {
        case 0: .today
        case 1: .tomorrow
        case -1: .yesterday
        case let days where days > 0: .daysAhead(days)
        case let days: .daysAgo(-days)
        }
    }
}

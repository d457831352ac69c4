import Formats

/// What single values of a flexible ticket say.
extension FlexibleTicket {
    static let documentNames = [
        "reservation": "reservation", "carCarriageReservation": "car carriage", "openTicket": "ticket",
        "pass": "pass", "voucher": "voucher", "customerCard": "customer card", "counterMark": "countermark",
        "parkingGround": "parking", "fipTicket": "FIP ticket", "stationPassage": "station access",
        "extension": "issuer's own", "delayConfirmation": "confirmation of a delay",
    ]

    private static let classNames = [
        "", "first", "second", "tourist", "comfort", "premium", "business", "all", "premium first", "standard first",
        "premium second", "standard second",
    ]

    private static let passengerNames = [
        "adult", "senior", "child", "youth", "dog", "bicycle", "additional passenger", "additional child",
    ]

    /// These with commas between; nil for none.
    func joined(_ texts: [String?]) -> String? {
        let texts = texts.compactMap { $0 }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }

    /// The name of a station, or else its code.
    func station(_ end: String, of value: ASN1Value) -> String? {
        value.text("\(end)StationNameUTF8", "\(end)StationIA5", "\(end)StationNum")
    }

    /// The station that a document is of, or the stations.
    func stations(of document: ASN1Value) -> String? {
        for name in ["stationNameUTF8", "stationIA5", "stationNum"] {
            guard let value = document[name] else { continue }
            if let text = value.text ?? joined(value.items.map(\.text)) { return text }
        }
        return nil
    }

    /// The number of a company in UIC's list (RICS), with its zeros in front, or a code of another list.
    func company(_ name: String, of value: ASN1Value) -> String? {
        value.text("\(name)IA5") ?? value["\(name)Num"]?.integer.map { $0.padded(to: 4) }
    }

    func productName(of document: ASN1Value) -> String? {
        document.text("passDescription", "productName", "cardTypeDescr", "location")
    }

    /// The product's name, or else its number and whose number that is.
    func product(of document: ASN1Value) -> String? {
        if let name = productName(of: document) { return name }
        guard let id = document.text("productIdIA5", "productIdNum") else { return nil }
        return company("productOwner", of: document).map { "\(id) of \($0)" } ?? id
    }

    /// Nil where none applies; second where a ticket or a reservation says nothing else.
    func travelClass(_ name: String, _ document: ASN1Value) -> String? {
        let hasDefault = ["reservation", "openTicket", "pass", "counterMark", "fipTicket"].contains(name)
        guard let code = document["classCode"]?.integer ?? (hasDefault ? 2 : nil) else { return nil }
        return Self.classNames.indices.contains(code) ? Self.classNames[code] : String(code)
    }

    /// The places in a coach.
    func seats(of places: ASN1Value) -> String? {
        places.text("placeString")
            ?? joined(((places["placeIA5"]?.items ?? []) + (places["placeNum"]?.items ?? [])).map(\.text))
            ?? places.text("placeDescription")
    }

    /// `Deutschlandticket`, `2 × child`.
    func fares(of document: ASN1Value) -> [String] {
        ((document["tariffs"]?.items ?? []) + [document["tariff"]].compactMap { $0 }).compactMap { tariff in
            let type = tariff["passengerType"]?.integer
            let name = type.flatMap { Self.passengerNames.indices.contains($0) ? Self.passengerNames[$0] : nil }
            guard let fare = tariff.text("tariffDesc") ?? name else { return nil }
            let count = tariff["numberOfPassengers"]?.integer ?? 1
            return count > 1 ? "\(count) × \(fare)" : fare
        }
    }

    /// The zones by their numbers, or codes of regions.
    func zones(of document: ASN1Value) -> String? {
        joined(
            (document["validRegion"]?.items ?? []).compactMap { $0["zones"] }.map { zone in
                joined((zone["zoneId"]?.items ?? []).map(\.text) + [zone.text("nutsCode")])
            })
    }

    /// The trains that a ticket is bound to: `123, A → B, 2026-11-22 10:15`.
    func trains(of document: ASN1Value) -> [String] {
        (document["validRegion"]?.items ?? []).compactMap { $0["trainLink"] }.compactMap { link in
            let stops = [station("from", of: link), station("to", of: link)].compactMap { $0 }
            return joined([
                link.text("trainIA5", "trainNum"), stops.isEmpty ? nil : stops.joined(separator: " → "),
                moment(day(days("travelDate", link)), link["departureTime"]),
            ])
        }
    }

    /// `59.00 EUR`: in parts of the currency, of as many decimals as the issuer says.
    func price(_ value: ASN1Value?) -> String? {
        guard let parts = value?.integer else { return nil }
        let decimals = issuing["currencyFract"]?.integer ?? 2
        let digits = parts.magnitude.padded(to: decimals + 1)
        let sign = parts < 0 ? "-" : ""
        return "\(sign)\(digits.dropLast(decimals)).\(digits.suffix(decimals)) \(issuing.text("currency") ?? "EUR")"
    }

    /// A number of days; 0 where it is left out.
    func days(_ name: String, _ value: ASN1Value) -> Int { value[name]?.integer ?? 0 }

    /// The day that many days after the day of issue.
    func day(_ days: Int) -> CivilDate? { CivilDate(daysSince1970: issueDate.daysSince1970 + days) }

    /// `2026-11-22 10:15`, or the day alone; nil without a day.
    func moment(_ day: CivilDate?, _ minutes: ASN1Value?, suffix: String = "") -> String? {
        guard let day else { return nil }
        guard let minutes = minutes?.integer, 0...1440 ~= minutes else { return day.description }
        return "\(day) \((minutes / 60).padded(to: 2)):\((minutes % 60).padded(to: 2))\(suffix)"
    }

    /// A day by year and number in it, which may be of the next year; the year alone without a number.
    func dayOfYear(_ year: String, _ day: String, _ value: ASN1Value, _ minutes: ASN1Value?) -> String? {
        dayOfYear(value[year]?.integer, value[day]?.integer, minutes)
    }

    func dayOfYear(_ year: Int?, _ day: Int?, _ minutes: ASN1Value?) -> String? {
        guard let year else { return nil }
        guard let day, let first = CivilDate(year: year, month: 1, day: 1) else { return String(year) }
        return moment(CivilDate(daysSince1970: first.daysSince1970 + max(1, day) - 1), minutes)
    }
}

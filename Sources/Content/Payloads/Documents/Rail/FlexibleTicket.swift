import Formats

/// The contents of a rail ticket by UIC's flexible content barcode (IRS 90918-9): the record `U_FLEX`, or a part of a
/// dynamic barcode.
struct FlexibleTicket {
    private let value: ASN1Value
    let issuing: ASN1Value
    /// The day of issue, in UTC; other days are counted from it.
    let issueDate: CivilDate
    private let documents: [(name: String, value: ASN1Value)]

    /// Documents that are shown: one as a rule.
    private static let maximumDocuments = 20

    /// Nil for data that cannot be decoded.
    ///
    /// - Parameter version: 1 to 3.
    init?(_ data: some Sequence<UInt8>, version: Int) {
        guard let value = UPERReader.value(of: "UicRailTicketData", in: data, version: version),
            let issuing = value["issuingDetail"], let year = issuing["issuingYear"]?.integer,
            let day = issuing["issuingDay"]?.integer, let issueDate = CivilDate(year: year, dayOfYear: day)
        else { return nil }
        (self.value, self.issuing, self.issueDate) = (value, issuing, issueDate)
        documents = (value["transportDocument"]?.items ?? []).prefix(Self.maximumDocuments)
            .compactMap { $0["ticket"]?.choice }
    }

    /// The version that the two digits of a record `U_FLEX` say: `13` is 1.3, `02` and `03` are 2.0 and 3.0.
    static func version(ofRecord digits: String) -> Int? { digits.first { $0 != "0" }?.wholeNumberValue }

    /// The issuer's number for the ticket; nil if there is none.
    var booking: String? { issuing.text("issuerPNR") }

    /// `Köln Hbf → Berlin Hbf · 2026-11-22`, or what the first document is called; nil if there is neither.
    var line: String? {
        guard let (name, document) = documents.first else { return nil }
        let stops = [station("from", of: document), station("to", of: document)].compactMap { $0 }
        guard !stops.isEmpty else { return fares(of: document).first ?? productName(of: document) }
        return ([stops.joined(separator: " → ")] + [begin(name, document)].compactMap { $0 }).joined(separator: " · ")
    }

    /// - Parameter hasHead: whether the record `U_HEAD` says when the ticket was issued.
    func add(to list: inout FieldList, hasHead: Bool) {
        list.add("booking", .booking, booking)
        list.add(
            "issuer", .issuedBy,
            issuing.text("issuerName") ?? company("issuer", of: issuing) ?? company("securityProvider", of: issuing))
        if !hasHead { list.add("issued", .issued, moment(issueDate, issuing["issuingTime"], suffix: " UTC")) }
        list.add("status", .status, status)
        let travelers = value["travelerDetail"]
        for traveler in (travelers?["traveler"]?.items ?? []) { add(traveler, to: &list) }
        list.add("group", .group, travelers?.text("groupName"))
        for (index, document) in documents.enumerated() {
            list.record = index
            add(document.name, document.value, to: &list)
        }
        list.record = 0
    }

    private var status: String {
        let flags = [issuing["specimen"]?.isTrue == true, issuing["activated"]?.isTrue == false]
        return zip(flags, ["specimen", "not activated"]).filter(\.0).map(\.1).joined(separator: ", ")
    }

    private func add(_ traveler: ASN1Value, to list: inout FieldList) {
        let names = ["firstName", "secondName", "lastName"].compactMap { traveler.text($0) }
        list.add("passengers", .passenger, names.joined(separator: " "), isRepeatable: true)
    }

    private func add(_ name: String, _ document: ASN1Value, to list: inout FieldList) {
        list.add("document", .document, Self.documentNames[name] ?? name)
        list.add("reference", .reference, document.text("referenceIA5", "referenceNum", "cardIdIA5", "cardIdNum"))
        list.add("product", .product, product(of: document))
        if let customer = document["customer"] { add(customer, to: &list) }
        list.add("from", .from, station("from", of: document))
        list.add("to", .to, station("to", of: document))
        list.add("station", .station, stations(of: document))
        list.add("returnJourney", .returnJourney, document["returnIncluded"]?.isTrue == true ? "included" : nil)
        list.add("region", .region, document.text("validRegionDesc"))
        list.add("zones", .zones, zones(of: document))
        addTimes(name, document, to: &list)
        list.add("class", .travelClass, travelClass(name, document))
        list.add("train", .train, document.text("trainIA5", "trainNum"))
        for train in trains(of: document) { list.add("trains", .onlyOnTrain, train, isRepeatable: true) }
        let places = ["places", "additionalPlaces"].compactMap { document[$0] }
        list.add("coach", .coach, joined(places.compactMap { $0.text("coach") } + [document.text("coach")]))
        list.add("seat", .seat, joined(places.map(seats) + [document.text("place")]))
        list.add("plate", .numberPlate, document.text("numberPlate"))
        for fare in fares(of: document) { list.add("fares", .fare, fare, isRepeatable: true) }
        list.add("price", .price, price(document["price"] ?? document["value"]))
        list.add("delay", .delay, document["delay"]?.integer.map { "\($0) minutes" })
        list.add("information", .information, document.text("infoText"))
    }

    private func addTimes(_ name: String, _ document: ASN1Value, to list: inout FieldList) {
        switch name {
        case "reservation":
            list.add("departure", .departure, begin(name, document))
            guard let time = document["arrivalTime"] else { return }
            let day = days("departureDate", document) + days("arrivalDate", document)
            list.add("arrival", .arrival, moment(self.day(day), time))
        case "carCarriageReservation": list.add("loading", .begins, begin(name, document))
        case "delayConfirmation": list.add("departure", .departure, begin(name, document))
        case "openTicket", "pass", "counterMark", "fipTicket", "stationPassage", "parkingGround":
            list.add("validFrom", .validFrom, begin(name, document))
            let day = days("validFromDay", document) + days("validUntilDay", document)
            let parking = days("fromParkingDate", document) + days("untilParkingDate", document)
            list.add("validUntil", .validUntil, moment(self.day(day + parking), document["validUntilTime"]))
        case "voucher", "customerCard":
            list.add("validFrom", .validFrom, begin(name, document))
            list.add("validUntil", .validUntil, lastDay(name, document))
        default: break
        }
    }

    /// When a document begins to be valid, or its train leaves.
    private func begin(_ name: String, _ document: ASN1Value) -> String? {
        switch name {
        case "reservation": moment(day(days("departureDate", document)), document["departureTime"])
        case "carCarriageReservation": moment(day(days("beginLoadingDate", document)), document["beginLoadingTime"])
        case "parkingGround": moment(day(days("fromParkingDate", document)), nil)
        case "delayConfirmation": dayOfYear("departureYear", "departureDay", document, document["departureTime"])
        case "voucher", "customerCard": dayOfYear("validFromYear", "validFromDay", document, nil)
        case "extension": nil
        default: moment(day(days("validFromDay", document)), document["validFromTime"])
        }
    }

    private func lastDay(_ name: String, _ document: ASN1Value) -> String? {
        guard name == "customerCard" else { return dayOfYear("validUntilYear", "validUntilDay", document, nil) }
        // Years from the first.
        guard let first = document["validFromYear"]?.integer else { return nil }
        return dayOfYear(first + (document["validUntilYear"]?.integer ?? 0), document["validUntilDay"]?.integer, nil)
    }
}

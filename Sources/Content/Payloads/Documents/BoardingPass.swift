import Formats

/// The columns of a boarding pass (IATA Resolution 792, attachment B).
package struct BoardingPass {
    /// One flight.
    package struct Leg {
        package var booking = ""
        package var from = ""
        var to = ""
        /// `AC 834`.
        package var flight = ""
        /// The day of the year as written.
        package var day = ""
        var compartment = ""
        /// `12A`, without zeros in front; `INF` for an infant, or what else stands there.
        package var seat = ""
        package var sequence = ""
        var status = ""
        /// What need not be there, by the names of `conditionalColumns`.
        var conditional: [String: String] = [:]
        var airlineData = ""

        /// The day of the flight: of the year after the pass was issued, or else nearest to today; nil for a day that there is not.
        func date(_ pass: BoardingPass, _ today: CivilDate) -> CivilDate? {
            guard let number = Int(day), 1...366 ~= number else { return nil }
            if let issued = pass.issueDate(today: today) {
                return [issued.year, issued.year + 1].lazy.compactMap { CivilDate(year: $0, dayOfYear: number) }
                    .first { $0 >= issued }
            }
            return .nearest(dayOfYear: number, to: today)
        }
    }

    /// `DESMARAIS/LUC`.
    package let name: String
    let isElectronic: Bool
    package private(set) var legs: [Leg] = []
    /// What belongs to the whole pass, by the names of `uniqueColumns`.
    private(set) var unique: [String: String] = [:]
    /// What the issuer signed with; unknown here.
    package private(set) var security = ""
    /// Whether everything that is announced is there.
    private(set) var isComplete = true

    /// The columns up to the day of the first flight.
    private static let minimumLength = 47

    /// Returns nil when the mandatory columns of the first leg are not there as they must be; those behind the day of the flight
    /// may be cut off.
    package init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= Self.minimumLength, bytes.count <= 4096, bytes.first == UInt8(ascii: "M") else {
            return nil
        }
        var columns = Columns(rest: bytes.dropFirst())
        guard let count = columns.take(1).decimal, 1...4 ~= count else { return nil }
        let name = columns.take(20)
        let indicator = columns.take(1)
        guard name.allSatisfy({ 0x20...0x7E ~= $0 }), name.first != 0x20,
            indicator.first == 0x45 || indicator.first == 0x20
        else { return nil }
        self.name = name.trimmed.text
        isElectronic = indicator.first == 0x45
        for index in 0..<count {
            guard let leg = leg(&columns, isFirst: index == 0) else {
                if index == 0 { return nil }
                isComplete = false
                break
            }
            legs.append(leg)
        }
        if columns.rest.first == UInt8(ascii: "^") {
            columns.rest.removeFirst()
            _ = columns.take(1)
            let length = columns.hexadecimal() ?? 0
            security = columns.take(length).text
            if security.utf8.count < length { isComplete = false }
        }
    }

    /// Takes columns from the front, fewer where the text ends.
    private struct Columns {
        var rest: ArraySlice<UInt8>

        mutating func take(_ count: Int) -> ArraySlice<UInt8> {
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }

        /// A length of two hexadecimal digits; nil when there are none.
        mutating func hexadecimal() -> Int? {
            let digits = take(2)
            guard digits.count == 2 else { return nil }
            return ASCII.hexDecoded(digits).map { Int($0[0]) }
        }
    }

    private mutating func leg(_ columns: inout Columns, isFirst: Bool) -> Leg? {
        var leg = Leg()
        func text(_ count: Int) -> String { columns.take(count).trimmed.text }
        leg.booking = text(7)
        let (from, to) = (columns.take(3), columns.take(3))
        let isAirport = { (code: ArraySlice<UInt8>) in code.count == 3 && code.allSatisfy { 0x41...0x5A ~= $0 } }
        let isBlank = { (code: ArraySlice<UInt8>) in code.count == 3 && code.allSatisfy { $0 == 0x20 } }
        guard isAirport(from) || isBlank(from), isAirport(to) || isBlank(to) else { return nil }
        (leg.from, leg.to) = (from.trimmed.text, to.trimmed.text)
        let carrier = text(3)
        let number = columns.take(5)
        // Four digits and a letter, or blanks for an open flight.
        guard number.prefix(4).allSatisfy({ ASCII.isDigit($0) || $0 == 0x20 }) else { return nil }
        leg.flight = "\(carrier) \(number.trimmed.drop { $0 == 0x30 }.text)".trimmingSpaces
        let day = columns.take(3)
        guard day.count == 3, day.allSatisfy({ ASCII.isDigit($0) || $0 == 0x20 }) else { return nil }
        // Without airports, or with its end missing, only a flight and its day tell it from other text.
        let isWhole = columns.rest.count >= 13 && !isBlank(from) && !isBlank(to)
        let isOfAFlight =
            !carrier.isEmpty && number.prefix(4).allSatisfy(ASCII.isDigit) && day.allSatisfy(ASCII.isDigit)
        guard isWhole || isOfAFlight else { return nil }
        leg.day = day.trimmed.text
        leg.compartment = text(1)
        leg.seat = String(decoding: columns.take(4).trimmed.drop { $0 == 0x30 }, as: UTF8.self)
        leg.sequence = String(decoding: columns.take(5).trimmed.drop { $0 == 0x30 }, as: UTF8.self)
        leg.status = text(1)
        if columns.rest.count < 2 {
            isComplete = false
            columns.rest = []
            return leg
        }
        guard let length = columns.hexadecimal() else { return nil }
        var conditional = Columns(rest: columns.take(length))
        if conditional.rest.count < length { isComplete = false }
        if isFirst { readUnique(&conditional) }
        readConditional(&conditional, into: &leg)
        return leg
    }

    private static let uniqueColumns = [
        ("passenger", 1), ("checkIn", 1), ("issuance", 1), ("issueDate", 4), ("document", 1), ("issuer", 3),
        ("bag", 13),
        ("secondBag", 13), ("thirdBag", 13),
    ]

    private static let conditionalColumns = [
        ("airlineCode", 3), ("serial", 10), ("selectee", 1), ("documentCheck", 1), ("marketing", 3),
        ("frequentAirline", 3), ("frequentNumber", 16), ("discount", 1), ("baggage", 3), ("fastTrack", 1),
    ]

    private mutating func readUnique(_ columns: inout Columns) {
        guard columns.rest.first == UInt8(ascii: ">") else { return }
        columns.rest.removeFirst()
        unique["version"] = columns.take(1).text
        unique.merge(values(of: Self.uniqueColumns, in: &columns) ?? [:]) { _, new in new }
    }

    private mutating func readConditional(_ columns: inout Columns, into leg: inout Leg) {
        if let values = values(of: Self.conditionalColumns, in: &columns) {
            leg.conditional = values
            let ticket = [values["airlineCode"], values["serial"]].compactMap { $0 }
            if !ticket.isEmpty { leg.conditional["ticket"] = ticket.joined(separator: " ") }
            let selectee = ["1": "selected for a search", "3": "known to the authorities"]
            leg.conditional["selectee"] = values["selectee"].flatMap { selectee[$0] }
        }
        leg.airlineData = columns.rest.trimmed.text
    }

    /// The values of a block of columns that its length stands before, but the empty ones; nil if there is no length.
    private mutating func values(of names: [(String, Int)], in columns: inout Columns) -> [String: String]? {
        guard let length = columns.hexadecimal() else { return nil }
        var block = Columns(rest: columns.take(length))
        if block.rest.count < length { isComplete = false }
        var values: [String: String] = [:]
        for (name, width) in names {
            let value = block.take(width).trimmed.text
            if !value.isEmpty { values[name] = value }
        }
        return values
    }

    /// When the pass was issued: the last digit of the year and the day in it; nil when it does not say. The year is the latest
    /// that is not more than a year ahead.
    package func issueDate(today: CivilDate) -> CivilDate? {
        guard let text = unique["issueDate"], text.utf8.count == 4, let number = ArraySlice(text.utf8).decimal else {
            return nil
        }
        let (digit, day) = (number / 1000, number % 1000)
        let year = (0..<10).map { today.year + 1 - $0 }.first { $0 % 10 == digit }
        return year.flatMap { CivilDate(year: $0, dayOfYear: day) }
    }

    static func passengerType(_ code: String?) -> String? {
        let names = [
            "0": "adult", "1": "man", "2": "woman", "3": "child", "4": "infant", "5": "no passenger (cabin baggage)",
            "6": "adult with infant", "7": "child travelling alone",
        ]
        return code.map { names[$0] ?? $0 }
    }

    /// Where somebody checked in, or a pass was issued.
    static func source(_ code: String?) -> String? {
        let names = [
            "W": "web", "K": "airport kiosk", "R": "kiosk outside of the airport", "X": "transfer kiosk",
            "M": "mobile device",
            "O": "airport agent", "T": "town agent", "V": "third party", "A": "automatic check-in",
        ]
        return code.map { names[$0] ?? $0 }
    }

    static func documentCheck(_ code: String?) -> String? {
        let names = ["0": "not required", "1": "to be checked", "2": "checked"]
        return code.map { names[$0] ?? $0 }
    }

    static func documentType(_ code: String?) -> String? {
        code.map { $0 == "B" ? "boarding pass" : $0 == "I" ? "itinerary receipt" : $0 }
    }
}

extension CivilDate {
    /// The day with that number in a year, from 1; nil for one that there is not.
    init?(year: Int, dayOfYear: Int) {
        guard let first = CivilDate(year: year, month: 1, day: 1), 1...366 ~= dayOfYear,
            let date = CivilDate(daysSince1970: first.daysSince1970 + dayOfYear - 1), date.year == year
        else { return nil }
        self = date
    }

    /// The day with that number in a year which is nearest to `today`; nil for a number that no day has.
    package static func nearest(dayOfYear: Int, to today: CivilDate) -> CivilDate? {
        (today.year - 1...today.year + 1).compactMap { CivilDate(year: $0, dayOfYear: dayOfYear) }
            .min { abs($0.daysSince1970 - today.daysSince1970) < abs($1.daysSince1970 - today.daysSince1970) }
    }
}

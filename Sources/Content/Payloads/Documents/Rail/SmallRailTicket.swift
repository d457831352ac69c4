import Formats

/// A rail ticket in the Small Structured Barcode, version 3: 58 bytes of fields and a signature of 56 (ERA TAP TSI TD B.12, 7).
///
/// Version 2 is not read: its issuers and the public descriptions of its fields do not agree.
struct SmallRailTicket {
    enum Kind: Int {
        /// A reservation, with the ticket (IRT) or without it (RES), or a boarding pass (BOA).
        case reservation = 1
        /// A ticket without a reservation (NRT).
        case nonReservation
        /// Of a group (GRT).
        case group
        /// A rail pass (RPT).
        case pass
    }

    /// The validity of a ticket without a reservation, of a group or of a pass, in days from the day of issue.
    struct Validity {
        let first: Int
        let last: Int
    }

    /// The train and the place of a reservation.
    struct Reservation {
        /// From the day of issue.
        let days: Int
        /// Of the day; many issuers leave it at 0.
        let minutes: Int
        let train: String
        /// 0 where there is none.
        let coach: Int
        let seat: String
        let isOverbooked: Bool
    }

    let kind: Kind
    /// The number in UIC's list of companies (RICS).
    let issuer: Int
    let key: Int
    let adults: Int
    let children: Int
    let isSpecimen: Bool
    /// 1 and 2 are the first and the second; 0 says none.
    let travelClass: Int
    let number: String
    /// The last digit of the year of issue.
    let year: Int
    /// The day of issue in its year, from 1.
    let day: Int
    private(set) var from = ""
    private(set) var to = ""
    private(set) var reservation: Reservation?
    private(set) var validity: Validity?
    private(set) var includesReturn = false
    private(set) var group = ""
    private(set) var countermark = 0
    /// 1 Interrail, 2 Eurail in Europe, 3 Eurail from overseas.
    private(set) var passKind = 0
    private(set) var travelDays = 0
    /// UIC's codes; 100 means all countries.
    private(set) var countries: [Int] = []
    /// The number of a message that issuers agreed on; 0 for none.
    private(set) var message = 0
    private(set) var text = ""

    static let length = 114
    static let signatureLength = 56

    /// Nil for anything that has another length or version, or a field beyond its bounds: other bytes look alike.
    init?(_ bytes: [UInt8]) {
        var fields = BitFields(bytes)
        // A signature has bytes that no text has.
        guard bytes.count == Self.length, !bytes.allSatisfy({ 0x20...0x7E ~= $0 || ASCII.isSpace($0) }),
            fields.number(4) == 3
        else { return nil }
        issuer = fields.number(14)
        key = fields.number(4)
        guard 1...9999 ~= issuer, let kind = Kind(rawValue: fields.number(5)) else { return nil }
        self.kind = kind
        (adults, children) = (fields.number(7), fields.number(7))
        isSpecimen = fields.number(1) == 1
        travelClass = fields.number(6)
        number = fields.text(14)
        (year, day) = (fields.number(4), fields.number(9))
        guard adults < 100, children < 100, travelClass <= 36, year <= 9, 1...366 ~= day,
            // Years with an odd last digit have 365 days.
            day < 366 || year.isMultiple(of: 2), !number.isEmpty, Self.isCode(number)
        else { return nil }
        let isRead =
            switch kind {
            case .reservation: readReservation(&fields)
            case .nonReservation, .group: readTicket(&fields)
            case .pass: readPass(&fields)
            }
        guard isRead, message <= 9999 else { return nil }
    }

    /// Letters and digits.
    private static func isCode(_ text: String) -> Bool {
        text.utf8.allSatisfy { ASCII.isDigit($0) || ASCII.isLetter($0) }
    }

    private mutating func readReservation(_ fields: inout BitFields) -> Bool {
        fields.skip(2)
        guard readStations(&fields) else { return false }
        let reservation = Reservation(
            days: fields.number(9), minutes: fields.number(11), train: fields.text(5), coach: fields.number(10),
            seat: fields.text(3), isOverbooked: fields.number(1) == 1)
        (message, text) = (fields.number(14), fields.text(27))
        self.reservation = reservation
        return reservation.days <= 366 && reservation.minutes <= 1440 && reservation.coach <= 999
            && Self.isCode(reservation.train) && Self.isCode(reservation.seat)
    }

    private mutating func readTicket(_ fields: inout BitFields) -> Bool {
        includesReturn = fields.number(1) == 1
        let validity = Validity(first: fields.number(9), last: fields.number(9))
        self.validity = validity
        guard validity.first <= 366, validity.last <= 366, readStations(&fields) else { return false }
        if kind == .group { (group, countermark) = (fields.text(12), fields.number(8)) }
        (message, text) = (fields.number(14), fields.text(kind == .group ? 24 : 37))
        return countermark <= 246
    }

    private mutating func readPass(_ fields: inout BitFields) -> Bool {
        passKind = fields.number(2)
        let validity = Validity(first: fields.number(9), last: fields.number(9))
        self.validity = validity
        travelDays = fields.number(7)
        countries = (0..<5).map { _ in fields.number(7) }
        fields.skip(1)
        (message, text) = (fields.number(14), fields.text(40))
        return passKind > 0 && validity.first <= 366 && validity.last <= 366 && travelDays <= 93
            && countries.allSatisfy { $0 <= 100 }
    }

    /// Two stations: a bit for letters, then twice five of them, or the number of a list and twice a station's number. What
    /// stands there counts: some issuers mark letters as numbers, or write numbers in the room of the letters.
    private mutating func readStations(_ fields: inout BitFields) -> Bool {
        let isText = fields.number(1) == 1
        var (letters, wide) = (fields, fields)
        let codes = [letters.code(5), letters.code(5)]
        let list = fields.number(4)
        let numbers = [fields.number(28), fields.number(28)]
        if codes.allSatisfy({ !$0.isEmpty && Self.isCode($0) }) {
            (from, to) = (codes[0], codes[1])
        } else if let stations = Self.stations(numbers, atLeast: 1), list == 1 || list == 2 {
            (from, to) = stations
        } else if isText, let stations = Self.stations([wide.number(30), wide.number(30)], atLeast: 1_000_000) {
            (from, to) = stations
        } else {
            return false
        }
        return true
    }

    /// Stations have up to seven digits; the list's may stand before them.
    private static func stations(_ numbers: [Int], atLeast least: Int) -> (from: String, to: String)? {
        guard numbers.allSatisfy({ $0 < 100_000_000 && $0 % 10_000_000 >= least }) else { return nil }
        return (String(numbers[0] % 10_000_000), String(numbers[1] % 10_000_000))
    }
}

/// Fields of bits, one after the other; zeros behind the end.
private struct BitFields {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func skip(_ width: Int) { position += width }

    /// A number of at most 32 bits.
    mutating func number(_ width: Int) -> Int {
        var value = 0
        for _ in 0..<width {
            let byte = position / 8 < bytes.count ? bytes[position / 8] : 0
            value = value << 1 | Int(byte >> UInt8(7 - position % 8) & 1)
            position += 1
        }
        return value
    }

    /// Characters of six bits from the blank on, without the blanks behind them.
    mutating func code(_ count: Int) -> String {
        var characters = (0..<count).map { _ in UInt8(number(6) + 0x20) }
        while characters.last == 0x20 { characters.removeLast() }
        return String(decoding: characters, as: UTF8.self)
    }

    /// A code without the blanks in front, either.
    mutating func text(_ count: Int) -> String { code(count).trimmingSpaces }
}

import Formats

/// Reads sentences of GPS receivers (NMEA 0183): RMC, GGA, GLL and GNS of any satellites.
///
///     var reader = NMEAReader()
///     reader.read("$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47")   // .position(48.1173,11.51667 …)
///
/// RMC has the date and no accuracy, GGA the accuracy and no date: each adds to what the next one says.
package struct NMEAReader: Sendable {
    /// Bytes of a sentence, a few more than the standard's 82.
    package static let longest = 120
    /// What a metre of the receiver's own error becomes by a dilution of 1: a usual value for receivers without correction.
    private static let errorPerDilution = 5.0

    private var dilution: Double?
    private var altitude: Double?
    /// The date of RMC, as days since 1970.
    private var day: Int?

    package init() {}

    /// Takes a line.
    ///
    /// - Returns: nil for what is not a sentence with a position, and for one whose checksum is missing or wrong.
    package mutating func read(_ line: some StringProtocol) -> PositionReport? {
        guard let fields = Self.fields(line), let kind = fields.first, kind.utf8.count == 5 else { return nil }
        switch kind.suffix(3) {
        case "GGA" where fields.count >= 15: return gga(fields)
        case "RMC" where fields.count >= 10: return rmc(fields)
        case "GLL" where fields.count >= 7:
            guard fields[6] == "A" else { return .noFix }
            return position(fields[1...4], time: fields[5])
        case "GNS" where fields.count >= 10:
            guard fields[6].contains(where: { $0 != "N" }) else { return .noFix }
            take(dilution: fields[8], altitude: fields[9])
            return position(fields[2...5], time: fields[1])
        default: return nil
        }
    }

    private mutating func gga(_ fields: [Substring]) -> PositionReport? {
        // 0 is no fix, 6 dead reckoning without one.
        guard let quality = Int(fields[6]), 1...5 ~= quality else { return .noFix }
        take(dilution: fields[8], altitude: fields[9])
        return position(fields[2...5], time: fields[1])
    }

    private mutating func rmc(_ fields: [Substring]) -> PositionReport? {
        guard fields[2] == "A" else { return .noFix }
        let date = fields[9]
        if date.utf8.count == 6, let number = Int(date) {
            // Two digits of the year: receivers are younger than 1980.
            let year = number % 100 < 80 ? 2000 + number % 100 : 1900 + number % 100
            if let date = CivilDate(year: year, month: number / 100 % 100, day: number / 10000) {
                day = date.daysSince1970
            }
        }
        return position(fields[3...6], time: fields[1])
    }

    private mutating func take(dilution: Substring, altitude: Substring) {
        self.dilution = GeoPoint.number(dilution).flatMap { 0.1...100 ~= $0 ? $0 : nil }
        self.altitude = GeoPoint.number(altitude).flatMap { abs($0) < 20_000 ? $0 : nil }
    }

    /// `4807.038,N,01131.000,E`: degrees and minutes.
    private func position(_ fields: ArraySlice<Substring>, time: Substring) -> PositionReport? {
        let fields = Array(fields)
        guard let latitude = Self.degrees(fields[0], fields[1], "N", "S", digits: 2),
            let longitude = Self.degrees(fields[2], fields[3], "E", "W", digits: 3),
            let point = GeoPoint(latitude: latitude, longitude: longitude)
        else { return .noFix }
        return .position(
            Position(
                point, accuracy: (dilution ?? 4) * Self.errorPerDilution, altitude: altitude,
                time: timestamp(time), source: "nmea"))
    }

    private func timestamp(_ time: Substring) -> Timestamp? {
        guard let day, let clock = GeoPoint.number(time), clock >= 0, clock < 240_000 else { return nil }
        let whole = Int(clock)
        let (hours, minutes, seconds) = (whole / 10000, whole / 100 % 100, whole % 100)
        guard minutes < 60, seconds <= 60 else { return nil }
        let milliseconds = Int64(((clock - Double(whole)) * 1000).rounded())
        let total = Int64(day * 86_400 + hours * 3600 + minutes * 60 + seconds)
        return Timestamp(milliseconds: total * 1000 + milliseconds)
    }

    private static func degrees(
        _ text: Substring, _ side: Substring, _ positive: Substring, _ negative: Substring, digits: Int
    ) -> Double? {
        guard side == positive || side == negative, text.utf8.count > digits, let number = GeoPoint.number(text),
            number >= 0
        else { return nil }
        let degrees = (number / 100).rounded(.down)
        let minutes = number - degrees * 100
        guard minutes < 60 else { return nil }
        let value = degrees + minutes / 60
        return side == positive ? value : -value
    }

    /// The fields between `$` and `*`, where the checksum behind that is right.
    private static func fields(_ line: some StringProtocol) -> [Substring]? {
        let text = String(line.filter { $0 != "\r" && $0 != "\n" && $0 != "\r\n" })
        guard text.utf8.count <= longest, text.hasPrefix("$") || text.hasPrefix("!"),
            let star = text.lastIndex(of: "*"),
            text.utf8.allSatisfy({ 0x20...0x7E ~= $0 })
        else { return nil }
        let body = text[text.index(after: text.startIndex)..<star]
        let sum = body.utf8.reduce(UInt8(0), ^)
        guard text[star...].dropFirst().utf8.count == 2, UInt8(text[star...].dropFirst(), radix: 16) == sum else {
            return nil
        }
        return body.split(separator: ",", omittingEmptySubsequences: false)
    }
}

import Formats
import struct Foundation.Date

/// A moment as passes write it: a date with hours and minutes and a time zone (ISO 8601 as in W3C's note on date and time formats).
package struct PassDate: Hashable, Sendable {
    package let date: Date
    /// The day and the time of day at the place that is meant: `2026-12-24 19:30`.
    package let localText: String
    /// The zone as it is written: `Z`, `+01:00`.
    package let zone: String

    /// Why a text is not a date of a pass.
    package enum DateError: Error, Hashable {
        /// The zone is missing: `2026-12-24T19:30`.
        case withoutZone
        /// It is none, or a day that there is not.
        case wrong
    }

    /// `2026-12-24T19:30+01:00`, with or without seconds and parts of a second.
    package init(_ text: String) throws(DateError) {
        var rest = Array(text.utf8)[...]
        func digits(_ count: Int) throws(DateError) -> Int {
            let part = rest.prefix(count)
            guard part.count == count, part.allSatisfy({ 0x30...0x39 ~= $0 }) else { throw .wrong }
            rest = rest.dropFirst(count)
            return part.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        func takes(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest = rest.dropFirst()
            return true
        }
        let year = try digits(4)
        guard takes("-") else { throw .wrong }
        let month = try digits(2)
        guard takes("-") else { throw .wrong }
        guard let day = CivilDate(year: year, month: month, day: try digits(2)) else { throw .wrong }
        guard takes("T") else { throw rest.isEmpty ? .withoutZone : .wrong }
        let hour = try digits(2)
        guard takes(":") else { throw .wrong }
        let minute = try digits(2)
        var second = 0
        if takes(":") {
            second = try digits(2)
            if takes(".") { rest = rest.drop { 0x30...0x39 ~= $0 } }
        }
        guard hour < 24, minute < 60, second < 61 else { throw .wrong }
        guard !rest.isEmpty else { throw .withoutZone }
        zone = String(decoding: rest, as: UTF8.self)
        var offset = 0
        if !takes("Z") {
            let isBehind = takes("-")
            guard isBehind || takes("+") else { throw .wrong }
            let hours = try digits(2)
            _ = takes(":")
            let minutes = try digits(2)
            guard hours <= 14, minutes < 60 else { throw .wrong }
            offset = (hours * 60 + minutes) * (isBehind ? -60 : 60)
        }
        guard rest.isEmpty else { throw .wrong }
        let seconds = (day.daysSince1970 * 24 + hour) * 3600 + minute * 60 + second - offset
        date = Date(timeIntervalSince1970: Double(seconds))
        localText = "\(day) \(hour.padded(to: 2)):\(minute.padded(to: 2))"
    }
}

/// A colour of a pass: `rgb(23, 187, 82)`, or `#17bb52`, which iOS takes as well.
package struct PassColour: Hashable, Sendable {
    /// From 0 to 255.
    package let red, green, blue: UInt8

    package init?(_ text: String) {
        var numbers: [Int] = []
        if text.hasPrefix("#") {
            let digits = text.dropFirst().compactMap(\.hexDigitValue)
            guard digits.count == 6, text.unicodeScalars.count == 7 else { return nil }
            numbers = [0, 2, 4].map { digits[$0] * 16 + digits[$0 + 1] }
        } else {
            guard text.hasPrefix("rgb("), text.hasSuffix(")") else { return nil }
            let parts = text.dropFirst(4).dropLast().split(separator: ",", omittingEmptySubsequences: false)
            numbers = parts.compactMap { part in
                var digits = part.drop { $0 == " " }
                while digits.last == " " { digits.removeLast() }
                guard 1...3 ~= digits.utf8.count, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
                return Int(digits)
            }
            guard parts.count == 3 else { return nil }
        }
        guard numbers.count == 3, numbers.allSatisfy({ 0...255 ~= $0 }) else { return nil }
        (red, green, blue) = (UInt8(numbers[0]), UInt8(numbers[1]), UInt8(numbers[2]))
    }
}

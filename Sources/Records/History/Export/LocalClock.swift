import Formats
import Glibc

/// How a table shows times.
package enum ExportTimes: String, CaseIterable, Sendable {
    /// By the clock of this machine, as spreadsheets understand them: `2026-11-24 14:02:05`.
    case local
    /// Exact to the millisecond: `2026-11-24T13:02:05.042Z`.
    case utc
}

/// The clock of this machine.
enum LocalClock {
    /// Appends a time of 19 characters, or of 25 where the clock shows it twice, as in the hour that summer time ends with: then the
    /// distance from UTC stands behind it.
    ///
    /// - Parameter milliseconds: since 1970.
    static func append(_ milliseconds: Int64, to buffer: inout [UInt8]) {
        // Rounded down, also before 1970.
        let seconds = milliseconds >= 0 ? milliseconds / 1000 : (milliseconds + 1) / 1000 - 1
        var (moment, fields) = (time_t(seconds), tm())
        guard localtime_r(&moment, &fields) != nil, 0...9999 ~= fields.tm_year + 1900 else {
            return buffer.append(time: milliseconds)
        }
        let offset = Int(fields.tm_gmtoff)
        put(fields, into: &buffer)
        // The other reading of what the clock shows.
        fields.tm_isdst = fields.tm_isdst > 0 ? 0 : 1
        let (year, month, day, hour, minute) = (
            fields.tm_year, fields.tm_mon, fields.tm_mday, fields.tm_hour, fields.tm_min
        )
        let other = mktime(&fields)
        let isSameClock =
            (fields.tm_year, fields.tm_mon, fields.tm_mday, fields.tm_hour, fields.tm_min) == (
                year, month, day, hour, minute
            )
        if isSameClock, other != moment { buffer.append(contentsOf: Timestamp.zone(offset).utf8) }
    }

    private static func put(_ fields: tm, into buffer: inout [UInt8]) {
        let parts = [
            (Int(fields.tm_year) + 1900, 4), (Int(fields.tm_mon) + 1, 2), (Int(fields.tm_mday), 2),
            (Int(fields.tm_hour), 2), (Int(fields.tm_min), 2), (Int(fields.tm_sec), 2),
        ]
        let separators: [UInt8] = Array("-- ::".utf8)
        for (place, part) in parts.enumerated() {
            buffer.append(contentsOf: part.0.padded(to: part.1).utf8)
            if place < separators.count { buffer.append(separators[place]) }
        }
    }
}

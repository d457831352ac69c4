import Formats
import Foundation
import History

/// Reads what gpsd says (its JSON protocol, gpsd_json(5), protocol 3): reports of the class TPV have the position.
package enum GPSDReader {
    /// What a client asks for first.
    package static let request = "?WATCH={\"enable\":true,\"json\":true};\n"
    /// Bytes of a report; those of satellites are the longest.
    package static let longest = 16_384

    private static let utc = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// `2026-11-28T17:00:00.000Z`.
    private static func time(_ text: String) -> Timestamp? {
        ImportedTime(text, calendar: utc).map { Timestamp(milliseconds: $0.milliseconds) }
    }

    /// Takes a line.
    ///
    /// - Returns: nil for reports on other things, and for what is not one.
    package static func read(_ line: [UInt8]) -> PositionReport? {
        guard line.count <= longest, let report = try? JSONValue(parsing: line), report[key: "class"]?.string == "TPV"
        else { return nil }
        // 2 is a fix without an altitude, 3 one with it.
        guard let mode = report[key: "mode"]?.integer, mode >= 2, let latitude = report[key: "lat"]?.double,
            let longitude = report[key: "lon"]?.double,
            let point = GeoPoint(latitude: latitude, longitude: longitude)
        else { return .noFix }
        func metres(_ key: String) -> Double? { report[key: key]?.double.flatMap { 0...1e7 ~= $0 ? $0 : nil } }
        // Older versions have the errors of both axes only.
        let axes = [metres("epx"), metres("epy")].compactMap { $0 }
        let accuracy = metres("eph") ?? (axes.count == 2 ? (axes[0] * axes[0] + axes[1] * axes[1]).squareRoot() : nil)
        let altitude = mode >= 3 ? (report[key: "altMSL"] ?? report[key: "alt"])?.double : nil
        return .position(
            Position(
                point, accuracy: accuracy ?? 20, altitude: altitude,
                time: report[key: "time"]?.string.flatMap(time), source: "gpsd"))
    }
}

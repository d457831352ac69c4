import Formats

/// Where this machine is, as a source says.
package struct Position: Hashable, Sendable {
    package var point: GeoPoint
    /// The radius in metres of the circle that it is in, most likely.
    package var accuracy: Double
    /// Metres above sea level; nil if the source does not say so.
    package var altitude: Double?
    /// When it was so, by the source; nil if it does not say so.
    package var time: Timestamp?
    /// Who says so: `gpsd`, `nmea`, `fixed`.
    package var source: String

    package init(
        _ point: GeoPoint, accuracy: Double, altitude: Double? = nil, time: Timestamp? = nil, source: String
    ) {
        (self.point, self.accuracy, self.altitude, self.time, self.source) = (point, accuracy, altitude, time, source)
    }

    /// One object: latitude, longitude, accuracy, altitude, time, source; what is not known is left out.
    package var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("latitude", .number(point.latitude)), .init("longitude", .number(point.longitude)),
            .init("accuracy", .number(accuracy)),
        ]
        if let altitude { members.append(.init("altitude", .number(altitude))) }
        if let time { members.append(.init("time", .string(time.description))) }
        members.append(.init("source", .string(source)))
        return .object(members)
    }
}

/// What a line of a source says.
package enum PositionReport: Hashable, Sendable {
    case position(Position)
    /// The receiver works, and does not know where it is.
    case noFix
}

import Files

/// Places in their order, found by id and by distance.
package struct PlaceList: Sendable {
    package static let maximumPlaces = 100_000

    package private(set) var places: [Place]
    private var indices: [String: Int]

    /// Without places.
    package static let empty = PlaceList()

    private init() { (places, indices) = ([], [:]) }

    /// The places, of which no two may have one id.
    ///
    /// - Throws: `UserError` for a second place of an id, and for too many.
    package init(_ places: [Place]) throws(UserError) {
        guard places.count <= Self.maximumPlaces else {
            throw UserError("there are at most \(Self.maximumPlaces) places")
        }
        indices = [:]
        for (index, place) in places.enumerated() {
            guard indices.updateValue(index, forKey: place.id) == nil else {
                throw UserError("two places have the id \(UserError.quoted(place.id))")
            }
        }
        self.places = places
    }

    /// The place with an id; nil if there is none.
    package subscript(id: String) -> Place? { indices[id].map { places[$0] } }

    /// A place with its distance from a point.
    package struct Near: Sendable, Hashable {
        package let place: Place
        /// Metres from the point to the middle of the place.
        package let distance: Double
        /// Degrees from north to the east.
        package let bearing: Double

        /// Whether the point is within the place's radius.
        package var isInside: Bool { place.radius.map { distance <= $0 } ?? false }
    }

    /// The places that have a position, nearest first.
    ///
    /// - Parameter within: the most metres; nil, the default, for any distance.
    package func near(_ point: GeoPoint, within: Double? = nil) -> [Near] {
        let found = places.enumerated().compactMap { index, place -> (Int, Near)? in
            guard let middle = place.point else { return nil }
            let distance = point.distance(to: middle)
            guard distance <= within ?? .infinity else { return nil }
            return (index, Near(place: place, distance: distance, bearing: point.bearing(to: middle)))
        }
        return found.sorted { ($0.1.distance, $0.0) < ($1.1.distance, $1.0) }.map(\.1)
    }
}

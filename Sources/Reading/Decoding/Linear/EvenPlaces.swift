/// Whether bars lie at even distances, as far as perspective lets them: distances may grow steadily along the row.
enum EvenPlaces {
    /// Whether each of `places`, three or more, lies within `maxShift` mean distances of its place.
    static func areEven(_ places: [Double], maxShift: Double) -> Bool {
        let last = Double(places.count - 1)
        guard places.count > 2 else { return places.count == 2 }
        let pitch = (places[places.count - 1] - places[0]) / last
        // Steady growth is a parabola; its height shows in the middle.
        let middle = places.count / 2
        let share = Double(middle) / last
        let bulge = (places[middle] - (places[0] + pitch * Double(middle))) / (4 * share * (1 - share))
        guard abs(bulge) <= maxBulge * last * pitch else { return false }
        return places.enumerated().allSatisfy { i, place in
            let share = Double(i) / last
            return abs(place - (places[0] + pitch * Double(i) + bulge * 4 * share * (1 - share))) <= maxShift * pitch
        }
    }

    /// The height of the parabola as a part of the row. Geometry: distances that are twice as long at one end as at the other make 1/12.
    private static let maxBulge = 0.1
}

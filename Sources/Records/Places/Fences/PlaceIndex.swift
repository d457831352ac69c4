import Foundation

/// Finds the places around a point among many, by cells of a grid in space: neither the poles nor 180° are special.
///
/// Each place is in the cell of its middle, in a grid whose cells are at least as wide as its radius, so only the 27 cells around a
/// point can hold a place that the point is in.
struct PlaceIndex: Sendable {
    private struct Cell: Hashable {
        let level: Int8
        let x, y, z: Int32
    }

    private var cells: [Cell: [Int32]] = [:]
    private var levels: Set<Int8> = []

    /// An index of places by their numbers; those without a radius are not in it.
    init(_ places: [Place], margin: (Double) -> Double) {
        for (number, place) in places.enumerated() {
            guard let point = place.point, let radius = place.radius else { continue }
            let level = Self.level(radius + margin(radius))
            levels.insert(level)
            cells[Self.cell(of: Self.vector(point), level), default: []].append(Int32(number))
        }
    }

    /// Calls `body` with the numbers of all places whose circle may hold the point, and of some others near by.
    func forEach(around point: GeoPoint, _ body: (Int) -> Void) {
        let vector = Self.vector(point)
        for level in levels {
            let cell = Self.cell(of: vector, level)
            for x in cell.x - 1...cell.x + 1 {
                for y in cell.y - 1...cell.y + 1 {
                    for z in cell.z - 1...cell.z + 1 {
                        cells[Cell(level: level, x: x, y: y, z: z)]?.forEach { body(Int($0)) }
                    }
                }
            }
        }
    }

    /// The grid whose cells are 2 to the power of it metres wide, at least as wide as the radius.
    private static func level(_ radius: Double) -> Int8 { Int8(max(0, ceil(log2(radius)))) }

    /// Metres from the middle of the earth: the straight line between two points is not longer than that along the ground.
    private static func vector(_ point: GeoPoint) -> SIMD3<Double> {
        let (latitude, longitude) = (point.latitude * .pi / 180, point.longitude * .pi / 180)
        return GeoPoint.earthRadius
            * SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
    }

    private static func cell(of vector: SIMD3<Double>, _ level: Int8) -> Cell {
        let width = Double(1 << Int(level))
        let place = (vector / width).rounded(.down)
        return Cell(level: level, x: Int32(place.x), y: Int32(place.y), z: Int32(place.z))
    }
}

import Formats
import Places
import Surface
import Testing

@testable import Screens

/// The list of places beside the map.
@Suite struct PlacesScreenTests {
    private func place(
        _ id: String, _ name: String, _ latitude: Double, _ longitude: Double, _ radius: Double?, zone: String = ""
    ) throws -> Place {
        try Place(
            id: id, name: name, point: GeoPoint(latitude: latitude, longitude: longitude), radius: radius, zone: zone)
    }

    private func model(_ position: Position?) throws -> AppModel {
        let list = try PlaceList([
            try place("market", "Market square", 52.52, 13.405, 150, zone: "Mitte"),
            try place("hall", "Hall 3", 52.5215, 13.4095, 60), try place("quay", "Quay", 52.518, 13.40, nil),
            try Place(id: "cellar", name: "Wine cellar", zone: "Below"),
        ])
        var model = AppModel()
        model.places.position = position
        let near = position.map { list.near($0.point) }
        model.places.rows =
            near.map { $0.map { PlaceRow($0.place, near: $0) } + [PlaceRow(list.places[3])] }
            ?? list.places.map { PlaceRow($0) }
        model.places.id = "market"
        return model
    }

    private func drawn(_ model: AppModel, _ size: (Int, Int), _ keys: [Command] = []) -> Canvas {
        var screen = PlacesScreen()
        var context: RenderContext = Samples.context
        context.model = model
        var canvas = Canvas(width: size.0, height: size.1)
        screen.fit(canvas.bounds, context: context)
        for key in keys {
            _ = screen.handle(key, model: model)
            screen.fit(canvas.bounds, context: context)
        }
        screen.render(into: &canvas, context: context)
        return canvas
    }

    @Test(arguments: [(100, 30), (60, 24), (40, 12)]) func listAndMap(width: Int, height: Int) throws {
        let position = GeoPoint(latitude: 52.5195, longitude: 13.4035).map {
            Position($0, accuracy: 40, source: "gpsd")
        }
        try expectGolden("places-\(width)x\(height)", drawn(try model(position), (width, height)))
    }

    @Test func withoutAPositionTheZonesAreShown() throws {
        try expectGolden("places-80x24", drawn(try model(nil), (80, 24), [.selectNext, .increase, .mapEast]))
        try expectGolden("places-empty", drawn(AppModel(), (80, 24)))
    }

    @Test func enterAsksAboutThePlace() throws {
        var screen = PlacesScreen()
        let model = try model(nil)
        _ = screen.handle(.selectNext, model: model)
        #expect(screen.handle(.open, model: model) == [.places(.ask(id: "hall"))])
    }
}

/// Where points are on the map.
@Suite struct PlaceMapTests {
    private func map(_ points: [(Double, Double)], width: Int = 60, height: Int = 20) -> PlaceMap {
        var map = PlaceMap()
        map.resize(width: width, height: height, cellAspect: 2)
        map.fit(points.compactMap { GeoPoint(latitude: $0.0, longitude: $0.1) })
        return map
    }

    @Test(arguments: [
        [(52.5, 13.4), (52.6, 13.5)], [(0, 179.9), (0.1, -179.9)], [(89.9, 0), (89.9, 180)], [(-33, 151)],
        [(1, 1), (1, 1)],
    ]) func allPointsAreShown(points: [(Double, Double)]) {
        let map = map(points)
        for point in points.compactMap({ GeoPoint(latitude: $0.0, longitude: $0.1) }) {
            let (column, row) = map.cell(of: point)
            #expect(0..<60 ~= column && 0..<20 ~= row, "\(point) at \(column), \(row)")
        }
    }

    /// A circle of a given radius has it on the map: north is above, and cells are twice as high as wide.
    @Test func distancesAreTrue() throws {
        let map = map([(52.5, 13.4), (52.51, 13.42)])
        let middle = try #require(map.middle)
        let (column, row) = map.cell(of: middle)
        #expect(abs(column - 30) < 1e-6 && abs(row - 10) < 1e-6)
        let north = try #require(GeoPoint(latitude: middle.latitude + 0.001, longitude: middle.longitude))
        let east = try #require(GeoPoint(latitude: middle.latitude, longitude: middle.longitude + 0.001))
        #expect(map.cell(of: north).row < row && map.cell(of: east).column > column)
        #expect(abs((row - map.cell(of: north).row) * map.scale - middle.distance(to: north)) < 0.2)
        #expect(abs((map.cell(of: east).column - column) * map.scale / 2 - middle.distance(to: east)) < 0.2)
    }

    @Test func zoomingAndMovingHaveEnds() {
        var map = map([(52.5, 13.4), (52.6, 13.5)])
        for _ in 0..<200 { map.zoom(by: 1) }
        for _ in 0..<500 { map.pan(columns: 1, rows: -1) }
        #expect(map.scale == 500_000)
        #expect(map.middle.map { abs($0.latitude) <= 90 && abs($0.longitude) <= 180 } == true)
        for _ in 0..<200 { map.zoom(by: -1) }
        #expect(map.scale == 0.05)
    }

    @Test(arguments: [(7.0, 5.0), (1, 1), (0.99, 0.5), (250, 200), (999, 500), (1000, 1000), (23_000, 20_000)])
    func scalesAreRound(metres: Double, round: Double) {
        #expect(abs(PlaceMap.round(metres) - round) < round * 1e-9)
    }
}

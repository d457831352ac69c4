import Config
import Foundation
import History
import Places
import Symbols
import Testing

@testable import Services

/// The place of scans by positions, and by how long they last.
@Suite struct PlaceFollowerTests {
    private func place(_ id: String, _ latitude: Double, _ radius: Double) throws -> Place {
        try Place(id: id, point: GeoPoint(latitude: latitude, longitude: 13), radius: radius)
    }

    private func report(_ latitude: Double, _ accuracy: Double = 5) throws -> PositionWatch.State {
        .position(
            Position(
                try #require(GeoPoint(latitude: latitude, longitude: 13)), accuracy: accuracy, source: "gpsd"))
    }

    /// Of a hall in a fair the hall counts; on leaving it the fair; elsewhere nothing.
    @Test func theSmallestPlaceCounts() throws {
        let history = try HistoryStore.inMemory(called: "test")
        defer { history.close() }
        let keeping = ScanKeeping(in: history, Settings())
        var follower = PlaceFollower(
            [try place("fair", 52, 1000), try place("hall", 52, 100)], .gpsd(host: "x", port: "1"), recording: .exact)
        var places: [String?] = []
        for (second, latitude) in [(0.0, 52.0), (20, 52), (40, 52.003), (60, 52.003), (80, 52.1), (100, 52.1)] {
            _ = follower.take(try report(latitude), at: second, for: keeping)
            places.append(keeping.current.fields[Location.placeField])
        }
        #expect(places == [nil, "hall", "hall", "fair", "fair", nil])
    }

    /// A place that a code has set stays where this machine leaves another one.
    @Test func leavingAnotherPlaceChangesNothing() throws {
        let history = try HistoryStore.inMemory(called: "test")
        defer { history.close() }
        let keeping = ScanKeeping(in: history, Settings())
        var follower = PlaceFollower([try place("fair", 52, 100)], .gpsd(host: "x", port: "1"), recording: .exact)
        for second in [0.0, 20] { _ = follower.take(try report(52), at: second, for: keeping) }
        var run = keeping.current
        (run.fields[Location.placeField], run.fields[Location.shelfField]) = ("cellar", "A4")
        keeping.current = run
        for second in [40.0, 60] { _ = follower.take(try report(53), at: second, for: keeping) }
        #expect(follower.current.isEmpty)
        #expect(keeping.current.fields == ["place": "cellar", "shelf": "A4"])
    }

    /// Jumps and positions of low accuracy set no place; where there is no fix the last one holds.
    @Test func doubtSetsNoPlace() throws {
        let history = try HistoryStore.inMemory(called: "test")
        defer { history.close() }
        let keeping = ScanKeeping(in: history, Settings())
        var follower = PlaceFollower([try place("fair", 52, 100)], .gpsd(host: "x", port: "1"), recording: .exact)
        for second in stride(from: 0.0, to: 100, by: 5) {
            _ = follower.take(try report(52, 5000), at: second, for: keeping)
        }
        #expect(keeping.current.fields[Location.placeField] == nil)
        for second in [100.0, 120] { _ = follower.take(try report(52), at: second, for: keeping) }
        _ = follower.take(try report(53), at: 125, for: keeping)
        _ = follower.take(.noFix, at: 126, for: keeping)
        _ = follower.take(.failed("gone"), at: 140, for: keeping)
        _ = follower.take(try report(52), at: 150, for: keeping)
        #expect(keeping.current.fields[Location.placeField] == "fair")
    }

    /// Secrets and documents do not say where they were scanned.
    @Test func secretsHaveNoPosition() throws {
        let history = try HistoryStore.inMemory(called: "test")
        defer { history.close() }
        let keeping = ScanKeeping(in: history, Settings())
        keeping.locate(
            Position(try #require(GeoPoint(latitude: 52, longitude: 13)), accuracy: 5, source: "gpsd"), .rounded)
        keeping.hear("e2c56db5-dffb-48d2-b060-d0f5a71096e0:1:2")
        func fields(_ text: String) throws -> [String: String] {
            let corner = Point(x: 0, y: 0)
            let symbol = Symbol(
                content: SymbolContent(symbology: .qrCode, text: text),
                corners: Quadrilateral(topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner))
            return keeping.take(Scan(time: Date(), source: "test", symbol: symbol)).unkept.run.fields
        }
        #expect(
            try fields("BOX") == [
                "latitude": "52.00", "longitude": "13.00", "accuracy": "800", "position-source": "gpsd",
                "beacon": "e2c56db5-dffb-48d2-b060-d0f5a71096e0:1:2",
            ])
        #expect(try fields("WIFI:T:WPA;S:Cafe;P:s3cr3t-word;;") == [:])
        #expect(try fields("M1DOE/JANE            EABC123 JFKLHRBA 0123 123Y012A0001 100") == [:])
        keeping.locate(nil, .exact)
        keeping.hear(nil)
        #expect(try fields("BOX") == [:])
    }
}

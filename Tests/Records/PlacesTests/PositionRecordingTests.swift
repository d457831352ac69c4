import Testing

@testable import Places

/// What the history keeps of positions.
@Suite struct PositionRecordingTests {
    private func position(_ latitude: Double, _ longitude: Double, _ accuracy: Double = 12.2) throws -> Position {
        Position(
            try #require(GeoPoint(latitude: latitude, longitude: longitude)), accuracy: accuracy, source: "gpsd")
    }

    @Test func exactPositionsHaveFiveDecimals() throws {
        let fields = PositionRecording.exact.fields(of: try position(52.5200049, -0.000004))
        #expect(
            fields == [
                "latitude": "52.52000", "longitude": "0.00000", "accuracy": "13", "position-source": "gpsd",
            ])
        #expect(PositionRecording.text(of: fields) == "52.52000,0.00000 ± 13 m (gpsd)")
    }

    /// A kilometre around a door says nothing about whose door it is.
    @Test func roundedPositionsHaveTwoDecimalsAndSaySo() throws {
        let fields = PositionRecording.rounded.fields(of: try position(-33.86785, 151.20732))
        #expect(fields["latitude"] == "-33.87" && fields["longitude"] == "151.21" && fields["accuracy"] == "800")
        #expect(PositionRecording.rounded.fields(of: try position(0, 0, 5000))["accuracy"] == "5000")
    }

    @Test func nothingIsKeptWhereNobodyWantsIt() throws {
        #expect(PositionRecording.none.fields(of: try position(1, 2)) == [:])
        #expect(PositionRecording.text(of: ["latitude": "x", "longitude": "2"]) == nil)
        #expect(PositionRecording.text(of: [:]) == nil)
    }

    @Test(arguments: [
        "fixed:52.52000,13.40500", "gpsd", "geoclue", "gpsd:example.org:2947", "gpsd:[::1]:2000", "nmea:/dev/ttyACM0",
    ])
    func sourcesAreWrittenAsTheyAreRead(text: String) throws { #expect(try PositionSource(text).text == text) }

    @Test func linksAreKeptInEachFormOfFile() throws {
        let place = try Place(
            id: "market", name: "Market",
            links: [
                .collection: "Sale", .priceList: "prices", .session: "Saturday", .event: "fair",
                .beacon: "E2C56DB5DFFB48D2B060D0F5A71096E0:7",
            ])
        #expect(place.links[.beacon] == "e2c56db5-dffb-48d2-b060-d0f5a71096e0:7")
        for format in PlaceFile.Format.allCases {
            #expect(try PlaceFile(format.bytes(of: [place]), format: format).places == [place], "\(format)")
        }
    }

    @Test(arguments: ["", "7", "E2C56DB5DFFB48D2B060D0F5A71096E0", "E2C56DB5DFFB48D2B060D0F5A71096E0:65536", "x:1"])
    func whatIsNoBeaconIsRefused(text: String) {
        if text.isEmpty { return }
        #expect(throws: (any Error).self) { try Place(id: "a", links: [.beacon: text]) }
    }
}

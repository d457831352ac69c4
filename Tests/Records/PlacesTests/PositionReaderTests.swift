import SeededRandomness
import Testing

@testable import Places

@Suite struct PositionReaderTests {
    private func sentence(_ body: String) -> String {
        let sum = body.utf8.reduce(UInt8(0), ^)
        let digits = String(sum, radix: 16, uppercase: true)
        return "$\(body)*\(digits.count == 1 ? "0" : "")\(digits)\r\n"
    }

    private func position(_ report: PositionReport?) throws -> Position {
        guard case .position(let position)? = report else { throw Missing() }
        return position
    }

    private struct Missing: Error {}

    /// The usual example of the sentence.
    @Test func aSentenceOfAReceiver() throws {
        var reader = NMEAReader()
        let report = reader.read("$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47")
        let position = try position(report)
        #expect(abs(position.point.latitude - 48.1173) < 1e-6)
        #expect(abs(position.point.longitude - 11.516667) < 1e-6)
        #expect((position.accuracy, position.altitude, position.time) == (4.5, 545.4, nil))
    }

    @Test func sentencesAddToEachOther() throws {
        var reader = NMEAReader()
        let first = try position(reader.read(sentence("GNRMC,170000.50,A,3352.128,S,15112.558,W,0.0,,281126,,,A")))
        #expect(first.time?.description == "2026-11-28T17:00:00.500Z")
        #expect(first.point.latitude < 0 && first.point.longitude < 0)
        let second = try position(reader.read(sentence("GNGGA,170001,3352.128,S,15112.558,W,2,08,2.0,-3.5,M,,M,,")))
        #expect((second.accuracy, second.altitude) == (10, -3.5))
        #expect(second.time?.description == "2026-11-28T17:00:01.000Z")
        #expect(try position(reader.read(sentence("GPGLL,4916.45,N,12311.12,W,225444,A,"))).point.latitude > 49)
    }

    @Test(arguments: [
        "GPGGA,123519,,,,,0,00,,,M,,M,,", "GPRMC,123519,V,,,,,,,230394,,", "GPGLL,,,,,,V,",
        "GPGGA,123519,4860.000,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
        "GPGGA,123519,9907.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
        "GNGNS,123519,4807.038,N,01131.000,E,NN,08,0.9,545.4,46.9,,",
    ])
    func withoutAFixThereIsNoPosition(body: String) {
        var reader = NMEAReader()
        #expect(reader.read(sentence(body)) == .noFix)
    }

    @Test(arguments: [
        "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*48",
        "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,", "", "$*00", "GPGGA", "$GPGSV,1*7F",
    ])
    func otherLinesSayNothing(line: String) {
        var reader = NMEAReader()
        #expect(reader.read(line) == nil)
    }

    /// gpsd_json(5), gpsd 3.22.
    @Test func aReportOfGPSD() throws {
        let line =
            #"{"class":"TPV","device":"/dev/pts/1","mode":3,"time":"2026-11-28T17:00:00.000Z","ept":0.005,"lat":48.1173,"lon":11.5166,"altMSL":545.4,"epx":3.0,"epy":4.0,"eph":9.5}"#
        let position = try position(GPSDReader.read(Array(line.utf8)))
        #expect((position.accuracy, position.altitude, position.source) == (9.5, 545.4, "gpsd"))
        #expect(position.time?.description == "2026-11-28T17:00:00.000Z")
        let older = line.replacing(#","eph":9.5"#, with: "")
        #expect(try self.position(GPSDReader.read(Array(older.utf8))).accuracy == 5)
        #expect(GPSDReader.read(Array(line.replacing(#""mode":3"#, with: #""mode":1"#).utf8)) == .noFix)
        #expect(GPSDReader.read(Array(line.replacing("48.1173", with: "148.1").utf8)) == .noFix)
        #expect(GPSDReader.read(Array(#"{"class":"SKY","satellites":[]}"#.utf8)) == nil)
    }

    @Test func survivesDamage() {
        var random = SplitMix(state: 5)
        let lines = [
            "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47",
            #"{"class":"TPV","mode":3,"lat":48.1173,"lon":11.5166}"#,
        ]
        for round in 0..<5000 {
            var bytes = Array(lines[round % 2].utf8)
            for _ in 0..<3 {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            var reader = NMEAReader()
            for report in [reader.read(String(decoding: bytes, as: UTF8.self)), GPSDReader.read(bytes)] {
                if case .position(let position)? = report { #expect(position.accuracy >= 0) }
            }
        }
    }
}

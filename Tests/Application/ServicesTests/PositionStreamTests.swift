import Files
import LoopbackServers
import Places
import TestFolders
import Testing

@testable import Services

@Suite struct PositionStreamTests {
    @Test(arguments: [
        ("gpsd", "gpsd at 127.0.0.1:2947"), ("gpsd:box", "gpsd at box:2947"), ("gpsd:box:1", "gpsd at box:1"),
        ("gpsd:[::1]:3000", "gpsd at [::1]:3000"), ("gpsd:::1", "gpsd at [::1]:2947"),
        ("nmea:/dev/ttyACM0", "/dev/ttyACM0"), ("fixed:1,2", "the fixed position"),
    ])
    func sourcesByTheirTexts(text: String, title: String) throws {
        #expect(try PositionSource(text).title == title)
    }

    @Test(arguments: [
        "", "gps", "gpsd:", "gpsd:box:0", "gpsd:box:x", "gpsd:[::1", "nmea", "nmea:", "fixed", "fixed:1", "fixed:91,0",
    ])
    func otherTextsAreRefused(text: String) { #expect(throws: UserError.self) { try PositionSource(text) } }

    @Test func aFixedPositionIsThereOnce() throws {
        let stream = try PositionStream(try PositionSource("fixed:52.52,13.405"))
        guard case .position(let position)? = try stream.next(until: .now) else {
            Issue.record("no position")
            return
        }
        #expect((position.point.text, position.accuracy, position.source) == ("52.52000,13.40500", 0, "fixed"))
        #expect(try stream.next(until: .now) == nil)
    }

    /// gpsd is asked to watch; what it says in pieces, and what is not a position, is passed over.
    @Test func reportsOfGPSD() throws {
        let server = try LoopbackServer { connection in
            guard connection.line() == #"?WATCH={"enable":true,"json":true};"# else { return }
            connection.send("{\"class\":\"VERSION\",\"release\":\"3.22\"}\r\n{\"class\":\"TPV\",\"mo")
            connection.send(
                "de\":1}\r\nnonsense\n{\"class\":\"TPV\",\"mode\":3,\"lat\":52.5,\"lon\":13.25,\"eph\":7}\r\n")
            connection.waitForEnd()
        }
        let stream = try PositionStream(.gpsd(host: "127.0.0.1", port: "\(server.port)"))
        let end = ContinuousClock.now + .seconds(600)
        #expect(try stream.next(until: end) == .noFix)
        guard case .position(let position)? = try stream.next(until: end) else {
            Issue.record("no position")
            return
        }
        #expect((position.point.text, position.accuracy) == ("52.50000,13.25000", 7))
        // Then it says nothing, and nobody waits for ever.
        #expect(try stream.next(until: .now + .milliseconds(20)) == nil)
    }

    @Test func aSourceThatEndsOrIsNotThereIsSaid() throws {
        let server = try LoopbackServer { _ = $0.line() }
        let stream = try PositionStream(.gpsd(host: "127.0.0.1", port: "\(server.port)"))
        #expect(throws: UserError.self) { try stream.next(until: .now + .seconds(600)) }
        let closed = try LoopbackServer { _ in }.port
        let error = #expect(throws: UserError.self) {
            // The port of a server that is gone.
            for _ in 0..<1000 { _ = try PositionStream(.gpsd(host: "127.0.0.1", port: "\(closed)")) }
        }
        #expect(error?.description.contains("cannot be reached") == true)
        let missing = #expect(throws: UserError.self) { try PositionStream(.nmea(path: "/dev/none/gps")) }
        #expect(missing?.description.contains("/dev/none/gps cannot be read") == true)
        let folder = try TestFolder()
        let unreadable = #expect(throws: UserError.self) {
            try PositionStream(.nmea(path: folder.path)).next(until: .now + .seconds(600))
        }
        #expect(unreadable?.description.hasSuffix("cannot be read: Is a directory") == true)
    }

    @Test func aLogOfAReceiverIsReadToItsEnd() throws {
        let folder = try TestFolder()
        let line = "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47"
        let path = try folder.file(
            "log.nmea", "garbage\r\n\(line)\r\n\(String(repeating: "x", count: 40_000))\n\(line)")
        let stream = try PositionStream(.nmea(path: path))
        var positions = 0
        while let report = try stream.next(until: .now + .seconds(600)) {
            if case .position = report { positions += 1 }
        }
        #expect(positions == 2)
        #expect(stream.isFile)
    }
}

import Foundation
import Testing

/// `places` and `where`, as scripts use them.
@Suite struct PlacesCommandTests {
    let program: Program

    init() throws { program = try Program() }

    private func run(_ arguments: String..., input: String = "") async throws -> Program.Result {
        try await program.run(["places"] + arguments, input: Array(input.utf8))
    }

    @Test func placesAreAddedFoundExportedAndRemoved() async throws {
        #expect(try await run("list").status == 1)
        let added = try await run("add", "market", "Market square", "--at", "52.52,13.405", "--radius", "80")
        #expect((added.status, added.output) == (0, "added\tmarket\tMarket square\n"))
        _ = try await run("add", "sydney", "--at", "-33.8688,151.2093")
        _ = try await run("add", "cellar", "--code", "SHELF-*", "--zone", "below")
        #expect(
            try await run("list").output == """
                market\tMarket square\t\t52.52000,13.40500\t80.0\t\t
                sydney\tsydney\t\t-33.86880,151.20930\t\t\t
                cellar\tcellar\t\t\t\tbelow\tSHELF-*

                """)
        #expect(
            try await run("near", "52.5209,13.405").output.split(separator: "\n").map { $0.prefix(25) }
                == ["market\tMarket square\t100\t", "sydney\tsydney\t16094496\t-3"])
        #expect(try await run("near", "52.5209,13.405", "--within", "50").status == 1)
        let json = try await run("near", "52.5209,13.405", "--within", "500", "--json").output
        #expect(json.contains(#""distance":100.1,"bearing":180}"#))
        let file = program.folder.path + "/places.geojson"
        #expect(try await run("export", "-o", file).output.hasPrefix("3 places written to "))
        #expect(try await run("remove", "market", "none").status == 1)
        #expect(try await run("list").output.hasPrefix("sydney"))
        #expect(try await run("import", file).output == "1 added, 2 replaced\n")
        #expect(try await run("import", "-", input: "id,lat\na,\nb,1\n").status == 1)
        let wrong = try await run("add", "x", "--radius", "5")
        #expect(wrong.status == 2 && wrong.errors.contains("a radius needs a latitude"))
    }

    @Test func whereThisMachineIs() async throws {
        _ = try await run("add", "market", "Market square", "--at", "52.52,13.405", "--radius", "80")
        let inside = try await program.run(["where", "--from", "fixed:52.52,13.4051"])
        #expect((inside.status, inside.output) == (0, "52.52000,13.40510  (fixed)\nin Market square\n"))
        let near = try await program.run(["where", "--from", "fixed:52.53,13.405"])
        #expect(near.output == "52.53000,13.40500  (fixed)\n1.1 km from Market square, which is south\n")
        let log = try program.file(
            "log.nmea", Array("$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\n".utf8))
        let json = try await program.run(["where", "--from", "nmea:\(log)", "--json"]).output
        #expect(json.contains(#""accuracy":4.5,"altitude":545.4,"source":"nmea","places":[],"nearest":{"id":"market""#))
        let empty = try program.file("empty.nmea", [])
        #expect(try await program.run(["where", "--from", "nmea:\(empty)"]).status == 1)
        let unnamed = try await program.run(["where"])
        #expect(unnamed.status == 2 && unnamed.errors.contains("use --from SOURCE"))
        _ = try program.file(
            "config/quietzone/config.toml", Array("[places]\nposition = \"fixed:52.52,13.4051\"\n".utf8))
        #expect(try await program.run(["where"]).output == inside.output)
        for source in ["gps", "fixed:1", "nmea:/dev/none/x", "gpsd:127.0.0.1:1"] {
            let refused = try await program.run(["where", "--from", source])
            #expect(
                refused.status == 2 && refused.errors.split(separator: "\n").count == 1, "\(source): \(refused.errors)")
        }
    }

    /// A log of a receiver says which places were entered and left, by its own time; a place that was only crossed does not count.
    @Test func placesAreFollowedAlongALog() async throws {
        _ = try await run("add", "market", "Market square", "--at", "52.52,13.405", "--radius", "80")
        _ = try await run("add", "kiosk", "--at", "52.54,13.405", "--radius", "30")
        var log = ""
        // Far away, at the market, past the kiosk for five seconds, far away.
        let stays = [(20, 52.50), (25, 52.52), (20, 52.53), (5, 52.54), (20, 52.55)]
        var second = 0
        for (seconds, latitude) in stays {
            for _ in 0..<seconds {
                let degrees = Int(latitude)
                let minutes = String(format: "%02d%07.4f", degrees, (latitude - Double(degrees)) * 60)
                let time = String(format: "12%02d%02d", second / 60, second % 60)
                log += Self.sentence("GPRMC,\(time),A,\(minutes),N,01324.3000,E,,,150626,,") + "\n"
                second += 1
            }
        }
        let file = try program.file("track.nmea", Array(log.utf8))
        let followed = try await program.run(["where", "--from", "nmea:\(file)", "--follow"])
        #expect(followed.status == 0)
        #expect(followed.output == "entered\tmarket\tMarket square\nleft\tmarket\tMarket square\n")
        let json = try await program.run(["where", "--from", "nmea:\(file)", "--follow", "--json"]).output
        #expect(json.hasPrefix(#"{"event":"entered","place":"market","latitude":52.5"#))
        #expect(json.contains("2026-06-15T12:00:30"))
    }

    private static func sentence(_ body: String) -> String {
        "$\(body)*" + String(format: "%02X", body.utf8.reduce(0, ^))
    }
}

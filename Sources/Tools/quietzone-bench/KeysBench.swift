import ArgumentParser
import CLinux
import Foundation
import Places

/// How soon a key is answered while services do not answer: the system's message bus, and gpsd.
struct KeysBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "How soon keys are answered while no service answers, beside none being asked.")

    @Argument(help: "How many keys.")
    var keys = 40

    @OptionGroup var tested: TestedProgram

    private static let limit = 5.0

    mutating func validate() { keys = max(3, keys) }

    func run() throws {
        let program = try tested.builtPath()
        print("milliseconds from ? to the list of keys, with --source demo".column(62) + "  median     p95")
        for services in Services.allCases {
            let times = try withTemporaryFolder { try measured(program, services, home: $0) }.sorted()
            let p95 = times[min(times.count - 1, Int((Double(times.count) * 0.95).rounded(.up)) - 1)]
            print(services.rawValue.column(62) + String(format: "%8.1f%8.1f", times[times.count / 2], p95))
        }
        print("goal: 50")
    }

    private enum Services: String, CaseIterable {
        case none = "nobody is asked"
        case bluetooth = "a silent bus: beacons and GeoClue"
        case gpsd = "a silent gpsd"
    }

    private func measured(_ program: String, _ services: Services, home: String) throws -> [Double] {
        let (bus, gpsd) = (try SilentServer(path: home + "/bus"), try SilentServer())
        defer { withExtendedLifetime((bus, gpsd)) {} }
        setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=\(home)/bus", 1)
        try FileManager.default.createDirectory(atPath: home + "/quietzone", withIntermediateDirectories: true)
        let beacon = "e2c56db5-dffb-48d2-b060-d0f5a71096e0:1"
        try PlaceStore(home + "/quietzone/places.sqlite").put([try Place(id: "fair", links: [.beacon: beacon])])
        let settings =
            switch services {
            case .none: ""
            case .bluetooth: "[places]\nbeacons = true\nposition = \"geoclue\"\n"
            case .gpsd: "[places]\nposition = \"gpsd:127.0.0.1:\(gpsd.port)\"\n"
            }
        try settings.write(toFile: home + "/quietzone/config.toml", atomically: true, encoding: .utf8)
        let (master, slave) = try PseudoTerminal.open(columns: 120, rows: 40)
        defer { Foundation.close(master) }
        let child = try PseudoTerminal.start(program, ["--source", "demo"], home: home, on: slave)
        defer {
            kill(child, SIGTERM)
            waitpid(child, nil, 0)
        }
        try wait(for: "istory", master, answering: true)
        return try (0..<keys).map { _ in
            let begun = ContinuousClock.now
            type("?", master)
            try wait(for: "Moving", master)
            let time = WallClock.milliseconds(since: begun)
            type("\u{1B}", master)
            try wait(for: "istory", master)
            return time
        }
    }

    private func type(_ text: String, _ master: Int32) {
        let bytes = Array(text.utf8)
        _ = write(master, bytes, bytes.count)
    }

    /// Reads until `words` are drawn.
    private func wait(for words: String, _ master: Int32, answering: Bool = false) throws {
        var text = ""
        var isAnswered = !answering
        var buffer = [UInt8](repeating: 0, count: 65536)
        let begun = ContinuousClock.now
        while WallClock.milliseconds(since: begun) < Self.limit * 1000 {
            guard qz_poll([master], 1, 100) == 1 else { continue }
            let count = read(master, &buffer, buffer.count)
            guard count > 0 else { break }
            text += String(decoding: buffer[..<count], as: UTF8.self)
            if !isAnswered, text.contains("\u{1B}[c") {
                isAnswered = true
                type("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}[?62;22c", master)
            }
            if text.contains(words) { return }
        }
        throw BenchError("“\(words)” was not drawn within \(Self.limit) s: \(text.suffix(300).debugDescription)")
    }
}

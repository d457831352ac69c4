import Capture
import Config
import Files
import Foundation
import History
import Lookup
import Places
import Services
import Surface
import Testing

@testable import FullScreen

/// The whole full-screen program with a terminal, a source and a clock that the test has in its hands.
///
///     try TestedApp.run { app in
///         app.source.show(["https://example.org/"])
///         try app.wait(for: "example.org")
///     }
final class TestedApp {
    let terminal: FakeTerminal
    let source = FakeSource()
    let keeping: ScanKeeping
    private(set) var scanner: ScannerApp
    private let clock: Clock

    /// A clock that the test can put forward, and stop.
    private final class Clock {
        var offset = Duration.zero
        var stopped: ContinuousClock.Instant?
        var now: ContinuousClock.Instant { (stopped ?? .now) + offset }
    }

    /// Nothing a test waits for takes that long, on a machine that is busy with other things.
    private static let patience = Duration.seconds(60)

    private init(
        _ settings: Settings, _ folder: String, features: [any Feature.Type], door: DoorOpening?, isDemo: Bool,
        isPrivate: Bool, prepare: (inout AppStart) -> Void, lookups: @escaping @Sendable () throws -> LookupEngine
    ) throws {
        terminal = try FakeTerminal(columns: 110, rows: 32)
        let path = folder + "/history.sqlite"
        let history =
            isPrivate ? try HistoryStore.inMemory(called: "the private history") : try HistoryStore.open(at: path)
        let places = try PlaceStore(folder + "/places.sqlite", for: .reading).list().places
        keeping = ScanKeeping(in: history, settings, locations: LocationCodes(places))
        let none = CameraSystem(calls: .system, paths: CameraPaths(devices: folder + "/no", system: folder + "/no"))
        let clock = Clock()
        self.clock = clock
        var settings = settings
        settings.keys = KeyMap(FeatureTable(features).commands)
        var selection = source.selection
        selection.isDemo = isDemo
        var start = AppStart(
            settings: settings, terminal: terminal, keeping: keeping, source: selection,
            cameras: try CameraOptions(settings, format: nil, memory: nil, system: none),
            makeReader: { [source] _ in source.reader() }, warnings: LateLines())
        start.keptHistory = path
        start.viewMemory = folder + "/view.json"
        start.now = { clock.now }
        start.features = features
        start.door = door
        start.lookups = { _ in try lookups() }
        start.places = folder + "/places.sqlite"
        start.collections = folder + "/collections.sqlite"
        start.products = folder + "/products"
        start.inventory = folder + "/inventory.sqlite"
        prepare(&start)
        scanner = try ScannerApp(start, signals: nil)
    }

    /// Runs the program for `body` in a folder of its own, and ends it.
    ///
    /// - Parameters:
    ///   - door: the door that it begins with; default none.
    ///   - isDemo: whether its source is the demo; default no.
    ///   - isPrivate: whether nothing is kept; default no.
    ///   - prepare: changes what it is started with; by default nothing.
    ///   - lookups: makes what looks products up; by default it asks nobody.
    ///   - body: may read the history only by `kept`.
    /// - Returns: what the program leaves behind.
    @discardableResult
    static func run(
        _ settings: Settings = Settings(), in folder: String? = nil, features: [any Feature.Type] = Features.all,
        door: DoorOpening? = nil, isDemo: Bool = false, isPrivate: Bool = false,
        prepare: (inout AppStart) -> Void = { _ in }, lookups: (@Sendable () throws -> LookupEngine)? = nil,
        _ body: (TestedApp) throws -> Void
    ) throws -> ScannerApp.End {
        let own = FileManager.default.temporaryDirectory.appending(path: "quietzone-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: own) }
        let app = try TestedApp(
            settings, folder ?? own, features: features, door: door, isDemo: isDemo, isPrivate: isPrivate,
            prepare: prepare,
            lookups: lookups ?? {
                let products = OfflineProducts(in: own + "/products")
                return LookupEngine(LookupSettings(), store: try LookupStore(), products: products, version: "test")
            })
        try LoopThread.run {
            app.scanner.begin()
            try body(app)
        }
        let end = app.scanner.end()
        app.keeping.history.close()
        return end
    }

    /// What the history holds, the oldest first.
    var kept: [String] {
        get throws {
            try LoopThread.excuse {
                try keeping.history.entries().reversed().map { $0.scan.symbol.content.text ?? "" }
            }
        }
    }

    /// What is on the screen.
    var screen: String { terminal.shown }

    /// Stops the program's clock: nothing that it waits for comes too late, however slow the machine is.
    func stopClock() { clock.stopped = .now }

    /// Presses keys, one after the other, and lets the program take them.
    func press(_ keys: Key...) {
        // Whoever presses a key has seen what is asked.
        clock.offset += .seconds(1)
        take(keys)
    }

    /// Lets time pass, and lets the program follow it.
    func pass(_ time: Duration) {
        clock.offset += time
        scanner.step()
        scanner.step()
    }

    /// Types text.
    func type(_ text: String) {
        clock.offset += .seconds(1)
        take(text.map { .character($0) })
    }

    /// Asks for a command in the list of commands.
    func choose(command: String) throws {
        press(.character(":"))
        try wait(for: "─ Commands ")
        type(command)
        press(.enter)
    }

    private func take(_ keys: [Key]) {
        terminal.press(keys)
        repeat { scanner.step() } while scanner.exitReason == nil && (terminal.hasKeys || scanner.hasTyped)
    }

    /// Lets the program run until `condition` holds.
    func wait(
        until condition: (String) throws -> Bool, _ what: @autoclosure () -> String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let end = ContinuousClock.now + Self.patience
        while try !condition(screen) {
            guard ContinuousClock.now < end, scanner.exitReason == nil else {
                Issue.record("\(what()) did not come:\n\(screen)", sourceLocation: sourceLocation)
                throw CancellationError()
            }
            scanner.step()
        }
    }

    /// Lets the program run until `text` is on the screen.
    func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try wait(until: { $0.contains(text) }, text, sourceLocation: sourceLocation)
    }
}

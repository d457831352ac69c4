import Capture
import Decoding
import Foundation
import Frames
import Glibc
import Lookup
import Services

/// Live frames of the demo while look-ups are on, beside the same frames without: how long each takes on the wall's clock.
struct LookupsBesideScanning {
    let rounds: Int

    /// Three parts: without look-ups, with a number asked for at each frame, without again.
    func run(in folder: String) throws {
        let scene = try DemoScene(width: 640, height: 480)
        let pool = try FramePool(slots: 2)
        let reader = SymbolReader()
        func read(_ round: Int) throws -> Double {
            let frame = try pool.frame(640, 480, number: round) { luma in
                scene.render(at: DemoScene.loopSeconds * Double(round % rounds) / Double(rounds), into: luma)
            }
            return WallClock.milliseconds { _ = reader.read(frame, effort: .camera) }
        }
        for round in 0..<rounds { _ = try read(round) }
        let before = try Times((0..<rounds).map(read))
        let server = try SilentServer()
        let port = server.port
        let worker = LookupWorker { try engine(port, folder) }
        let during = try Times(
            (0..<rounds).map { round in
                let start = ContinuousClock.now
                ProductsBench.number(round).map(worker.ask)
                return (ContinuousClock.now - start) / .milliseconds(1) + (try read(round))
            })
        worker.stop(atMost: .seconds(30))
        withExtendedLifetime(server) {}
        let after = try Times((0..<rounds).map(read))
        print(
            String(
                format:
                    "live frames of the demo, 640×480: median %.2f ms with a new product looked up at each, %.2f and %.2f ms without: ratio %.2f",
                during.median, before.median, after.median,
                during.median / max(1e-9, (before.median + after.median) / 2)))
    }

    private func engine(_ port: UInt16, _ folder: String) throws -> LookupEngine {
        var settings = LookupSettings()
        var section = ProviderSettings("open-food-facts")
        section.address = "http://127.0.0.1:\(port)"
        (settings.sections, settings.providers) = ([section], ["open-food-facts"])
        return LookupEngine(
            settings, store: try LookupStore(folder + "/lookups.sqlite"),
            products: OfflineProducts(in: folder + "/products"), version: "quietzone-bench 0")
    }
}

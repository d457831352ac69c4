import ArgumentParser
import Decoding
import Encoding
import Foundation
import Frames
import Scanning
import Symbols

/// `make bench ARGS=sheet`: how many symbols of a sheet are read by each effort and by other readers, and how long that
/// takes.
struct Sheet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sheet", abstract: "Sheets of 1 to 336 symbols, read once and held for half a second.")

    @Option(help: ArgumentHelp("Of which symbologies; of all of them in turns, too.", valueName: "SYMBOLOGY,…"))
    var of = "qr-code,data-matrix,code-128"

    @Option(help: ArgumentHelp("How many symbols a sheet.", valueName: "COUNT,…"))
    var counts = "1,20,48,108,180,336"

    @Flag(help: "As a camera sees the sheet: tilted, from a side, a little out of focus, with noise.")
    var camera = false

    @Option(help: "Degrees that the sheet is turned by.")
    var tilt: Double?

    @Option(help: "Which numbers and which noise.")
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("Who reads beside: zbar, zxing, module, or none.", valueName: "NAME,…"))
    var readers = "zbar,module"

    private static let (width, height) = (1920, 1080)
    private static let frameMilliseconds = 1000.0 / 30
    private static let heldMilliseconds = 500.0

    func run() throws {
        let symbologies = of.split(separator: ",").compactMap { Symbology(rawValue: String($0)) }
        let counts = counts.split(separator: ",").compactMap { Int($0) }.filter { (1...1000).contains($0) }
        guard !symbologies.isEmpty, !counts.isEmpty else {
            throw BenchError("symbologies and counts up to 1000 are wanted: quietzone symbologies lists the names")
        }
        var pose = camera ? SheetScene.Pose.camera : .flat
        if let tilt { pose.tilt = tilt }
        let others =
            readers == "none" ? [] : try ComparisonOptions.competitors(readers.split(separator: ",").map(String.init))
        let names = ["live, one frame", "live, held 0.5 s", "normal", "thorough"] + others.map(\.name)
        print(
            "\(Self.width)×\(Self.height), seed \(seed). Symbols read, and milliseconds of processor time. Where a sheet is held:"
        )
        print(
            "30 frames a second, those that come while one is read are dropped; what the tracker has reported by then counts,"
        )
        print("and the time at which it reported the last. Over zbar's: the time of normal.\n")
        print(
            cell("symbology", 12) + cell("count", 6) + cell("module", 8) + names.map { cell($0, 24) }.joined()
                + "over zbar's")
        for kinds in symbologies.map({ [$0] }) + (symbologies.count > 1 ? [symbologies] : []) {
            for count in counts {
                let sheet = try SymbolSheet(of: kinds, count: count, width: Self.width, height: Self.height, seed: seed)
                let scene = SheetScene(sheet, pose: pose, seed: seed)
                let frame = try self.frame(scene, round: 0, FramePool(slots: 1))
                var outcomes = try Effort.named.map { try measured(QuietzoneReader($0, effort: $1), frame, sheet) }
                outcomes.insert(try held(scene), at: 1)
                var zbar: Double?
                for other in others {
                    outcomes.append(try measured(other, frame, sheet))
                    if other is PlainZBar { zbar = outcomes.last?.milliseconds }
                }
                let title = kinds.count == 1 ? kinds[0].rawValue : "mixed"
                print(
                    cell(title, 12) + cell("\(count)", 6) + cell("\(sheet.pixelsPerModule) px", 8)
                        + outcomes.map { cell($0.line(of: count), 24) }.joined()
                        + (zbar.map { String(format: "%.2f", outcomes[2].milliseconds / $0) } ?? "–"))
            }
        }
    }

    /// The number of symbols read correctly and of wrong results, and the processor time.
    private struct Outcome {
        var read: Int
        var wrong: Int
        var milliseconds: Double

        func line(of count: Int) -> String {
            String(format: "%3d %3.0f %% %8.1f", read, 100 * Double(read) / Double(max(1, count)), milliseconds)
                + (wrong > 0 ? "  \(wrong) wrong" : "")
        }
    }

    private func measured(_ reader: any Competitor, _ frame: Frame, _ sheet: SymbolSheet) throws -> Outcome {
        let reading = try reader.read(frame)
        return judged(reading.answers.map(\.text), sheet, reading.milliseconds)
    }

    private func judged(_ texts: [String?], _ sheet: SymbolSheet, _ milliseconds: Double) -> Outcome {
        let expected = Set(sheet.texts)
        let read = expected.intersection(texts.compactMap(\.self))
        return Outcome(
            read: read.count, wrong: texts.count { $0.map { !expected.contains($0) } ?? true },
            milliseconds: milliseconds
        )
    }

    /// The sheet held still in front of a camera for half a second, in which processor time passes as wall-clock time.
    private func held(_ scene: SheetScene) throws -> Outcome {
        let pool = try FramePool(slots: 2)
        let reader = SymbolReader()
        var tracker = Tracker()
        var texts: [String?] = []
        let start = ContinuousClock.now
        var clock = 0.0
        var last = 0.0
        while clock < Self.heldMilliseconds {
            // The newest frame; rendering it is not measured.
            let number = Int(clock / Self.frameMilliseconds)
            let caught = max(clock, Double(number) * Self.frameMilliseconds)
            let frame = try self.frame(scene, round: number, pool)
            var appeared: [TrackedSymbol] = []
            let spent = ProcessorTime.milliseconds {
                let result = reader.read(frame, effort: .camera)
                let time = start + .milliseconds(caught)
                appeared = tracker.update(result.symbols, at: time, isComplete: result.isComplete).appeared
            }
            // Wait for the next frame.
            clock = max(caught + spent, Double(number + 1) * Self.frameMilliseconds)
            guard caught + spent <= Self.heldMilliseconds else { break }
            if !appeared.isEmpty { last = caught + spent }
            texts += appeared.map(\.content.text)
        }
        return judged(texts, scene.sheet, last)
    }

    private func frame(_ scene: SheetScene, round: Int, _ pool: FramePool) throws -> Frame {
        try pool.frame(Self.width, Self.height, number: round) { scene.render(round: round, into: $0) }
    }

    private func cell(_ text: String, _ width: Int) -> String {
        text.count >= width ? text + " " : text.column(width)
    }
}

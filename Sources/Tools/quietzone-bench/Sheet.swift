import CZBar
import Decoding
import Encoding
import Foundation
import Frames
import Scanning
import Symbols

/// `make bench ARGS=sheet`: how many symbols of a sheet are read by each effort and by other readers, and how long that
/// takes.
struct Sheet {
    let symbologies: [Symbology]
    let counts: [Int]
    let pose: SheetScene.Pose
    let seed: UInt64
    /// The other readers.
    let others: [any Competitor]

    private static let (width, height) = (1920, 1080)
    private static let frameMilliseconds = 1000.0 / 30
    private static let heldMilliseconds = 500.0

    func run() throws {
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
                var outcomes = [
                    measured(
                        QuietzoneReader("live", effort: .live(budget: .milliseconds(30)), options: .init()), frame,
                        sheet),
                    try held(scene),
                    measured(QuietzoneReader("normal", effort: .normal, options: .init()), frame, sheet),
                    measured(QuietzoneReader("thorough", effort: .thorough, options: .init()), frame, sheet),
                ]
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

    private func measured(_ reader: QuietzoneReader, _ frame: Frame, _ sheet: SymbolSheet) -> Outcome {
        let reading = reader.read(frame)
        return judged(reading.answers.map(\.text), sheet, reading.milliseconds)
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
                let result = reader.read(frame, effort: .live(budget: .milliseconds(30)))
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
        guard var draft = pool.draft(width: Self.width, height: Self.height) else { throw BenchError("no slot") }
        draft.withLuma { scene.render(round: round, into: $0) }
        return draft.finish(sequence: UInt64(round))
    }

    private func cell(_ text: String, _ width: Int) -> String {
        text.count >= width ? text + " " : text.padding(toLength: width, withPad: " ", startingAt: 0)
    }
}

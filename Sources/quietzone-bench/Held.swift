import Capture
import Decoding
import Foundation
import Frames
import Scanning

/// Each symbol of a set held for 30 frames by an unsteady hand and read live, against what `thorough` reads on the still.
struct Held {
    let set: PictureSet
    let seed: UInt64

    private static let frames = 30
    private static let frameMilliseconds = 1000.0 / 30

    /// When a symbol was first read, and when the tracker first believed it: the milliseconds since the first frame.
    private struct Arrival {
        var inFrames = false
        var withinSecond = false
    }

    func run() throws {
        let pool = try FramePool(slots: 2)
        let still = SymbolReader()
        var (pictures, thorough) = (0, 0)
        var seen: [Arrival] = []
        var believed: [Arrival] = []
        var groups: [String: (all: Int, within: Int)] = [:]
        var times = Times()
        for (number, picture) in set.pictures.enumerated() where !picture.expected.isNothing {
            pictures += 1
            let frame = try PictureFile.load(path: "\(set.folder)/\(picture.path)", into: pool)
            guard picture.expected.judge(still.read(frame, effort: .thorough).symbols.map(\.answer)).isExact else {
                continue
            }
            thorough += 1
            let tremor = Tremor(seed: seed &+ UInt64(number) &* 1_000_003)
            let (first, sure) = try hold(frame, picture.expected, tremor, pool, &times)
            seen.append(first)
            believed.append(sure)
            let name = picture.nameParts[..<3].joined(separator: " ")
            groups[name, default: (0, 0)].all += 1
            groups[name, default: (0, 0)].within += first.withinSecond ? 1 : 0
        }
        print("\(set.folder): \(thorough) of \(pictures) symbols are read by thorough from the still; those are held.")
        print(
            "\(Self.frames) frames, 30 a second, seed \(seed); a frame takes \(Self.line(times)) ms of processor time.")
        print("Within 1 s: by these times; a frame that comes while one is read has to wait.\n")
        print("                                 within \(Self.frames) frames      within 1 s")
        for (title, arrivals) in [("read", seen), ("believed (frames that agree)", believed)] {
            let (all, some) = (arrivals.count(where: \.inFrames), arrivals.count(where: \.withinSecond))
            print(
                title.padding(toLength: 32, withPad: " ", startingAt: 0),
                String(
                    format: "%5d (%5.1f %%)   %5d (%5.1f %%)", all, share(all, thorough), some, share(some, thorough)))
        }
        print("\nThe goal: 95 % of them read within 1 s. Where it falls short:")
        for (name, group) in groups.sorted(by: { $0.key < $1.key }) where group.within < group.all {
            print("  \(name): \(group.within) of \(group.all)")
        }
    }

    private func hold(
        _ still: Frame, _ expected: ExpectedContent, _ tremor: Tremor, _ pool: FramePool, _ times: inout Times
    ) throws -> (seen: Arrival, believed: Arrival) {
        let reader = SymbolReader()
        var tracker = Tracker()
        var (seen, believed) = (Arrival(), Arrival())
        let start = ContinuousClock.now
        var clock = 0.0
        for number in 0..<Self.frames where !believed.inFrames {
            guard var draft = pool.draft(width: still.width, height: still.height) else { throw BenchError("no slot") }
            draft.withLuma { tremor.render(still, number: number, into: $0) }
            let frame = draft.finish(sequence: UInt64(number))
            // A frame is there when its time has come and the one before has been read.
            let caught = max(clock, Double(number) * Self.frameMilliseconds)
            var result = ReadResult()
            let spent = ProcessorTime.milliseconds {
                result = reader.read(frame, effort: .live(budget: .milliseconds(30)))
            }
            times.append(spent)
            clock = caught + spent
            func note(_ arrival: inout Arrival, _ answers: [Answer]) {
                guard !arrival.inFrames, expected.judge(answers).isExact else { return }
                arrival = Arrival(inFrames: true, withinSecond: clock <= 1000)
            }
            note(&seen, result.symbols.map(\.answer))
            let update = tracker.update(
                result.symbols, at: start + .milliseconds(caught), isComplete: result.isComplete)
            note(&believed, update.appeared.map(\.symbol.answer))
        }
        return (seen, believed)
    }

    private func share(_ part: Int, _ whole: Int) -> Double { whole == 0 ? 0 : 100 * Double(part) / Double(whole) }

    private static func line(_ times: Times) -> String {
        String(format: "%.1f (median; 95 %%: %.1f)", times.median, times.percentile(0.95))
    }
}

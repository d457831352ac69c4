import ArgumentParser
import Capture
import Decoding
import Foundation
import Frames
import Scanning

/// `make bench ARGS="held DIR"`: how many of the symbols that `thorough` reads from a still are read live when the picture is
/// held by an unsteady hand for 30 frames.
struct HandHeld: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "held", abstract: "Symbols held before a camera by an unsteady hand, read live.")

    @Argument(help: "A folder with frames and their manifest.tsv.")
    var folder: String

    @Option(help: "Which tremor and noise.")
    var seed: UInt64 = 1

    private static let frames = 30
    private static let frameMilliseconds = 1000.0 / 30

    /// Whether a symbol was read (or accepted by the tracker) within all frames, and within the first second.
    private struct Success {
        var inFrames = false
        var withinSecond = false
    }

    func run() throws {
        let set = try PictureSet(folder: folder)
        let pool = try FramePool(slots: 2)
        let still = SymbolReader()
        var (pictures, thorough) = (0, 0)
        var seen: [Success] = []
        var accepted: [Success] = []
        var groups: [String: (all: Int, within: Int)] = [:]
        var times = Times()
        for (number, picture) in set.pictures.enumerated() where !picture.expected.isNothing {
            pictures += 1
            let frame = try PictureFile.load(path: "\(folder)/\(picture.path)", into: pool)
            guard picture.expected.judge(still.read(frame, effort: .thorough).symbols.map(\.answer)).isExact else {
                continue
            }
            thorough += 1
            let tremor = Tremor(seed: seed &+ UInt64(number) &* 1_000_003)
            let (first, confirmed) = try hold(frame, picture.expected, tremor, pool, &times)
            seen.append(first)
            accepted.append(confirmed)
            let name = picture.nameParts[..<3].joined(separator: " ")
            groups[name, default: (0, 0)].all += 1
            groups[name, default: (0, 0)].within += first.withinSecond ? 1 : 0
        }
        print("\(folder): \(thorough) of \(pictures) symbols are read by thorough from the still; those are held.")
        print(
            "\(Self.frames) frames, 30 a second, seed \(seed); a frame takes \(Self.line(times)) ms of processor time.")
        print("Within 1 s: by these times; a frame that comes while one is read has to wait.\n")
        print("                                 within \(Self.frames) frames      within 1 s")
        for (title, successes) in [("read", seen), ("believed (frames that agree)", accepted)] {
            let (all, some) = (successes.count(where: \.inFrames), successes.count(where: \.withinSecond))
            print(
                title.column(32),
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
    ) throws -> (seen: Success, accepted: Success) {
        let reader = SymbolReader()
        var tracker = Tracker()
        var (seen, accepted) = (Success(), Success())
        let start = ContinuousClock.now
        var clock = 0.0
        for number in 0..<Self.frames where !accepted.inFrames {
            let frame = try pool.frame(still.width, still.height, number: number) {
                tremor.render(still, number: number, into: $0)
            }
            // A frame starts when it is due and the previous one has been read.
            let caught = max(clock, Double(number) * Self.frameMilliseconds)
            var result = ReadResult()
            let spent = ProcessorTime.milliseconds { result = reader.read(frame, effort: .camera) }
            times.append(spent)
            clock = caught + spent
            func update(_ success: inout Success, _ answers: [Answer]) {
                guard !success.inFrames, expected.judge(answers).isExact else { return }
                success = Success(inFrames: true, withinSecond: clock <= 1000)
            }
            update(&seen, result.symbols.map(\.answer))
            let tracked = tracker.update(
                result.symbols, at: start + .milliseconds(caught), isComplete: result.isComplete)
            update(&accepted, tracked.appeared.map(\.symbol.answer))
        }
        return (seen, accepted)
    }

    private func share(_ part: Int, _ whole: Int) -> Double { whole == 0 ? 0 : 100 * Double(part) / Double(whole) }

    private static func line(_ times: Times) -> String {
        String(format: "%.1f (median; 95 %%: %.1f)", times.median, times.percentile(0.95))
    }
}

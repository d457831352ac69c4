import Encoding
import Frames
import Symbols
import Testing

@testable import Decoding

@Suite struct LivePlanTests {
    /// The number of frames after which every step has been run with every transform.
    private static let frames = StillView.patience

    /// The transforms that each reader of `input` gets while a symbol is held.
    private func changes(met reader: ReaderKind, in input: LivePlan.Input) -> Set<Transform> {
        var met: Set<Transform> = []
        for frame in 0..<Self.frames {
            let steps = LivePlan.steps.filter { $0.input == input && $0.isScheduled(in: frame) }
            if let step = steps.first, step.readers.contains(reader) { met.insert(step.change(in: frame)) }
        }
        return met
    }

    @Test func everyReaderOfCandidatesMeetsEveryChangeThatHelpsIt() {
        #expect(Self.frames <= 60, "two seconds at 30 frames a second")
        let all = Set(LivePlan.changes)
        #expect(all.contains(.inverted))
        #expect(all.contains(.smoothed))
        #expect(all.contains(.rotated(7)))
        #expect(changes(met: .linear, in: .bars) == [.none, .inverted, .rotated(7), .rotated(-7), .localContrast])
        #expect(changes(met: .barRows, in: .bars) == all)
        #expect(changes(met: .bars, in: .bars) == all)
        #expect(changes(met: .centred, in: .modules) == [.none])
        #expect(changes(met: .matrix, in: .modules) == [.none])
        #expect(changes(met: .centred, in: .islands) == all.subtracting([.none]))
        #expect(changes(met: .matrix, in: .islands) == all.subtracting([.none]))
    }

    @Test func noTwoStepsTakeTheSameFrame() {
        let phases = LivePlan.steps.compactMap(\.phase)
        #expect(Set(phases).count == phases.count)
        #expect(phases.allSatisfy { (0..<LivePlan.period).contains($0) })
        #expect(LivePlan.steps.count { $0.phase == nil } == 1)
    }

    @Test func aChangeThatHelpedIsMadeInEveryOtherFrame() {
        let step = LivePlan.steps[2]
        let change = LivePlan.HelpfulChange(step: step, change: .inverted, frame: 6)
        #expect((7...10).filter(change.isDue) == [8])
    }

    @Test func lightBarsOnDarkAreReadLive() throws {
        let image = try SymbolEncoder.encode("QZ-TELEPEN-7", as: .telepen, quietZone: 0)
        let modules = (0..<image.width).map { image.isDark($0, image.height / 2) ? "1" : "0" }.joined()
        let label = Picture(modules: modules, pixelsPerModule: 2, height: 80).inverted
        let picture = Picture(width: 640, height: 360, grey: 40).with(label, x: 60, y: 100)
        let reader = SymbolReader()
        let frames = (0..<16).filter { _ in
            let symbols = picture.read(reader, effort: .live(budget: .milliseconds(30))).symbols
            return symbols.contains { $0.content.text == "QZ-TELEPEN-7" }
        }
        #expect(!frames.isEmpty)
    }

    /// Small, slightly blurred symbols in a large picture: only native readers read the candidates.
    @Test func aPictureShowsWhatACamerasFirstFrameShows() throws {
        var read = 0
        for (number, sample) in MatrixSample.all.filter({ $0.symbology == .aztec || $0.symbology == .dataMatrix })
            .prefix(16).enumerated()
        {
            let symbol = try sample.drawn(scale: 2.2 + Double(number % 4) * 0.4).tilted(
                degrees: Double(number * 7 % 40)
            )
            .blurred(radius: 1)
            guard symbol.width < 700, symbol.height < 400 else { continue }
            let picture = Picture(width: 960, height: 540, grey: 220).with(
                symbol, x: 90 + number * 7, y: 60 + number * 3
            ).noisy(6, seed: UInt64(number))
            let first = picture.read(SymbolReader(), effort: .live(budget: .milliseconds(30))).symbols.map(\.content)
            let still = picture.read(SymbolReader(), effort: .normal).symbols.map(\.content)
            #expect(Set(still).isSuperset(of: first), "\(sample.name)")
            read += first.count
        }
        #expect(read >= 4)
    }
}

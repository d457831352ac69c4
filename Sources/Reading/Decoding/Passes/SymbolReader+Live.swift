import Frames
import Symbols

/// Reading a camera's frames: what is quick in each of them, what takes long spread over several.
extension SymbolReader {
    /// How many bar regions a frame looks at.
    /// Not measured: the label in hand and one more; sheets are read by their rows.
    private static let barRegionsPerFrame = 2

    /// Reads one frame of `LivePlan` within about `budget`.
    func readLive(_ work: inout Work, budget: Duration) {
        let turn = LivePlan.Turn(frame: frameNumber, framesWithoutSymbol: framesWithoutSymbol)
        let planFrame = turn == nil ? frameNumber : frameNumber / LivePlan.Turn.allCases.count
        var spent = Duration.zero
        if turn == nil || turn == .picture {
            let pixels = work.pixels
            let isThorough = turn == nil || planFrame % LivePlan.turnsBetweenThoroughLooks == 0
            let share = isThorough ? budget : budget / LivePlan.Turn.allCases.count
            let thoroughness = schedule.zxingThoroughness(pixels: pixels, budget: share)
            spent = look("plain", .zxing, &work, thoroughness)
            schedule.recordZXing(thoroughness, pixels: pixels, spent: spent)
        }
        // On a sheet that still shows new symbols the time is better spent there.
        let isBusy = sheet.isSheet && sheet.isGrowing(at: frameNumber)
        spent += readSheet(&work, frame: frameNumber, budget: budget, spent: spent)
        var search = FirstFrameSearch()
        var taken: Set<LivePlan.Input> = []
        for step in LivePlan.steps
        where (!taken.contains(step.input) || step.input == .picture) && (turn == nil || turn == step.input.turn) {
            if let again = changesThatHelped[step.input], again.isDue(in: frameNumber), !isBusy {
                taken.insert(step.input)
                spent += run(again.step, again.change, &work)
            } else if step.phase == nil
                || (frameNumber == 0
                    ? step.isForFirstFrame && search.goesOn(work, merged: merged)
                    : !isBusy && step.isScheduled(in: planFrame))
            {
                taken.insert(step.input)
                spent += run(step, step.change(in: planFrame), &work)
            }
        }
        // What is found in the first frame is shown at once; zbar's look for more comes with the next.
        guard turn == nil || turn == .bars, frameNumber > 0 ? !isBusy : search.goesOn(work, merged: merged) else {
            return
        }
        lookByZBar(&work, budget: budget, spent: spent)
    }

    /// The first frame may be the only one: it gets all looks, but only while nothing is found.
    private struct FirstFrameSearch {
        private var hasRead = false
        private var known = 0

        /// Whether nothing was found yet; `merged` is called when something was read since the last call.
        mutating func goesOn(_ work: Work, merged: (Work) -> [Symbol]) -> Bool {
            if !hasRead && work.readings.count > known {
                (hasRead, known) = (!merged(work).isEmpty, work.readings.count)
            }
            return !hasRead
        }
    }

    /// - Returns: the time that it took.
    private func run(_ step: LivePlan.Step, _ change: Transform, _ work: inout Work) -> Duration {
        let before = work.readings.count
        defer {
            if (change != .none || step.input == .blurredBars) && work.readings.count > before {
                changesThatHelped[step.input] = LivePlan.HelpfulChange(step: step, change: change, frame: frameNumber)
            }
        }
        switch step.input {
        case .bars:
            return lookAtBars(
                &work, maxCount: Self.barRegionsPerFrame,
                native: step.readers.contains { $0.engine == .native } ? step.thoroughness : nil, change: change)
        case .blurredBars:
            return lookAtNextStrip(&work)
        case .picture:
            return step.readers.filter(isAskedFor).reduce(.zero) {
                $0 + look("plain", $1, &work, step.thoroughness)
            }
        case .modules:
            guard looksAtModules else { return .zero }
            let regions = matrixRegions(&work, maxCount: LivePlan.matrixRegionsInRotation)
            let next = (0..<min(LivePlan.matrixRegionsPerFrame, regions.count)).map {
                regions[(nextRegion + $0) % regions.count]
            }
            nextRegion = regions.isEmpty ? 0 : (nextRegion + next.count) % regions.count
            return lookAtMatrices(next, &work, by: Self.readers(of: step, in: work.part))
        case .islands:
            guard looksAtModules else { return .zero }
            let regions = MatrixRegions.of(work.part, work.gradients(), maxCount: LivePlan.matrixRegionsPerFrame)
            return lookAtMatrices(regions, &work, change: change, by: step.readers)
        }
    }

    /// The readers of the step's regions of modules in `view`.
    static func readers(of step: LivePlan.Step, in view: LumaView) -> [ReaderKind] {
        step.readers.filter { $0.native?.readsCandidates(of: view) ?? true }
    }

    private func lookByZBar(_ work: inout Work, budget: Duration, spent: Duration) {
        let pixels = work.pixels
        guard schedule.schedulesZBar(pixels: pixels, budget: budget, spent: spent) else { return }
        let half = pixels > LiveSchedule.maxPixelsOfZBar ? Transform.halved.apply(to: work.part) : nil
        let slow =
            if let half {
                look("halved", .zbar, half, &work, .full)
            } else {
                look("plain", .zbar, &work, .full)
            }
        schedule.recordZBar(pixels: pixels, spent: slow)
    }
}

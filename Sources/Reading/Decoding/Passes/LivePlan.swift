/// Which looks live frames get in addition to zxing's look at the whole of each.
///
/// Costly looks are spread over a period of frames. A symbol that is held still meets each step within one `period`,
/// and all changes of a step within as many periods as it has changes. A change that showed something is made again in
/// every other frame while it does (`HelpfulChange`): frames have to agree, and what is shown must stay in view.
enum LivePlan {
    /// What is looked at.
    enum Input {
        /// The whole area.
        case picture
        /// Regions of bars, each turned upright.
        case bars
        /// A strip of the likeliest region of bars, turned upright, another each time.
        case blurredBars
        /// Regions of modules, each turned upright: squares full of them and islands of them.
        case modules
        /// The islands alone.
        case islands

        /// When it is looked at while no symbol is in view.
        var turn: Turn {
            switch self {
            case .bars, .blurredBars: .bars
            case .picture, .modules, .islands: .modules
            }
        }
    }

    /// What frames look at in turn while the view moves and shows no symbol: less work, and each input is looked at two frames later at
    /// most. Steps that have a phase take three times as long to come round, until the view stays the same: then frames get all looks again.
    enum Turn: Int, CaseIterable {
        case picture, bars, modules

        /// The turn of frame number `frame`; nil for one that gets all looks, because a symbol was in view lately.
        init?(frame: Int, framesWithoutSymbol: Int) {
            guard framesWithoutSymbol >= LivePlan.patience else { return nil }
            self.init(rawValue: frame % Self.allCases.count)
        }
    }

    /// The frames without a symbol after which frames take turns: a second of a camera's 30 frames a second, more than somebody who scans
    /// one label after another takes to show the next.
    static let patience = 30

    /// While frames take turns, zxing's look at the whole picture takes a third of its time, and all of it once in this many looks: two or
    /// three times a second at 30 frames a second. Not measured.
    static let turnsBetweenThoroughLooks = 4

    /// Which readers look at what in which frames.
    struct Step: Equatable {
        /// Which frame of each `period`, from 0; nil for all that no other step with this input takes.
        let phase: Int?
        let input: Input
        /// The readers: at a candidate one after the other until something is read.
        let readers: [ReaderKind]
        let thoroughness: Thoroughness
        /// What is done to candidates before, one change each time.
        var changes: [Transform] = [.none]

        /// Whether frame number `frame` is one of its frames.
        func isScheduled(in frame: Int) -> Bool { phase.map { frame % LivePlan.period == $0 } ?? true }

        /// What is done to candidates in frame number `frame`.
        func change(in frame: Int) -> Transform {
            changes[(phase == nil ? frame : frame / LivePlan.period) % changes.count]
        }

        /// Whether the first frame, which may be the only one, is looked at like this while nothing was found.
        var isForFirstFrame: Bool { phase == nil || changes == [.none] }
    }

    /// A change of candidates, or a step that few symbols need, that showed something.
    struct HelpfulChange {
        let step: Step
        let change: Transform
        /// In which frame.
        let frame: Int

        /// Whether it is made again in frame number `frame`: in every other one; those between are for other steps.
        func isDue(in frame: Int) -> Bool { frame - self.frame == 2 }
    }

    /// The frames over which the steps are spread: one for each step that has a phase, less than a third of a second at
    /// 30 frames a second.
    static let period = 9
    /// Regions of modules that a frame looks at.
    /// Not measured: each costs a call of zxing, a millisecond or a few of a frame's 33.
    static let matrixRegionsPerFrame = 4
    /// The likeliest regions of modules, among which frames take the next ones in rotation.
    /// Three frames' worth of `matrixRegionsPerFrame`: all of them are met within one second.
    static let matrixRegionsInRotation = 12

    private static let barReaders = [.barRows] + NativeReaders.kinds(for: .bars) + [.bars]
    private static let moduleReaders = [.centred] + NativeReaders.kinds(for: .modules)
    private static let changedModuleReaders = [.centred] + NativeReaders.kinds(for: .modules, cost: .low)

    /// The degrees by which candidates are rotated, either way.
    /// Not measured: less than the 12° that cells of one bar region may differ by (`BarRegions.minAgreement`).
    private static let tilt = 7.0

    /// The steps in the order in which the first frame takes them.
    ///
    /// Native readers see through blur, noise and shade, but read dark bars on light paper, and regions whose angle is
    /// a few degrees off at their ends only.
    static let steps: [Step] = [
        Step(phase: 0, input: .bars, readers: barReaders, thoroughness: .upright),
        Step(phase: 4, input: .bars, readers: barReaders, thoroughness: .quick),
        Step(
            phase: 6, input: .bars, readers: barReaders, thoroughness: .upright,
            changes: [.inverted, .rotated(tilt), .rotated(-tilt), .localContrast]),
        Step(
            phase: nil, input: .bars, readers: [.barRows, .bars], thoroughness: .upright,
            changes: [
                .none, .smoothed, .none, .localContrast, .none, .sharpened, .none, .inverted,
                .none, .rotated(tilt), .none, .rotated(-tilt),
            ]),
        Step(phase: 3, input: .modules, readers: moduleReaders, thoroughness: .upright),
        Step(
            phase: 7, input: .islands, readers: changedModuleReaders, thoroughness: .upright,
            changes: [.inverted, .localContrast, .smoothed, .sharpened, .rotated(tilt), .rotated(-tilt)]),
        Step(phase: 5, input: .picture, readers: [.matrix], thoroughness: .quick),
        Step(phase: 2, input: .picture, readers: [.microPDF417], thoroughness: .rotated),
        Step(phase: 1, input: .picture, readers: [.qr], thoroughness: .quick),
        Step(
            phase: 8, input: .blurredBars, readers: NativeReaders.kinds(for: .blurredBars), thoroughness: .upright),
    ]

    /// Every change of candidates, in the order in which pictures try them.
    static let changes: [Transform] = steps.filter { $0.phase == nil }.flatMap(\.changes).reduce(into: []) {
        if !$0.contains($1) { $0.append($1) }
    }
}

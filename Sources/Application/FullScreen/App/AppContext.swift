import Config
import Decoding
import Encoding
import Foundation
import Frames
import Lookup
import Preview
import Screens
import Services
import Surface

/// What all features share: the settings in force, what the program knows, its screen, its jobs, its history, and what is
/// scanned. Features ask each other for something by effects, and learn of each other by events.
final class AppContext {
    /// What is in force; the screen of settings changes it.
    private(set) var settings: Settings
    /// The same without those of the place that scans belong to.
    private var settingsEverywhere: Settings
    /// The id of that place.
    private var place: String?
    /// What the program knows, and screens show.
    var model = AppModel()
    /// The terminal, and what is on it.
    let display: Display
    /// What runs beside the loop.
    let jobs: Jobs
    /// The history, and what keeps scans in it.
    let records: Records
    let start: AppStart
    /// What is scanned, and the camera in use.
    private(set) lazy var scanning = Scanning(self)
    /// What is asked of the screen that is about to be there.
    private var awaited: Command?
    /// What the loop does next, apart from its usual work.
    var request: Request?
    private(set) lazy var features = RunningFeatures(start.features, self)
    private(set) lazy var table = FeatureTable(start.features)

    /// What a feature can request from the loop.
    enum Request {
        /// End the program.
        case quit
        /// Suspend the program, as the shell's job control does.
        case suspend
    }

    /// Nothing has begun.
    init(_ start: AppStart, jobs: Jobs) {
        self.start = start
        self.jobs = jobs
        settings = start.settings
        settingsEverywhere = start.settings
        records = Records(start.keeping)
        records.typing = start.typing
        let box = settings.interestBox
        let scanner = ScannerScreen(
            box: InterestBox(x: box[0], y: box[1], width: box[2], height: box[3]),
            isBoxOn: settings.isInterestBoxOn && start.source.isAimed)
        display = Display(start.terminal, settings, scanner: scanner)
        display.endsLongJob = { jobs.endsLongJob }
        model.picture = PictureModel(
            painter: PreviewPainter(PreviewRenderers.all(ramp: Array(settings.ramp)), on: start.terminal.traits),
            interestBox: scanner.shownBox)
    }

    /// What came of it must reach the screen.
    var now: ContinuousClock.Instant { start.now() }

    /// The features begin; no session does yet.
    func begin() throws {
        sayRemarks()
        try scanning.begin()
        try features.start()
        if !start.showsHistoryOnly { scanning.sayWhy() }
    }

    /// Shows what was complained of before there was a screen, and what threads beside the loop complain of.
    private func sayRemarks() {
        if let version = display.terminal.version { LogFile.write("terminal: \(version)") }
        if let remark = display.terminal.remark {
            LogFile.write(remark)
            display.warn(remark)
        }
        let warn = warning
        start.warnings.forward { line in
            LogFile.write(line)
            // The name of a file keeps its letters.
            warn(
                line.hasPrefix("config.toml") || line.hasPrefix("themes/")
                    ? line : line.prefix(1).uppercased() + line.dropFirst())
        }
    }

    /// A function for other threads that shows a line of warning.
    var warning: @Sendable (String) -> Void {
        jobs.forward { [unowned self] (line: String) in
            display.warn(line)
        }
    }

    /// Another history is viewed: shows it from its beginning.
    func showViewedHistory() {
        let columns = model.history.columns
        model.history = HistoryModel()
        model.history.columns = columns
        post(.historyTaken)
    }

    /// Does one effect. What goes wrong becomes a notice.
    func perform(_ effect: Effect) {
        do {
            switch effect {
            case .run(let command):
                if let refusal = table.refusal(of: command, model) { return display.show(Notice(refusal)) }
                try features.run(command)
            case .ask(let command): awaited = command
            case .feature(let effect): try features.perform(effect)
            case .screen: for rest in display.stack.settle([effect]) { perform(rest) }
            }
        } catch {
            display.warn("\(error)")
        }
        display.needsDrawing = true
    }

    /// Asks for what a screen was opened for, as soon as it is there.
    func askAwaited() {
        guard let command = awaited, display.appearance.keys.isListened(command, in: display.stack.context) else {
            return
        }
        awaited = nil
        for effect in display.stack.handle(command, model: model) { perform(effect) }
    }

    /// The user does something else meanwhile.
    func forgetAwaited() { awaited = nil }

    /// Tells the features that something has happened.
    func post(_ event: AppEvent) { features.follow(event) }

    /// Brings what is in force up to `new`; what counts from the next start stays as it was.
    ///
    /// - Returns: what cannot be seen of it now, in a line; nil when all can.
    func apply(_ new: Settings) -> String? {
        settingsEverywhere = new
        return putIntoForce(new.at(place))
    }

    /// Brings the settings of the place that scans belong to into force; nil for none.
    ///
    /// - Returns: as `apply`.
    func apply(place id: String?) -> String? {
        guard id != place else { return nil }
        let former = place
        place = id
        guard settingsEverywhere.places.contains(where: { $0.id == id || $0.id == former }) else { return nil }
        return putIntoForce(settingsEverywhere.at(id))
    }

    /// Whether the place that scans belong to has a value of its own for a setting.
    func isSetByPlace(_ id: SettingID) -> Bool {
        settings.places.first { $0.id == place }?.settingIDs.contains(id) ?? false
    }

    private func putIntoForce(_ new: Settings) -> String? {
        let old = settings
        settings = new
        Programs.withhold(new.destinations.compactMap(\.secretVariable))
        display.take(new)
        if new.wantsMouse != old.wantsMouse { display.terminal.reportMouse(new.wantsMouse) }
        let remark = features.apply(new, insteadOf: old)
        if new.wantsColor, !old.wantsColor, display.terminal.traits.colorCount < 8 {
            return "Restart Quietzone to use colours: it was started without them"
        }
        return remark
    }
}

/// What the full-screen program is started with.
struct AppStart {
    var settings: Settings
    let terminal: any AppTerminal
    let keeping: ScanKeeping
    /// What is scanned first.
    let source: SourceSelection
    /// Why it is that one; nil if the user asked for it.
    var reason: String?
    let cameras: CameraOptions
    let makeReader: @Sendable (ReaderOptions) -> any FrameReader
    var encoder = SymbolEncoder()
    /// Lines that are shown as they come.
    let warnings: LateLines
    /// Makes what looks products up, on a thread of its own.
    var lookups: @Sendable (Settings) throws -> LookupEngine = { try Lookups.engine($0, keepsNames: true) }
    /// Where places are.
    var places = Paths.places
    /// Where collections are.
    var collections = Paths.collections
    /// The folder of price lists and other products that are known without a network.
    var products = Paths.products
    /// Where acts of inventory servers are.
    var inventory = Paths.inventory
    /// Types scans into other programs; nil if that is not wanted.
    var typing: ScanTyping?
    /// Records the frames around scans; nil if that is not wanted.
    var recorder: FrameRecorder?
    /// The door that is open from the beginning; nil for none.
    var door: DoorOpening?
    /// Whether only the history is shown: nothing is scanned, and leaving its screen ends the program.
    var showsHistoryOnly = false
    /// Whether nobody has used the full screen here before, so that the welcome is shown.
    var isFirstStart = false
    /// Whether the tour begins.
    var showsTour = false
    /// Where what the user chose of the view is remembered.
    var viewMemory = Paths.view
    /// The kept history, for a run that keeps nothing.
    var keptHistory = Paths.history
    /// The time; in tests another.
    var now: () -> ContinuousClock.Instant = { .now }
    /// What the program can do.
    var features: [any Feature.Type] = Features.all
}

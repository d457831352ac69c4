import Screens
import Services

/// What is done about a history by itself: what the settings want gone is deleted, and what can be read of a damaged one goes into
/// a new one, while scans go on.
final class HistoryCareFeature: FeatureBase, Feature {
    /// When the history is repaired next, where it turns out to be damaged; nil while that is under way.
    private var nextMending: ContinuousClock.Instant?

    required init(_ app: AppContext) {
        nextMending = app.now
        super.init(app)
    }

    func start() {
        tidy()
        // The whole file, once.
        mend(isLooking: true)
    }

    func follow(_ event: AppEvent) {
        if case .sessionTold = event { showReplacement() }
    }

    func advance(at now: ContinuousClock.Instant) {
        guard let nextMending, nextMending <= now, records.own.history.hasMetDamage else { return }
        mend(isLooking: false)
    }

    /// How long a history is left alone when it could not be repaired, on a full disk for example.
    private static let mendingPause = Duration.seconds(30)

    private func mend(isLooking: Bool) {
        let history = records.own.history
        guard !history.isInMemory, isLooking == false || history.whyNotKept == nil else { return }
        nextMending = nil
        jobs.run {
            try history.mend(isLooking: isLooking)
        } then: { [self] (result: Result<Bool, any Error>) in
            nextMending = app.now + Self.mendingPause
            switch result {
            case .success: showReplacement()
            case .failure(let error):
                LogFile.write("history not repaired: \(error)")
                if history.hasMetDamage { warn("\(error)", seconds: 12) }
            }
        }
    }

    /// Says what has happened to the file, if anything, and lists it again.
    private func showReplacement() {
        guard let line = records.own.history.takeReplacement() else { return }
        LogFile.write(line)
        app.post(.historyReplaced)
        warn(line.prefix(1).uppercased() + line.dropFirst(), seconds: 12)
    }

    /// Deletes what the settings want gone, beside the loop.
    private func tidy() {
        let history = records.own.history
        guard !history.isInMemory, history.whyNotKept == nil else { return }
        let housekeeping = HistoryHousekeeping(settings)
        runJob {
            try housekeeping.run(history)
        } failed: {
            LogFile.write("history not tidied up: \($0)")
        } then: { [self] line in
            guard let line else { return }
            LogFile.write(line)
            app.post(.historyChanged)
        }
    }
}

import Services
import History
import Screens

/// What is done about a damaged history: what can be read goes into a new one beside the loop, while scans go on.
extension ScannerApp {
    /// How long it is left alone when it could not be mended, on a full disk for example.
    private static let mendingPause = Duration.seconds(30)

    /// Looks over the whole file, once after the start.
    func lookOverHistory() { mendHistory(isLooking: true) }

    /// Mends a history in which something has turned out to be damaged.
    func mendDamage() {
        guard records.own.history.hasMetDamage, let next = records.own.nextMending, next <= .now else { return }
        mendHistory(isLooking: false)
    }

    private func mendHistory(isLooking: Bool) {
        let history = records.own.history
        guard !history.isInMemory, isLooking == false || history.whyNotKept == nil else { return }
        records.own.nextMending = nil
        jobs.run {
            try history.mend(isLooking: isLooking)
        } then: { [self] (result: Result<Bool, any Error>) in
            records.own.nextMending = .now + Self.mendingPause
            switch result {
            case .success: showReplacement()
            case .failure(let error):
                LogFile.write("history not mended: \(error)")
                if history.hasMetDamage { show(Notice("\(error)", isWarning: true), seconds: 12) }
            }
        }
    }

    /// Says what has happened to the file, if anything, and lists it anew.
    func showReplacement() {
        guard let line = records.history.takeReplacement() else { return }
        LogFile.write(line)
        try? loadHistory()
        show(Notice(line.prefix(1).uppercased() + line.dropFirst(), isWarning: true), seconds: 12)
    }
}

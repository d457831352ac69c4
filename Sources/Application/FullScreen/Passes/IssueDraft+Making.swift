import Services
import Foundation
import History
import Passes
import Screens

extension IssueDraft {
    /// What was made, and what was not.
    struct Outcome: Sendable {
        /// What was made, a line each.
        var lines: [String] = []
        /// Why the rest was not; nil if all was.
        var problem: String?
    }

    private struct Stopped: Error {}

    /// Tells no more often than this how far it is.
    private static let interval = Duration.milliseconds(100)

    /// Makes passes, bundles and tickets, in this order. What fails ends it; what was made stays, and the next run goes on behind it.
    ///
    /// - Parameter tell: how far it is, ten times a second at most.
    func make(_ stop: StopFlag, tell: (IssueUnderWay) -> Void) -> Outcome {
        var outcome = Outcome()
        guard let series else { return outcome }
        var told: ContinuousClock.Instant?
        func step(_ what: String, _ done: Int) throws {
            if stop.isSet { throw Stopped() }
            let now = ContinuousClock.now
            if let told, now - told < Self.interval, done < count { return }
            told = now
            tell(IssueUnderWay(what, done: done, of: count))
        }
        do {
            if let signer { try sign(series, signer, &outcome, step) }
            if !paths.bundle.isEmpty {
                let overwrite = overwritten.contains { $0 != paths.tickets }
                try series.writeBundles(of: paths.folder, to: paths.bundle, overwrite: overwrite) { name, count in
                    outcome.lines.append("\(Self.passes(count)) in \(SaveTarget.shown(name))")
                    if stop.isSet { throw Stopped() }
                }
            }
            if !paths.tickets.isEmpty { outcome.lines.append(try printTickets(series, step)) }
        } catch is Stopped {
            outcome.problem = "Stopped. The next run issues the rest without duplicates."
        } catch {
            outcome.problem = "\(error)"
        }
        return outcome
    }

    private func sign(
        _ series: PassSeries, _ signer: PassSigner, _ outcome: inout Outcome, _ step: (String, Int) throws -> Void
    ) throws {
        let folder = SaveTarget.shown(paths.folder)
        var done = 0
        do {
            let report = try series.sign(into: paths.folder, by: signer, updates: request.makesAnew, at: Date()) {
                done = $0
                try step("passes signed", $0)
            }
            let before = report.madeBefore == 0 ? "" : ", \(report.madeBefore) made before"
            outcome.lines.append("\(Self.passes(report.made)) signed\(before), in \(folder)")
        } catch {
            outcome.lines.append("\(done) of \(Self.passes(count)) are in \(folder)")
            throw error
        }
    }

    private func printTickets(_ series: PassSeries, _ step: (String, Int) throws -> Void) throws -> String {
        let (job, rows) = try series.ticketJob()
        let made = try ExportFile.write(to: paths.tickets, overwrite: overwritten.contains(paths.tickets)) { sink in
            try job.write(rows, as: .pdf, progress: { try step("tickets printed", $0) }, sink)
        }
        return "\(made.words(job)), in \(SaveTarget.shown(paths.tickets))"
    }

    static func passes(_ count: Int) -> String { count == 1 ? "1 pass" : "\(count) passes" }
}

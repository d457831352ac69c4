import Symbols
import Synchronization

/// Reports what came of pictures in their order, however the workers that read them overtake each other.
package final class OrderedReport: Sendable {
    /// What came of one picture.
    package enum Result: Sendable {
        case symbols([PictureReading.Read])
        /// What was read of a picture that is damaged, and the line that says how.
        case part([PictureReading.Read], defect: String)
        /// One line that says why it could not be read.
        case failure(String)
        /// Standard input has ended, whose pictures were reported as they came.
        case end
    }

    /// What waits to be reported.
    private struct Queue {
        var next = 0
        /// Results of pictures that wait for an earlier one.
        var waiting: [Int: (path: String, result: Result)] = [:]

        /// The next picture's, if it is there.
        mutating func take() -> (path: String, result: Result)? {
            guard let result = waiting.removeValue(forKey: next) else { return nil }
            next += 1
            return result
        }
    }

    /// What was reported.
    private struct Reporting: Sendable {
        /// Whether pictures in which nothing was read are named.
        var namesEmpty: Bool
        /// Whether a picture of standard input was found something in, or told to be wrong.
        var hasToldOfInput = false
        var outcome = PictureReading.Outcome()
        var defects: Set<String> = []
    }

    private let count: Int
    private let progress: ExportProgress
    private let handler: PictureReading.SymbolHandler
    /// Held for a moment only: whoever has read a picture goes on with the next, however slowly the output takes them.
    private let queue = Mutex(Queue())
    /// Held while something is written.
    private let reporting: Mutex<Reporting>

    package init(count: Int, namesEmpty: Bool = false, handler: @escaping PictureReading.SymbolHandler) {
        (self.count, self.handler) = (count, handler)
        progress = ExportProgress("of \(count) pictures", every: .milliseconds(100))
        reporting = Mutex(Reporting(namesEmpty: namesEmpty))
    }

    /// Takes what came of picture `index`. It is reported with what waited for it as soon as its turn comes:
    /// here, or by the thread that is at it already.
    package func finish(_ index: Int, _ path: String, _ result: Result) {
        queue.withLock { $0.waiting[index] = (path, result) }
        // What is added while another thread reports is reported by that one, which looks again when it has let go.
        repeat {
            let isMine: Void? = reporting.withLockIfAvailable { reporting in
                while let (path, result) = queue.withLock({ $0.take() }) { show(result, path, &reporting) }
                let done = queue.withLock { $0.next + $0.waiting.count }
                if done < count { progress.show(done) } else { progress.clear() }
            }
            if isMine == nil { return }
        } while queue.withLock { $0.waiting[$0.next] != nil }
    }

    /// Reports symbols of a picture whose turn it is.
    package func reportNow(_ symbols: [PictureReading.Read], path: String) {
        reporting.withLock {
            show(symbols, path, &$0)
            if !symbols.isEmpty { $0.hasToldOfInput = true }
        }
    }

    /// Reports what was read of a damaged picture of a stream.
    package func reportNow(_ symbols: [PictureReading.Read], of defect: String, path: String) {
        reporting.withLock {
            $0.outcome.hasDamage = true
            $0.hasToldOfInput = true
            showPart(symbols, defect, path, &$0)
        }
    }

    /// Reports a failure of a picture whose turn it is.
    package func failNow(_ line: String) {
        reporting.withLock {
            complain(line, &$0)
            $0.hasToldOfInput = true
        }
    }

    /// What came of all so far.
    package var outcome: PictureReading.Outcome { reporting.withLock { $0.outcome } }

    private func show(_ result: Result, _ path: String, _ reporting: inout Reporting) {
        switch result {
        case .symbols(let symbols):
            show(symbols, path, &reporting)
            if symbols.isEmpty { nameEmpty(path, &reporting) }
        case .end:
            if !reporting.hasToldOfInput { nameEmpty("standard input", &reporting) }
            reporting.hasToldOfInput = false
        case .part(let symbols, let defect):
            reporting.outcome.hasFailed = reporting.outcome.hasFailed || symbols.isEmpty
            showPart(symbols, defect, path, &reporting)
        case .failure(let line): complain(line, &reporting)
        }
    }

    private func show(_ symbols: [PictureReading.Read], _ path: String, _ reporting: inout Reporting) {
        guard !symbols.isEmpty else { return }
        reporting.outcome.hasFound = true
        progress.clear()
        for read in symbols.inReadingOrder { handler(read, path) }
    }

    private func showPart(
        _ symbols: [PictureReading.Read], _ defect: String, _ path: String, _ reporting: inout Reporting
    ) {
        show(symbols, path, &reporting)
        // Every picture of a stream has the stream's name.
        guard reporting.defects.insert(defect).inserted else { return }
        progress.clear()
        Output.complain(defect.asDefect(hasSymbols: !symbols.isEmpty))
    }

    private func nameEmpty(_ path: String, _ reporting: inout Reporting) {
        guard reporting.namesEmpty else { return }
        progress.clear()
        Output.complain("\(path.onOneMarkedLine): nothing was read in it")
    }

    private func complain(_ line: String, _ reporting: inout Reporting) {
        reporting.outcome.hasFailed = true
        progress.clear()
        Output.complain(line)
    }
}

extension String {
    /// What is wrong with a picture in a whole line; `self` says it without advice.
    package func asDefect(hasSymbols: Bool) -> String {
        hasSymbols
            ? "\(self): only the intact part was read"
            : "\(self), and nothing was found in the intact part: save the picture again"
    }
}

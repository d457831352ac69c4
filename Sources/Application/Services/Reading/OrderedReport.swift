import Symbols
import Synchronization

/// Reports what came of pictures in their order, however the workers that read them overtake each other.
package final class OrderedReport: Sendable {
    /// What came of one picture, of a page or a frame of it.
    package enum Result: Sendable {
        case symbols([PictureReading.Read])
        /// What was read of a picture that is damaged, and the line that says how.
        case part([PictureReading.Read], defect: String)
        /// One line that says why it could not be read.
        case failure(String)
        /// A file of several pages or frames, or standard input, has ended: what came of them was added one by one.
        case end
    }

    /// What waits to be reported.
    private struct Queue {
        var next = 0
        /// Results of pictures that wait for an earlier one.
        var waiting: [Int: (path: String, result: Result)] = [:]
        /// Results of pages and frames of pictures that have not ended.
        var added: [Int: [(path: String, result: Result)]] = [:]

        /// What is to be reported next, if it is there: a page of the next picture, or what came of it in the end.
        mutating func take() -> (path: String, result: Result, isPage: Bool)? {
            if let page = added[next]?.first {
                added[next]?.removeFirst()
                return (page.path, page.result, true)
            }
            guard let (path, result) = waiting.removeValue(forKey: next) else { return nil }
            added[next] = nil
            next += 1
            return (path, result, false)
        }

        var isReady: Bool { waiting[next] != nil || added[next]?.isEmpty == false }
    }

    /// What was reported.
    private struct Reporting: Sendable {
        /// Whether pictures in which nothing was read are named.
        var namesEmpty: Bool
        /// Whether anything was reported of the picture whose pages are being added.
        var hasReported = false
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

    /// Takes what came of picture `index`, all of it. It is reported with what waited for it as soon as its turn comes:
    /// here, or by the thread that is at it already.
    package func finish(_ index: Int, _ path: String, _ result: Result) {
        queue.withLock { $0.waiting[index] = (path, result) }
        reportWhatIsReady()
    }

    /// Takes what came of a page or a frame of picture `index`; `finish` is called at the end.
    package func add(_ index: Int, _ path: String, _ result: Result) {
        queue.withLock { $0.added[index, default: []].append((path, result)) }
        reportWhatIsReady()
    }

    private func reportWhatIsReady() {
        // What is added while another thread reports is reported by that one, which looks again when it has let go.
        repeat {
            let isMine: Void? = reporting.withLockIfAvailable { reporting in
                while let (path, result, isPage) = queue.withLock({ $0.take() }) {
                    show(result, path, isPage: isPage, &reporting)
                }
                let done = queue.withLock { $0.next + $0.waiting.count }
                if done < count { progress.show(done) } else { progress.clear() }
            }
            if isMine == nil { return }
        } while queue.withLock { $0.isReady }
    }

    /// What came of all so far.
    package var outcome: PictureReading.Outcome { reporting.withLock { $0.outcome } }

    private func show(_ result: Result, _ path: String, isPage: Bool, _ reporting: inout Reporting) {
        switch result {
        case .symbols(let symbols):
            show(symbols, path, &reporting)
            if symbols.isEmpty, !isPage { nameEmpty(path, &reporting) }
            if isPage, symbols.isEmpty { return }
        case .end:
            if !reporting.hasReported { nameEmpty(path == "-" ? "standard input" : path, &reporting) }
        case .part(let symbols, let defect):
            if isPage { reporting.outcome.hasDamage = true }
            reporting.outcome.hasFailed = reporting.outcome.hasFailed || (symbols.isEmpty && !isPage)
            showPart(symbols, defect, path, &reporting)
        case .failure(let line): complain(line, &reporting)
        }
        reporting.hasReported = isPage
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
        Output.complain("\(path.onOneMarkedLine): no code found")
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

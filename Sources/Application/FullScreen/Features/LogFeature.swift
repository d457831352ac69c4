import Services
import Files
import Foundation
import Screens
import Surface

extension Command {
    static let showLog = Command("log")
}

/// The screen of the log.
final class LogFeature: FeatureBase, Feature {
    static let purpose = "Program"
    static let contexts: [KeyContext] = [.log]
    static let commands: [FeatureCommand<LogFeature>] = [
        FeatureCommand(
            .showLog, [.scanner, .history, .scan, .cameras, .settings], ["V"],
            "Show the log"
        ) { $0.showLog() }.opening(.log).inMenu("Log").found(by: "errors messages"),
        FeatureCommand(
            onScreen: .copy, [.log], ["y"], label: "copy", "Copy the selected line"
        ),
        FeatureCommand(
            onScreen: .copyAll, [.log], ["Y"], label: "copy all",
            "Copy all lines shown"),
        FeatureCommand(onScreen: .back, [.log], ["q", .left], label: "back", "Go to the previous screen"),
        FeatureCommand(onScreen: .clear, [.log], [.escape], "Clear the search, then go back"),
    ]

    private var isReading = false
    /// When it was looked at last.
    private var looked: ContinuousClock.Instant?

    private func showLog() {
        guard !display.stack.shows(.log), !isReading else { return }
        read(holdsKeys: true) { [self] in
            model.log = $0
            display.push(LogScreen())
        }
    }

    /// Reads the end of the log beside the loop.
    private func read(
        holdsKeys: Bool, unless stamp: [Int]? = nil, then next: @escaping (LogContent) -> Void
    ) {
        isReading = true
        jobs.run(holdsKeys: holdsKeys) {
            stamp != nil && LogFile.stamp(of: Paths.log) == stamp ? nil : LogFile.tail(of: Paths.log)
        } then: { [self] (result: Result<LogContent?, any Error>) in
            isReading = false
            if case .success(let log?) = result { next(log) }
        }
    }

    /// Shows what was added to the log, where it is on the screen.
    func advance(at now: ContinuousClock.Instant) {
        guard display.stack.shows(.log), !isReading, looked.map({ now - $0 >= .seconds(1) }) ?? true else { return }
        looked = now
        read(holdsKeys: false, unless: model.log.stamp) { [self] in
            model.log = $0
            display.needsDrawing = true
        }
    }
}

extension LogFile {
    /// Bytes of the log that are shown.
    private static let tailSize = 128 << 10

    /// The end of the log at `path`.
    static func tail(of path: String) -> LogContent {
        let shown = SaveTarget.shown(path)
        // Not waiting for the writer of a FIFO.
        let file = open(path.fileSystemPath, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return LogContent(path: shown, problem: "There is no log: \(reason(errno))") }
        defer { Foundation.close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return LogContent(path: shown, problem: "The log is not a regular file: move it away")
        }
        let start = max(0, Int(status.st_size) - tailSize)
        var bytes = [UInt8](repeating: 0, count: min(Int(status.st_size), tailSize))
        let count = pread(file, &bytes, bytes.count, off_t(start))
        guard count >= 0 else { return LogContent(path: shown, problem: "The log cannot be read: \(reason(errno))") }
        var log = LogContent(path: shown, bytes: Array(bytes.prefix(count)), isCut: start > 0)
        log.stamp = stamp(status)
        return log
    }

    /// What is another when the file at `path` is; nil if there is none.
    static func stamp(of path: String) -> [Int]? {
        var status = stat()
        return stat(path.fileSystemPath, &status) == 0 ? stamp(status) : nil
    }

    /// What is another when the file is.
    fileprivate static func stamp(_ status: stat) -> [Int] {
        [Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}

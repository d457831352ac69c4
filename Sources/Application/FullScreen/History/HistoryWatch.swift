import Files
import Glibc

/// Notices when another program has written to the history: its file or its log is newer or longer than before.
struct HistoryWatch {
    /// What changes with every transaction.
    struct Signature: Equatable, Sendable {
        var sizes: [Int64] = []
        var times: [timespec] = []

        init(_ path: String) {
            for name in [path, path + "-wal"] {
                var status = stat()
                guard stat(name.fileSystemPath, &status) == 0 else { continue }
                sizes.append(Int64(status.st_size))
                times.append(status.st_mtim)
            }
        }

        static func == (a: Self, b: Self) -> Bool {
            a.sizes == b.sizes
                && a.times.elementsEqual(b.times) { $0.tv_sec == $1.tv_sec && $0.tv_nsec == $1.tv_nsec }
        }
    }

    /// Whether rows are being fetched.
    private(set) var isLoading = false
    /// Whether somebody waits for them.
    var isAsked = false
    /// How often rows were fetched.
    private var fetches = 0
    private var signature: Signature?
    private var looked: ContinuousClock.Instant?
    private var isLooking = false
    /// Whether the files may have been written to since the last look that found nothing.
    private var isNoted = true
    /// So many looks more find a change: a transaction can be read only some time after its bytes were written, when they are on
    /// the disk. (SQLite's index of the log would tell exactly, but to close that file here would end the locks on it.)
    private var looksLeft = 0

    /// How long to wait between looks.
    static let interval = Duration.milliseconds(400)
    private static let looksAfterChange = 4

    /// The files may have been written to.
    mutating func note() { isNoted = true }

    /// When to look next; nil for when the files are written to.
    var next: Duration? { isNoted && !isLooking ? Self.interval : nil }

    /// A look without a sign: a file system of another machine gives none.
    private static let longestInterval = Duration.seconds(10)

    /// Whether it is time to look: once in `interval` while there is something to look at, and one look at a time.
    mutating func begins(at time: ContinuousClock.Instant) -> Bool {
        if let looked, looked.duration(to: time) >= Self.longestInterval { isNoted = true }
        if !isNoted || isLooking || looked.map({ $0.duration(to: time) < Self.interval }) ?? false { return false }
        // What is written while it is looked at is looked at next.
        (looked, isLooking, isNoted) = (time, true, false)
        return true
    }

    /// Whether the history has changed since the last look, of which `now` came. The first look only remembers.
    mutating func hasChanged(_ now: Signature?) -> Bool {
        isLooking = false
        guard let now else { return false }
        defer { signature = now }
        guard let signature else { return false }
        if signature != now {
            (looksLeft, isNoted) = (Self.looksAfterChange, true)
            return true
        }
        guard looksLeft > 0 else { return false }
        looksLeft -= 1
        isNoted = isNoted || looksLeft > 0
        return true
    }

    /// Rows are being fetched.
    ///
    /// - Returns: a number for `isLatest`.
    mutating func begin() -> Int {
        isLoading = true
        fetches += 1
        return fetches
    }

    /// Whether no others were fetched since.
    func isLatest(_ number: Int) -> Bool { number == fetches }

    /// Rows are there.
    ///
    /// - Returns: whether somebody waited for them.
    mutating func end() -> Bool {
        defer { (isLoading, isAsked) = (false, false) }
        return isAsked
    }

    /// The next look finds a change: what the last one found could not be read.
    mutating func forget() {
        signature?.sizes = []
        isNoted = true
    }
}

import Files
import Glibc

/// Notices when another program has written to the history: its file or its log is newer or longer than before.
struct HistoryWatch {
    /// What changes with every transaction.
    private struct Signature: Equatable {
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
    var isLoading = false
    private var signature: Signature?
    private var looked: ContinuousClock.Instant?

    /// How long to wait between looks.
    static let interval = Duration.seconds(1)

    /// Whether the history at `path` has changed since the last look; looks once in `interval` only. The first look only
    /// remembers.
    mutating func hasChanged(at time: ContinuousClock.Instant, _ path: String) -> Bool {
        if let looked, looked.duration(to: time) < Self.interval { return false }
        looked = time
        let now = Signature(path)
        defer { signature = now }
        return signature.map { $0 != now } ?? false
    }

    /// The next look finds a change: what the last one found could not be read.
    mutating func forget() { signature?.sizes = [] }
}

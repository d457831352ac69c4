import Services
import Delivery
import History
import Scanning
import Symbols

/// A history, and what keeps scans and pictures in it.
struct HistoryRecords {
    let history: HistoryStore
    /// Keeps scans as the settings and the session of the user's want it.
    let keeping: ScanKeeping
    /// Keeps the scans of every session, and what one could not keep in the next.
    let queue: ScanRetryQueue
    /// Saves the pictures of scans; nil where they are not wanted.
    var pictures: ScanPictures?
    /// Whether the history was listed: one that another program holds is when it can be.
    var hasListed = false
    /// Notices what other programs keep and delete.
    var watch = HistoryWatch()
    /// When it is mended next, where it turns out to be damaged; nil while that is under way.
    var nextMending: ContinuousClock.Instant? = .now
    /// Scans that were deleted while their symbol was in view: it is not kept any more.
    var deleted: Set<Int64> = []

    /// The numbers of what was deleted in this run, the last deletion last.
    var deletions: [[Int64]] = []
    /// The search that is under way.
    var search = HistorySearching()
    /// The fetching of older rows that is under way.
    var paging = HistoryPaging()

    /// Keeps scans by `keeping`.
    init(_ keeping: ScanKeeping) {
        history = keeping.history
        self.keeping = keeping
        queue = ScanRetryQueue(take: keeping.take)
    }

    /// Whether it ends with the program.
    var isInMemory: Bool { history.isInMemory }

    /// What is being read of it is not waited for any more.
    mutating func forgetLoading() {
        _ = watch.end()
        search.count?.giveUp()
        search = HistorySearching()
        paging = HistoryPaging()
    }
}

/// The user's history, and that of the demo: made-up scans have no place among others.
///
///     records.use(ofDemo: true)       // as the source begins
///     records.history                 // the one in use; so are the other parts of `HistoryRecords`
@dynamicMemberLookup
struct Records {
    /// What delivers the user's scans elsewhere; nil where nothing does.
    var deliveries: DeliveryService?
    /// Types the scans into other programs; nil where nothing does.
    var typing: ScanTyping?
    /// What the codes that are looked for hold.
    var wanted: Set<[UInt8]> = []
    /// How many of the user's commands run or wait.
    var commandsWaiting = 0
    /// The user's.
    var own: HistoryRecords
    /// The demo's, in memory; nil before it is needed.
    private var demo: HistoryRecords?
    /// Whether the demo's is in use.
    private(set) var isOfDemo = false
    /// Whether a picture is being saved by key.
    var isSavingPicture = false
    /// What could not be kept when the loop had ended.
    var unkept: [UnkeptScan] = []

    /// Keeps scans by `keeping`.
    init(_ keeping: ScanKeeping) { own = HistoryRecords(keeping) }

    /// Uses the demo's history from now on, or the user's.
    ///
    /// - Returns: whether that is another one than before.
    mutating func use(ofDemo isOfDemo: Bool) throws -> Bool {
        if isOfDemo, demo == nil {
            let history = try HistoryStore.inMemory(called: "the demo's history")
            demo = HistoryRecords(own.keeping.moved(to: history))
        }
        defer { self.isOfDemo = isOfDemo }
        guard isOfDemo != self.isOfDemo else { return false }
        // Rows of the one are not shown in the other.
        own.forgetLoading()
        demo?.forgetLoading()
        return true
    }

    private var current: HistoryRecords {
        get { isOfDemo ? demo ?? own : own }
        set { if isOfDemo { demo = newValue } else { own = newValue } }
    }

    /// A part of the history in use.
    subscript<Part>(dynamicMember part: KeyPath<HistoryRecords, Part>) -> Part { current[keyPath: part] }

    /// As above.
    subscript<Part>(dynamicMember part: WritableKeyPath<HistoryRecords, Part>) -> Part {
        get { current[keyPath: part] }
        set { current[keyPath: part] = newValue }
    }
}

import Dispatch
import Files
import Services
import History
import Scanning

/// A history, and what keeps scans and pictures in it.
struct HistoryRecords {
    let history: HistoryStore
    /// Keeps scans as the settings and the session of the user's want it.
    let keeping: ScanKeeping
    /// Keeps the scans of every session, and what one could not keep in the next.
    let queue: ScanRetryQueue
    /// Saves the pictures of scans; nil where they are not wanted.
    var pictures: ScanPictures?
    /// Scans that were deleted while their symbol was in view: it is not kept any more.
    var deleted: Set<Int64> = []

    /// Keeps scans by `keeping`.
    init(_ keeping: ScanKeeping) {
        history = keeping.history
        self.keeping = keeping
        queue = ScanRetryQueue(take: keeping.take)
    }

    /// Whether it ends with the program.
    var isInMemory: Bool { history.isInMemory }
}

/// The user's history, and that of the demo: made-up scans have no place among others.
///
///     records.use(ofDemo: true)       // as the source begins
///     records.history                 // the one in use; so are the other parts of `HistoryRecords`
@dynamicMemberLookup
final class Records {
    /// Types the scans into other programs; nil where nothing does.
    var typing: ScanTyping?
    /// The user's.
    var own: HistoryRecords
    /// The demo's, in memory; nil before it is needed.
    private var demo: HistoryRecords?
    private(set) var isOfDemo = false

    /// Those who ask the history for something, each in the order of its own questions.
    private var queues: [ObjectIdentifier: DispatchQueue] = [:]

    /// Keeps scans by `keeping`.
    init(_ keeping: ScanKeeping) { own = HistoryRecords(keeping) }

    /// Where `owner` asks the history, one question after the other.
    func questions(of owner: Any.Type) -> DispatchQueue {
        let key = ObjectIdentifier(owner)
        let queue = queues[key] ?? DispatchQueue(label: "quietzone.history.\(owner)")
        queues[key] = queue
        return queue
    }

    /// Uses the demo's history from now on, or the user's.
    ///
    /// - Returns: whether that is another one than before.
    func use(ofDemo isOfDemo: Bool) throws -> Bool {
        if isOfDemo, demo == nil {
            // In memory nothing waits for a disk.
            let history = try LoopThread.excuse { try HistoryStore.inMemory(called: "the demo's history") }
            demo = HistoryRecords(own.keeping.moved(to: history))
        }
        defer { self.isOfDemo = isOfDemo }
        return isOfDemo != self.isOfDemo
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

import Dispatch
import Files
import Services
import History
import Scanning
import Screens

/// A history, and what keeps scans and pictures in it.
struct HistoryRecords {
    let history: HistoryStore
    /// Keeps scans as the settings and the session of the user's want it.
    let keeping: ScanKeeping
    /// Keeps the scans of every session, and what one could not keep in the next.
    let queue: ScanRetryQueue
    /// Saves the pictures of scans; nil if they are not wanted.
    var pictures: ScanPictures?
    /// Grades scans; nil if that is not wanted.
    var grading: ScanGrading?
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

/// The user's history, and that of the demo: made-up scans have no place among others. Scans go to one of them; which one is
/// viewed is another matter, for the kept history can be viewed while the demo or a private run scans.
///
///     records.use(ofDemo: true)       // as the source begins: scans go to the demo's history
///     records.view(kept: true)        // the kept history is viewed
///     records.history                 // the one that is viewed; so are the other parts of `HistoryRecords`
@dynamicMemberLookup
final class Records {
    /// Types the scans into other programs; nil if nothing does.
    var typing: ScanTyping?
    /// The user's: the kept history, or one in memory where nothing is to be kept.
    var own: HistoryRecords
    /// The demo's, in memory; nil before it is needed.
    private var demo: HistoryRecords?
    /// The kept history of a run that keeps nothing; nil before it is viewed.
    private(set) var keptBefore: HistoryRecords?
    /// Whether scans go to the demo's.
    private(set) var isOfDemo = false
    /// Whether the kept history is viewed, wherever scans go.
    private var viewsKept = false

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

    /// Scans go to the demo's history from now on, or to the user's.
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

    /// The kept history is viewed from now on, or the one that scans go to.
    ///
    /// - Returns: whether that is another one than before.
    func view(kept viewsKept: Bool) -> Bool {
        let before = viewed.history
        self.viewsKept = viewsKept
        return before !== viewed.history
    }

    /// `history` is the kept history of a run that keeps nothing.
    func take(kept history: HistoryStore) { keptBefore = HistoryRecords(own.keeping.moved(to: history)) }

    /// The history that scans go to.
    var scanned: HistoryRecords {
        get { isOfDemo ? demo ?? own : own }
        set { if isOfDemo { demo = newValue } else { own = newValue } }
    }

    /// The history that is viewed.
    var viewed: HistoryRecords {
        get { viewsKept ? keptBefore ?? own : scanned }
        set {
            if !viewsKept {
                scanned = newValue
            } else if keptBefore != nil {
                keptBefore = newValue
            } else {
                own = newValue
            }
        }
    }

    /// Whether another history is viewed than the one that scans go to.
    var viewsOther: Bool { viewed.history !== scanned.history }

    /// What the history that is viewed is to its user.
    var place: HistoryModel.Place { place(of: viewed) }

    /// What the other history is that can be viewed; nil if there is one only.
    var otherPlace: HistoryModel.Place? {
        if viewsOther { return place(of: scanned) }
        let kept = keptBefore ?? own
        return kept.isInMemory || kept.history === scanned.history ? nil : .kept
    }

    private func place(of records: HistoryRecords) -> HistoryModel.Place {
        records.history === demo?.history ? .demo : records.isInMemory ? .private : .kept
    }

    /// A part of the history that is viewed.
    subscript<Part>(dynamicMember part: KeyPath<HistoryRecords, Part>) -> Part { viewed[keyPath: part] }

    /// As above.
    subscript<Part>(dynamicMember part: WritableKeyPath<HistoryRecords, Part>) -> Part {
        get { viewed[keyPath: part] }
        set { viewed[keyPath: part] = newValue }
    }
}

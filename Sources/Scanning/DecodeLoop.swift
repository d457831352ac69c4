import Decoding
import Files
import Foundation
import Frames
import Symbols

/// What is done with each frame of a session: its symbols are read and followed, and each that appears is kept.
///
/// A value without threads: whoever has the frames calls `process` with one after the other.
struct DecodeLoop {
    /// What came of a frame, besides events.
    struct Outcome {
        /// Symbols in view, with corners in frame pixels.
        var visible: [TrackedSymbol] = []
        /// How long reading took; nil when it was known from the picture before.
        var decodeTime: Duration?
        /// Engine failures; each cost one look.
        var faults = 0
        /// Whether the reader was lost with the frame.
        var isLost = false
    }

    /// A picture that was read: a live source brings one again and again.
    private struct Still {
        let box: InterestBox?
        let origin: String?
        let symbols: [Symbol]
    }

    private let options: ScanSession.Options
    private let reader: any FrameReader
    private let keeping: ScanRetryQueue
    /// What is in view.
    private(set) var tracker: Tracker
    private var origin: String?
    private var sequences: SequenceCollection
    private var toldDefects: Set<String> = []
    private var still: Still?

    /// Begins a session: what `options` have of the one before is in view still.
    init(options: ScanSession.Options, reader: any FrameReader, keeping: ScanRetryQueue) {
        self.options = options
        self.reader = reader
        self.keeping = keeping
        tracker =
            options.formerTracker.map { Tracker(options: options.tracker, after: $0) }
            ?? Tracker(options: options.tracker)
        sequences = SequenceCollection(charset: options.reader.charset)
        keeping.beginSession()
    }

    /// Reads a frame and keeps what appears in it.
    ///
    /// - Parameters:
    ///   - box: read only inside this; nil reads everywhere.
    ///   - source: the name of the source, for frames that have no origin of their own.
    ///   - isEnding: whether a reader that gave up did so because the session ends.
    ///   - post: is called with each event as soon as it is true.
    /// - Returns: nil when the session ended before the frame was read.
    mutating func process(
        _ frame: Frame, in box: InterestBox?, of source: String, isEnding: () -> Bool,
        post: (ScanSession.Event) -> Void
    ) -> Outcome? {
        beginPicture(of: frame.origin)
        var outcome = Outcome()
        var result = ReadResult()
        var loss: FrameLoss?
        var isComplete = true
        if options.readsStills, let still, still.box == box, Self.isSame(still.origin, frame.origin) {
            result.symbols = still.symbols
        } else {
            do throws(FrameLoss) {
                let region = box?.pixels(width: frame.width, height: frame.height)
                let effort = options.readsStills ? Effort.normal : .live(budget: options.liveBudget)
                result = try reader.read(frame, region: region, effort: effort)
            } catch {
                if isEnding() { return nil }
                // The frame counts as one that nobody looked at; the reader has told its log.
                loss = error
            }
            if options.readsStills { still = Still(box: box, origin: frame.origin, symbols: result.symbols) }
            outcome.decodeTime = result.duration
            // What only an engine reads that did not look this time is not missing.
            isComplete = result.isComplete
        }
        tellDefects(of: frame, loss, hasSymbols: !result.symbols.isEmpty, post)
        let update = tracker.update(result.symbols, at: frame.timestamp, isComplete: isComplete)
        keep(update.appeared, in: frame, of: source, post)
        keeping.forget(allBut: update.visible.map(\.id))
        outcome.visible = update.visible
        outcome.faults = result.faults.count
        outcome.isLost = loss != nil
        return outcome
    }

    /// What is in another picture has nothing to do with the one before.
    private mutating func beginPicture(of origin: String?) {
        // By bytes: names that differ in how an accent is spelt are equal as texts.
        guard !Self.isSame(origin, self.origin) else { return }
        tracker = Tracker(options: options.tracker)
        self.origin = origin
    }

    private mutating func tellDefects(
        of frame: Frame, _ loss: FrameLoss?, hasSymbols: Bool, _ post: (ScanSession.Event) -> Void
    ) {
        // A picture of several that could not be read is told, as one that could not be opened.
        if let loss, options.readsStills {
            post(.skipped("\(frame.origin?.withVisibleBytes ?? "the picture"): not read: \(loss.description)"))
        }
        // Every picture of a stream has the stream's name, and a live source brings one again and again.
        if let defect = frame.defect, loss == nil, toldDefects.insert(defect).inserted {
            post(.damaged(defect, hasSymbols: hasSymbols))
        }
    }

    /// Each symbol that appeared is a scan, and so is what symbols hold together, with the last of them.
    private mutating func keep(
        _ appeared: [TrackedSymbol], in frame: Frame, of source: String, _ post: (ScanSession.Event) -> Void
    ) {
        var kept: [Int64] = []
        var hasUnkept = false
        for symbol in appeared {
            let scan = Scan(time: Date(), source: frame.origin ?? source, symbol: symbol.symbol)
            let whole = sequences.add(symbol.content).map { whole in
                Scan(time: Date(), source: scan.source, symbol: Symbol(content: whole, corners: symbol.corners))
            }
            for scan in [scan, whole].compactMap(\.self) {
                let event = keeping.keep(scan, of: symbol.id, at: .now)
                if case .kept(_, let id) = event { kept.append(id) }
                if case .notKept = event { hasUnkept = true }
                post(event)
            }
        }
        guard !kept.isEmpty || hasUnkept, let picture = options.takePicture?(frame) else { return }
        if !kept.isEmpty { picture.link(kept) }
        if hasUnkept { keeping.attach(picture) }
    }

    private static func isSame(_ a: String?, _ b: String?) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        return a.utf8.elementsEqual(b.utf8)
    }
}

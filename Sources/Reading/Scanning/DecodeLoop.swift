import Decoding
import Files
import Foundation
import Frames
import Symbols

/// What is done with each frame of a session: its symbols are read and followed, and those that appear go to the consumers.
///
/// A value without threads: the caller passes one frame after the other to `process`.
struct DecodeLoop {
    /// What came of a frame, besides events.
    struct Outcome {
        /// Symbols in view, with corners in frame pixels.
        var visible: [TrackedSymbol] = []
        /// Those that too few frames agree on yet.
        var awaiting: [TrackedSymbol] = []
        /// What may help where nothing is read.
        var advice: AimingAdvice?
        /// How long reading took; nil when it was known from the picture before.
        var decodeTime: Duration?
        /// Whether the reader was lost with the frame.
        var isLost = false
    }

    /// A picture that was read: a live source brings one again and again.
    private struct Still {
        let box: InterestBox?
        let origin: String?
        let symbols: [Symbol]
    }

    /// Mean time that decoding a camera's frame may take.
    private static let liveBudget = Duration.milliseconds(30)

    private let options: ScanSession.Options
    private let reader: any FrameReader
    /// What is in view.
    private(set) var tracker: Tracker
    /// What may help where nothing is read: somebody aims at what is live.
    private var advisor = AimingAdvisor()
    private var origin: String?
    private var sequences: SequenceCollection
    private var reportedDefects: Set<String> = []
    private var still: Still?
    /// What was in view in each picture that was shown before, by its origin's bytes: who goes back to one scans nothing again.
    private var formerTrackers: [[UInt8]: Tracker] = [:]

    /// Begins a session: what `options` have of the one before is in view still.
    init(options: ScanSession.Options, reader: any FrameReader) {
        (self.options, self.reader) = (options, reader)
        tracker = Tracker(options: options.tracker, after: options.formerTracker)
        sequences = SequenceCollection(charset: options.reader.charset)
        for consumer in options.consumers { consumer.beginSession() }
    }

    /// Reads a frame and hands what appears in it to the consumers.
    ///
    /// - Parameters:
    ///   - box: read only inside this; nil reads everywhere.
    ///   - isThorough: whether it stands still and is to be read with everything that may help.
    ///   - source: the name of the source, for frames that have no origin of their own.
    ///   - isEnding: whether a reader that gave up did so because the session ends.
    ///   - post: is called with each event as soon as it is true.
    /// - Returns: nil when the session ended before the frame was read.
    mutating func process(
        _ frame: Frame, in box: InterestBox?, isThorough: Bool = false, of source: String, isEnding: () -> Bool,
        post: (ScanSession.Event) -> Void
    ) -> Outcome? {
        beginPicture(of: frame.origin)
        var outcome = Outcome()
        var result = ReadResult()
        var loss: FrameError?
        var isComplete = true
        if options.readsStills, !isThorough, let still, still.box == box, Self.isSame(still.origin, frame.origin) {
            result.symbols = still.symbols
        } else {
            do throws(FrameError) {
                let region = box?.pixels(width: frame.width, height: frame.height)
                let usual = options.readsStills ? Effort.normal : .live(budget: Self.liveBudget)
                let effort = isThorough ? .thorough : usual
                result = try reader.read(frame, region: region, effort: effort)
            } catch {
                if isEnding() { return nil }
                // The frame counts as unread; the reader has logged the loss.
                loss = error
            }
            if options.readsStills { still = Still(box: box, origin: frame.origin, symbols: result.symbols) }
            outcome.decodeTime = result.duration
            // What only engines read that skipped this frame is not missing.
            isComplete = result.isComplete
        }
        reportDefects(of: frame, loss, hasSymbols: !result.symbols.isEmpty, post)
        let update = tracker.update(
            result.symbols, at: frame.timestamp, isComplete: isComplete, isThorough: isThorough && loss == nil)
        consume(update.appeared, in: frame, of: source, post)
        let tracks = update.visible.map(\.id)
        for consumer in options.consumers { consumer.finishFrame(tracksInView: tracks) }
        outcome.visible = update.visible
        outcome.awaiting = update.awaiting
        if options.givesAdvice, !options.readsStills, loss == nil {
            let region = box?.pixels(width: frame.width, height: frame.height)
            let isReading = !update.visible.isEmpty || !update.awaiting.isEmpty
            advisor.take(frame, in: region, isReading: isReading, at: frame.timestamp)
            outcome.advice = advisor.advice
        }
        outcome.isLost = loss != nil
        if isThorough, loss == nil { post(.readThoroughly(count: result.symbols.count)) }
        return outcome
    }

    /// What is in view, or was in other pictures, is a new scan when it comes back.
    mutating func countAgain() {
        tracker.countAgain()
        formerTrackers = [:]
    }

    /// Another picture begins with nothing in view.
    private mutating func beginPicture(of origin: String?) {
        // By bytes: names that differ in how an accent is spelt are equal as texts.
        guard !Self.isSame(origin, self.origin) else { return }
        if let before = self.origin, !options.tracker.isStills { formerTrackers[Array(before.utf8)] = tracker }
        var next = origin.flatMap { formerTrackers[Array($0.utf8)] } ?? Tracker(options: options.tracker)
        // Scans are found by the tracks they came from: those of two pictures must not be taken for each other.
        next.continueIDs(of: tracker)
        tracker = next
        self.origin = origin
    }

    private mutating func reportDefects(
        of frame: Frame, _ loss: FrameError?, hasSymbols: Bool, _ post: (ScanSession.Event) -> Void
    ) {
        // One of several pictures that could not be read is reported like one that could not be opened.
        if let loss, options.readsStills {
            post(.skipped("\(frame.origin?.withVisibleBytes ?? "the picture"): not read: \(loss.description)"))
        }
        // Every picture of a stream has the stream's name, and a live source brings one again and again.
        if let defect = frame.defect, loss == nil, reportedDefects.insert(defect).inserted {
            post(.damaged(defect, hasSymbols: hasSymbols))
        }
    }

    /// Each symbol that appeared is a scan, and so is what symbols hold together, with the last of them.
    private mutating func consume(
        _ appeared: [TrackedSymbol], in frame: Frame, of source: String, _ post: (ScanSession.Event) -> Void
    ) {
        guard !appeared.isEmpty else { return }
        var scans = AppearedScans(elements: [], frame: frame)
        for symbol in appeared {
            let scan = Self.scan(symbol.symbol, in: frame, of: source)
            if !isIgnored(symbol.content) { scans.elements.append(.init(scan: scan, track: symbol.id)) }
            if let content = sequences.add(symbol.content), !isIgnored(content) {
                let whole = Symbol(content: content, corners: symbol.corners)
                scans.elements.append(.init(scan: Self.scan(whole, in: frame, of: source), track: symbol.id))
            }
        }
        guard !scans.elements.isEmpty else { return }
        for consumer in options.consumers { consumer.appeared(&scans, post: post) }
        for element in scans.elements where element.fate == nil { post(.scan(element.scan, .seen)) }
    }

    private static func scan(_ symbol: Symbol, in frame: Frame, of source: String) -> Scan {
        let now = Date()
        return Scan(
            time: now, utcOffset: TimeZone.current.secondsFromGMT(for: now), source: frame.origin ?? source,
            symbol: symbol, frame: .init(width: frame.width, height: frame.height))
    }

    private func isIgnored(_ content: SymbolContent) -> Bool { options.ignores?(content) ?? false }

    private static func isSame(_ a: String?, _ b: String?) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        return a.utf8.elementsEqual(b.utf8)
    }
}

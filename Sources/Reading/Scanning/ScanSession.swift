import CLinux
import Decoding
import Foundation
import Frames
import Symbols
import Synchronization

/// One source being scanned: a thread that captures, a thread that decodes, and what comes of them.
///
/// Events are never lost and wait in `drainEvents`; the newest view and the newest preview frame replace older
/// ones. The doorbell rings for each of them. `stop` ends both threads and waits for them; a session that is not
/// stopped goes on for as long as its source does.
package final class ScanSession: Sendable {
    /// How to scan.
    package struct Options: Sendable {
        /// Read only inside this box at first; nil reads everywhere.
        package var interestBox: InterestBox?
        package var reader = ReaderOptions()
        /// Makes what reads, on the decoding thread, which alone uses it. Default: a `SymbolReader` in this process.
        package var makeReader: @Sendable (ReaderOptions) -> any FrameReader = { SymbolReader(options: $0) }
        /// When symbols count as new.
        package var tracker = Tracker.Options()
        /// The tracker of the session before: what it had in view a moment ago is not a new scan.
        package var formerTracker: Tracker?
        /// Whether the source's frames are stills: each picture is read thoroughly, and once, however often it is shown.
        package var readsStills = false
        /// Whether there is advice on how to hold the camera. Default: there is.
        package var givesAdvice = true
        /// Whether a source that fails is opened again after a while: right for cameras.
        package var reopens = false
        /// Who gets the scans, in this order. Default: none, so that each scan is only reported as `Event.seen`.
        package var consumers: [any ScanConsumer] = []
        /// Tells contents that are not scans; nil, by default, where all are.
        package var ignores: (@Sendable (SymbolContent) -> Bool)?
        /// Pause before the first attempt to open a source again; it doubles with each attempt that brings no frame,
        /// up to sixteen times that.
        package var reopeningPause: Duration = .milliseconds(250)
        /// Whether the preview wants the frames' colours. Default: it does not.
        package var colour = ChromaRequest()

        package init() {}
    }

    private struct Shared {
        var events: [Event] = []
        var view = View()
        var box: InterestBox?
        var isFrozen = false
        /// Whether the next frame of a still is to be read thoroughly.
        var wantsThorough = false
        /// Whether what is in view is a new scan when it comes back, however soon.
        var countsAgain = false
        /// A frame that is held still and is to be read thoroughly.
        var heldFrame: Frame?
        var source: (any FrameSource)?
        /// The name of the source that was open last: its last frames are read when it has ended already.
        var sourceName = ""
        var tracker: Tracker?
        var lostFrames: UInt64 = 0
        var deliveredFrames: UInt64 = 0
        /// Whether the source failed and has not brought a frame since: nothing is in view then.
        var isInterrupted = false
    }

    private let options: Options
    private let shared: Mutex<Shared>
    private let undecoded = Mailbox<Frame>()
    private let unshown = Mailbox<Frame>()
    private let doorbell: Doorbell
    private let stopBell: Doorbell
    private let reopenBell: Doorbell
    private let threads: Mutex<(decoder: WorkerThread?, capturer: WorkerThread?)>

    /// A session that rings `doorbell` when there is something to fetch; it begins with `start`.
    ///
    /// - Parameter options: no other session uses its consumers meanwhile.
    package init(options: Options, doorbell: Doorbell) throws(SourceError) {
        (self.options, self.doorbell) = (options, doorbell)
        stopBell = try Doorbell()
        reopenBell = try Doorbell()
        threads = Mutex((nil, nil))
        shared = Mutex(Shared(box: options.interestBox))
    }

    /// Opens the source on the capture thread and begins.
    ///
    /// - Parameter open: makes the source; called again for each attempt to reopen it, so that a camera which comes
    ///   back under another node is found.
    package func start(opening open: @escaping @Sendable () throws(SourceError) -> any FrameSource) throws(SourceError)
    {
        do {
            let decoder = try WorkerThread(name: "qz-decode") { self.decode() }
            threads.withLock { $0.decoder = decoder }
            // The capture thread waits for the decoder, so that `ended` comes after the last scan.
            let capturer = try WorkerThread(name: "qz-capture") {
                let failure = self.capture(open)
                self.undecoded.close()
                decoder.wait()
                self.post(.ended(failure))
            }
            threads.withLock { $0.capturer = capturer }
        } catch {
            undecoded.close()
            throw error
        }
    }

    /// Ends both threads, releases the source and waits for all of it. Events already posted can still be drained.
    package func stop() {
        end()
        waitForRelease()
    }

    /// Ends both threads and waits for the decoder: scans, events and `tracker` are complete. The source may take longer to
    /// close, seconds where a camera hangs.
    package func end() {
        stopBell.ring()
        undecoded.close()
        threads.withLock { $0.decoder }?.wait()
    }

    /// Waits until the source is closed, after `end`.
    ///
    /// - Parameter patience: how long at most; default as long as it takes.
    /// - Returns: whether it has.
    @discardableResult
    package func waitForRelease(atMost patience: Duration? = nil) -> Bool {
        threads.withLock { $0.capturer }?.wait(atMost: patience) ?? true
    }

    /// The events since the last call, in order.
    package func drainEvents() -> [Event] {
        shared.withLock { shared in
            defer { shared.events = [] }
            return shared.events
        }
    }

    package var view: View { shared.withLock { $0.view } }

    /// The newest frame that was not fetched yet; nil when there is none.
    package func takePreview() -> Frame? { unshown.take() }

    /// The source that is open right now, for its controls.
    package var source: (any FrameSource)? { shared.withLock { $0.source } }

    /// What was in view when the session ended; nil until `stop` has returned. For the session that comes after.
    package var tracker: Tracker? { shared.withLock { $0.tracker } }

    /// Opens a source that failed again at once instead of after its pause; nothing happens to one that works.
    package func reopenNow() { reopenBell.ring() }

    /// Reads only inside `box` from the next frame on; nil reads everywhere.
    package func setInterestBox(_ box: InterestBox?) {
        shared.withLock { $0.box = box }
        showStillAgain()
    }

    /// What is in view now is a new scan when it comes back, however soon: who scans began to count again.
    package func countAgain() { shared.withLock { $0.countsAgain = true } }

    /// Reads the picture that is shown again, with everything that may help; for sources of stills. `Event.readThoroughly` follows.
    package func readThoroughly() {
        shared.withLock { $0.wantsThorough = true }
        showStillAgain()
    }

    /// Reads `frame`, which is held still, with everything that may help, even while frozen; the source goes on bringing frames
    /// meanwhile. What is in it counts at once. `Event.readThoroughly` follows.
    package func readThoroughly(_ frame: Frame) { shared.withLock { $0.heldFrame = frame } }

    /// Reads no frames while `isFrozen`; the source goes on.
    package func setFrozen(_ isFrozen: Bool) {
        shared.withLock { $0.isFrozen = isFrozen }
        if !isFrozen { showStillAgain() }
    }

    /// A picture that stands still does not come again by itself.
    private func showStillAgain() { (source as? any StillSource)?.showAgain() }

    // MARK: - The capture thread

    private func capture(_ open: () throws(SourceError) -> any FrameSource) -> SourceError? {
        let shortest = max(1, Int(options.reopeningPause / .milliseconds(1)))
        var pause = shortest
        while true {
            let before = shared.withLock { $0.deliveredFrames }
            let failure = captureOnce(open)
            shared.withLock { $0.source = nil }
            guard let failure else { return nil }
            guard options.reopens, !stopBell.isRung else { return failure }
            // A source that had delivered frames is retried soon, one that never has at growing intervals.
            if shared.withLock({ $0.deliveredFrames }) > before { pause = shortest }
            nothingIsInView()
            post(.interrupted(failure))
            let bells = [stopBell.descriptor, reopenBell.descriptor]
            let rung = qz_poll(bells, 2, Int32(clamping: pause))
            if rung & 1 != 0 { return nil }
            if rung & 2 != 0 {
                // Cleared here and not earlier: a camera that comes back while it is being opened must not be missed.
                reopenBell.clear()
                pause = shortest
            } else {
                pause = min(pause * 2, shortest * 16)
            }
        }
    }

    /// The source brings no frames for now. After the event that says so an older frame must not look like the source working again.
    private func nothingIsInView() {
        shared.withLock {
            $0.isInterrupted = true
            ($0.view.symbols, $0.view.awaiting) = ([], [])
        }
        _ = unshown.take()
    }

    private func captureOnce(_ open: () throws(SourceError) -> any FrameSource) -> SourceError? {
        do {
            let source = try open()
            shared.withLock {
                $0.source = source
                $0.sourceName = source.name
            }
            let waits = source.pacing == .complete
            let output = FrameOutput(
                pool: try FramePool(keepsOriginals: options.consumers.contains { $0.wantsOriginals }),
                colour: options.colour,
                deliver: { [self] frame in
                    shared.withLock {
                        $0.deliveredFrames += 1
                        $0.isInterrupted = false
                    }
                    for consumer in options.consumers { consumer.frameCame(frame) }
                    unshown.post(frame)
                    if waits { undecoded.postWhenEmpty(frame) } else { undecoded.post(frame) }
                    doorbell.ring()
                },
                report: { [self] report in
                    switch report {
                    case .streaming(let format): post(.streaming(format))
                    case .skipped(let line): post(.skipped(line))
                    case .lostFrame: shared.withLock { $0.lostFrames += 1 }
                    case .invitation(let invitation):
                        if invitation != nil { nothingIsInView() }
                        post(.invitation(invitation))
                    }
                })
            try source.run(output, until: stopBell)
            return nil
        } catch {
            return error
        }
    }

    // MARK: - The decoding thread

    private func decode() {
        let reader = options.makeReader(options.reader)
        reader.endEarly(at: stopBell)
        var loop = DecodeLoop(options: options, reader: reader)
        defer { shared.withLock { $0.tracker = loop.tracker } }
        while true {
            let next = undecoded.take(withinMilliseconds: 2000)
            var hasCaughtUp = false
            for consumer in options.consumers {
                consumer.catchUp(at: .now) { event in
                    hasCaughtUp = true
                    post(event)
                }
            }
            // The view shows what is kept now.
            if hasCaughtUp { showStillAgain() }
            let held = shared.withLock { $0.heldFrame.take() }
            guard let frame = held ?? next else {
                if undecoded.isClosed {
                    for consumer in options.consumers { consumer.catchUp(at: nil, post: post) }
                    return
                }
                continue
            }
            var (view, box, isFrozen, name) = shared.withLock { ($0.view, $0.box, $0.isFrozen, $0.sourceName) }
            if isFrozen, held == nil { continue }
            let countsAgain = shared.withLock { shared in
                defer { shared.countsAgain = false }
                return shared.countsAgain
            }
            if countsAgain { loop.countAgain() }
            let isThorough = shared.withLock { shared in
                defer { shared.wantsThorough = false }
                return held != nil || shared.wantsThorough && options.readsStills
            }
            guard
                let outcome = loop.process(
                    frame, in: box, isThorough: isThorough, of: name, isEnding: { stopBell.isRung }, post: post)
            else { continue }
            // It took its time: only what comes after it is agreed on.
            if options.readsStills, outcome.decodeTime != nil || !outcome.awaiting.isEmpty { showStillAgain() }
            view.symbols = outcome.visible
            view.awaiting = outcome.awaiting
            view.advice = outcome.advice
            if held != nil { view.heldReads += 1 }
            for consumer in options.consumers { consumer.describe(in: &view) }
            if let time = outcome.decodeTime { view.decodeTime = time }
            view.decodedFrames += 1
            if outcome.isLost { view.lostReads += 1 }
            shared.withLock { shared in
                view.droppedFrames = shared.lostFrames + undecoded.droppedCount
                if shared.isInterrupted { (view.symbols, view.awaiting) = ([], []) }
                shared.view = view
            }
            doorbell.ring()
        }
    }

    private func post(_ event: Event) {
        shared.withLock { $0.events.append(event) }
        doorbell.ring()
    }
}

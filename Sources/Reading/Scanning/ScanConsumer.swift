import Frames
import Symbols

/// Gets the scans of a session as they appear: keeping them, taking pictures of them and delivering them elsewhere are one each.
///
/// A session calls its consumers in the order of `ScanSession.Options.consumers`, on the decoding thread, so each sees what those
/// before it did with a scan. What takes long belongs on a queue: `QueuedConsumer` has one.
///
/// ```swift
/// var options = ScanSession.Options()
/// options.consumers = [ScanRetryQueue { scan in keeping.take(scan) }]
/// options.consumers.append(QueuedConsumer(label: "webhook") { scan in webhook.post(scan) })
/// ```
///
/// All but `appeared` have a default that does nothing.
package protocol ScanConsumer: Sendable {
    /// Whether frames should hold the bytes they were made of, where their source can (`FramePool.keepsOriginals`).
    var wantsOriginals: Bool { get }

    /// A session begins: tracks are numbered from the start again.
    func beginSession()

    /// The source has brought a frame, which may be read or left out. Called on the capture thread; `frame` is not to be held.
    func frameCame(_ frame: Frame)

    /// Scans appeared in a frame; the consumer notes in `scans` what others should know.
    ///
    /// - Parameter post: posts an event of the session at once.
    func appeared(_ scans: inout AppearedScans, post: (ScanSession.Event) -> Void)

    /// A frame was read, and these tracks are in view; called after `appeared`.
    func finishFrame(tracksInView tracks: [UInt64])

    /// Does what was put off. Called before each frame, and every second without frames.
    ///
    /// - Parameter time: now; nil when the session ends, so that nothing should be put off any longer.
    func catchUp(at time: ContinuousClock.Instant?, post: (ScanSession.Event) -> Void)

    /// Adds what it knows about the symbols in view.
    func describe(in view: inout ScanSession.View)
}

extension ScanConsumer {
    package var wantsOriginals: Bool { false }
    /// Frames without scans do not matter.
    package func frameCame(_ frame: Frame) {}
    /// Nothing to forget.
    package func beginSession() {}
    /// Tracks in view do not matter.
    package func finishFrame(tracksInView tracks: [UInt64]) {}
    /// Nothing is put off.
    package func catchUp(at time: ContinuousClock.Instant?, post: (ScanSession.Event) -> Void) {}
    /// Nothing to add.
    package func describe(in view: inout ScanSession.View) {}
}

/// The scans that appeared in one frame.
package struct AppearedScans: Sendable {
    /// One of them.
    package struct Element: Sendable {
        /// What was read, where and when.
        package let scan: Scan
        /// The track that it is the appearance of; what a sequence holds together has that of its last symbol.
        package let track: UInt64
        /// Set by the consumer that keeps scans; nil if none did so far.
        package var fate: ScanFate?
    }

    /// In the order of their numbers; never empty.
    package internal(set) var elements: [Element]
    /// What they were read in. Not to be held: the source waits for its slot in the pool.
    package let frame: Frame

    /// The numbers of those that are kept.
    package var keptIDs: [Int64] { elements.compactMap { $0.fate?.id } }

    /// Notes what became of the scan at `index` in `elements`.
    package mutating func setFate(_ fate: ScanFate, at index: Int) { elements[index].fate = fate }
}

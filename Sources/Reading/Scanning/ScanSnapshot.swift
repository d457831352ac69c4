import Frames

/// The picture of a frame that scans were seen in. It is released when none of them can be kept.
package protocol ScanSnapshot: AnyObject, Sendable {
    /// These scans, by their numbers, are kept: has to be quick, and may be called more than once.
    func link(_ ids: [Int64])
}

/// Takes the picture of each frame that scans for the history appeared in, and links it to them when they are kept.
///
/// It comes after `queue` in a session's consumers.
package struct ScanSnapshots: ScanConsumer {
    private let queue: ScanRetryQueue
    private let take: @Sendable (Frame) -> (any ScanSnapshot)?

    /// Pictures of scans that `queue` keeps.
    ///
    /// - Parameter take: copies a frame, on the decoding thread; has to be quick. Nil when it can't.
    package init(of queue: ScanRetryQueue, take: @escaping @Sendable (Frame) -> (any ScanSnapshot)?) {
        (self.queue, self.take) = (queue, take)
    }

    /// Pictures are saved in colour where the camera sends it.
    package var wantsOriginals: Bool { true }

    /// Takes one picture for all scans of the frame that are kept or wait.
    package func appeared(_ scans: inout AppearedScans, post: (ScanSession.Event) -> Void) {
        let kept = scans.keptIDs
        let hasWaiting = scans.elements.contains { if case .waiting? = $0.fate { true } else { false } }
        guard !kept.isEmpty || hasWaiting, let picture = take(scans.frame) else { return }
        if !kept.isEmpty { picture.link(kept) }
        if hasWaiting { queue.attach(picture) }
    }
}

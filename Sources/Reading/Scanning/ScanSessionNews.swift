import Frames
import Symbols

/// What a session reports: events, none of which may be lost, and the newest view.
extension ScanSession {
    /// Kept in order until `drainEvents` is called.
    package enum Event: Sendable {
        /// Frames come in this format.
        case streaming(FrameFormat)
        /// The source failed; it is opened again after a while.
        case interrupted(SourceError)
        /// Someone has to connect before frames come; nil when they have.
        case invitation(SourceInvitation?)
        /// One picture of several could not be used.
        case skipped(String)
        /// A picture is damaged or cut short; what there is of it was read.
        case damaged(String, hasSymbols: Bool)
        /// The picture was read with everything that may help, as was asked for, and so many symbols are in it.
        case readThoroughly(count: Int)
        /// A symbol appeared, and what became of it; or one that had appeared before could be kept now.
        case scan(Scan, ScanFate)
        /// The source has ended, by itself or by an error, and every frame of it was read.
        case ended(SourceError?)

        /// What appeared; nil for what is not a scan, and for one that appeared before.
        package var scan: Scan? { if case .scan(let scan, let fate) = self, fate.isAppearance { scan } else { nil } }
    }

    /// What is in view right now.
    package struct View: Sendable {
        /// Symbols in view, with corners in frame pixels.
        package var symbols: [TrackedSymbol] = []
        /// Symbols that too few frames agree on yet.
        package var awaiting: [TrackedSymbol] = []
        /// What may help so that something is read; nil when nothing is known, or needed.
        package var advice: AimingAdvice?
        /// Those of `symbols` that could not be kept, by their ids.
        package var unkept: Set<UInt64> = []
        /// The numbers under which those of `symbols` are kept, by their ids.
        package var keptIDs: [UInt64: Int64] = [:]
        /// How long the newest decoded frame took.
        package var decodeTime: Duration = .zero
        /// Frames that were held still and read thoroughly.
        package var heldReads: UInt64 = 0
        /// Frames decoded so far.
        package var decodedFrames: UInt64 = 0
        /// Frames that the decoder did not get to, or the source lost.
        package var droppedFrames: UInt64 = 0
        /// Frames lost with the decoder process, or that came while there was none.
        package var lostReads: UInt64 = 0
    }
}

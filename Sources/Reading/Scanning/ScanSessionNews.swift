import Frames
import Symbols

import struct Foundation.Date

/// What a session reports: events, none of which may be lost, and the newest view.
extension ScanSession {
    /// Kept in order until `drainEvents` is called.
    package enum Event: Sendable {
        /// Frames come in this format.
        case streaming(FrameFormat)
        /// The source failed; it is opened again after a while.
        case interrupted(SourceError)
        /// One picture of several could not be used.
        case skipped(String)
        /// A picture is damaged or cut short; what there is of it was read.
        case damaged(String, hasSymbols: Bool)
        /// The picture was read with everything that may help, as was asked for, and so many symbols are in it.
        case readThoroughly(count: Int)
        /// A symbol appeared and is kept under this number.
        case kept(Scan, id: Int64)
        /// A symbol appeared that counts on the scan of this number, of which there are so many now.
        case counted(Scan, id: Int64, quantity: Int)
        /// A symbol appeared that is kept already under this number, since that time.
        case known(Scan, id: Int64, since: Date)
        /// A symbol appeared of which nothing is kept, as the user wishes.
        case leftOut(Scan)
        /// A symbol appeared that names what the next scans belong to, such as a shelf.
        case field(Scan, name: String)
        /// A symbol appeared, and no consumer keeps scans.
        case seen(Scan)
        /// A symbol appeared and could not be kept. It is tried again until it can: `keptLater` follows then.
        case notKept(Scan, reason: String)
        /// A scan that could not be kept, maybe in an earlier session, is kept now.
        case keptLater(Scan, id: Int64)
        /// The source has ended, by itself or by an error, and every frame of it was read.
        case ended(SourceError?)

        /// What appeared; nil for what is no scan, and for one that appeared before.
        package var scan: Scan? {
            switch self {
            case .kept(let scan, _), .counted(let scan, _, _), .known(let scan, _, _), .leftOut(let scan),
                .seen(let scan), .notKept(let scan, _):
                scan
            default: nil
            }
        }
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
        /// Engine failures so far; each cost one pass over one frame.
        package var engineFaults: UInt64 = 0
        /// Frames lost with the decoder process, or that came while there was none.
        package var lostReads: UInt64 = 0
    }
}

import Capture
import Files
import Foundation
import Frames
import History
import Preview
import Scanning
import Synchronization

/// Saves the pictures that scans were seen in and links them from the history, one after another, beside the decoding.
///
/// They are the frames that the decoder had, in colour where the camera sends it, and as the user sees them. The corners
/// of a scan are those in the frame before it is turned.
package final class ScanPictures: Sendable {
    fileprivate let saving: PictureSaving
    fileprivate let history: HistoryStore
    fileprivate let complain: @Sendable (String) -> Void
    fileprivate let queue = DispatchQueue(label: "quietzone.scan-pictures")
    private let waiting = Mutex(0)
    private let shown = Mutex(Orientation.upright)

    /// Pictures in memory, at most: of 1920×1080 in YUYV that is 33 MB.
    private static let maxWaiting = 8

    /// Pictures go to `saving`'s folder; `complain` gets a line for what could not be saved.
    package init(saving: PictureSaving, history: HistoryStore, complain: @escaping @Sendable (String) -> Void) {
        (self.saving, self.history, self.complain) = (saving, history, complain)
    }

    /// How pictures are turned and mirrored from now on; upright at first.
    package var orientation: Orientation {
        get { shown.withLock { $0 } }
        set { shown.withLock { $0 = newValue } }
    }

    /// Copies `frame`, in which scans of `source` were seen; nil when too many wait already.
    package func take(_ frame: Frame, from source: String) -> (any ScanSnapshot)? {
        let isTaken = waiting.withLock { waiting in
            guard waiting < Self.maxWaiting else { return false }
            waiting += 1
            return true
        }
        guard isTaken else {
            complain("A scan's picture was not saved: the disk is too slow for all of them")
            return nil
        }
        return ScanPicture(frame, of: source, orientation: orientation, for: self)
    }

    /// One that was taken is saved, or is not needed.
    fileprivate func letGo() { waiting.withLock { $0 -= 1 } }

    /// Waits until every picture is saved.
    package func finish() { queue.sync {} }
}

/// One frame, saved when the first of its scans is kept.
private final class ScanPicture: ScanSnapshot {
    private enum State {
        /// As the camera sent it.
        case still(CameraStill)
        /// Of any other source.
        case grey(StillPicture)
        /// In this file; whether any scan is linked to it.
        case saved(path: String, isLinked: Bool)
        case failed
    }

    private let state: Mutex<State>
    private let source: String
    private let orientation: Orientation
    private let origin: String
    private let time: Date
    private let pictures: ScanPictures

    init(_ frame: Frame, of source: String, orientation: Orientation, for pictures: ScanPictures) {
        state = Mutex(CameraStill(frame).map { .still($0) } ?? .grey(StillPicture(frame)))
        (self.source, self.orientation, self.pictures) = (source, orientation, pictures)
        origin = frame.origin ?? source
        time = Date() - (frame.timestamp.duration(to: .now) / .seconds(1))
    }

    deinit {
        switch state.withLock({ $0 }) {
        case .still, .grey: pictures.letGo()
        case .saved, .failed: break
        }
    }

    func link(_ ids: [Int64]) {
        pictures.queue.async { [self] in
            do {
                try saveOnce(for: ids)
                guard case .saved(let path, let isLinked) = state.withLock({ $0 }) else { return }
                let linked = try pictures.history.setPicture(path, ofScans: ids)
                state.withLock { $0 = .saved(path: path, isLinked: isLinked || linked > 0) }
                // The scans were deleted before their picture was there.
                if linked == 0, !isLinked { _ = KeptPictures(folder: pictures.saving.folder).delete([path]) }
            } catch {
                pictures.complain("A scan's picture was not saved: \(error)")
            }
        }
    }

    /// Saves it if that was not tried yet; on the queue only.
    private func saveOnce(for ids: [Int64]) throws {
        let picture: StillPicture?
        switch state.withLock({ $0 }) {
        case .still(let still): picture = still.picture()
        case .grey(let grey): picture = grey
        case .saved, .failed: return
        }
        state.withLock { $0 = .failed }
        defer { pictures.letGo() }
        guard let picture else { throw UserError("the camera's picture cannot be decoded") }
        let numbers = ids.map(String.init).joined(separator: ", ")
        let metadata = PictureMetadata(
            time: time, timeZone: pictures.saving.timeZone,
            description: "\(ids.count == 1 ? "Scan" : "Scans") \(numbers) of \(source)", software: programName,
            source: origin)
        let path = try pictures.saving.save(
            picture, quarterTurns: orientation.quarterTurns, isMirrored: orientation.isMirrored, metadata: metadata)
        state.withLock { $0 = .saved(path: path, isLinked: false) }
    }
}

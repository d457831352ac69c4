import Capture
import Foundation
import Frames
import History
import Synchronization

/// Saves the pictures that scans were seen in and links them from the history, one after another, beside the decoding.
///
/// They are kept as the decoder saw them, in grey and never turned, so that a scan's corners are right for its picture.
final class ScanPictures: Sendable {
    private let saving: PictureSaving
    private let history: HistoryStore
    private let complain: @Sendable (String) -> Void
    private let queue = DispatchQueue(label: "quietzone.scan-pictures")
    private let waiting = Mutex(0)

    /// Pictures that wait to be written, at most: of 1920×1080 that is 16 MB.
    private static let mostWaiting = 8

    /// Pictures go to `saving`'s folder; `complain` is told in one line what could not be saved.
    init(saving: PictureSaving, history: HistoryStore, complain: @escaping @Sendable (String) -> Void) {
        self.saving = saving
        self.history = history
        self.complain = complain
    }

    /// Saves `frame`, in which the scans numbered `ids` were seen; copies it and returns.
    func keep(_ frame: Frame, ofScans ids: [Int64], from source: String) {
        let isTaken = waiting.withLock { waiting in
            guard waiting < Self.mostWaiting else { return false }
            waiting += 1
            return true
        }
        guard isTaken else { return complain("A scan's picture is not saved: the disk is too slow for so many") }
        let picture = StillPicture(frame)
        let numbers = ids.map(String.init).joined(separator: ", ")
        let metadata = PictureMetadata(
            time: Date() - (frame.timestamp.duration(to: .now) / .seconds(1)), timeZone: saving.timeZone,
            description: "\(ids.count == 1 ? "Scan" : "Scans") \(numbers) of \(source)", software: Quietzone.name,
            source: frame.origin ?? source)
        queue.async { [self] in
            do {
                let path = try saving.save(picture, metadata: metadata)
                try history.setPicture(path, ofScans: ids)
            } catch {
                complain("A scan's picture is not saved: \(error)")
            }
            waiting.withLock { $0 -= 1 }
        }
    }

    /// Waits until every picture is saved.
    func finish() { queue.sync {} }
}

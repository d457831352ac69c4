import CLinux
import Decoding
import Frames

/// The last few frames that decoders died of, by fingerprint.
struct CrashFingerprints {
    private struct Entry: Equatable {
        let width: Int
        let height: Int
        let region: PixelRect?
        let effort: Int
        let fingerprint: UInt64
    }

    /// A timeout counts against a frame for a while only: the machine may have been busy.
    static let lateFor = Duration.seconds(10)

    private var entries: [(entry: Entry, until: ContinuousClock.Instant?)] = []
    /// How many are remembered.
    static let capacity = 8

    /// Whether `frame`, looked at in the same way, is among them. Costs nothing while no frame of its size is.
    func contains(_ frame: Frame, region: PixelRect?, effort: Effort) -> Bool {
        let rank = effort.rank
        let now = ContinuousClock.now
        let alike = entries.filter {
            $0.entry.width == frame.width && $0.entry.height == frame.height && $0.entry.region == region
                && $0.entry.effort == rank && ($0.until.map { $0 > now } ?? true)
        }
        guard !alike.isEmpty else { return false }
        let entry = Self.entry(frame, region, rank)
        return alike.contains { $0.entry == entry }
    }

    /// Remembers `frame` instead of the oldest one; for only ten seconds when the decoder timed out.
    mutating func insert(_ frame: Frame, region: PixelRect?, effort: Effort, wasLate: Bool) {
        if entries.count == Self.capacity { entries.removeFirst() }
        entries.append((Self.entry(frame, region, effort.rank), wasLate ? .now + Self.lateFor : nil))
    }

    private static func entry(_ frame: Frame, _ region: PixelRect?, _ effort: Int) -> Entry {
        let fingerprint = frame.withLuma { luma in
            luma.withUnsafeBufferPointer { qz_fingerprint($0.baseAddress, $0.count) }
        }
        return Entry(
            width: frame.width, height: frame.height, region: region, effort: effort, fingerprint: fingerprint)
    }
}

extension Effort {
    fileprivate var rank: Int {
        switch self {
        case .live: 0
        case .normal: 1
        case .thorough: 2
        }
    }
}

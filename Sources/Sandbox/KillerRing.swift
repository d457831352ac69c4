import CLinux
import Decoding
import Frames

/// The last few frames that decoders died of, by fingerprint.
struct KillerRing {
    private struct Entry: Equatable {
        let width: Int
        let height: Int
        let region: PixelRect?
        let effort: Int
        let fingerprint: UInt64
    }

    private var entries: [Entry] = []
    /// How many are remembered.
    static let capacity = 8

    /// Whether `frame`, looked at in the same way, is among them. Costs nothing while no frame of its size is.
    func contains(_ frame: Frame, region: PixelRect?, effort: Effort) -> Bool {
        let rank = effort.rank
        guard
            entries.contains(where: {
                $0.width == frame.width && $0.height == frame.height && $0.region == region && $0.effort == rank
            })
        else { return false }
        return entries.contains(Self.entry(frame, region, rank))
    }

    /// Remembers `frame`, in place of the oldest one.
    mutating func insert(_ frame: Frame, region: PixelRect?, effort: Effort) {
        if entries.count == Self.capacity { entries.removeFirst() }
        entries.append(Self.entry(frame, region, effort.rank))
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

import Decoding
import Frames

/// What somebody who aims at a symbol can do so that it is read.
package enum AimingAdvice: Sendable, Hashable, CaseIterable {
    /// It is dark.
    case moreLight
    /// The picture moves.
    case holdStill
    /// The light is reflected.
    case tilt
    /// Edges are wider than they should be.
    case focus
    /// Something lies outside of the interest box.
    case intoBox
    /// It is larger than what is read.
    case farther
    /// It is too small.
    case closer
}

/// Tells after a while in which nothing was read what may help: from how light and how sharp the picture is, whether it moves, and
/// whether there is something like a symbol.
///
/// A value without a clock. Advice is given when two looks agree on it, and taken back when something is read, or when nothing
/// has moved for a while: nobody is there to be told.
package struct AimingAdvisor: Sendable {
    /// How long nothing is read before the first advice.
    static let patience = Duration.seconds(2)
    /// How often it looks.
    static let interval = Duration.milliseconds(500)
    /// How long advice is given while nothing moves.
    static let lapse = Duration.seconds(15)

    /// What may help; nil when nothing is known, or needed.
    package private(set) var advice: AimingAdvice?
    private var unreadSince: ContinuousClock.Instant?
    private var movedAt: ContinuousClock.Instant?
    private var lookedAt: ContinuousClock.Instant?
    private var candidate: AimingAdvice?
    private var motion = 0.0
    private var former = MotionGrid()

    package init() {}

    /// Takes a frame in which nothing was read, or something was.
    ///
    /// - Parameters:
    ///   - region: the part in which symbols are read; nil for all of it.
    ///   - isReading: whether a symbol is in view, or about to be.
    package mutating func take(
        _ frame: Frame, in region: PixelRect?, isReading: Bool, at time: ContinuousClock.Instant
    ) {
        guard !isReading else { return self = AimingAdvisor() }
        let grid = MotionGrid(frame, in: region)
        motion = max(motion * Self.decay, grid.difference(to: former))
        former = grid
        if motion > Self.visibleMotion { movedAt = time }
        let begun = unreadSince ?? time
        unreadSince = begun
        guard time - begun >= Self.patience, lookedAt.map({ time - $0 >= Self.interval }) ?? true else { return }
        lookedAt = time
        guard time - (movedAt ?? begun) < Self.lapse else { return advice = nil }
        let look = AimingLook(at: frame, in: region)
        let around = look.candidate == nil && region != nil ? AimingLook(at: frame) : nil
        settle(on: Self.advice(look, around: around, motion: motion))
    }

    /// Advice changes when two looks in a row agree on another.
    private mutating func settle(on next: AimingAdvice?) {
        if next == candidate { advice = next }
        candidate = next
    }

    /// What of motion is left a frame later.
    private static let decay = 0.8
    /// Mean differences between frames, as shares of the picture's range, from which on somebody moves something, …
    private static let visibleMotion = 0.02
    /// … and from which on it is too fast to be read.
    private static let blurringMotion = 0.06

    /// What `look` says; the worst first.
    ///
    /// - Parameters:
    ///   - around: the look at all of the frame, where the part has nothing.
    ///   - motion: the mean difference between frames as a share of the picture's range.
    static func advice(_ look: AimingLook, around: AimingLook? = nil, motion: Double) -> AimingAdvice? {
        if look.lightest < darkRoom || look.lightest - look.darkest < flat && look.lightest < dim { return .moreLight }
        if motion > blurringMotion { return .holdStill }
        guard let candidate = look.candidate else {
            if look.glare > blindingGlare { return .tilt }
            return around?.candidate == nil ? nil : .intoBox
        }
        if candidate.sharpness < unsharp { return .focus }
        if candidate.isCutOff { return .farther }
        if look.glare > blindingGlare { return .tilt }
        let smallest = candidate.isLinear ? smallestLinear : smallestMatrix
        return candidate.length < smallest ? .closer : nil
    }

    /// The light of a room in which nothing can be read, …
    private static let darkRoom = 60
    /// … and a picture without contrast in one that is hardly lighter.
    private static let flat = 24
    private static let dim = 110
    /// The share of a box that shines: a third of it.
    private static let blindingGlare = 0.33
    /// `AimingLook.Candidate.sharpness` of edges that are three pixels wide and more.
    private static let unsharp = 0.11
    /// Pixels along 95 modules of 1.6 pixels, the fewest that are read, and along 21 of three, with what candidates are
    /// larger than symbols by.
    private static let smallestLinear = 160.0
    private static let smallestMatrix = 76.0
}

/// Some brightnesses of a frame, to see whether it moves.
private struct MotionGrid: Sendable {
    private static let columns = 32
    private static let rows = 24
    private var values: [UInt8] = []

    init() {}

    init(_ frame: Frame, in region: PixelRect?) {
        let area = (region ?? frame.bounds).clamped(to: frame.bounds)
        guard area.width >= Self.columns * 2, area.height >= Self.rows * 2 else { return }
        let width = frame.width
        values = frame.withLuma { luma in
            (0..<(Self.columns * Self.rows)).map { i in
                let x = area.x + i % Self.columns * area.width / Self.columns
                let y = area.y + i / Self.columns * area.height / Self.rows
                // Four neighbours: noise of a single pixel is not motion.
                let sum =
                    UInt16(luma[y * width + x]) + UInt16(luma[y * width + x + 1])
                    + UInt16(luma[(y + 1) * width + x]) + UInt16(luma[(y + 1) * width + x + 1])
                return UInt8(sum / 4)
            }
        }
    }

    /// The mean difference to `other` as a share of the range of brightness, 0…1; 0 where they cannot be compared.
    func difference(to other: MotionGrid) -> Double {
        guard values.count == other.values.count, let low = values.min(), let high = values.max() else { return 0 }
        var sum = 0
        for i in values.indices { sum += abs(Int(values[i]) - Int(other.values[i])) }
        return Double(sum) / Double(values.count) / Double(max(64, Int(high) - Int(low)))
    }
}

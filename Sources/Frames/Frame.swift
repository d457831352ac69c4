import Synchronization

// SAFETY: the slot is written only through FrameDraft, which is consumed before a Frame exists, and nobody else
// gets the slot until the lease ends.
/// One picture's brightness: a packed luma plane, read-only and shared by its readers.
///
/// The bytes lie in a slot of the `FramePool` that made it; the slot goes back when the last reader lets go.
public final class Frame: @unchecked Sendable {
    private let lease: FramePool.Lease

    /// Pixels a row; also the row stride in bytes (rows are packed).
    public let width: Int
    /// Rows.
    public let height: Int
    /// Counts up from 0 for each source, dropped frames included.
    public let sequence: UInt64
    /// When the light was caught, or the picture read.
    public let timestamp: ContinuousClock.Instant
    /// Which picture this is when a source brings several (a path); nil where the source's name says all.
    public let origin: String?
    /// What `withOriginal` gives, as its source understands it; nil where nothing but the luma was kept.
    public let originalLayout: (any OriginalLayout)?

    init(
        lease: FramePool.Lease, width: Int, height: Int, sequence: UInt64, timestamp: ContinuousClock.Instant,
        origin: String?, originalLayout: (any OriginalLayout)?
    ) {
        self.lease = lease
        self.width = width
        self.height = height
        self.sequence = sequence
        self.timestamp = timestamp
        self.origin = origin
        self.originalLayout = originalLayout
    }

    /// The whole frame as a rectangle.
    public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

    /// Calls `body` with the `width * height` bytes of the luma plane, top row first.
    public func withLuma<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
        let bytes = UnsafeBufferPointer(start: UnsafePointer(lease.slot.bytes), count: width * height)
        return try body(bytes.span)
    }

    /// Calls `body` with the bytes that the luma was made of; with none where there is no `originalLayout`.
    public func withOriginal<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        try body(originalLayout == nil ? UnsafeRawBufferPointer(start: nil, count: 0) : lease.slot.original)
    }
}

/// What the bytes that a frame was made of mean to the source that brought it.
public protocol OriginalLayout: AnyObject, Sendable {}

/// A frame being filled by its only owner; `finish` makes it readable, dropping it frees the slot.
public struct FrameDraft: ~Copyable {
    private let lease: FramePool.Lease
    /// Pixels a row; also the row stride in bytes.
    public let width: Int
    /// Rows.
    public let height: Int
    private var originalLayout: (any OriginalLayout)?

    init(lease: FramePool.Lease, width: Int, height: Int) {
        self.lease = lease
        self.width = width
        self.height = height
    }

    /// Calls `body` with the `width * height` bytes to fill; what they hold before is left from another frame.
    public mutating func withLuma<R, E: Error>(
        _ body: (UnsafeMutableBufferPointer<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        try body(UnsafeMutableBufferPointer(start: lease.slot.bytes, count: width * height))
    }

    /// Copies the bytes that the luma is made of, for readers that want more of the picture than its luma.
    public mutating func keepOriginal(_ bytes: UnsafeRawBufferPointer, layout: any OriginalLayout) {
        lease.slot.keepOriginal(bytes)
        originalLayout = layout
    }

    /// Ends the writing and hands the slot over to a `Frame`.
    public consuming func finish(
        sequence: UInt64, timestamp: ContinuousClock.Instant = .now, origin: String? = nil
    ) -> Frame {
        Frame(
            lease: lease, width: width, height: height, sequence: sequence, timestamp: timestamp, origin: origin,
            originalLayout: originalLayout)
    }
}

/// A fixed number of reusable slots, so that no frame allocates and a slow reader cannot pile frames up.
public final class FramePool: Sendable {
    /// One reusable piece of memory; it grows to the largest frame it held.
    // SAFETY: whoever took the slot from the pool (a FrameDraft, then its Frame) is the only one to touch it.
    final class Slot: @unchecked Sendable {
        private(set) var bytes: UnsafeMutablePointer<UInt8>
        private var capacity: Int
        private var originalBytes: UnsafeMutableRawBufferPointer?
        private var originalCount = 0

        init() {
            capacity = 1
            bytes = .allocate(capacity: 1)
        }

        deinit {
            bytes.deallocate()
            originalBytes?.deallocate()
        }

        func reserve(_ count: Int) {
            guard count > capacity else { return }
            bytes.deallocate()
            bytes = .allocate(capacity: count)
            bytes.initialize(repeating: 0, count: count)
            capacity = count
        }

        /// What the frame was made of.
        var original: UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(
                rebasing: UnsafeRawBufferPointer(originalBytes ?? .init(start: nil, count: 0)).prefix(originalCount))
        }

        func keepOriginal(_ source: UnsafeRawBufferPointer) {
            if originalBytes?.count ?? 0 < source.count {
                originalBytes?.deallocate()
                // Half as much again: compressed frames are never of one size.
                originalBytes = .allocate(byteCount: source.count + source.count / 2, alignment: 16)
            }
            originalBytes?.copyMemory(from: source)
            originalCount = source.count
        }
    }

    /// The right to a slot; it ends, and the slot is free again, when nobody holds the lease.
    final class Lease: Sendable {
        let slot: Slot
        private let pool: FramePool

        init(slot: Slot, pool: FramePool) {
            self.slot = slot
            self.pool = pool
        }

        deinit { pool.free.withLock { $0.append(slot) } }
    }

    private let free: Mutex<[Slot]>
    /// How many frames can exist at once.
    public let slots: Int
    /// Whether sources that can shall keep what a frame was made of with it: a copy of each frame's bytes more.
    public let keepsOriginals: Bool

    /// A pool of `slots` frames. One is being filled, one waits in each mailbox, each reader holds one.
    public init(slots: Int = 6, keepsOriginals: Bool = false) {
        self.slots = slots
        self.keepsOriginals = keepsOriginals
        free = Mutex((0..<slots).map { _ in Slot() })
    }

    /// The largest frame side that is accepted, in pixels: what a hostile header may ask for is bounded by it.
    public static let largestSide = 16384
    /// The largest number of pixels in a frame that is accepted (8K UHD is 33 million).
    public static let largestArea = 64 << 20

    /// A frame to fill, or nil when every slot is in use or the size is not between 1 and the limits.
    public func draft(width: Int, height: Int) -> FrameDraft? {
        guard Self.accepts(width: width, height: height), let slot = free.withLock({ $0.popLast() }) else { return nil }
        slot.reserve(width * height)
        return FrameDraft(lease: Lease(slot: slot, pool: self), width: width, height: height)
    }

    /// Whether a frame of this size may be drafted.
    public static func accepts(width: Int, height: Int) -> Bool {
        width > 0 && height > 0 && width <= largestSide && height <= largestSide && width * height <= largestArea
    }

    /// Slots that nobody holds.
    public var available: Int { free.withLock { $0.count } }
}

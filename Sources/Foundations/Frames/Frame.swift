import Synchronization

// SAFETY: the slot is written only through FrameDraft, which is consumed before a Frame exists, and nobody else
// gets the slot until the lease ends.
/// One picture's brightness: a packed luma plane, read-only and shared by its readers.
///
/// The bytes lie in a slot of the `FramePool` that made it; the slot is free again when the last reader releases the frame.
package final class Frame: @unchecked Sendable {
    private let lease: FramePool.Lease

    /// Pixels a row; also the row stride in bytes (rows are packed).
    package let width: Int
    package let height: Int
    /// Counts up from 0 for each source, dropped frames included.
    package let sequence: UInt64
    /// When it was captured, or the picture read.
    package let timestamp: ContinuousClock.Instant
    /// Which picture this is when a source brings several (a path); nil if the source's name says all.
    package let origin: String?
    /// What is wrong with the picture that this is a part of, in a line: `NAME is cut short`; nil for a whole one.
    package let defect: String?
    /// What `withOriginal` gives, as its source understands it; nil if nothing but the luma was kept.
    package let originalLayout: (any OriginalLayout)?
    /// Its colours, coarsely; nil if nobody wanted them or its source does not report.
    package let chroma: ChromaGrid?

    init(
        lease: FramePool.Lease, width: Int, height: Int, sequence: UInt64, timestamp: ContinuousClock.Instant,
        origin: String?, defect: String?, originalLayout: (any OriginalLayout)?, chroma: ChromaGrid?
    ) {
        self.lease = lease
        self.width = width
        self.height = height
        self.sequence = sequence
        self.timestamp = timestamp
        self.origin = origin
        self.defect = defect
        self.originalLayout = originalLayout
        self.chroma = chroma
    }

    package var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

    /// Calls `body` with the `width * height` bytes of the luma plane, top row first.
    package func withLuma<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
        let bytes = UnsafeBufferPointer(start: UnsafePointer(lease.slot.bytes), count: width * height)
        return try body(bytes.span)
    }

    /// Calls `body` with the bytes that the luma was made of; with none if there is no `originalLayout`.
    package func withOriginal<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        try body(originalLayout == nil ? UnsafeRawBufferPointer(start: nil, count: 0) : lease.slot.original)
    }
}

/// How the source of a frame describes the layout of its original bytes.
package protocol OriginalLayout: AnyObject, Sendable {}

/// A frame being filled by its only owner; `finish` makes it readable, dropping it frees the slot.
package struct FrameDraft: ~Copyable {
    private let lease: FramePool.Lease
    /// Pixels a row; also the row stride in bytes.
    package private(set) var width = 0
    package private(set) var height = 0
    private var originalLayout: (any OriginalLayout)?
    /// Its colours, coarsely; nil by default.
    package var chroma: ChromaGrid?

    init(lease: FramePool.Lease) { self.lease = lease }

    /// Calls `body` with the `width * height` bytes to fill; what they hold before is left from another frame.
    package mutating func withLuma<R, E: Error>(
        _ body: (UnsafeMutableBufferPointer<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        try body(UnsafeMutableBufferPointer(start: lease.slot.bytes, count: width * height))
    }

    /// Gives it another size: 0 × 0 is what a draft of unknown size has at first. What was written is no longer in place.
    ///
    /// - Returns: false, and nothing is changed, for a size that no frame may have.
    package mutating func resize(width: Int, height: Int) -> Bool {
        guard FramePool.accepts(width: width, height: height) else { return false }
        (self.width, self.height) = (width, height)
        return true
    }

    /// The number of the slot in its pool's memory, where it lies at `FramePool.slotBytes` times this.
    package var slotIndex: Int { lease.slot.index }

    /// The whole slot, `FramePool.slotBytes`, valid as long as the draft is: the luma and what was written behind it.
    package var slotBytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: lease.slot.bytes, count: FramePool.slotBytes)
    }

    /// Copies `bytes`, as many as fit, to the slot's beginning: a luma plane and what belongs behind it.
    package mutating func fillSlot(with bytes: UnsafeRawBufferPointer) {
        let count = min(bytes.count, FramePool.slotBytes)
        if let source = bytes.baseAddress {
            UnsafeMutableRawPointer(lease.slot.bytes).copyMemory(from: source, byteCount: count)
        }
    }

    /// Takes the size and the luma of `frame`.
    package mutating func copy(_ frame: Frame) {
        (width, height) = (frame.width, frame.height)
        frame.withLuma { luma in luma.withUnsafeBytes { fillSlot(with: $0) } }
    }

    /// Copies the bytes that the luma is made of, for readers that want more of the picture than its luma.
    package mutating func keepOriginal(_ bytes: UnsafeRawBufferPointer, layout: any OriginalLayout) {
        lease.slot.keepOriginal(bytes)
        originalLayout = layout
    }

    /// Ends the writing and hands the slot over to a `Frame`.
    package consuming func finish(
        sequence: UInt64, timestamp: ContinuousClock.Instant = .now, origin: String? = nil, defect: String? = nil
    ) -> Frame {
        Frame(
            lease: lease, width: width, height: height, sequence: sequence, timestamp: timestamp, origin: origin,
            defect: defect, originalLayout: originalLayout, chroma: chroma)
    }
}

/// A fixed number of reusable slots, so that no frame allocates and a slow reader cannot pile frames up.
package final class FramePool: Sendable {
    /// One reusable piece of the pool's memory.
    // SAFETY: only the one who took the slot from the pool (a FrameDraft, then its Frame) touches it.
    final class Slot: @unchecked Sendable {
        let index: Int
        let bytes: UnsafeMutablePointer<UInt8>
        private var originalBytes: UnsafeMutableRawBufferPointer?
        private var originalCount = 0

        init(_ index: Int, of memory: FrameMemory) {
            self.index = index
            bytes = (memory.base + index * FramePool.slotBytes).assumingMemoryBound(to: UInt8.self)
        }

        deinit { originalBytes?.deallocate() }

        /// What the frame was made of.
        var original: UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(
                rebasing: UnsafeRawBufferPointer(originalBytes ?? .init(start: nil, count: 0)).prefix(originalCount))
        }

        func keepOriginal(_ source: UnsafeRawBufferPointer) {
            if originalBytes?.count ?? 0 < source.count {
                originalBytes?.deallocate()
                // Half as much again: compressed frames differ in size.
                originalBytes = .allocate(byteCount: source.count + source.count / 2, alignment: 16)
            }
            originalBytes?.copyMemory(from: source)
            originalCount = source.count
        }
    }

    /// The right to a slot; the slot is free again with the last reference to the lease.
    final class Lease: Sendable {
        let slot: Slot
        private let pool: FramePool

        init(slot: Slot, pool: FramePool) { (self.slot, self.pool) = (slot, pool) }

        deinit { pool.take(back: slot) }
    }

    private let free: Mutex<[Slot]>
    /// Where the slots lie one after the other, each `slotBytes` long.
    package let memory: FrameMemory
    /// Whether another process says which slots may be filled.
    private let isLent: Bool
    /// How many frames can exist at once.
    package let slots: Int
    /// Whether sources that can do so copy the bytes that a frame was made of into it.
    package let keepsOriginals: Bool

    /// A pool of `slots` frames. One is being filled, one waits in each mailbox, each reader holds one.
    /// - Throws: `SourceError` if the process may not have the memory.
    package init(slots: Int = 6, keepsOriginals: Bool = false) throws(SourceError) {
        let size = slots * Self.slotBytes
        if let shared = try? FrameMemory(byteCount: size, othersMayWrite: true) {
            memory = shared
        } else {
            memory = try FrameMemory(unshared: size)
        }
        (self.slots, self.keepsOriginals) = (slots, keepsOriginals)
        isLent = false
        free = Mutex([])
        let memory = memory
        free.withLock { $0 = (0..<slots).map { Slot($0, of: memory) } }
    }

    /// The pool of another process, whose `memory` this one shares: there is no free slot but the one that was lent last.
    package init(lent memory: FrameMemory) {
        self.memory = memory
        slots = memory.byteCount / Self.slotBytes
        keepsOriginals = false
        isLent = true
        free = Mutex([])
    }

    /// The other process lets slot `index` be filled; nil: none. What was lent before is its own again.
    ///
    /// - Returns: false when there is no such slot.
    package func lend(_ index: Int?) -> Bool {
        precondition(isLent, "this pool is this process's own")
        guard index.map((0..<slots).contains) ?? true else { return false }
        free.withLock { $0 = index.map { [Slot($0, of: memory)] } ?? [] }
        return true
    }

    private func take(back slot: Slot) {
        if !isLent { free.withLock { $0.append(slot) } }
    }

    /// The largest frame side that is accepted, in pixels: what a hostile header may ask for is bounded by it.
    package static let largestSide = 16384
    /// The largest number of pixels in a frame that is accepted (8K UHD is 33 million).
    package static let largestArea = 64 << 20
    /// How much of a pool's memory each slot has: the largest frame. Only what was written takes memory.
    package static let slotBytes = largestArea

    /// A frame to fill, or nil when every slot is in use or the size is not between 1 and the limits.
    package func draft(width: Int, height: Int) -> FrameDraft? {
        guard Self.accepts(width: width, height: height), var draft = draft() else { return nil }
        _ = draft.resize(width: width, height: height)
        return draft
    }

    /// A frame to fill of a size that shows as it is filled (`FrameDraft.resize`), or nil when every slot is in use.
    package func draft() -> FrameDraft? {
        guard let slot = free.withLock({ $0.popLast() }) else { return nil }
        return FrameDraft(lease: Lease(slot: slot, pool: self))
    }

    /// Whether a frame of this size may be drafted.
    package static func accepts(width: Int, height: Int) -> Bool {
        width > 0 && height > 0 && width <= largestSide && height <= largestSide && width * height <= largestArea
    }

    package var available: Int { free.withLock { $0.count } }
}

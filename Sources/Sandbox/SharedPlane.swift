import CLinux
import Decoding
import Frames
import Glibc

/// Memory that the parent writes frames into and a child may only read: a sealed memfd.
///
/// It has the size of the largest frame there may be, of which only what was written takes memory, so that it never
/// has to grow, and nobody can shrink it beneath a reader.
struct SharedPlane: ~Copyable {
    /// The memfd, close-on-exec.
    let descriptor: Int32
    private let base: UnsafeMutableRawPointer

    static let byteCount = FramePool.largestArea

    init() throws(FrameLoss) {
        let descriptor = qz_memory_make(Self.byteCount)
        var base: UnsafeMutableRawPointer?
        var result = min(descriptor, 0)
        if result == 0 { result = qz_memory_map(descriptor, Self.byteCount, 1, &base) }
        // After mapping: the seal forbids writable mappings made later.
        if result == 0 { result = qz_memory_seal(descriptor) }
        guard result == 0, let base else {
            if let base { munmap(base, Self.byteCount) }
            if descriptor >= 0 { close(descriptor) }
            throw FrameLoss(.unavailable, "no memory to share with the decoder: \(String(cString: strerror(-result)))")
        }
        self.descriptor = descriptor
        self.base = base
    }

    deinit {
        // SAFETY: the mapping is this value's own, and nothing that points into it outlives a call.
        munmap(base, Self.byteCount)
        close(descriptor)
    }

    /// Copies the luma plane of `frame` to the beginning.
    func write(_ frame: Frame) {
        frame.withLuma { luma in
            luma.withUnsafeBytes { bytes in
                // SAFETY: a frame has at most `largestArea` bytes, which is the size of the mapping.
                if let source = bytes.baseAddress { base.copyMemory(from: source, byteCount: bytes.count) }
            }
        }
    }
}

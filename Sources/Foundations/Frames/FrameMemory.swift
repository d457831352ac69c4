import CLinux
import Glibc

// SAFETY: writers agree on places: `FramePool`'s leases, and between processes one request at a time.
/// Memory of a fixed size that another process can be given: a memfd, of which only what was written takes memory.
///
/// It is sealed against growing and shrinking, so no access can fault. What another process may write is read as bytes
/// only: they may change at any time.
package final class FrameMemory: @unchecked Sendable {
    /// The memfd, close-on-exec; -1 for memory that cannot be shared.
    package let descriptor: Int32
    package let byteCount: Int
    package let base: UnsafeMutableRawPointer

    /// - Parameter othersMayWrite: whether processes that get the descriptor may write there too.
    /// - Throws: `SourceError` where the system has no such memory.
    package init(byteCount: Int, othersMayWrite: Bool) throws(SourceError) {
        let descriptor = qz_memory_make(byteCount)
        var base: UnsafeMutableRawPointer?
        var result = min(descriptor, 0)
        if result == 0 { result = qz_memory_map(descriptor, byteCount, 1, &base) }
        // After mapping: the seal may forbid writable mappings made later.
        if result == 0 { result = qz_memory_seal(descriptor, othersMayWrite ? 1 : 0) }
        guard result == 0, let base else {
            if let base { munmap(base, byteCount) }
            if descriptor >= 0 { close(descriptor) }
            throw SourceError("out of memory to share with another process: \(String(cString: strerror(-result)))")
        }
        (self.descriptor, self.byteCount, self.base) = (descriptor, byteCount, base)
    }

    /// The memory that another process gave as `descriptor`, which is closed.
    /// - Throws: `SourceError` when it is not such a memfd.
    package init(given descriptor: Int32, isWritable: Bool) throws(SourceError) {
        var base: UnsafeMutableRawPointer?
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
            qz_memory_map(descriptor, Int(status.st_size), isWritable ? 1 : 0, &base) == 0, let base
        else { throw SourceError("no memory is shared") }
        close(descriptor)
        self.descriptor = -1
        byteCount = Int(status.st_size)
        self.base = base
    }

    /// Gives back the memory that holds what lies behind the first `count` bytes, which are zeros then.
    package func discard(behind count: Int) {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let start = (count + page - 1) / page * page
        if start < byteCount { madvise(base + start, byteCount - start, MADV_REMOVE) }
    }

    /// Memory of this process alone.
    /// - Throws: `SourceError` where the process may not have that much.
    init(unshared byteCount: Int) throws(SourceError) {
        guard
            let base = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
            base != UnsafeMutableRawPointer(bitPattern: -1)
        else {
            // Only addresses are taken, so only a limit on them makes this fail.
            throw SourceError(
                "no address space for \(byteCount >> 20) MiB of frames: raise the limit (ulimit -v unlimited)")
        }
        descriptor = -1
        (self.byteCount, self.base) = (byteCount, base)
    }

    deinit {
        // SAFETY: the mapping is this object's own, and who points into it holds this object.
        munmap(base, byteCount)
        if descriptor >= 0 { close(descriptor) }
    }
}

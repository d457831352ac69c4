import Glibc

/// Notices that files of a folder are written, made or removed, without polling: inotify(7). A file system of another machine tells
/// only what is done here.
package final class FileWatch: Sendable {
    /// The descriptor to poll for input. Owned by this object.
    package let descriptor: Int32
    private let names: Set<String>

    /// Watches the files called `names` in `folder`; nil where that cannot be watched.
    package init?(_ names: Set<String>, in folder: String) {
        let descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let mask = UInt32(IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM)
        guard inotify_add_watch(descriptor, folder.fileSystemPath, mask) >= 0 else {
            close(descriptor)
            return nil
        }
        (self.descriptor, self.names) = (descriptor, names)
    }

    deinit { close(descriptor) }

    /// Takes what was told since the last call; whether one of the files is concerned.
    package func takeChanges() -> Bool {
        var isConcerned = false
        let header = MemoryLayout<inotify_event>.size
        withUnsafeTemporaryAllocation(byteCount: 8192, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var start = 0
                while start + header <= count {
                    let event = buffer.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
                    let end = min(count, start + header + Int(event.len))
                    let name = String(decoding: buffer[start + header..<end].prefix { $0 != 0 }, as: UTF8.self)
                    isConcerned = isConcerned || names.contains(name)
                    // More was done than it remembers.
                    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { isConcerned = true }
                    start += header + Int(event.len)
                }
            }
        }
        return isConcerned
    }
}

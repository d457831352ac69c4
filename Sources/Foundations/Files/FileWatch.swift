import Glibc

/// Notices that files of a folder are written, made or removed, without polling: inotify(7). A file system of another machine tells
/// only what is done here.
package final class FileWatch: Sendable {
    /// The descriptor to poll for input. Owned by this object.
    package let descriptor: Int32
    private let folder: String
    private let events: UInt32
    private let isWatched: @Sendable (String) -> Bool

    /// Watches the files in `folder` whose names `isWatched` takes; nil if that cannot be watched: `errno` says why.
    ///
    /// - Parameter events: the `IN_…` that concern files; default all that changes, makes, removes or renames one.
    package init?(
        in folder: String, for events: Int32 = IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM,
        where isWatched: @escaping @Sendable (String) -> Bool
    ) {
        descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
        self.folder = folder
        self.events = UInt32(bitPattern: events | IN_DELETE_SELF | IN_MOVE_SELF)
        self.isWatched = isWatched
        guard descriptor >= 0, renew() else { return nil }
    }

    /// Watches the folder that is at its path now, which may be another one; false if that cannot be watched.
    @discardableResult
    package func renew() -> Bool { inotify_add_watch(descriptor, folder.fileSystemPath, events) >= 0 }

    deinit { if descriptor >= 0 { close(descriptor) } }

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
                    isConcerned = isConcerned || isWatched(name)
                    // More was done than it remembers, or the folder itself has gone.
                    let all = UInt32(IN_Q_OVERFLOW | IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED)
                    if event.mask & all != 0 { isConcerned = true }
                    start += header + Int(event.len)
                }
            }
        }
        return isConcerned
    }
}

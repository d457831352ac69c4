import Glibc

/// Notices that files of a folder are written, made or removed, without polling: inotify(7). A file system of another machine tells
/// only what is done here.
package final class FileWatch: Sendable {
    /// The descriptor to poll for input. Owned by this object.
    package let descriptor: Int32
    private let names: Set<String>
    private let folder: String

    /// Watches the files called `names` in `folder`; nil where that cannot be watched.
    package init?(_ names: Set<String>, in folder: String) {
        let descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        guard Self.add(folder, to: descriptor) else {
            close(descriptor)
            return nil
        }
        (self.descriptor, self.names, self.folder) = (descriptor, names, folder)
    }

    /// Watches the folder that is at its path now: it may be another one.
    package func renew() { _ = Self.add(folder, to: descriptor) }

    private static func add(_ folder: String, to descriptor: Int32) -> Bool {
        let files = IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM
        return inotify_add_watch(descriptor, folder.fileSystemPath, UInt32(files | IN_DELETE_SELF | IN_MOVE_SELF)) >= 0
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

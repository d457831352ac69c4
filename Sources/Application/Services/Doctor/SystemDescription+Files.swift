import Files
import Foundation
import History

/// Folders, the history, the clock.
extension SystemDescription {
    /// Bytes below which a disk counts as full.
    private static let minimumFreeBytes = 20 << 20

    mutating func lookAtFolders(_ folders: [(name: String, path: String)]) {
        self.folders = folders.map { name, path in
            let state = TimeLimit.run(.seconds(2)) { Self.state(of: path) }
            return WrittenFolder(
                name: name, path: SaveTarget.shown(path),
                state: state ?? .problem("does not answer: check the disk it is on"))
        }
    }

    /// Whether the folder at `path`, or the one that it would be made in, can be written to.
    private static func state(of path: String) -> State {
        var place = path
        while !Folder.contains(place), let parent = Folder.parent(of: place), parent != place { place = parent }
        guard Folder.isFolder(place) else { return .problem("cannot be made: \(place) is not a folder") }
        guard access(place.fileSystemPath, W_OK | X_OK) == 0 else {
            return .problem("cannot be \(place == path ? "written to" : "made"): check its permissions")
        }
        var status = statvfs()
        guard statvfs(place.fileSystemPath, &status) == 0 else { return .works }
        let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
        return free < UInt64(minimumFreeBytes) ? .problem("is on a full disk: less than 20 MB are free") : .works
    }

    /// Checks the history at `path`, which is only read.
    mutating func checkHistory(at path: String) {
        guard Folder.contains(path) else { return history = .absent }
        history =
            TimeLimit.run(.seconds(8)) {
                if let holder = Self.writer(of: path) {
                    return .problem("locked by process \(holder) for two seconds: close it and try again")
                }
                do throws(HistoryError) {
                    let problems = try HistoryStore.check(at: path)
                    return problems.first.map { .problem("\($0). Run `quietzone history recover`.") } ?? .sound
                } catch {
                    return .problem(error.description)
                }
            } ?? .unchecked
    }

    /// The process that holds the right to write for two seconds; nil for none. Must be asked before SQLite opens the file: closing a
    /// file takes all locks of this process on it away (fcntl(2)).
    private static func writer(of path: String) -> pid_t? {
        // The bytes that SQLite locks: WAL_WRITE_LOCK beside the log, RESERVED_LOCK in the file itself (os_unix.c).
        let bytes: [(path: String, offset: off_t)] = [(path + "-shm", 120), (path, 0x4000_0001)]
        var holder: pid_t?
        for attempt in 0..<10 {
            if attempt > 0 { usleep(200_000) }
            holder = bytes.lazy.compactMap { Self.holder(of: $0.offset, in: $0.path) }.first
            if holder == nil { return nil }
        }
        return holder
    }

    private static func holder(of offset: off_t, in path: String) -> pid_t? {
        let file = open(path.fileSystemPath, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = offset
        lock.l_len = 1
        guard fcntl(file, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
        return lock.l_pid
    }

    /// Compares the clock with the program's own file, which was made before it ran.
    mutating func checkClock(now: Date = Date()) {
        var status = stat()
        let made = stat("/proc/self/exe", &status) == 0 ? status.st_mtim.tv_sec : 0
        let seconds = Int(now.timeIntervalSince1970)
        // A day: file systems and time zones.
        if seconds < made - 86_400 {
            clockProblem = "the clock is earlier than the program's file. Set the time: sudo timedatectl set-ntp true"
        } else if seconds > 4_102_444_800 {
            clockProblem = "the clock is past the year 2100. Set the time: sudo timedatectl set-ntp true"
        }
        isClockSynchronized = Self.isClockSynchronized
    }

    /// Whether the kernel's clock is disciplined by a time server (adjtimex(2)); nil where that cannot be asked, as in some containers.
    private static var isClockSynchronized: Bool? {
        typealias Call = @convention(c) (UnsafeMutableRawPointer) -> Int32
        // Swift's Glibc has no <sys/timex.h>.
        guard let symbol = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "adjtimex") else { return nil }
        // SAFETY: `int adjtimex(struct timex *)`; the structure has 208 bytes, and zeros in its modes change nothing.
        let call = unsafeBitCast(symbol, to: Call.self)
        var state = [UInt64](repeating: 0, count: 64)
        let result = state.withUnsafeMutableBytes { bytes in bytes.baseAddress.map(call) ?? -1 }
        let unsynchronized: Int32 = 5  // TIME_ERROR
        return result < 0 ? nil : result != unsynchronized
    }
}

import Files
import Glibc

/// The other programs of the pipeline that this one reads from. One of them may use the terminal's keys, too, as ffmpeg does without
/// `-nostdin`: it puts the modes that it found back when it ends, and these may be those of the full screen.
enum Pipeline {
    /// A process as /proc/PID/stat has it.
    struct Member: Hashable {
        var id: pid_t
        var state: Character
        var parent: pid_t
        var group: pid_t

        init(id: pid_t, state: Character, parent: pid_t, group: pid_t) {
            (self.id, self.state, self.parent, self.group) = (id, state, parent, group)
        }

        /// Reads `12 (name) S 1 12 …`; the name may hold anything.
        init?(stat text: String) {
            guard let end = text.lastIndex(of: ")"), let id = pid_t(text.prefix { $0 != " " }) else { return nil }
            let fields = text[text.index(after: end)...].split(separator: " ", maxSplits: 3)
            guard fields.count > 2, let state = fields[0].first, let parent = pid_t(fields[1]),
                let group = pid_t(fields[2])
            else { return nil }
            self.init(id: id, state: state, parent: parent, group: group)
        }
    }

    /// Whether standard input is a pipe.
    static var isFedByPipe: Bool {
        var status = stat()
        return fstat(STDIN_FILENO, &status) == 0 && [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
    }

    /// Closes a pipe on standard input, which ends the programs that write to it, and waits until they have ended.
    ///
    /// - Parameter patience: how long it waits at most.
    /// - Returns: whether there were any.
    static func end(within patience: Duration) -> Bool {
        guard isFedByPipe else { return false }
        let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard nothing >= 0 else { return false }
        dup2(nothing, STDIN_FILENO)
        close(nothing)
        let end = ContinuousClock.now + patience
        var wereAny = false
        while hasOthers(processes(), than: getpid()) {
            wereAny = true
            guard ContinuousClock.now < end else { break }
            usleep(10_000)
        }
        return wereAny
    }

    /// Whether the process group of `own` has others: neither those that have ended, nor those that wait for `own`, nor its children.
    static func hasOthers(_ processes: [Member], than own: pid_t) -> Bool {
        let known = Dictionary(processes.map { ($0.id, $0) }) { first, _ in first }
        guard let group = known[own]?.group else { return false }
        let ancestors = Set(line(of: own, known))
        return processes.contains { process in
            process.group == group && !["Z", "X", "x"].contains(process.state) && !ancestors.contains(process.id)
                && !line(of: process.id, known).contains(own)
        }
    }

    /// A process, its parent, and so on.
    private static func line(of id: pid_t, _ known: [pid_t: Member]) -> [pid_t] {
        var line: [pid_t] = []
        var next = known[id]
        // Numbers that are used again while they are read may make a circle.
        while let process = next, !line.contains(process.id) {
            line.append(process.id)
            next = known[process.parent]
        }
        return line
    }

    private static func processes() -> [Member] {
        (Folder.names(in: "/proc") ?? []).compactMap { name in
            guard pid_t(name) != nil, let bytes = try? RegularFile.read("/proc/\(name)/stat", atMost: 4096) else {
                return nil
            }
            return Member(stat: String(decoding: bytes, as: UTF8.self))
        }
    }
}

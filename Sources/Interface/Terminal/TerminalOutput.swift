import CLinux
import Glibc

/// What is drawn, on its way to a terminal that may take it slowly or not at all.
///
/// ncurses, which would wait in write(2) for a terminal that is not read, writes into memory; from there it is handed on as
/// far as the terminal takes it. Only `drain` waits, no longer than its argument says.
final class TerminalOutput {
    /// Where ncurses writes to: a file in memory.
    let file: UnsafeMutablePointer<FILE>
    let descriptor: Int32
    private let memory: Int32
    private let neverBlocks: Bool
    private var waiting: ArraySlice<UInt8> = []
    /// How fast the terminal takes it.
    private(set) var pace = LinkPace()

    /// How much a terminal whose descriptor blocks is given at a time, when poll(2) says that it takes something.
    private static let carefulLength = 64

    /// Writes to the terminal that `descriptor` is; nil when it cannot be had.
    init?(to descriptor: Int32) {
        // Opened again: O_NONBLOCK belongs to the open file, which the shell and others share with us. After su(1) the
        // terminal's own file is another user's; /dev/tty always opens.
        let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        var own = open("/proc/self/fd/\(descriptor)", flags)
        if own < 0, Self.isControlling(descriptor) { own = open("/dev/tty", flags) }
        neverBlocks = own >= 0
        if own < 0 { own = fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }
        memory = qz_memory_make(0)
        guard own >= 0, memory >= 0, let file = fdopen(memory, "w") else {
            if own >= 0 { Glibc.close(own) }
            if memory >= 0 { Glibc.close(memory) }
            return nil
        }
        self.descriptor = own
        self.file = file
    }

    /// Whether `descriptor` is the terminal that /dev/tty leads to.
    private static func isControlling(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, let line = try? controllingTerminal() else { return false }
        return line == status.st_rdev
    }

    /// The number of the controlling terminal: field 7 of /proc/self/stat (proc(5)), after a name in parentheses.
    private static func controllingTerminal() throws -> dev_t? {
        guard let file = fopen("/proc/self/stat", "re") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = fread(&bytes, 1, bytes.count, file)
        let text = String(decoding: bytes.prefix(count), as: UTF8.self)
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        return fields.count > 4 ? dev_t(fields[4]) : nil
    }

    /// How many bytes may be drawn now; nil for any number.
    func budget() -> Int? { pace.budget(at: .now) }

    /// How long until more should be drawn.
    func pause() -> Duration { pace.pause(at: .now) }

    /// Bytes that the terminal has not taken, with what ncurses wrote.
    var length: Int {
        collect()
        return waiting.count
    }

    /// Whether the terminal has taken everything.
    var isSent: Bool { waiting.isEmpty }

    /// Appends bytes after what ncurses wrote.
    func add(_ text: String) { add(Array(text.utf8)) }

    /// Appends bytes after what ncurses wrote.
    func add(_ bytes: [UInt8]) {
        collect()
        waiting += bytes
    }

    /// Puts a beginning and an end around all that waits; nothing where nothing does.
    func enclose(_ beginning: String, _ end: String) {
        collect()
        if !waiting.isEmpty { waiting = ArraySlice(beginning.utf8) + waiting + ArraySlice(end.utf8) }
    }

    /// Takes what ncurses wrote, and hands on what the terminal takes now.
    func send() {
        collect()
        while !waiting.isEmpty {
            if !neverBlocks {
                var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard poll(&output, 1, 0) == 1, output.revents & Int16(POLLOUT) != 0 else { return }
            }
            let part = neverBlocks ? waiting : waiting.prefix(Self.carefulLength)
            let count = part.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                // Full: later. Any other error: the terminal is gone, which the poll for keys reports.
                if errno == EAGAIN { pace.took(0, isFull: true, at: .now) } else { waiting = [] }
                return
            }
            waiting.removeFirst(count)
            if neverBlocks { pace.took(count, isFull: !waiting.isEmpty, at: .now) }
        }
        waiting = []
    }

    /// Hands everything on, for at most so long.
    func drain(milliseconds: Int32) {
        send()
        let end = ContinuousClock.now + .milliseconds(Int(milliseconds))
        while !isSent {
            let left = (end - .now).components
            let rest = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
            guard rest > 0 else { return }
            var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if poll(&output, 1, Int32(rest)) == 0 { return }
            send()
        }
    }

    /// Forgets what the terminal has not taken.
    func discard() {
        collect()
        waiting = []
    }

    /// Closes the terminal and the memory.
    func close() {
        fclose(file)
        Glibc.close(descriptor)
    }

    private func collect() {
        fflush(file)
        let length = Int(lseek(memory, 0, SEEK_CUR))
        guard length > 0 else { return }
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            count = max(0, pread(memory, buffer.baseAddress, length, 0))
        }
        ftruncate(memory, 0)
        lseek(memory, 0, SEEK_SET)
        waiting = waiting.isEmpty ? bytes[...] : waiting + bytes
    }
}

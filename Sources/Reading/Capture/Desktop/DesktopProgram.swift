import CLinux
import Files
import Frames
import Glibc

/// One run of a program of the desktop that hands out a picture: a screenshot, the clipboard, a selection by the mouse.
///
/// It has the user's environment and rights, as what it talks to is the user's desktop.
enum DesktopProgram {
    /// How it ended.
    struct Ending {
        var isSuccess: Bool
        var output: [UInt8]
        /// The last line that it wrote to standard error, on one line; nil for none.
        var lastLine: String?
    }

    /// Runs `arguments[0]`, looked up in PATH, with the others; no shell is involved.
    ///
    /// - Parameters:
    ///   - limit: the most bytes of its output.
    ///   - patience: how long it may take; it is killed then.
    ///   - stop: ends it when it is rung.
    /// - Throws: `SourceError` when it cannot be started, writes too much or takes too long; nil where it is not installed.
    static func run(
        _ arguments: [String], limit: Int, patience: Duration = .seconds(10), until stop: Doorbell
    ) throws(SourceError) -> Ending? {
        var output: (reading: Int32, writing: Int32) = (-1, -1)
        var errors: (reading: Int32, writing: Int32) = (-1, -1)
        let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
        let result = min(qz_pipe(&output.reading, &output.writing), qz_pipe(&errors.reading, &errors.writing))
        defer {
            for descriptor in [nothing, output.reading, errors.reading] where descriptor >= 0 { close(descriptor) }
        }
        // The program's ends block, as it expects.
        for descriptor in [output.writing, errors.writing] where descriptor >= 0 { _ = fcntl(descriptor, F_SETFL, 0) }
        // SAFETY: the copies live until the call has returned, and it keeps no pointer.
        let copies = arguments.map { strdup($0.fileSystemPath) }
        defer { for copy in copies { free(copy) } }
        let child =
            result < 0
            ? result
            : qz_tool_start(copies.map { UnsafePointer($0) } + [nil], nothing, output.writing, errors.writing)
        for descriptor in [output.writing, errors.writing] where descriptor >= 0 { close(descriptor) }
        if child == -ENOENT { return nil }
        guard child > 0 else {
            throw SourceError("\(arguments[0]) cannot be run: \(String(cString: strerror(-child)))")
        }
        var isOver = false
        defer {
            if !isOver {
                kill(-child, SIGKILL)
                _ = qz_program_wait(child, 1000)
            }
        }
        let (bytes, said) = try collect(
            (output.reading, errors.reading), limit: limit, end: .now + patience, arguments[0], stop)
        let status = qz_program_wait(child, 2000)
        isOver = status != -EAGAIN
        let lastLine = String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline).last
        return Ending(
            isSuccess: status == 0, output: bytes, lastLine: lastLine.map { String($0.prefix(200)).onOneLine })
    }

    /// Reads both streams to their ends.
    private static func collect(
        _ streams: (output: Int32, errors: Int32), limit: Int, end: ContinuousClock.Instant, _ name: String,
        _ stop: Doorbell
    ) throws(SourceError) -> (output: [UInt8], errors: [UInt8]) {
        var kept: (output: [UInt8], errors: [UInt8]) = ([], [])
        var isOpen = (output: true, errors: true)
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while isOpen.output || isOpen.errors {
            let left = Int32(clamping: Int(ContinuousClock.now.duration(to: end) / .milliseconds(1)))
            let descriptors = [
                isOpen.output ? streams.output : -1, isOpen.errors ? streams.errors : -1, stop.descriptor,
            ]
            let ready = left > 0 ? qz_poll(descriptors, 3, left) : 0
            if stop.isRung { throw SourceError("\(name) was stopped") }
            guard ready > 0 else { throw SourceError("\(name) does not answer: try again") }
            // A stream that has ended is readable, too: bits from 16 on.
            if ready & (1 << 16 | 1) != 0 {
                let count = read(streams.output, &chunk, chunk.count)
                if count > 0 { kept.output += chunk[..<count] } else if count == 0 { isOpen.output = false }
                guard kept.output.count <= limit else {
                    throw SourceError("\(name) sends more than \(limit) bytes: choose a smaller picture")
                }
            }
            if ready & (1 << 17 | 1 << 1) != 0 {
                let count = read(streams.errors, &chunk, chunk.count)
                if count > 0 { kept.errors = (kept.errors + chunk[..<count]).suffix(4096) }
                if count == 0 { isOpen.errors = false }
            }
        }
        return kept
    }
}

/// What is known of the desktop that this process runs in.
struct Desktop: Sendable {
    var hasWayland: Bool
    var hasX11: Bool

    init(hasWayland: Bool, hasX11: Bool) { (self.hasWayland, self.hasX11) = (hasWayland, hasX11) }

    /// As the environment has it.
    static var current: Desktop {
        func isSet(_ name: String) -> Bool { getenv(name).map { $0.pointee != 0 } ?? false }
        return Desktop(hasWayland: isSet("WAYLAND_DISPLAY"), hasX11: isSet("DISPLAY"))
    }
}

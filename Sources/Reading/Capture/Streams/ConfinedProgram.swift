import CLinux
import Files
import Foundation
import Frames
import Glibc
import Synchronization

// SAFETY: used by the thread that runs its source, on which frames are delivered, too.
/// A running program that parses an untrusted file, its output on a socket, kept from the network and from writing. Whoever
/// makes one calls `end`, which waits until the process has ended. It dies with the thread that made it.
final class ConfinedProgram: @unchecked Sendable {
    /// Where its standard output is read.
    let output: Int32
    /// Which restriction could not be applied; nil when all were, or it does not run.
    let freedom: String?
    /// The line for a person when it could not be started at all.
    let launchFailure: String?
    /// A socket on which the program's connections come, with a network of its own; -1 where none could be made, or was asked for.
    let listener: Int32
    private let program: String
    private let pid: Int32?
    private let said: Said
    private var nextAllowance = ContinuousClock.now

    /// Bytes that it may take for its data: frames of 8K video, several of them in each thread.
    private static let maxMemory = 4 << 30
    /// Seconds of processor time that it may use between two frames.
    private static let patience: Int32 = 120
    /// Milliseconds that it may take to end once it has closed its output.
    private static let leave: Int32 = 2000

    /// What a program may use of the network.
    enum Network: Equatable {
        case none
        /// A network of its own, where it finds this port of 127.0.0.1 and nothing else.
        case own(port: Int32)
        /// This machine's.
        case machine
    }

    /// Starts `program`, looked up in PATH when it holds no `/`, with these arguments; no shell is involved.
    ///
    /// - Parameters:
    ///   - package: the Debian package that contains the program; its own name by default.
    ///   - input: what it reads on its standard input, a file in memory; nothing by default.
    ///   - network: what it may use of the network; nothing by default.
    /// - Throws: `SourceError` when there are no descriptors. That it cannot be started shows in `launchFailure`.
    init(
        program: String, package: String? = nil, arguments: [String], input: [UInt8] = [], network: Network = .none
    ) throws(SourceError) {
        let file = try Self.file(of: input)
        defer { if file >= 0 { close(file) } }
        var (reading, writing): (Int32, Int32) = (-1, -1)
        // A socket, which ends the program's writing as soon as the reading end is closed.
        var result = qz_socket_pair(&reading, &writing)
        guard result == 0 else {
            throw SourceError("cannot make a socket to \(program): \(String(cString: strerror(-result)))")
        }
        var errors: (reading: Int32, writing: Int32) = (-1, -1)
        result = qz_pipe(&errors.reading, &errors.writing)
        defer { for descriptor in [writing, errors.writing] where descriptor >= 0 { close(descriptor) } }
        guard result == 0 else {
            close(reading)
            throw SourceError("cannot make a pipe to \(program): \(String(cString: strerror(-result)))")
        }
        output = reading
        self.program = program
        said = Said(errors.reading)
        // SAFETY: the copies live until the call has returned, and it keeps no pointer.
        let copies = ([program] + arguments).map { strdup($0.fileSystemPath) }
        defer { for copy in copies { free(copy) } }
        var kept: Int32 = 0
        var loopback = qz_program_loopback(port: 0, listener: -1)
        if case .own(let port) = network { loopback.port = port }
        let started = withUnsafeMutablePointer(to: &loopback) { loopback in
            qz_program_start(
                copies.map { UnsafePointer($0) } + [nil], file, writing, errors.writing, Self.maxMemory,
                Self.patience, network == .none ? nil : loopback, &kept)
        }
        listener = loopback.listener
        if started > 0 {
            (pid, launchFailure) = (started, nil)
            let free = [(qz_program_network, "the network"), (qz_program_writing, "writing files")]
                .filter { kept & Int32($0.0) == 0 }.map(\.1)
            freedom = free.isEmpty ? nil : free.joined(separator: " and ")
        } else {
            (pid, freedom) = (nil, nil)
            launchFailure =
                started == -ENOENT
                ? "\(program) is needed to read it and is not installed: sudo apt install \(package ?? program)"
                : "\(program) cannot be run: \(String(cString: strerror(-started)))".onOneLine
        }
    }

    deinit {
        close(output)
        if listener >= 0 { close(listener) }
    }

    /// A file in memory that holds `bytes`, at its beginning; -1 for none.
    private static func file(of bytes: [UInt8]) throws(SourceError) -> Int32 {
        if bytes.isEmpty { return -1 }
        let file = qz_memory_make(bytes.count)
        guard file >= 0 else { throw SourceError("out of memory for a picture: \(String(cString: strerror(-file)))") }
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else {
                let reason = String(cString: strerror(errno))
                close(file)
                throw SourceError("out of memory for a picture: \(reason)")
            }
            rest = rest.dropFirst(written)
        }
        lseek(file, 0, SEEK_SET)
        return file
    }

    /// Says once where it is not confined as it should be; ends it where that is not accepted.
    ///
    /// - Throws: `SourceError` where it is not.
    func checkConfinement(by parsing: any PictureParsing) throws(SourceError) {
        guard let freedom else { return }
        do throws(SourceError) {
            try parsing.accept("\(program) runs", "it cannot be kept from \(freedom)")
        } catch {
            end(kill: true)
            throw error
        }
    }

    /// Brings the frames that it writes, until it has ended or `stop` is rung.
    ///
    /// - Parameter patience: how long it may take for a frame; nil: as long as it takes.
    /// - Returns: how many frames came, and why no more are read; nil at the end of its output.
    func bringFrames(
        to output: FrameOutput, title: String, pacing: FramePacing, patience: Duration? = nil,
        by parsing: any PictureParsing, until stop: Doorbell
    ) -> (delivered: Int, fault: SourceError?) {
        let delivered = Atomic(0)
        let counting = FrameOutput(
            pool: output.pool,
            deliver: { [self] frame in
                delivered.add(1, ordering: .relaxed)
                allowTime()
                output.deliver(frame)
            }, report: output.report)
        var fault: SourceError?
        do throws(SourceError) {
            var stream = ForeignStream(descriptor: self.output, title: title, pacing: pacing)
            stream.patience = patience
            try parsing.run(stream, to: counting, until: stop)
        } catch {
            fault = error
        }
        return (delivered.load(ordering: .relaxed), fault)
    }

    /// All that it writes, as a process of its own kind ends by itself.
    ///
    /// - Parameters:
    ///   - limit: the most bytes that are taken.
    ///   - stop: ends the wait when it is rung.
    /// - Returns: nil when there was more, it took longer than its processor time, or `stop` was rung.
    func wholeOutput(limit: Int, until stop: Doorbell?) -> [UInt8]? {
        let end = ContinuousClock.now + .seconds(Int(Self.patience))
        let descriptors = [output] + (stop.map { [$0.descriptor] } ?? [])
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let left = Int32(clamping: Int(ContinuousClock.now.duration(to: end) / .milliseconds(1)))
            let ready = qz_poll(descriptors, Int32(descriptors.count), max(0, left))
            guard ready > 0, ready & 2 == 0 else { return nil }
            let count = read(output, &chunk, chunk.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return bytes }
            guard bytes.count + count <= limit else { return nil }
            bytes += chunk[..<count]
        }
    }

    /// A frame has come: renews the limit of processor time for the next.
    private func allowTime() {
        guard let pid, ContinuousClock.now >= nextAllowance else { return }
        nextAllowance = .now + .seconds(1)
        _ = qz_child_allow(pid, Self.patience)
    }

    /// Waits until the process has ended, killed first when `kill` is set. The last line that it wrote to standard error,
    /// without control characters; nil for none.
    @discardableResult
    func end(kill: Bool) -> String? {
        if let pid, kill || qz_program_wait(pid, Self.leave) == -EAGAIN { _ = qz_child_end(pid) }
        return said.lastLine
    }

    /// What it writes to standard error: all of it is read, so that the process never blocks; only the last part is kept.
    private final class Said: Sendable {
        private let tail = Mutex<[UInt8]>([])
        private let finished = DispatchSemaphore(value: 0)

        init(_ descriptor: Int32) {
            Thread.detachNewThread { [self] in
                var chunk = [UInt8](repeating: 0, count: 4096)
                while qz_poll([descriptor], 1, -1) > 0 {
                    let count = read(descriptor, &chunk, chunk.count)
                    if count < 0, errno == EINTR || errno == EAGAIN { continue }
                    guard count > 0 else { break }
                    tail.withLock { tail in
                        tail += chunk[..<count]
                        tail.removeFirst(max(0, tail.count - 4096))
                    }
                }
                close(descriptor)
                finished.signal()
            }
        }

        /// The last line; the program has ended, but what it has started may hold its end of the pipe.
        var lastLine: String? {
            _ = finished.wait(timeout: .now() + .milliseconds(500))
            return String(decoding: tail.withLock { $0 }, as: UTF8.self).split(whereSeparator: \.isNewline).last
                .map { String($0.prefix(200)).onOneLine }
        }
    }
}

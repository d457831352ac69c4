import Foundation
import Frames
import Glibc
import Subprocess

/// The newest zxing-cpp, as a Python module from pip: a Python process that receives the planes over a socket.
///
/// Protocol: a line with width and height, then the bytes of the plane. The reply is a line of JSON with the symbols and
/// the processor time of the call.
final class ZXingModule: Competitor {
    let name: String
    /// Open until the program ends.
    private let socket: Int32

    private static let script = """
        import base64, json, sys, time
        from importlib.metadata import version
        import zxingcpp

        def say(answer):
            print(json.dumps(answer), flush=True)

        say({"version": version("zxing-cpp")})
        while line := sys.stdin.buffer.readline():
            width, height = map(int, line.split())
            plane = sys.stdin.buffer.read(width * height)
            if len(plane) < width * height:
                break
            picture = memoryview(plane).cast("B", shape=(height, width))
            start = time.thread_time_ns()
            found = zxingcpp.read_barcodes(picture)
            spent = (time.thread_time_ns() - start) / 1e6
            symbols = [{"text": s.text, "bytes": base64.b64encode(s.bytes).decode()} for s in found]
            say({"milliseconds": spent, "symbols": symbols})
        """

    private struct Greeting: Decodable { let version: String }

    private struct Reply: Decodable {
        struct Symbol: Decodable {
            let text: String
            let bytes: Data
        }
        let milliseconds: Double
        let symbols: [Symbol]
    }

    /// - Parameter python: the path of the Python interpreter, or its name in `PATH`.
    /// - Throws: `BenchError` when the interpreter or its module is missing.
    init(python: String) throws {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw BenchError("no socket: \(String(cString: strerror(errno)))")
        }
        let (here, there, alsoThere) = (ends[0], ends[1], fcntl(ends[1], F_DUPFD_CLOEXEC, 0))
        socket = here
        Self.start(python, here: here, input: there, output: alsoThere)
        guard let line = Self.line(from: here), let greeting = try? JSONDecoder().decode(Greeting.self, from: line)
        else {
            throw BenchError("\(python) has no module zxingcpp: PYTHON=… names one that has (pip install zxing-cpp)")
        }
        name = "zxing-cpp \(greeting.version), module"
    }

    /// Starts the script. Shuts `here` down when the script ends or cannot be started, so that nobody waits for a reply.
    private static func start(_ python: String, here: Int32, input: Int32, output: Int32) {
        Task.detached {
            _ = try? await run(
                python.contains("/") ? .path(.init(python)) : .name(python), arguments: ["-c", script],
                input: .fileDescriptor(.init(rawValue: input), closeAfterSpawningProcess: true),
                output: .fileDescriptor(.init(rawValue: output), closeAfterSpawningProcess: true),
                error: .discarded)
            shutdown(here, Int32(SHUT_RDWR))
        }
    }

    func read(_ frame: Frame) throws -> Reading {
        frame.withLuma { luma in
            send(Array("\(frame.width) \(frame.height)\n".utf8).span)
            send(luma)
        }
        guard let line = Self.line(from: socket), let reply = try? JSONDecoder().decode(Reply.self, from: line) else {
            throw BenchError("\(name) ended")
        }
        return Reading(
            answers: reply.symbols.map { Answer(text: $0.text, bytes: Array($0.bytes)) },
            milliseconds: reply.milliseconds)
    }

    /// Sends all of `bytes`. Stops early when the script has ended; the missing reply shows it.
    private func send(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let sent = Glibc.send(
                    socket, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                guard sent > 0 else { return }
                rest = rest.dropFirst(sent)
            }
        }
    }

    /// Receives a line, after which the other side must wait for a request; nil at the end of the stream.
    private static func line(from socket: Int32) -> Data? {
        var line = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while line.last != UInt8(ascii: "\n") {
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            line += buffer.prefix(count)
        }
        return line
    }
}

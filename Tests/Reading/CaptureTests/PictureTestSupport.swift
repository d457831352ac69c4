import CLinux
import Foundation
import Frames
import Glibc
import Synchronization
import Testing

@testable import Capture

/// A delivered frame, copied for comparison.
struct BroughtFrame: Equatable {
    var width: Int
    var height: Int
    var sequence: UInt64
    var origin: String?
    var luma: [UInt8]
}

/// Records all frames and reports of a source; can ring the bell after a number of frames.
final class Recorder: Sendable {
    private let frames = Mutex<[BroughtFrame]>([])
    private let reports = Mutex<[SourceReport]>([])
    let stop: Doorbell
    private let stopAfter: Int

    init(stopAfter: Int = .max) throws {
        stop = try Doorbell()
        self.stopAfter = stopAfter
    }

    var brought: [BroughtFrame] { frames.withLock { $0 } }
    var reported: [SourceReport] { reports.withLock { $0 } }
    var skipped: [String] { reported.compactMap { if case .skipped(let line) = $0 { line } else { nil } } }
    var lost: Int { reported.count { if case .lostFrame = $0 { true } else { false } } }

    func output(_ pool: FramePool? = nil) throws(SourceError) -> FrameOutput {
        let pool = if let pool { pool } else { try FramePool(slots: 2) }
        return FrameOutput(
            pool: pool,
            deliver: { frame in
                let luma = frame.withLuma { span in span.withUnsafeBufferPointer { Array($0) } }
                let count = self.frames.withLock {
                    $0.append(
                        BroughtFrame(
                            width: frame.width, height: frame.height, sequence: frame.sequence, origin: frame.origin,
                            luma: luma))
                    return $0.count
                }
                if count >= self.stopAfter { self.stop.ring() }
            },
            report: { report in self.reports.withLock { $0.append(report) } })
    }

    /// Runs `source` to its end on this thread.
    func run(_ source: some FrameSource) throws(SourceError) { try source.run(output(), until: stop) }
}

/// Runs `body` with the path of a new folder that is removed afterwards.
func withTemporaryFolder<R>(_ body: (String) throws -> R) throws -> R {
    let folder = NSTemporaryDirectory() + "quietzone-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    return try body(folder)
}

func write(_ bytes: [UInt8], to path: String) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }

/// Runs a `StreamSource` over `bytes`, written to a pipe by another thread.
func stream(_ bytes: [UInt8], pacing: FramePacing = .complete, recorder: Recorder) throws {
    let ends = try Pipe2()
    let writer = Thread {
        var rest = bytes[...]
        while !rest.isEmpty {
            // Odd sizes, so that no chunk ends at a boundary of the format.
            let wrote = rest.prefix(997).withUnsafeBytes { send(ends.writing, $0.baseAddress, $0.count, 0x4000) }
            if wrote <= 0 { break }
            rest = rest.dropFirst(wrote)
        }
        ends.closeWriting()
    }
    writer.start()
    try recorder.run(StreamSource(descriptor: ends.reading, pacing: pacing))
}

/// Two connected descriptors, both closed at the end. Sockets, so that writing to a closed reader is an error instead of a
/// signal.
final class Pipe2: Sendable {
    let reading: Int32
    let writing: Int32
    private let isWritingOpen = Mutex(true)

    init() throws {
        var ends: [Int32] = [0, 0]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw POSIXError(.EMFILE) }
        (reading, writing) = (ends[0], ends[1])
    }

    func closeWriting() {
        isWritingOpen.withLock {
            if $0 { close(writing) }
            $0 = false
        }
    }

    deinit {
        closeWriting()
        close(reading)
    }
}

/// A small grey plane that compresses to something.
func pattern(_ width: Int, _ height: Int, seed: Int = 0) -> [UInt8] {
    (0..<width * height).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 7 &+ seed * 53) }
}

func pgm(_ width: Int, _ height: Int, seed: Int = 0) -> [UInt8] {
    Array("P5\n\(width) \(height)\n255\n".utf8) + pattern(width, height, seed: seed)
}

/// A grey JPEG, 16 × 16: the left half black, the right half white (made with libjpeg-turbo).
let greyJPEG = [UInt8](
    Data(
        base64Encoded: """
            /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQ\
            ERMUFRUVDA8XGBYUGBIUFRT/wAALCAAQABABAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgED\
            AwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RF\
            RkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJ\
            ytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/APyqr+qiv5V6/qor/9k=
            """) ?? Data())

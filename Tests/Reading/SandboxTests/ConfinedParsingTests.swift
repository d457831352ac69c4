import CLinux
import Foundation
import Frames
import Glibc
import Synchronization
import Testing

@testable import Capture
@testable import Decoding
@testable import Sandbox

/// Confined parsing must deliver the same as parsing in this process.
@Suite struct ConfinedParsingTests {
    private static let confined = ConfinedParsing(policy: ConfinementPolicy(program: program))

    /// A grey-green picture with some detail, as PNG, JPEG and PNM.
    private static func pictures() throws -> [[UInt8]] {
        let (width, height) = (61, 47)
        let pool = try FramePool(slots: 1)
        guard var draft = pool.draft(width: width, height: height) else { throw CancellationError() }
        draft.withLuma { luma in for i in luma.indices { luma[i] = UInt8(truncatingIfNeeded: i &* 31 &+ i / 7) } }
        let frame = draft.finish(sequence: 0)
        let metadata = PictureMetadata(time: Date(), description: "", software: "", source: "")
        let ppm = Array("P6\n2 1\n255\n".utf8) + [255, 0, 0, 10, 200, 30]
        return [ppm]
            + (try StillFile.Format.allCases.map {
                try StillFile.encode(StillPicture(frame), as: $0, metadata: metadata)
            })
    }

    private static func outcome(
        _ bytes: [UInt8], _ channel: ColourChannel?, by parser: any PictureParser, _ pool: FramePool
    ) -> String {
        do {
            let frame = try PictureFile.load(bytes: bytes, name: "x\u{1B}y", into: pool, channel: channel, by: parser)
            return frame.withLuma { "\(frame.width)×\(frame.height) \($0.withUnsafeBufferPointer { Array($0) })" }
        } catch {
            return "\(error)"
        }
    }

    @Test func picturesAreTheSame() throws {
        let pool = try FramePool(slots: 2)
        let (here, there) = (DirectParsing().parser(for: pool), try Self.confined.parser(for: pool))
        // Retained, so that the picture goes to another slot.
        let held = pool.draft(width: 4, height: 4)?.finish(sequence: 0)
        var inputs = try Self.pictures()
        inputs += inputs.map { Array($0.prefix($0.count / 2)) }
        inputs += [[], Array("hello".utf8), Array("P5\n99999 99999\n255\n".utf8), Array("P5\n2 2\n255\n1".utf8)]
        for bytes in inputs {
            for channel in [nil, ColourChannel.red, .green, .blue] {
                let expected = Self.outcome(bytes, channel, by: here, pool)
                #expect(Self.outcome(bytes, channel, by: there, pool) == expected)
            }
        }
        #expect(held != nil)
    }

    /// Collects the frames of a stream.
    private final class Brought: Sendable {
        let lines = Mutex<[String]>([])
        let pool: FramePool

        init() throws { pool = try FramePool(slots: 2) }

        var output: FrameOutput {
            FrameOutput(
                pool: pool,
                deliver: { [self] frame in
                    let sum = frame.withLuma { luma in
                        luma.withUnsafeBufferPointer { $0.reduce(0) { $0 &* 31 &+ Int($1) } }
                    }
                    lines.withLock { $0.append("\(frame.sequence) \(frame.width)×\(frame.height) \(sum)") }
                }, report: { [self] report in lines.withLock { $0.append("\(report)") } })
        }
    }

    private static func brought(_ bytes: [UInt8], by parsing: any PictureParsing) throws -> [String] {
        let brought = try Brought()
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        defer { close(reading) }
        Thread.detachNewThread {
            var rest = bytes[...]
            while !rest.isEmpty {
                let wrote = rest.prefix(997).withUnsafeBytes { send(writing, $0.baseAddress, $0.count, 0x4000) }
                if wrote <= 0 { break }
                rest = rest.dropFirst(wrote)
            }
            close(writing)
        }
        do {
            try StreamSource(descriptor: reading, pacing: .complete, parsing: parsing).run(
                brought.output, until: Doorbell())
        } catch {
            brought.lines.withLock { $0.append("\(error)") }
        }
        return brought.lines.withLock { $0 }
    }

    @Test func streamsAreTheSame() throws {
        let pictures = try Self.pictures()
        let y4m = Array("YUV4MPEG2 W4 H2 F25:2 Cmono\n".utf8)
        func frame(_ value: UInt8) -> [UInt8] { Array("FRAME\n".utf8) + [UInt8](repeating: value, count: 8) }
        let streams: [[UInt8]] = [
            y4m + frame(1) + frame(2) + frame(3), y4m + frame(1) + frame(2).dropLast(3), y4m + Array("NO".utf8),
            pictures[0] + pictures[0], pictures[2] + [0, 1, 2] + pictures[2], pictures[1] + pictures[1].prefix(90),
            pictures[2].prefix(300) + pictures[2], [], Array("nothing of the kind".utf8),
        ]
        for bytes in streams {
            #expect(try Self.brought(bytes, by: Self.confined) == Self.brought(bytes, by: DirectParsing()))
        }
    }

    @Test func aSilentStreamEndsAtOnceWhenStopped() throws {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let stop = try Doorbell()
        Thread.detachNewThread {
            usleep(300_000)
            stop.ring()
        }
        let source = StreamSource(descriptor: ends[0], pacing: .live, parsing: Self.confined)
        let output = try Brought().output
        #expect(throws: Never.self) { try source.run(output, until: stop) }
    }

    private static func camera(_ format: String, width: Int, height: Int, stride: Int) throws -> CameraStream {
        var raw = v4l2_pix_format()
        raw.pixelformat = try #require(FourCC(format)).rawValue
        raw.width = UInt32(width)
        raw.height = UInt32(height)
        raw.bytesperline = UInt32(stride)
        return CameraStream(StreamFormat(raw), of: V4L2Device(adopting: open("/dev/null", O_RDWR | O_CLOEXEC)))
    }

    /// Other formats are tested with real devices (Tests/System/Camera/formats.bash), which libv4lconvert queries.
    @Test func aCamerasFramesAreTheSame() throws {
        let pool = try FramePool(slots: 3)
        let jpeg = try Self.pictures()[1]
        let stream = try Self.camera("MJPG", width: 61, height: 47, stride: 0)
        let here = try #require(DirectParsing().converter(of: stream, for: pool))
        let there = try #require(try Self.confined.converter(of: stream, for: pool))
        for frame in [jpeg, [], [1, 2, 3], Array(jpeg.dropLast(40)), jpeg] {
            func converted(_ converter: any CameraConverter) -> (String?, [UInt8], [UInt8]) {
                guard var draft = pool.draft(width: 61, height: 47) else { return ("no slot", [], []) }
                return frame.withUnsafeBytes { bytes in
                    if let fault = converter.convert(bytes, into: &draft) { return (fault, [], []) }
                    let original = Array(converter.original(of: bytes, in: draft))
                    return (nil, draft.withLuma { Array($0) }, original)
                }
            }
            let (expected, got) = (converted(here), converted(there))
            #expect(got.0 == expected.0)
            #expect(got.1 == expected.1)
            #expect(got.2 == expected.2)
        }
    }

    @Test func childrenGiveEverythingAwayThatTheSystemLetsThem() throws {
        let tried = try Tried()
        _ = try tried.process.read(frame("x"))
        let confinement = try #require(tried.process.confinement)
        #expect(confinement.isSealed)
        #expect(confinement.layers & Int32(qz_isolated_capabilities) != 0)
        // The other formats depend on the system; they must match those of an unconfined process.
        var layers: Int32 = 0
        _ = qz_sandbox_try_isolated(0, &layers)
        #expect(confinement.layers == layers)
    }

    /// Without the filter of system calls, the other layers alone keep files and the network away.
    @Test func isolationAloneKeepsFilesAway() {
        var layers: Int32 = 0
        for (what, name) in [(0, "open /etc/passwd"), (1, "make a file in /tmp")] {
            let result = qz_sandbox_try_isolated(Int32(what), &layers)
            guard layers & (Int32(qz_isolated_root) | Int32(qz_isolated_landlock)) != 0 else { continue }
            #expect(result < 0, "\(name): \(result)")
        }
    }

    /// A child that reports that it could not be sealed, as on a system without seccomp.
    private func unsealed() throws -> String {
        let path = NSTemporaryDirectory() + "quietzone-unsealed-" + UUID().uuidString
        let script = """
            #!/bin/sh
            printf '\\001\\104\\132\\121\\201\\000\\000\\000\\000\\000\\000\\000\\010\\000\\000\\000\\046\\000\\000\\000\\000\\000\\000\\000' >&3
            exec sleep 60
            """
        // By another process: one that a test forks here just now would hold the file open for writing, and nobody could run it.
        let writer = try Process.run(
            URL(fileURLWithPath: "/bin/sh"),
            arguments: ["-c", "printf '%s\\n' \"$1\" >\"$0\" && chmod 700 \"$0\"", path, script])
        writer.waitUntilExit()
        try #require(writer.terminationStatus == 0)
        return path
    }

    @Test func whatIsNotConfinedIsReportedOnceOrRefused() throws {
        let path = try unsealed()
        defer { unlink(path) }
        let lines = Mutex<[String]>([])
        let policy = ConfinementPolicy(program: path) { line in lines.withLock { $0.append(line) } }
        for _ in 0..<2 {
            let child = ConfinedChild(
                title: "decoder", argument: "", given: [], setUp: [],
                patience: .init(start: .seconds(20), longest: .seconds(20)), policy: policy, log: { _ in })
            try child.becomeReady(waits: true)
        }
        let said = lines.withLock { $0 }
        #expect(said.count == 1, "\(said)")
        #expect(said.first?.contains("Function not implemented") == true, "\(said)")

        let strict = ConfinementPolicy(program: path, isRequired: true)
        let child = ConfinedChild(
            title: "decoder", argument: "", given: [], setUp: [],
            patience: .init(start: .seconds(20), longest: .seconds(20)), policy: strict, log: { _ in })
        #expect(throws: FrameError.self) { try child.becomeReady(waits: true) }
        let pool = try FramePool(slots: 1)
        let parser = try ConfinedParsing(policy: strict).parser(for: pool)
        let outcome = try Self.outcome(Self.pictures()[0], nil, by: parser, pool)
        #expect(outcome.contains("cannot be confined"), "\(outcome)")
    }

    #if DEBUG
        @Test func aPictureThatKillsCostsThatPicture() throws {
            let pool = try FramePool(slots: 1)
            let parser = try #require(try Self.confined.parser(for: pool) as? ConfinedParser)
            let picture = try Self.pictures()[0]
            let expected = Self.outcome(picture, nil, by: DirectParsing().parser(for: pool), pool)
            for (test, reason) in [
                (ChildTest.crash, "signal 11"), (.abort, "signal 6"),
                (.say([1, 2, 3, 4] + Array(repeating: 0, count: 30)), "is invalid"),
            ] {
                parser.process.child.nextTest = test
                let lost = Self.outcome(picture, nil, by: parser, pool)
                #expect(lost.contains(reason), "\(lost)")
                #expect(lost.hasPrefix("x?y is not read: "), "\(lost)")
                #expect(Self.outcome(picture, nil, by: parser, pool) == expected)
            }
            #expect(pool.available == 1)
        }

        @Test func nothingIsAllowedInside() throws {
            let pool = try FramePool(slots: 1)
            let parser = try #require(try Self.confined.parser(for: pool) as? ConfinedParser)
            let kinds = 11
            parser.process.child.nextTest = .misbehave(kinds: kinds)
            let lost = Self.outcome(try Self.pictures()[0], nil, by: parser, pool)
            let expected = "[" + Array(repeating: "-1", count: kinds).joined(separator: ", ") + "]"
            #expect(lost.contains(expected), "\(lost)")
        }
    #endif
}

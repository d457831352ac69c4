import CLinux
import Capture
import Foundation
import Frames
import Glibc

/// The child's side of `ConfinedParsing`: drops its rights, then parses what is requested until the parent has ended.
package enum PictureChild {
    /// The first argument by which a program knows that it is to call `main`.
    package static let argument = "parse-pictures"

    /// Memory that parsing may take beside the frames: the coefficients of the largest progressive JPEG.
    private static let memoryGrowth = 1536 << 20

    /// Runs to the end of the process. Exit status 0: the parent has ended; 2: this was not started by a parent.
    package static func main() -> Never {
        guard let frames = try? FrameMemory(given: Int32(qz_child_memory), isWritable: true),
            let input = try? FrameMemory(given: Int32(qz_child_input), isWritable: false),
            let stop = try? Doorbell(), stop.descriptor <= Int32(qz_child_source), warmUp(),
            qz_sandbox_limit(Int32(qz_child_source), memoryGrowth, ParentLink.firstSeconds) == 0
        else { ParentLink.refuse() }
        exit(ParsingChild(pool: FramePool(lent: frames), input: input, stop: stop).run())
    }

    /// Does once what makes libraries open files or map code, while that is allowed; false without memory.
    private static func warmUp() -> Bool {
        guard let pool = try? FramePool(slots: 2), let frame = pool.draft(width: 16, height: 16)?.finish(sequence: 0)
        else { return false }
        let metadata = PictureMetadata(time: Date(), description: "", software: "", source: "")
        let parser = DirectParsing().parser(for: pool)
        for format in StillFile.Format.allCases {
            for channel in [nil, ColourChannel.red] {
                guard let file = try? StillFile.encode(StillPicture(frame), as: format, metadata: metadata),
                    var draft = pool.draft()
                else { return false }
                guard let parsed = try? parser.decode(file, name: "", channel: channel, into: &draft) else {
                    return false
                }
                _ = try? JSONEncoder().encode(ParseAnswer.picture(width: 1, height: 1, parsed))
                _ = try? JSONEncoder().encode(StreamAnswer.frame(width: 1, height: 1, parsed, framesPerSecond: 29.97))
            }
        }
        let request = ParseRequest(slot: 0, count: 0, name: "é", channel: .blue)
        if let json = try? JSONEncoder().encode(request) {
            _ = try? JSONDecoder().decode(ParseRequest.self, from: json)
        }
        return true
    }
}

private struct ParsingChild {
    let pool: FramePool
    // The parent writes there only while this process waits for a request.
    let input: FrameMemory
    /// Never rung: who wants this process to stop ends it.
    let stop: Doorbell
    let parent = ParentLink()

    func run() -> Int32 {
        guard let setUp = parent.setUp(), let role = try? JSONDecoder().decode(PictureRole.self, from: Data(setUp))
        else { return 2 }
        switch role {
        case .files:
            let parser = DirectParsing().parser(for: pool)
            return parent.serve { parse($0, by: parser) }
        case .camera(let description):
            let stream = CameraStream(description, descriptor: Int32(qz_child_source))
            guard let converter = DirectParsing().converter(of: stream, for: pool) else { return 2 }
            // It was asked what it is; from now on it is out of reach.
            close(Int32(qz_child_source))
            return parent.serve { convert($0, stream, by: converter) }
        case .stream(let title, let isLive):
            guard parent.seal() else { return 0 }
            StreamForwarder(pool: pool, parent: parent).run(
                ForeignStream(
                    descriptor: Int32(qz_child_source), title: title, pacing: isLive ? .live : .complete), until: stop)
            return 0
        }
    }

    private func parse(_ message: Message, by parser: any PictureParser) -> [UInt8]? {
        guard message.kind == .parse,
            let request = try? JSONDecoder().decode(ParseRequest.self, from: Data(message.payload)),
            0...input.byteCount ~= request.count, pool.lend(request.slot), var draft = pool.draft()
        else { return nil }
        let bytes = Array(UnsafeRawBufferPointer(start: input.base, count: request.count))
        let answer: ParseAnswer
        do throws(SourceError) {
            let parsed = try parser.decode(bytes, name: request.name, channel: request.channel, into: &draft)
            answer = .picture(width: draft.width, height: draft.height, parsed)
        } catch {
            answer = .failure(error.description)
        }
        return try? Array(JSONEncoder().encode(answer))
    }

    private func convert(_ message: Message, _ stream: CameraStream, by converter: any CameraConverter) -> [UInt8]? {
        guard message.kind == .convert, let numbers = Numbers.read(message.payload, count: 2),
            0...input.byteCount ~= numbers[1], pool.lend(numbers[0]),
            var draft = pool.draft(width: stream.width, height: stream.height)
        else { return nil }
        let data = UnsafeRawBufferPointer(start: input.base, count: numbers[1])
        if let fault = converter.convert(data, into: &draft) { return Array(fault.utf8) }
        if stream.planesCount != nil { draft.fillSlot(with: converter.original(of: data, in: draft)) }
        return []
    }
}

// SAFETY: used by the one thread there is.
/// Reads a stream and answers each slot that the parent lends with what came next.
private final class StreamForwarder: @unchecked Sendable {
    private let pool: FramePool
    private let parent: ParentLink
    private var sequence: UInt32 = 0
    private var rate: Double?
    private var encoding = ""

    init(pool: FramePool, parent: ParentLink) { (self.pool, self.parent) = (pool, parent) }

    func run(_ stream: ForeignStream, until stop: Doorbell) {
        awaitSlot()
        let output = FrameOutput(
            pool: pool,
            deliver: { [self] frame in
                let parsed = ParsedPicture(encoding: encoding, defect: frame.defect)
                tell(.frame(width: frame.width, height: frame.height, parsed, framesPerSecond: rate))
            },
            report: { [self] report in
                switch report {
                case .streaming(let format): (encoding, rate) = (format.encoding, format.framesPerSecond)
                case .lostFrame(let reason): tell(.lost(reason))
                case .skipped(let line): tell(.skipped(line))
                case .invitation: break
                }
            })
        do throws(SourceError) {
            try DirectParsing().run(stream, to: output, until: stop)
            answer(.ended(nil))
        } catch {
            answer(.ended(error.description))
        }
    }

    private func tell(_ next: StreamAnswer) {
        answer(next)
        awaitSlot()
    }

    private func answer(_ next: StreamAnswer) {
        guard let json = try? JSONEncoder().encode(next), parent.send(.result, sequence, Array(json)) else { exit(0) }
    }

    /// Waits for the next slot; the process ends with its parent.
    private func awaitSlot() {
        guard let message = parent.nextRequest() else { exit(0) }
        guard message.kind == .lend, let slot = Numbers.read(message.payload, count: 1)?.first,
            pool.lend(slot < 0 ? nil : slot)
        else { exit(2) }
        sequence = message.sequence
    }
}

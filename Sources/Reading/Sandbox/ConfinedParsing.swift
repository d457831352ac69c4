import Capture
import Decoding
import Foundation
import Frames

/// Parses untrusted bytes in child processes without other rights than to fill frames.
///
/// Each parser has its own child, which shares the pool's memory and fills its slots in place. A child that crashes
/// or hangs costs the picture that it was parsing; a stream, of which it had read ahead, ends.
package struct ConfinedParsing: PictureParsing {
    private let policy: ConfinementPolicy
    private let log: @Sendable (String) -> Void

    /// - Parameter log: takes a line for each child that had to be replaced.
    package init(policy: ConfinementPolicy, log: @escaping @Sendable (String) -> Void = { _ in }) {
        (self.policy, self.log) = (policy, log)
    }

    /// A parser whose child is being started.
    package func parser(for pool: FramePool) throws(SourceError) -> any PictureParser {
        guard let process = try process(.files, pool) else { return DirectParsing().parser(for: pool) }
        process.child.startEarly()
        return ConfinedParser(process)
    }

    /// A converter whose child is ready; for samples in rows, which need no parsing, one in this process.
    package func converter(
        of stream: CameraStream, for pool: FramePool
    ) throws(SourceError) -> (any CameraConverter)? {
        guard stream.isParsed,
            let process = try process(.camera(stream.description), pool, source: stream.descriptor)
        else { return DirectParsing().converter(of: stream, for: pool) }
        // Refused here, where a camera can still be given up; a child that dies later costs a frame.
        do throws(FrameError) { try process.child.becomeReady(waits: true) } catch {
            throw SourceError(error.description)
        }
        return ConfinedConverter(process, of: stream)
    }

    /// Lets a child read the stream, and delivers what it fills.
    package func run(_ stream: ForeignStream, to output: FrameOutput, until stop: Doorbell) throws(SourceError) {
        let role = PictureRole.stream(title: stream.title, isLive: stream.pacing == .live)
        guard let process = try process(role, output.pool, source: stream.descriptor) else {
            return try DirectParsing().run(stream, to: output, until: stop)
        }
        process.child.stopBell = stop
        let ending: String?
        do throws(FrameError) {
            try process.child.becomeReady(waits: true)
            ending = try forward(process.child, stream, to: output, until: stop)
        } catch {
            if stop.isRung { return }
            throw SourceError("\(stream.title.onOneLine) is not read further: \(error.description)")
        }
        if let ending { throw SourceError(ending) }
    }

    /// Lends slots to the child, one at a time, and delivers what it fills. The line that it ended with, if any.
    private func forward(
        _ child: ConfinedChild, _ stream: ForeignStream, to output: FrameOutput, until stop: Doorbell
    ) throws(FrameError) -> String? {
        let sink = FrameSink(output, until: stop, pacing: stream.pacing)
        while true {
            var draft = output.pool.draft()
            // A pool does not signal free slots; readers hold one for milliseconds.
            while draft == nil, stream.pacing == .complete {
                if stop.wait(milliseconds: 2) { return nil }
                draft = output.pool.draft()
            }
            let reply = try child.ask(.lend, Numbers.bytes([draft?.slotIndex ?? -1]), within: stream.patience)
            guard let answer = try? JSONDecoder().decode(StreamAnswer.self, from: Data(reply)) else {
                throw child.garbled
            }
            child.succeeded()
            switch answer {
            case .frame(let width, let height, let parsed, let rate):
                guard var filled = draft.take(), filled.resize(width: width, height: height),
                    rate.map({ $0.isFinite && $0 > 0 }) ?? true
                else { throw child.garbled }
                let told = parsed.asForeignText
                sink.deliver(filled, encoding: told.encoding, framesPerSecond: rate, defect: told.defect)
            case .lost(let reason): sink.lost(reason.asForeignLine)
            case .skipped(let line): sink.skipped(line.asForeignLine)
            case .ended(let line): return line?.asForeignLine
            }
        }
    }

    /// A child for `role` that shares `pool`'s memory; nil if that cannot be shared, and need not be.
    private func process(
        _ role: PictureRole, _ pool: FramePool, source: Int32? = nil
    ) throws(SourceError) -> PictureProcess? {
        do throws(SourceError) {
            guard pool.memory.descriptor >= 0 else { throw SourceError("out of memory to share with another process") }
            return try PictureProcess(role, pool: pool, source: source, policy: policy, log: log)
        } catch {
            try accept("pictures are parsed", error.description)
            return nil
        }
    }

    /// Says once that `what` is not confined; throws where it has to be.
    package func accept(_ what: String, _ reason: String) throws(SourceError) {
        guard !policy.isRequired else { throw SourceError("\(what) without a sandbox: \(reason)") }
        policy.warnOnce(what, reason)
    }
}

/// A child that parses pictures, and the memory that it gets their bytes in.
final class PictureProcess {
    let child: ConfinedChild
    private let pool: FramePool
    private let input: FrameMemory

    /// By wall-clock time, for a picture in a file.
    static let patience = Duration.seconds(20) * ConfinedChild.slowness
    /// The same for a camera's frame.
    static let framePatience = Duration.seconds(1) * ConfinedChild.slowness
    /// What is kept of the input's memory between pictures, in bytes.
    private static let kept = 16 << 20

    init(
        _ role: PictureRole, pool: FramePool, source: Int32?, policy: ConfinementPolicy,
        log: @escaping @Sendable (String) -> Void
    ) throws(SourceError) {
        guard let setUp = try? JSONEncoder().encode(role) else { throw SourceError("the request cannot be written") }
        input = try FrameMemory(byteCount: PictureFile.largestFile, othersMayWrite: true)
        self.pool = pool
        child = ConfinedChild(
            title: "picture reader", argument: PictureChild.argument,
            given: [pool.memory.descriptor, input.descriptor] + (source.map { [$0] } ?? []), setUp: Array(setUp),
            patience: .init(start: .seconds(10) * ConfinedChild.slowness, longest: Self.patience), policy: policy,
            log: log)
    }

    /// Puts `bytes` where the child finds them; false when they are too many.
    func put(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= input.byteCount, let source = bytes.baseAddress else { return false }
        input.base.copyMemory(from: source, byteCount: bytes.count)
        return true
    }

    /// Gives back what a large picture took.
    func tidy(after count: Int) { if count > Self.kept { input.discard(behind: Self.kept) } }
}

/// Pictures in files.
final class ConfinedParser: PictureParser {
    let process: PictureProcess

    init(_ process: PictureProcess) { self.process = process }

    func decode(
        _ bytes: [UInt8], name: String, channel: ColourChannel?, into draft: inout FrameDraft
    ) throws(SourceError) -> ParsedPicture {
        let name = name.onOneLine
        let request = ParseRequest(slot: draft.slotIndex, count: bytes.count, name: name, channel: channel)
        guard let json = try? JSONEncoder().encode(request), bytes.isEmpty || bytes.withUnsafeBytes(process.put) else {
            throw SourceError("\(name) cannot be passed on: use a smaller picture")
        }
        defer { process.tidy(after: bytes.count) }
        let child = process.child
        do throws(FrameError) {
            try child.becomeReady(waits: true)
        } catch {
            throw SourceError("\(name) is not read: \(error.description)")
        }
        let answer: ParseAnswer
        do throws(FrameError) {
            let reply = try child.ask(.parse, Array(json), within: PictureProcess.patience)
            guard let read = try? JSONDecoder().decode(ParseAnswer.self, from: Data(reply)) else { throw child.garbled }
            if case .picture(let width, let height, _) = read, !draft.resize(width: width, height: height) {
                throw child.garbled
            }
            child.succeeded()
            answer = read
        } catch {
            throw SourceError("\(name) is not read: \(child.replaced(after: error).description)")
        }
        switch answer {
        case .picture(_, _, let parsed): return parsed.asForeignText
        case .failure(let line): throw SourceError(line.asForeignLine)
        }
    }
}

private final class ConfinedConverter: CameraConverter {
    private let process: PictureProcess
    private let planesCount: Int?
    let originalLayout: any OriginalLayout

    init(_ process: PictureProcess, of stream: CameraStream) {
        self.process = process
        planesCount = stream.planesCount
        originalLayout = stream.originalLayout
    }

    func endEarly(at bell: Doorbell) { process.child.stopBell = bell }

    func convert(_ data: UnsafeRawBufferPointer, into draft: inout FrameDraft) -> String? {
        guard !data.isEmpty else { return "empty" }
        guard process.put(data) else { return "too long: \(data.count) bytes" }
        let child = process.child
        do throws(FrameError) {
            try child.becomeReady(waits: false)
        } catch {
            return error.description
        }
        do throws(FrameError) {
            let request = Numbers.bytes([draft.slotIndex, data.count])
            let reply = try child.ask(.convert, request, within: PictureProcess.framePatience)
            child.succeeded()
            // What is wrong with the frame, in words; nothing when all is well.
            return reply.isEmpty ? nil : String(decoding: reply, as: UTF8.self).asForeignLine
        } catch {
            return child.isStopped ? error.description : child.replaced(after: error).description
        }
    }

    func original(of data: UnsafeRawBufferPointer, in draft: borrowing FrameDraft) -> UnsafeRawBufferPointer {
        // Colours lie behind the luma, where the child has put them.
        planesCount.map { UnsafeRawBufferPointer(rebasing: draft.slotBytes.prefix($0)) } ?? data
    }
}

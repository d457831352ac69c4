import CLinux
import Decoding
import Foundation
import Frames
import Glibc
import Symbols

/// The child's side of `DecoderProcess`: gives its rights away, then reads frames until the parent has gone.
public enum DecoderChild {
    /// The first argument by which a program knows that it is to call `main`.
    public static let argument = "decode-frames"

    /// Memory that decoding may take beside what the program itself takes: the changed copies of the largest frame.
    private static let memoryGrowth = 1536 << 20
    /// Seconds of processor time until the parent first moves the limit on.
    private static let firstSeconds: Int32 = 60

    /// Runs to the end of the process. Exit status 0: the parent has gone; 2: this was not started by a parent.
    public static func main() -> Never {
        var base: UnsafeMutableRawPointer?
        // The memory first: who started this by hand has none, and can still be answered.
        guard qz_memory_map(qz_child_memory, SharedPlane.byteCount, 0, &base) == 0, let base,
            qz_sandbox_limit(memoryGrowth, firstSeconds) == 0
        else {
            FileHandle.standardError.write(Data("quietzone: this command is for the program itself\n".utf8))
            exit(2)
        }
        close(qz_child_memory)
        var child = Child(plane: UnsafeRawPointer(base))
        exit(child.run())
    }
}

/// The descriptors that the parent gave, by their agreed numbers.
private let qz_child_memory = Int32(CLinux.qz_child_memory)
private let qz_child_socket = Int32(CLinux.qz_child_socket)

private struct Child {
    // SAFETY: `SharedPlane.byteCount` bytes, mapped for as long as the process lives. The parent writes there only
    // while this process waits for a request.
    let plane: UnsafeRawPointer

    mutating func run() -> Int32 {
        guard let first = receive(), first.kind == .options,
            let options = try? JSONDecoder().decode(ReaderOptions.self, from: Data(first.payload))
        else { return 2 }
        var reader = SymbolReader(options: options)
        warmUp(options)
        // Positive errno values: 0 says that all is well.
        let failure = UInt32(bitPattern: -qz_sandbox_seal())
        guard send(.ready, 0, Swift.withUnsafeBytes(of: failure) { Array($0) }) else { return 0 }
        while let message = receive() {
            switch message.kind {
            case .read:
                guard let request = ReadRequest(message.payload) else { return 2 }
                if request.forgets { reader = SymbolReader(options: options) }
                guard let json = try? JSONEncoder().encode(read(request, by: reader)),
                    send(.result, message.sequence, Array(json))
                else { return 2 }
            #if DEBUG
                case .test:
                    guard let test = try? JSONDecoder().decode(ChildTest.self, from: Data(message.payload)) else {
                        return 2
                    }
                    test.run()
            #endif
            default: return 2
            }
        }
        return 0
    }

    private func read(_ request: ReadRequest, by reader: SymbolReader) -> ReadResult {
        // SAFETY: a request's size is one that FramePool accepts, so it fits the mapping.
        let luma = UnsafeBufferPointer(
            start: plane.assumingMemoryBound(to: UInt8.self), count: request.width * request.height)
        return reader.read(
            luma: luma.span, width: request.width, height: request.height, region: request.region,
            effort: request.effort)
    }

    /// Does once what makes libraries open files or map code, while that is allowed.
    private func warmUp(_ options: ReaderOptions) {
        TextDecoding.preloadConverters()
        let blank = [UInt8](repeating: 255, count: 64 * 64)
        let reader = SymbolReader(options: options)
        var result = ReadResult()
        for effort in [Effort.live(budget: .milliseconds(30)), .normal, .thorough] {
            result = reader.read(luma: blank.span, width: 64, height: 64, effort: effort)
        }
        let place = Point(x: 0.5, y: 0.5)
        result.symbols = [
            Symbol(
                content: SymbolContent(symbology: .qrCode, text: "\u{e9}"),
                corners: Quadrilateral(topLeft: place, topRight: place, bottomRight: place, bottomLeft: place))
        ]
        if let json = try? JSONEncoder().encode(result) {
            _ = try? JSONDecoder().decode(ReadResult.self, from: json)
        }
    }

    // MARK: - Talking to the parent

    private func send(_ kind: Message.Kind, _ sequence: UInt32, _ payload: [UInt8]) -> Bool {
        let bytes = Message(kind: kind, sequence: sequence, payload: payload).bytes
        return qz_send_waiting(qz_child_socket, bytes, bytes.count) == 0
    }

    /// The next message; nil when the parent has gone.
    private func receive() -> Message? {
        guard let header = receive(Message.headerBytes).flatMap({ Message.Header($0) }),
            let payload = receive(header.length)
        else { return nil }
        return Message(kind: header.kind, sequence: header.sequence, payload: payload)
    }

    private func receive(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes.withUnsafeMutableBytes {
                qz_receive(qz_child_socket, $0.baseAddress.map { $0 + filled }, count - filled, 1)
            }
            guard got > 0 else { return nil }
            filled += got
        }
        return bytes
    }
}

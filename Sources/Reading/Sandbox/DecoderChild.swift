import CLinux
import Charsets
import Decoding
import Foundation
import Frames
import Symbols

/// The child's side of `DecoderProcess`: drops its rights, then reads frames until the parent has ended.
package enum DecoderChild {
    /// The first argument by which a program knows that it is to call `main`.
    package static let argument = "decode-frames"

    /// Memory that decoding may take beside what the program itself takes: the changed copies of the largest frame.
    private static let memoryGrowth = 1536 << 20

    /// Runs to the end of the process. Exit status 0: the parent has ended; 2: this was not started by a parent.
    package static func main() -> Never {
        // The memory first: who started this by hand has none, and can still be answered.
        guard
            let plane = try? FrameMemory(given: Int32(qz_child_memory), isWritable: false),
            plane.byteCount >= FramePool.largestArea,
            qz_sandbox_limit(Int32(qz_child_memory), memoryGrowth, ParentLink.firstSeconds) == 0
        else { ParentLink.refuse() }
        exit(Child(plane: plane).run())
    }
}

private struct Child {
    // The parent writes there only while this process waits for a request.
    let plane: FrameMemory
    let parent = ParentLink()

    func run() -> Int32 {
        guard let setUp = parent.setUp(), let options = try? JSONDecoder().decode(ReaderOptions.self, from: Data(setUp))
        else { return 2 }
        var reader = SymbolReader(options: options)
        warmUp(options)
        return parent.serve { message in
            guard message.kind == .read, let request = ReadRequest(message.payload) else { return nil }
            if request.forgets { reader = SymbolReader(options: options) }
            return try? Array(JSONEncoder().encode(read(request, by: reader)))
        }
    }

    private func read(_ request: ReadRequest, by reader: SymbolReader) -> ReadResult {
        // SAFETY: a request's size is one that FramePool accepts, so it fits the mapping.
        let luma = UnsafeBufferPointer(
            start: plane.base.assumingMemoryBound(to: UInt8.self), count: request.width * request.height)
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
}

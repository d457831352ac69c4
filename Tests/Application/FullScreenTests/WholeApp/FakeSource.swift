import Decoding
import Frames
import Services
import Symbols
import Synchronization

/// A source whose pictures hold what the test says, and a reader that knows it.
final class FakeSource: FrameSource {
    let name = "fake"
    let title = "Fake Camera"
    let pacing = FramePacing.live
    private let contents = Mutex<[SymbolContent]>([])

    /// What is in view from now on.
    func show(_ texts: [String], symbology: Symbology = .qrCode) {
        contents.withLock { $0 = texts.map { SymbolContent(symbology: symbology, text: $0) } }
    }

    func run(_ output: FrameOutput, until stop: Doorbell) throws(SourceError) {
        output.report(.streaming(FrameFormat(width: 64, height: 48, encoding: "GREY")))
        var sequence: UInt64 = 0
        while !stop.wait(milliseconds: 5) {
            guard let draft = output.pool.draft(width: 64, height: 48) else { continue }
            sequence += 1
            output.deliver(draft.finish(sequence: sequence))
        }
    }

    /// The source as the program takes it.
    var selection: SourceSelection { SourceSelection(title: title) { [self] () throws(SourceError) in self } }

    /// A reader of it.
    func reader() -> any FrameReader { Reader(source: self) }

    private final class Reader: FrameReader {
        let source: FakeSource
        init(source: FakeSource) { self.source = source }

        func read(_ frame: Frame, region: PixelRect?, effort: Effort) throws(FrameError) -> ReadResult {
            var result = ReadResult()
            result.symbols = source.contents.withLock { $0 }.enumerated().map { index, content in
                let (x, y) = (Double(4 + index * 14), 4.0)
                return Symbol(
                    content: content,
                    corners: Quadrilateral(
                        topLeft: Point(x: x, y: y), topRight: Point(x: x + 10, y: y),
                        bottomRight: Point(x: x + 10, y: y + 10), bottomLeft: Point(x: x, y: y + 10)))
            }
            return result
        }

        func endEarly(at bell: Doorbell) {}
        func forgetting() -> any FrameReader { self }
    }
}

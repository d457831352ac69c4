import Decoding
import Frames
import Scanning
import Symbols
import Testing

/// Delivers the given number of small frames.
private final class BlankSource: FrameSource {
    let name = "blank"
    let title = "Blank"
    let pacing = FramePacing.complete
    private let frames: Int

    init(frames: Int) { self.frames = frames }

    func run(_ output: FrameOutput, until stop: Doorbell) throws(SourceError) {
        for number in 0..<frames {
            guard let draft = output.pool.draft(width: 8, height: 8) else { throw SourceError("no slot") }
            output.deliver(draft.finish(sequence: UInt64(number)))
        }
    }
}

/// Returns scripted symbols for frame n.
private final class ScriptedReader: FrameReader {
    private let script: [[SymbolContent]]

    init(_ script: [[SymbolContent]]) { self.script = script }

    func read(_ frame: Frame, region: PixelRect?, effort: Effort) throws(FrameError) -> ReadResult {
        var result = ReadResult()
        result.engines = Set(EngineKind.allCases)
        result.symbols = script[Int(frame.sequence)].enumerated().map { place, content in
            let (x, y) = (Double(place) * 10, 0.0)
            return Symbol(
                content: content,
                corners: Quadrilateral(
                    topLeft: Point(x: x, y: y), topRight: Point(x: x + 8, y: y), bottomRight: Point(x: x + 8, y: 8),
                    bottomLeft: Point(x: x, y: 8)))
        }
        return result
    }

    func endEarly(at bell: Doorbell) {}

    func forgetting() -> any FrameReader { self }
}

@Suite struct SequenceScanTests {
    private func part(_ text: String, _ index: Int, of count: Int) -> SymbolContent {
        var content = SymbolContent(symbology: .dataMatrix, text: text)
        content.part = SequencePart(index: index, count: count, id: "5")
        return content
    }

    /// The texts of the scans of a session over frames with `script`, each with its sequence part.
    private func scans(_ script: [[SymbolContent]]) throws -> [String] {
        let bell = try Doorbell()
        var options = ScanSession.Options()
        options.makeReader = { _ in ScriptedReader(script) }
        let session = try ScanSession(options: options, doorbell: bell)
        try session.start { () throws(SourceError) in BlankSource(frames: script.count) }
        var texts: [String] = []
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            _ = bell.wait(milliseconds: 100)
            bell.clear()
            _ = session.takePreview()
            for event in session.drainEvents() {
                switch event {
                case .scan(let scan, .seen):
                    let content = scan.symbol.content
                    texts.append((content.text ?? "") + (content.part.map { " (\($0))" } ?? ""))
                case .ended:
                    session.stop()
                    return texts
                default: break
                }
            }
        }
        session.stop()
        return texts
    }

    @Test func theWholeFollowsTheLastPart() throws {
        let (one, two, three) = (part("a", 0, of: 3), part("b", 1, of: 3), part("c", 2, of: 3))
        #expect(
            try scans([[one], [one, three], [three], [], [two, three], [one, two, three]])
                == ["a (part 1 of 3)", "c (part 3 of 3)", "b (part 2 of 3)", "abc"])
    }

    @Test func partsOfTheSameContentAreDistinct() throws {
        let (one, two) = (part("x", 0, of: 2), part("x", 1, of: 2))
        #expect(try scans([[one], [one, two], [two]]) == ["x (part 1 of 2)", "x (part 2 of 2)", "xx"])
    }

    @Test func anIncompleteMessageIsNotJoined() throws {
        #expect(try scans([[part("a", 0, of: 2)], [part("a", 0, of: 2)]]) == ["a (part 1 of 2)"])
    }
}

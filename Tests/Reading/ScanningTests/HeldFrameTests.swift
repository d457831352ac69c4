import Decoding
import Frames
import Scanning
import Symbols
import Testing

@Suite struct HeldFrameTests {
    /// Linear symbols need agreeing frames; what is held still was looked at for long enough.
    @Test func aHeldFrameIsReadThoroughlyAndAtOnceWhileFrozen() throws {
        let bell = try Doorbell()
        var options = ScanSession.Options()
        options.makeReader = { _ in OncePerEffort() }
        let session = try ScanSession(options: options, doorbell: bell)
        session.setFrozen(true)
        try session.start { () throws(SourceError) in ScriptedSource([.frame(["one"]), .hang]) }
        while session.takePreview() == nil { _ = bell.wait(milliseconds: 100) }
        guard let draft = try FramePool(slots: 1).draft(width: 64, height: 64) else { throw SourceError("no slot") }
        session.readThoroughly(draft.finish(sequence: 9))
        var events: [ScanSession.Event] = []
        let end = ContinuousClock.now + .seconds(10)
        while !events.contains(where: { if case .readThoroughly(1) = $0 { true } else { false } }), .now < end {
            _ = bell.wait(milliseconds: 100)
            bell.clear()
            events += session.drainEvents()
        }
        #expect(
            events.compactMap { if case .scan(let scan, .seen) = $0 { scan.symbol.content.text } else { nil } } == [
                "thorough"
            ]
        )
        while session.view.heldReads == 0, .now < end { _ = bell.wait(milliseconds: 10) }
        #expect(session.view.heldReads == 1)
        #expect(session.view.symbols.count == 1)
        session.stop()
    }
}

/// Reads a product whose text tells the effort that it was read with.
private final class OncePerEffort: FrameReader {
    func read(_ frame: Frame, region: PixelRect?, effort: Effort) throws(FrameError) -> ReadResult {
        var result = ReadResult()
        let corners = Quadrilateral(
            topLeft: Point(x: 0, y: 0), topRight: Point(x: 8, y: 0), bottomRight: Point(x: 8, y: 8),
            bottomLeft: Point(x: 0, y: 8))
        let text = effort == .thorough ? "thorough" : "live"
        result.symbols = [Symbol(content: SymbolContent(symbology: .code39, text: text), corners: corners)]
        return result
    }

    func endEarly(at bell: Doorbell) {}
    func forgetting() -> any FrameReader { self }
}

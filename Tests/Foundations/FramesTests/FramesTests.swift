import Foundation
import Frames
import Testing

extension FramePool {
    /// `#expect` does not support noncopyable values such as a draft.
    fileprivate func refuses(width: Int, height: Int) -> Bool {
        switch draft(width: width, height: height) {
        case .none: true
        case .some: false
        }
    }
}

@Suite struct FramePoolTests {
    @Test func aSlotComesBackWhenTheLastReaderLetsGo() throws {
        let pool = try FramePool(slots: 1)
        var frame: Frame? = pool.draft(width: 4, height: 2)?.finish(sequence: 0)
        #expect(frame != nil)
        #expect(pool.refuses(width: 4, height: 2))
        frame = nil
        #expect(pool.available == 1)
    }

    @Test func aDraftThatIsDroppedFreesItsSlot() throws {
        let pool = try FramePool(slots: 1)
        do { _ = pool.draft(width: 2, height: 2) }
        #expect(pool.available == 1)
    }

    @Test func refusesHostileSizes() throws {
        let pool = try FramePool(slots: 1)
        for (width, height) in [(0, 1), (-1, 4), (1 << 40, 1), (16384, 16384)] {
            #expect(pool.refuses(width: width, height: height))
        }
        #expect(pool.available == 1)
    }

    /// More than a process has addresses for.
    @Test func aPoolWithoutMemoryIsAnErrorOfOneLine() {
        let error = #expect(throws: SourceError.self) { try FramePool(slots: 1 << 24) }
        #expect(error?.description.contains("raise the limit (ulimit -v unlimited)") == true)
    }

    @Test func aFrameKeepsWhatItWasMadeOfWhereThatIsGiven() throws {
        final class Layout: OriginalLayout {}
        let pool = try FramePool(slots: 1, keepsOriginals: true)
        func frame(of original: [UInt8]?, _ layout: Layout) -> Frame? {
            guard var draft = pool.draft(width: 1, height: 1) else { return nil }
            if let original { original.withUnsafeBytes { draft.keepOriginal($0, layout: layout) } }
            return draft.finish(sequence: 0)
        }
        let layout = Layout()
        for original in [[1, 2, 3], [], [UInt8](repeating: 7, count: 1000), [4]] as [[UInt8]] {
            let frame = try #require(frame(of: original, layout))
            #expect(frame.withOriginal { Array($0) } == original)
            #expect(frame.originalLayout === layout)
        }
        // Nothing of the previous frame is left.
        let bare = try #require(frame(of: nil, layout))
        #expect(bare.withOriginal { $0.isEmpty })
        #expect(bare.originalLayout == nil)
    }

    @Test func aFrameKeepsWhatItsDraftWrote() throws {
        let pool = try FramePool(slots: 2)
        guard var draft = pool.draft(width: 3, height: 2) else {
            Issue.record("no slot")
            return
        }
        draft.withLuma { bytes in for i in bytes.indices { bytes[i] = UInt8(i) } }
        let frame = draft.finish(sequence: 7, origin: "a.png")
        frame.withLuma { luma in
            #expect(luma.count == 6)
            for i in luma.indices { #expect(luma[i] == UInt8(i)) }
        }
        #expect(frame.sequence == 7)
        #expect(frame.origin == "a.png")
    }
}

@Suite struct MailboxTests {
    @Test func theNewestWinsAndTheLossIsCounted() {
        let box = Mailbox<Int>()
        for value in 1...3 { box.post(value) }
        #expect(box.take() == 3)
        #expect(box.take() == nil)
        #expect(box.droppedCount == 2)
    }

    @Test func aWaitingReaderIsWoken() {
        let box = Mailbox<Int>()
        Thread.detachNewThread { box.post(5) }
        #expect(box.take(withinMilliseconds: 120_000) == 5)
    }

    @Test func aClosedBoxWakesItsReaderAndTakesNothing() {
        let box = Mailbox<Int>()
        Thread.detachNewThread { box.close() }
        #expect(box.take(withinMilliseconds: 120_000) == nil)
        box.post(1)
        #expect(box.take() == nil)
        #expect(box.postWhenEmpty(1) == false)
    }

    @Test func postWhenEmptyLosesNothing() {
        let box = Mailbox<Int>()
        Thread.detachNewThread { for value in 0..<100 { box.postWhenEmpty(value) } }
        for value in 0..<100 { #expect(box.take(withinMilliseconds: 120_000) == value) }
        #expect(box.droppedCount == 0)
    }
}

@Suite struct DoorbellTests {
    @Test func staysRungUntilCleared() throws {
        let bell = try Doorbell()
        #expect(!bell.isRung)
        bell.ring()
        bell.ring()
        #expect(bell.isRung)
        #expect(bell.wait(milliseconds: 0))
        #expect(bell.clear())
        #expect(!bell.isRung)
        #expect(!bell.clear())
    }
}

@Suite struct PixelRectTests {
    @Test func clampsToTheOverlap() {
        let frame = PixelRect(x: 0, y: 0, width: 100, height: 50)
        let part = PixelRect(x: 90, y: -5, width: 20, height: 10).clamped(to: frame)
        #expect(part == PixelRect(x: 90, y: 0, width: 10, height: 5))
        #expect(PixelRect(x: 200, y: 0, width: 5, height: 5).clamped(to: frame).isEmpty)
    }

    @Test func whatLiesInsideStays() {
        let frame = PixelRect(x: 10, y: 20, width: 100, height: 50)
        for part in [
            frame, PixelRect(x: 10, y: 20, width: 1, height: 1), PixelRect(x: 109, y: 69, width: 1, height: 1),
        ] {
            #expect(part.clamped(to: frame) == part)
        }
    }

    @Test func whatOnlyTouchesIsEmpty() {
        let frame = PixelRect(x: 10, y: 20, width: 100, height: 50)
        for part in [
            PixelRect(x: 0, y: 20, width: 10, height: 50), PixelRect(x: 110, y: 20, width: 10, height: 50),
            PixelRect(x: 10, y: 0, width: 100, height: 20), PixelRect(x: 10, y: 70, width: 100, height: 5),
            PixelRect(x: 50, y: 50, width: 0, height: 5), PixelRect(x: 50, y: 50, width: 5, height: -5),
        ] {
            let clamped = part.clamped(to: frame)
            #expect(clamped.isEmpty && clamped.width >= 0 && clamped.height >= 0, "\(part)")
        }
    }
}

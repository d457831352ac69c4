import Frames
import Testing

extension FramePool {
    /// The slot of a draft that is dropped then; nil where there is none.
    fileprivate func takeSlot() -> Int? {
        guard let draft = self.draft(width: 1, height: 1) else { return nil }
        return draft.slotIndex
    }

    /// A frame of one row with these bytes; nil where there is no slot.
    fileprivate func frame(_ bytes: [UInt8]) -> Frame? {
        guard var draft = self.draft(width: bytes.count, height: 1) else { return nil }
        draft.withLuma { luma in for index in luma.indices { luma[index] = bytes[index] } }
        return draft.finish(sequence: 0)
    }
}

extension Frame {
    /// The luma plane.
    fileprivate var luma: [UInt8] { withLuma { span in span.withUnsafeBufferPointer { Array($0) } } }
}

@Suite struct FrameDraftTests {
    @Test func aDraftOfUnknownSizeGetsOne() throws {
        let pool = try FramePool(slots: 1)
        guard var draft = pool.draft() else {
            Issue.record("no slot")
            return
        }
        let before = (draft.width, draft.height)
        #expect(before == (0, 0))
        let first = draft.resize(width: 3, height: 2)
        let refused = [
            draft.resize(width: 0, height: 2), draft.resize(width: 3, height: -1),
            draft.resize(width: FramePool.largestSide + 1, height: 1),
        ]
        #expect(first && refused == [false, false, false])
        draft.withLuma { luma in for index in luma.indices { luma[index] = UInt8(index) } }
        let frame = draft.finish(sequence: 4, origin: "a.png", defect: "a.png is cut short")
        #expect(frame.bounds == PixelRect(x: 0, y: 0, width: 3, height: 2))
        #expect(frame.luma == [0, 1, 2, 3, 4, 5])
        #expect(frame.sequence == 4 && frame.origin == "a.png" && frame.defect == "a.png is cut short")
        #expect(frame.chroma == nil)
    }

    @Test func theLargestFramesAreAcceptedAndNoLargerOnes() {
        let side = FramePool.largestSide
        let rows = FramePool.largestArea / side
        for (width, height) in [(1, 1), (side, rows), (rows, side), (8192, 8192), (7680, 4320)] {
            #expect(FramePool.accepts(width: width, height: height))
        }
        for (width, height) in [
            (side, rows + 1), (side + 1, 1), (1, side + 1), (0, 0), (-1, -1), (.max, .max), (.max, 1), (.min, 1),
        ] as [(Int, Int)] {
            #expect(!FramePool.accepts(width: width, height: height), "\(width) × \(height)")
        }
    }

    @Test func framesThatAreThereAtOnceShareNothing() throws {
        let pool = try FramePool(slots: 3)
        let frames = try (1...3).map { (number: UInt8) in try #require(pool.frame([number, 0, number])) }
        #expect(pool.frame([4]) == nil)
        #expect(frames.map(\.luma) == [[1, 0, 1], [2, 0, 2], [3, 0, 3]])
    }

    @Test func aSlotIsFilledAtOnce() throws {
        let pool = try FramePool(slots: 1)
        guard var draft = pool.draft(width: 2, height: 2) else {
            Issue.record("no slot")
            return
        }
        let bytes: [UInt8] = [1, 2, 3, 4, 5, 6]
        bytes.withUnsafeBytes { draft.fillSlot(with: $0) }
        let behind = Array(draft.slotBytes[4..<6])
        #expect(behind == [5, 6], "what belongs behind the luma")
        draft.fillSlot(with: UnsafeRawBufferPointer(start: nil, count: 0))
        let frame = draft.finish(sequence: 0)
        #expect(frame.luma == [1, 2, 3, 4])
    }

    @Test func coloursComeWithTheFrame() throws {
        let pool = try FramePool(slots: 1)
        guard var draft = pool.draft(width: 2, height: 2) else {
            Issue.record("no slot")
            return
        }
        let grid = ChromaGrid(columns: 1, rows: 1, blue: [128], red: [130])
        draft.chroma = grid
        let frame = draft.finish(sequence: 0)
        #expect(grid != nil && frame.chroma == grid)
    }
}

@Suite struct LentPoolTests {
    @Test func onlyTheSlotThatIsLentIsThere() throws {
        let own = try FramePool(slots: 3)
        let lent = FramePool(lent: own.memory)
        #expect(lent.slots == 3)
        #expect(lent.takeSlot() == nil)
        for index in [1, 0, 2, 2] {
            #expect(lent.lend(index))
            #expect(lent.takeSlot() == index)
            #expect(lent.takeSlot() == nil, "it is the other's again")
        }
        #expect(lent.lend(0))
        #expect(lent.lend(nil))
        #expect(lent.takeSlot() == nil)
    }

    @Test func aSlotThatIsNotThereIsRefused() throws {
        let lent = FramePool(lent: try FramePool(slots: 2).memory)
        for index in [-1, 2, .max, .min] { #expect(!lent.lend(index)) }
        #expect(lent.takeSlot() == nil)
    }

    @Test func whatIsWrittenThereIsInTheMemoryOfBoth() throws {
        let own = try FramePool(slots: 2)
        let lent = FramePool(lent: own.memory)
        #expect(lent.lend(1))
        _ = lent.frame([7, 8])
        let place = FramePool.slotBytes
        #expect(own.memory.base.load(fromByteOffset: place, as: UInt8.self) == 7)
        #expect(own.memory.base.load(fromByteOffset: place + 1, as: UInt8.self) == 8)
    }
}

@Suite struct ChromaGridTests {
    @Test func aGridHasASampleOfEachForEveryPlace() {
        #expect(ChromaGrid(columns: 2, rows: 1, blue: [1, 2], red: [3, 4]) != nil)
        for (columns, rows, blue, red) in [
            (0, 0, [], []), (2, 1, [1], [3, 4]), (2, 1, [1, 2], [3]), (2, 2, [1, 2], [3, 4]), (-1, -1, [1], [1]),
            (2, 1, [1, 2, 3], [1, 2, 3]),
        ] as [(Int, Int, [UInt8], [UInt8])] {
            #expect(ChromaGrid(columns: columns, rows: rows, blue: blue, red: red) == nil, "\(columns) × \(rows)")
        }
    }

    @Test func nobodyWantsColoursUnlessSaidSo() {
        let request = ChromaRequest()
        #expect(!request.isWanted)
        request.isWanted = true
        #expect(request.isWanted)
        #expect(ChromaRequest(true).isWanted)
    }
}

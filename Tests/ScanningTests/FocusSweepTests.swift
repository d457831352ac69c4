import Frames
import Scanning
import Testing

@Suite struct FocusSweepTests {
    /// Sweeps over a lens that is sharpest at `peak`; the result and how many positions were measured.
    private func sweep(
        _ range: ClosedRange<Int>, step: Int, sharpness: (Int) -> Double
    ) -> (position: Int, measured: [Int]) {
        var sweep = FocusSweep(range: range, step: step)
        var measured = [sweep.start]
        for _ in 0..<100 {
            switch sweep.measured(sharpness(measured[measured.count - 1])) {
            case .move(let position): measured.append(position)
            case .finished(let position): return (position, measured)
            }
        }
        Issue.record("the sweep does not end")
        return (0, measured)
    }

    @Test(arguments: [0, 7, 60, 120, 121, 199, 250]) func endsNearThePeak(peak: Int) {
        let result = sweep(0...250, step: 5) { 1 / (1 + Double(abs($0 - peak))) }
        #expect(abs(result.position - peak) <= 10)
        // 14 positions at 30 frames a second leave time for the lens within a second and a half.
        #expect(result.measured.count <= 13)
        #expect(result.measured.allSatisfy { 0...250 ~= $0 && $0 % 5 == 0 })
        #expect(Set(result.measured).count == result.measured.count)
    }

    @Test(arguments: [(0...0, 1), (0...1, 1), (3...4, 5), (-7...100, 3), (0...1023, 1), (Int.min...Int.max, 1)])
    func anyRangeIsSwept(range: ClosedRange<Int>, step: Int) {
        let result = sweep(range, step: step) { _ in 1 }
        #expect(range.contains(result.position))
        #expect(result.measured.allSatisfy(range.contains))
    }

    @Test func whatIsNoNumberIsNotSharp() {
        #expect(sweep(0...10, step: 1) { $0 == 4 ? 1 : .nan }.position == 4)
    }
}

@Suite struct SharpnessTests {
    private func frame(_ luma: (Int, Int) -> UInt8) -> Frame? {
        guard var draft = FramePool(slots: 1).draft(width: 64, height: 48) else { return nil }
        draft.withLuma { bytes in for y in 0..<48 { for x in 0..<64 { bytes[y * 64 + x] = luma(x, y) } } }
        return draft.finish(sequence: 0)
    }

    @Test func edgesAreSharperThanSlopes() throws {
        let edge = try #require(frame { x, _ in x < 32 ? 0 : 255 })
        let slope = try #require(frame { x, _ in UInt8(min(255, max(0, (x - 24) * 16))) })
        let flat = try #require(frame { _, _ in 99 })
        let all = edge.bounds
        #expect(edge.sharpness(in: all) > slope.sharpness(in: all) && slope.sharpness(in: all) > 0)
        #expect(flat.sharpness(in: all) == 0)
    }

    @Test func onlyTheRegionCounts() throws {
        let frame = try #require(frame { x, y in x < 32 ? 50 : UInt8((x + y) % 2 * 255) })
        #expect(frame.sharpness(in: PixelRect(x: 0, y: 0, width: 30, height: 48)) == 0)
        #expect(frame.sharpness(in: PixelRect(x: 500, y: 0, width: 30, height: 48)) == 0)
    }
}

@Suite struct SubjectChangeTests {
    private let subject = (0..<192).map { UInt8($0) }

    @Test func anotherSubjectIsNoticedAfterAWhile() {
        var change = SubjectChange(subject)
        let other = Array(subject.reversed())
        let noticed = (0..<20).first { _ in change.hasChanged(other) }
        #expect(noticed == 7)
    }

    @Test func lightAndAPassingHandAreNoChange() {
        var change = SubjectChange(subject)
        let lighter = subject.map { $0 + 60 }
        let hand = [UInt8](repeating: 30, count: 192)
        for round in 0..<60 {
            let isHand = round % 8 != 7
            let hasChanged = change.hasChanged(isHand ? hand : lighter)
            #expect(!hasChanged)
        }
    }
}

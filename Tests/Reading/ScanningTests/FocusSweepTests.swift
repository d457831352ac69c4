import Frames
import Testing

@testable import Scanning

@Suite struct FocusSweepTests {
    /// Sweeps over a lens that is sharpest at `peak`; returns the result and the number of positions measured.
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
        // Each takes three frames: less than a second in all at 30 frames a second.
        #expect(result.measured.count <= 9)
        #expect(result.measured.allSatisfy { 0...250 ~= $0 })
        #expect(result.measured.allSatisfy { $0 % 5 == 0 })
        #expect(Set(result.measured).count == result.measured.count)
    }

    @Test(arguments: [(0...0, 1), (0...1, 1), (3...4, 5), (-7...100, 3), (0...1023, 1), (Int.min...Int.max, 1)])
    func anyRangeIsSwept(range: ClosedRange<Int>, step: Int) {
        let result = sweep(range, step: step) { _ in 1 }
        #expect(range.contains(result.position))
        #expect(result.measured.allSatisfy(range.contains))
    }

    @Test(arguments: [0, 60, 120, 199, 250]) func fromTheOtherEndItEndsThereToo(peak: Int) {
        var sweep = FocusSweep(range: 0...250, step: 5, from: 240)
        #expect(sweep.start == 250)
        var position = sweep.start
        for _ in 0..<20 {
            guard case .move(let next) = sweep.measured(1 / (1 + Double(abs(position - peak)))) else { break }
            position = next
        }
        #expect(sweep.measured(0) == .finished(at: sweep.best.position))
        #expect(abs(sweep.best.position - peak) <= 10)
    }

    @Test func aPeakThatIsBehindEndsTheCoarseRow() {
        let result = sweep(0...250, step: 5) { 1 / (1 + Double(abs($0 - 60))) }
        #expect(abs(result.position - 60) <= 10)
        #expect(result.measured.max() == 165)
        #expect(result.measured.count == 7)
    }

    @Test func aFlatPictureHasNoPeakThatIsBehind() {
        #expect(sweep(0...250, step: 5) { _ in 7 }.measured.count >= 7)
    }

    @Test(arguments: [8.0, 15, 40], [0, 33, 61, 100, 127, 180, 222, 250])
    func bellCurvesNarrowAndWideAreFound(width: Double, peak: Int) {
        let result = sweep(0...250, step: 5) { position in
            let distance = Double(position - peak) / width
            return 0.05 + 1 / (1 + distance * distance * distance * distance)
        }
        #expect(abs(result.position - peak) <= 12)
    }

    @Test func whatIsNoNumberIsNotSharp() {
        #expect(sweep(0...10, step: 1) { $0 == 5 ? 1 : .nan }.position == 5)
    }
}

@Suite struct SharpnessTests {
    private func frame(_ luma: (Int, Int) -> UInt8) -> Frame? {
        guard let pool = try? FramePool(slots: 1), var draft = pool.draft(width: 64, height: 48) else { return nil }
        draft.withLuma { bytes in for y in 0..<48 { for x in 0..<64 { bytes[y * 64 + x] = luma(x, y) } } }
        return draft.finish(sequence: 0)
    }

    @Test func edgesAreSharperThanSlopes() throws {
        let edge = try #require(frame { x, _ in x < 32 ? 0 : 255 })
        let slope = try #require(frame { x, _ in UInt8(min(255, max(0, (x - 24) * 16))) })
        let flat = try #require(frame { _, _ in 99 })
        let all = edge.bounds
        #expect(edge.sharpness(in: all) > slope.sharpness(in: all))
        #expect(slope.sharpness(in: all) > 0)
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
    private let start = ContinuousClock.now

    /// The number of the frame at which `picture` is noticed, at 30 frames a second; nil when not within 300.
    private func noticed(_ picture: (Int) -> [UInt8]) -> Int? {
        var change = SubjectChange(subject)
        return (0..<300).first { change.hasChanged(picture($0), at: start + .milliseconds($0 * 1000 / 30)) }
    }

    @Test func anotherSubjectIsNoticedAfterAWhile() {
        let other = Array(subject.reversed())
        #expect(noticed { _ in other } == 21)
    }

    @Test func lightAndAPassingHandAreNoChange() {
        let lighter = subject.map { $0 + 60 }
        let hand = [UInt8](repeating: 30, count: 192)
        #expect(noticed { $0 % 20 < 18 ? hand : lighter } == nil)
    }

    @Test func whatHasBegunGoesOnBetweenTheThresholds() {
        // Half the places differ by 12 from the mean, then by 24: between the thresholds, and above.
        func shifted(_ by: Int) -> [UInt8] { subject.indices.map { UInt8(Int(subject[$0]) + ($0 % 2) * by) } }
        #expect(noticed { _ in shifted(24) } == nil)
        #expect(noticed { $0 % 3 == 0 ? shifted(40) : shifted(24) } == 21)
    }

    @Test func aFewPicturesAreNoChangeHoweverSlowlyTheyCome() {
        var change = SubjectChange(subject)
        let other = Array(subject.reversed())
        let noticed = (0..<10).first { change.hasChanged(other, at: start + .seconds($0)) }
        #expect(noticed == 3)
    }
}

@Suite struct FocusSettlingTests {
    /// The milliseconds after which a lens with this sharpness has settled.
    private func settled(_ sharpness: (Int) -> Double) -> Int? {
        let start = ContinuousClock.now
        var settling = FocusSettling(since: start)
        for picture in 0..<200 {
            let time = picture * 33
            if settling.hasSettled(sharpness(time), at: start + .milliseconds(time)) { return time }
        }
        return nil
    }

    @Test func aLensThatRestsHasSettled() {
        #expect(settled { _ in 5 } == 330)
        #expect(settled { $0 < 600 ? Double($0) : 600 } == 759)
    }

    @Test func aLensThatHuntsIsHeldInTime() {
        #expect(settled { $0 / 33 % 2 == 0 ? 1 : 9 } == 1419)
        #expect(settled { _ in .nan } != nil)
    }
}

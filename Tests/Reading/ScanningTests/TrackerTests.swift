import Scanning
import SeededRandomness
import Symbols
import Testing

/// A symbol `size` pixels wide about (`x`, `y`).
private func symbol(
    _ text: String, _ x: Double, _ y: Double, _ symbology: Symbology = .qrCode, size: Double = 60
) -> Symbol {
    let half = size / 2
    return Symbol(
        content: SymbolContent(symbology: symbology, text: text),
        corners: Quadrilateral(
            topLeft: Point(x: x - half, y: y - half), topRight: Point(x: x + half, y: y - half),
            bottomRight: Point(x: x + half, y: y + half), bottomLeft: Point(x: x - half, y: y + half)))
}

/// A tracker fed at 30 frames a second.
private struct Scene {
    var tracker: Tracker
    var time = ContinuousClock.now
    var scans: [String] = []

    init(_ options: Tracker.Options = Tracker.Options()) { tracker = Tracker(options: options) }

    @discardableResult
    mutating func frame(_ symbols: [Symbol], isComplete: Bool = true) -> TrackerUpdate {
        time += .milliseconds(33)
        let update = tracker.update(symbols, at: time, isComplete: isComplete)
        scans += update.appeared.compactMap(\.content.text)
        for scan in update.appeared { #expect(update.visible.contains(scan)) }
        #expect(Set(update.visible.map(\.number)).count == update.visible.count)
        return update
    }

    mutating func frames(_ count: Int, _ symbols: [Symbol] = [], isComplete: Bool = true) {
        for _ in 0..<count { frame(symbols, isComplete: isComplete) }
    }
}

@Suite struct TrackerTests {
    /// Labels on a sheet are closer to each other than they are wide; none is a misread of its neighbour.
    @Test func labelsCloseAboveEachOtherAreEachAScan() {
        func label(_ text: String, _ y: Double) -> Symbol {
            Symbol(
                content: SymbolContent(symbology: .code128, text: text),
                corners: Quadrilateral(
                    topLeft: Point(x: 10, y: y), topRight: Point(x: 210, y: y), bottomRight: Point(x: 210, y: y + 20),
                    bottomLeft: Point(x: 10, y: y + 20)))
        }
        var scene = Scene()
        scene.frames(2, [label("A", 0), label("B", 28), label("C", 56)])
        #expect(scene.scans.sorted() == ["A", "B", "C"])
        // At the same position they would be.
        var other = Scene()
        other.frames(2, [label("A", 0), label("B", 10)])
        #expect(other.scans.isEmpty)
    }

    /// A session that begins counts what was in view before it, once that is shown again.
    @Test func whatWasInViewCountsWhenItComesBackHoweverSoon() {
        var scene = Scene()
        let label = symbol("A", 100, 100)
        scene.frames(5, [label])
        scene.frames(30)
        scene.frames(5, [label])
        #expect(scene.scans == ["A"])
        scene.tracker.countAgain()
        scene.frames(5, [label])
        #expect(scene.scans == ["A"], "it did not leave")
        scene.frames(30)
        scene.frames(5, [label])
        #expect(scene.scans == ["A", "A"])
        // From then on it is as it was.
        scene.frames(30)
        scene.frames(5, [label])
        #expect(scene.scans == ["A", "A"])
    }

    @Test func whatTooFewFramesAgreeOnAwaitsOthers() {
        var scene = Scene()
        let first = scene.frame([symbol("4006381333931", 50, 50, .ean13)])
        #expect(first.awaiting.map(\.content.text) == ["4006381333931"])
        #expect(first.visible.isEmpty)
        #expect(scene.frame([]).awaiting.isEmpty)
        let second = scene.frame([symbol("4006381333931", 50, 50, .ean13)])
        #expect(second.awaiting.isEmpty)
        #expect(second.visible.count == 1)
    }

    @Test func aFrameThatWasReadThoroughlyNeedsNoOther() {
        var tracker = Tracker()
        let update = tracker.update([symbol("4006381333931", 50, 50, .ean13)], at: .now, isThorough: true)
        #expect(update.appeared.count == 1)
        #expect(update.awaiting.isEmpty)
    }

    @Test func anErrorCorrectedSymbolIsAScanAtOnceAndOnce() {
        var scene = Scene()
        let first = scene.frame([symbol("A", 100, 100)])
        #expect(first.appeared.count == 1)
        #expect(first.visible.first?.isNew == true)
        #expect(first.visible.first?.number == 1)
        #expect(scene.frame([symbol("A", 101, 100)]).visible.first?.isNew == false)
        scene.frames(300, [symbol("A", 100, 100)])
        #expect(scene.scans == ["A"])
    }

    @Test(arguments: [Symbology.ean13, .upcE, .code128])
    func aSymbolThatMisreadsWaitsForAgreement(_ symbology: Symbology) {
        var scene = Scene()
        for _ in 1..<symbology.traits.framesToAgree {
            #expect(scene.frame([symbol("12345678", 100, 100, symbology)]).visible.isEmpty)
        }
        #expect(scene.frame([symbol("12345678", 100, 100, symbology)]).appeared.count == 1)
    }

    @Test func agreementDoesNotOutliveItsInterval() {
        var scene = Scene()
        scene.frame([symbol("1", 100, 100, .ean13)])
        scene.frames(100)
        #expect(scene.frame([symbol("1", 100, 100, .ean13)]).visible.isEmpty)
    }

    @Test func aSymbolThatComesBackSoonIsNoNewScan() {
        var scene = Scene()
        scene.frames(3, [symbol("A", 100, 100)])
        scene.frames(60)
        #expect(scene.frame([symbol("A", 300, 200)]).visible.count == 1)
        #expect(scene.scans == ["A"])
        scene.frames(200)
        scene.frame([symbol("A", 100, 100)])
        #expect(scene.scans == ["A", "A"])
    }

    @Test func theReappearanceIntervalCanBeSet() {
        var options = Tracker.Options()
        options.reappearanceInterval = .seconds(1)
        var scene = Scene(options)
        scene.frame([symbol("A", 100, 100)])
        scene.frames(40)
        scene.frame([symbol("A", 100, 100)])
        #expect(scene.scans == ["A", "A"])
    }

    @Test func aSymbolVanishesAfterMissesAndTime() {
        var scene = Scene()
        scene.frames(3, [symbol("A", 100, 100)])
        scene.frames(17)
        #expect(scene.frame([]).visible.isEmpty == false, "594 ms")
        #expect(scene.frame([]).visible.isEmpty, "627 ms")
    }

    @Test func whatOnlyCompleteFramesShowDoesNotFlicker() {
        var scene = Scene()
        for i in 0..<300 {
            let isComplete = i % 30 == 0
            let update = scene.frame(isComplete ? [symbol("01", 100, 100, .dataBar)] : [], isComplete: isComplete)
            if i >= 30 { #expect(update.visible.count == 1, "frame \(i)") }
        }
        #expect(scene.scans == ["01"])
        for i in 0..<61 { scene.frame([], isComplete: i % 30 == 0) }
        #expect(scene.frame([]).visible.isEmpty)
    }

    @Test func theSameContentTwiceIsTwoScans() {
        var scene = Scene()
        scene.frames(50, [symbol("A", 100, 100), symbol("A", 400, 100)])
        #expect(scene.scans == ["A", "A"])
    }

    @Test func theSecondOfTwoEqualSymbolsIsAScanEvenWhenTheFirstCameBack() {
        var scene = Scene()
        scene.frames(5, [symbol("A", 100, 100)])
        scene.frames(60)
        scene.frames(5, [symbol("A", 100, 100), symbol("A", 400, 100)])
        #expect(scene.scans == ["A", "A"])
    }

    @Test func numbersStayWithTheirSymbolsAndAreUsedAgain() {
        var scene = Scene()
        scene.frame([symbol("A", 100, 100), symbol("B", 300, 100)])
        let numbers = { (update: TrackerUpdate) in
            Dictionary(uniqueKeysWithValues: update.visible.map { ($0.content.text ?? "", $0.number) })
        }
        #expect(numbers(scene.frame([symbol("B", 300, 100), symbol("A", 100, 100)])) == ["A": 1, "B": 2])
        scene.frames(40, [symbol("B", 300, 100)])
        #expect(numbers(scene.frame([symbol("B", 300, 100), symbol("C", 100, 100)])) == ["B": 2, "C": 1])
    }

    @Test func equalSymbolsThatCrossKeepTwoTracksAndMakeNoScan() {
        var scene = Scene()
        for i in 0...100 {
            scene.frame([symbol("A", 100 + Double(i) * 4, 100), symbol("A", 500 - Double(i) * 4, 130)])
        }
        #expect(scene.scans == ["A", "A"])
    }

    @Test func aMisreadThatFlickersInMakesNoScan() {
        for seed in 0..<50 {
            var noise = SplitMix(state: UInt64(seed))
            var scene = Scene()
            for i in 0..<200 {
                // Three in four frames contain the right reading, one in five a misread, some both.
                var symbols: [Symbol] = []
                if i < 3 || Int.random(in: 0..<4, using: &noise) > 0 {
                    symbols.append(symbol("right", 100, 100, .ean13))
                }
                if i > 3, Int.random(in: 0..<5, using: &noise) == 0 { symbols.append(symbol("wrong", 104, 98, .ean13)) }
                scene.frame(symbols)
            }
            #expect(scene.scans == ["right"], "seed \(seed)")
        }
    }

    @Test func aProductThatTakesTheOthersPlaceIsAScan() {
        var scene = Scene()
        scene.frames(30, [symbol("one", 100, 100, .ean13)])
        scene.frames(6, [symbol("two", 102, 100, .ean13)])
        #expect(scene.scans == ["one", "two"])
    }

    @Test func stillsAreBelievedAtOnceEachForItself() {
        var options = Tracker.Options()
        options.isStills = true
        var scene = Scene(options)
        scene.frame([symbol("A", 100, 100, .codabar), symbol("B", 100, 100, .ean13)])
        scene.frame([symbol("A", 100, 100, .codabar)])
        #expect(scene.scans.sorted() == ["A", "A", "B"])
    }

    @Test func cornersFollowMovementAndCalmJitter() throws {
        var scene = Scene()
        scene.frame([symbol("A", 100, 100)])
        let moved = try #require(scene.frame([symbol("A", 150, 100)]).visible.first)
        #expect(moved.corners.center.x == 150)
        let still = try #require(scene.frame([symbol("A", 151, 100)]).visible.first)
        #expect(still.corners.center.x == 150.5)
    }

    @Test func handHeldSequencesLoseNoScanAndDoubleNone() {
        for seed in 0..<40 {
            var noise = SplitMix(state: UInt64(seed) &* 77 &+ 5)
            var scene = Scene()
            let count = Int.random(in: 1...6, using: &noise)
            let kinds: [Symbology] = [.qrCode, .ean13, .code128, .dataMatrix, .dataBar, .aztec]
            // Every other seed uses the same content everywhere, in a symbology with error correction.
            let isEqual = seed % 2 == 0
            for i in 0..<240 {
                let sway = Double.random(in: -3...3, using: &noise)
                let isComplete = i % 4 == 0
                var symbols: [Symbol] = []
                for n in 0..<count {
                    let kind = isEqual ? .qrCode : kinds[n]
                    let isSeen = Int.random(in: 0..<10, using: &noise) < 7 && (kind != .dataBar || isComplete)
                    guard isSeen else { continue }
                    let x = 100 + Double(n) * 150 + Double(i) * 0.8 + sway
                    symbols.append(symbol(isEqual ? "same" : "content \(n)", x, 200 + sway, kind))
                }
                scene.frame(symbols.shuffled(using: &noise), isComplete: isComplete)
            }
            #expect(scene.scans.count == count, "seed \(seed): \(scene.scans)")
            #expect(Set(scene.scans).count == (isEqual ? 1 : count), "seed \(seed)")
        }
    }

    @Test func hundredsOfSymbolsInViewStayCheap() {
        var scene = Scene()
        let grid = (0..<400).map { symbol("label \($0)", Double($0 % 20) * 80, Double($0 / 20) * 80, .code128) }
        let equal = (0..<300).map { symbol("same", Double($0 % 20) * 80, Double($0 / 20) * 80) }
        let start = ContinuousClock.now
        scene.frames(10, grid)
        scene.frames(10, equal)
        #expect(scene.scans.count == 700)
        #expect(ContinuousClock.now - start < .seconds(20), "a debug build, on a busy machine")
    }
}

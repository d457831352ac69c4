import Surface
import Testing

@testable import Terminal

/// The state of ncurses: the colours of each pair.
private final class Made {
    var pairs: [Int16: [Int32]] = [:]
    var count = 0
}

@Suite struct PairTableTests {
    private func table(_ limit: Int, _ made: Made, count: Int = 256) -> PairTable {
        PairTable(colors: TerminalColors(count: count), limit: limit) { pair, foreground, background in
            made.pairs[pair] = [foreground, background]
            made.count += 1
            return true
        }
    }

    /// A canvas of one row with a cell for each of `styles`.
    private func canvas(_ styles: [Style]) -> Canvas {
        var canvas = Canvas(width: styles.count, height: 1)
        for (x, style) in styles.enumerated() { canvas.set(x, 0, "x", style) }
        return canvas
    }

    private func style(_ foreground: Int, _ background: Int) -> Style {
        Style(.palette(UInt8(foreground & 255)), on: .palette(UInt8(background & 255)))
    }

    @Test func manyMorePairsThanThereAreKeepTheirColoursOverManyFrames() {
        let made = Made()
        var pairs = table(63, made, count: 256)
        // The pair of each displayed cell, as of its last change.
        var shown: [Int16] = Array(repeating: 0, count: 40)
        var before = canvas(Array(repeating: .plain, count: 40))
        for frame in 0..<150 {
            // Half of the cells stay for ten frames; the others change in each frame, and their colours recur.
            let canvas = canvas((0..<40).map { style($0, $0 < 20 ? frame / 10 : (frame * 7 + $0) % 5 + 20) })
            pairs.beginFrame()
            for x in 0..<40 where canvas[x, 0] != before[x, 0] {
                shown[x] = pairs.pair(of: canvas[x, 0].style, in: canvas)
            }
            before = canvas
            for x in 0..<40 {
                let colors = TerminalColors(count: 256)
                let wanted = [canvas[x, 0].style.foreground, canvas[x, 0].style.background].map(colors.number)
                #expect(made.pairs[shown[x]] == wanted, "frame \(frame), cell \(x)")
            }
        }
        #expect(made.pairs.count == 63)
        #expect(made.pairs.keys.allSatisfy { 1...63 ~= $0 })
        #expect(made.count > 500)
    }

    @Test func aFrameOfMorePairsThanThereAreGetsTheNearest() {
        let made = Made()
        var pairs = table(16, made)
        let canvas = canvas((232...255).map { style($0, 16) })
        for _ in 0..<3 {
            pairs.beginFrame()
            for x in 0..<24 {
                let pair = pairs.pair(of: canvas[x, 0].style, in: canvas)
                let wanted = x < 16 ? 232 + x : 247
                #expect(made.pairs[pair] == [Int32(wanted), 16])
            }
        }
        #expect(made.count == 16)
    }

    @Test func aStandInStaysWhatItIsWhileItIsShown() {
        let made = Made()
        var pairs = table(4, made)
        let first = canvas((0..<6).map { style(232 + $0, 16) })
        pairs.beginFrame()
        let shown = (0..<6).map { pairs.pair(of: first[$0, 0].style, in: first) }
        let before = made.pairs
        // The last cell stays and is not looked up again; all others are new.
        var next = canvas((0..<6).map { style(20 + $0, 17) })
        next.set(5, 0, "x", style(237, 16))
        pairs.beginFrame()
        for x in 0..<5 { _ = pairs.pair(of: next[x, 0].style, in: next) }
        #expect(made.pairs[shown[5]] == before[shown[5]])
    }

    @Test func aPairThatWasGivenFreeAndIsNeededAgainStays() {
        let made = Made()
        var pairs = table(4, made)
        // The second frame frees two pairs and uses one; the third needs the other.
        var last: [Int16] = []
        for colors in [[0, 1, 2, 3], [4], [1, 5]] {
            let canvas = canvas(colors.map { style($0, 100) })
            pairs.beginFrame()
            last = colors.indices.map { pairs.pair(of: canvas[$0, 0].style, in: canvas) }
        }
        #expect(made.pairs[last[0]] == [1, 100])
        #expect(made.pairs[last[1]] == [5, 100])
    }

    @Test func theLongestUnusedIsMadeAnewFirst() {
        let made = Made()
        var pairs = table(4, made)
        for step in 0..<5 {
            let canvas = canvas([style(1, 100), style(step == 4 ? 9 : step, 0)])
            pairs.beginFrame()
            for x in 0..<2 { _ = pairs.pair(of: canvas[x, 0].style, in: canvas) }
        }
        // Of (1, 100), (0, 0), (1, 0), (2, 0), (3, 0), (9, 0) the fourth needed one, and (0, 0) was the oldest.
        #expect(made.pairs.values.contains([1, 100]))
        #expect(!made.pairs.values.contains([0, 0]))
        #expect(made.pairs.values.contains([9, 0]))
    }

    @Test func shadesThatLookTheSameShareAPair() {
        let made = Made()
        var pairs = table(63, made, count: 16)
        pairs.beginFrame()
        for grey in UInt8.min...UInt8.max {
            _ = pairs.pair(of: Style(.rgb(grey, grey, grey), on: .rgb(0, 0, 0)), in: canvas([]))
        }
        #expect(made.count == 4)
    }

    @Test func aPairThatIsRefusedIsNotUsed() {
        var pairs = PairTable(colors: TerminalColors(count: 256), limit: 63) { _, _, _ in false }
        pairs.beginFrame()
        #expect(pairs.pair(of: style(1, 2), in: canvas([style(1, 2)])) == 0)
    }
}

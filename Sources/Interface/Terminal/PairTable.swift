import Surface

/// Colour pairs for styles: made when first needed, and made again for others when the terminal has no more of them.
///
/// A pair that the shown canvas needs is never redefined: ncurses would draw its cells in the new colours.
struct PairTable {
    /// Two of the terminal's colour numbers, the foreground in the upper half.
    private typealias Colors = UInt64

    private let colors: TerminalColors
    private let limit: Int
    /// Makes a pair of two colour numbers, -1 for the terminal's own; false if that fails.
    private let define: (_ pair: Int16, _ foreground: Int32, _ background: Int32) -> Bool
    private var pairs: [Colors: Int16] = [:]
    /// The colours of each pair, by its number less 1.
    private var contents: [Colors] = []
    /// The frame that each pair was last asked for in.
    private var lastUse: [UInt64] = []
    /// Pairs that the canvas being shown does not need, the next one to be redefined last.
    private var free: [Int16] = []
    /// Pairs that stand for colours which no pair was left for, as long as a canvas shows these.
    private var standIns: [Colors: Int16] = [:]
    private var frame: UInt64 = 0
    /// Whether the frame needs more pairs than there are.
    private var isExhausted = false
    private var last: (style: Style, pair: Int16)?

    /// The most pairs that are made: setcchar takes a short. Measured with ncurses 6.4 and 200×60 cells: 0.9 µs to make one, 38 µs to
    /// rebuild it, for which it looks through the screen.
    static let most = 32767

    /// A table of `limit` pairs at most, pair 0 not counted.
    init(
        colors: TerminalColors, limit: Int,
        define: @escaping (_ pair: Int16, _ foreground: Int32, _ background: Int32) -> Bool
    ) {
        self.colors = colors
        self.limit = max(0, min(limit, Self.most))
        self.define = define
    }

    /// Another canvas is shown from now on.
    mutating func beginFrame() {
        frame += 1
        isExhausted = false
        // What this canvas asks for may be among them.
        free = []
        last = nil
    }

    /// The pair for `style`, a style of `canvas`, which is being shown; 0 if there are no colours.
    ///
    /// A canvas of more pairs than there are gets the nearest of those that it has.
    mutating func pair(of style: Style, in canvas: Canvas) -> Int16 {
        if let last, last.style == style { return last.pair }
        guard colors.count >= 8, style.foreground != .standard || style.background != .standard else { return 0 }
        let pair = pair(of: numbers(of: style), in: canvas)
        last = (style, pair)
        return pair
    }

    private func numbers(of style: Style) -> Colors {
        let foreground = UInt32(bitPattern: colors.number(of: style.foreground))
        let background = UInt32(bitPattern: colors.number(of: style.background))
        return Colors(foreground) << 32 | Colors(background)
    }

    private mutating func pair(of wanted: Colors, in canvas: Canvas) -> Int16 {
        if let pair = pairs[wanted] {
            lastUse[Int(pair) - 1] = frame
            return pair
        }
        if contents.count < limit {
            let pair = Int16(contents.count + 1)
            guard make(pair, wanted) else { return standIn(for: wanted) }
            contents.append(wanted)
            lastUse.append(frame)
            pairs[wanted] = pair
            return pair
        }
        if free.isEmpty { reclaim(keeping: canvas) }
        guard let pair = free.last, make(pair, wanted) else { return standIn(for: wanted) }
        free.removeLast()
        pairs[contents[Int(pair) - 1]] = nil
        contents[Int(pair) - 1] = wanted
        lastUse[Int(pair) - 1] = frame
        pairs[wanted] = pair
        return pair
    }

    private func make(_ pair: Int16, _ wanted: Colors) -> Bool {
        define(pair, foreground(wanted), background(wanted))
    }

    /// Gives half of the pairs free that `canvas` does not need, those first that were not asked for the longest.
    private mutating func reclaim(keeping canvas: Canvas) {
        guard !isExhausted else { return }
        // Cells that have not changed since were not asked for in this frame.
        var former: Style?
        var needed: [Colors: Int16] = [:]
        for cell in canvas.cells where cell.style != former {
            former = cell.style
            let shown = numbers(of: cell.style)
            if let pair = pairs[shown] { lastUse[Int(pair) - 1] = frame }
            if let pair = standIns[shown] {
                lastUse[Int(pair) - 1] = frame
                needed[shown] = pair
            }
        }
        standIns = needed
        let unused = contents.indices.filter { lastUse[$0] < frame }.sorted { lastUse[$0] < lastUse[$1] }
        // The longest unused comes last: it is taken first.
        free = unused.prefix((unused.count + 1) / 2).reversed().map { Int16($0 + 1) }
        isExhausted = free.isEmpty
    }

    /// The nearest of the first pairs, for a canvas of more pairs than there are; 0 before there is any.
    private mutating func standIn(for wanted: Colors) -> Int16 {
        if let pair = standIns[wanted] { return pair }
        var nearest: (pair: Int16, distance: Int) = (0, .max)
        for (index, made) in contents.prefix(256).enumerated() {
            let distance =
                colors.distance(foreground(made), foreground(wanted))
                + colors.distance(background(made), background(wanted))
            if distance < nearest.distance { nearest = (Int16(index + 1), distance) }
        }
        guard nearest.pair > 0 else { return 0 }
        lastUse[Int(nearest.pair) - 1] = frame
        standIns[wanted] = nearest.pair
        return nearest.pair
    }

    private func foreground(_ colors: Colors) -> Int32 { Int32(truncatingIfNeeded: colors >> 32) }
    private func background(_ colors: Colors) -> Int32 { Int32(truncatingIfNeeded: colors) }
}

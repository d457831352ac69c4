import Symbols

extension ReferenceModules {
    /// Versions that are looked at closely: those whose fixed patterns look best at first.
    private static let maximumVersions = 4

    /// The modules of an rMQR Code, at `corners` about.
    static func rmqrCode(_ corners: Quadrilateral, _ view: LumaView) -> ReferenceModules? {
        for isInverted in [false, true] {
            let guesses = RMQRVersion.all.map { ($0, $0.agreement(view, corners, isInverted)) }
                .sorted { $0.1 > $1.1 }
            for (version, _) in guesses.prefix(maximumVersions) {
                let (columns, rows) = (version.columns, version.rows)
                let placed = view.fitted(
                    corners, columns: columns, rows: rows, isInverted: isInverted, known: version.fixed)
                guard let homography = Homography(onto: placed) else { continue }
                let grid = ModuleGrid(
                    view, columns: columns, rows: rows, homography: homography, isInverted: isInverted)
                guard let corrected = corrected(grid, by: version.corrected) else { continue }
                return ReferenceModules(
                    symbology: .rmqrCode, columns: columns, rows: rows,
                    corners: fitted(
                        placed, view, columns: columns, rows: rows, isInverted: isInverted, to: corrected),
                    isInverted: isInverted, fixed: version.fixedModules, segments: version.segments, quietZone: 2,
                    corrected: version.corrected)
            }
        }
        return nil
    }
}

/// A version of rMQR Code, R7x43 to R17x139 (ISO/IEC 23941).
private struct RMQRVersion {
    /// 0 to 31, as the format has it.
    let number: Int
    let columns: Int
    let rows: Int
    private let levels: (medium: Division, high: Division)

    /// How codewords are divided at a level (table 8): check words of a block, then how many blocks of how many data words, the shorter
    /// ones first.
    private struct Division {
        let checkWords: Int
        let dataWords: [Int]

        init(_ checkWords: Int, _ parts: (blocks: Int, dataWords: Int)...) {
            self.checkWords = checkWords
            dataWords = parts.flatMap { Array(repeating: $0.dataWords, count: $0.blocks) }
        }
    }

    static let all = table.enumerated().map { number, row in
        RMQRVersion(number: number, columns: row.columns, rows: row.rows, levels: (row.medium, row.high))
    }

    private static let table: [(rows: Int, columns: Int, medium: Division, high: Division)] = [
        (7, 43, Division(7, (1, 6)), Division(10, (1, 3))),
        (7, 59, Division(9, (1, 12)), Division(14, (1, 7))),
        (7, 77, Division(12, (1, 20)), Division(22, (1, 10))),
        (7, 99, Division(16, (1, 28)), Division(30, (1, 14))),
        (7, 139, Division(24, (1, 44)), Division(22, (2, 12))),
        (9, 43, Division(9, (1, 12)), Division(14, (1, 7))),
        (9, 59, Division(12, (1, 21)), Division(22, (1, 11))),
        (9, 77, Division(18, (1, 31)), Division(16, (1, 8), (1, 9))),
        (9, 99, Division(24, (1, 42)), Division(22, (2, 11))),
        (9, 139, Division(18, (1, 31), (1, 32)), Division(22, (3, 11))),
        (11, 27, Division(8, (1, 7)), Division(10, (1, 5))),
        (11, 43, Division(12, (1, 19)), Division(20, (1, 11))),
        (11, 59, Division(16, (1, 31)), Division(16, (1, 7), (1, 8))),
        (11, 77, Division(24, (1, 43)), Division(22, (1, 11), (1, 12))),
        (11, 99, Division(16, (1, 28), (1, 29)), Division(30, (1, 14), (1, 15))),
        (11, 139, Division(24, (2, 42)), Division(30, (3, 14))),
        (13, 27, Division(9, (1, 12)), Division(14, (1, 7))),
        (13, 43, Division(14, (1, 27)), Division(28, (1, 13))),
        (13, 59, Division(22, (1, 38)), Division(20, (2, 10))),
        (13, 77, Division(16, (1, 26), (1, 27)), Division(28, (1, 14), (1, 15))),
        (13, 99, Division(20, (1, 36), (1, 37)), Division(26, (1, 11), (2, 12))),
        (13, 139, Division(20, (2, 35), (1, 36)), Division(28, (2, 13), (2, 14))),
        (15, 43, Division(18, (1, 33)), Division(18, (1, 7), (1, 8))),
        (15, 59, Division(26, (1, 48)), Division(24, (2, 13))),
        (15, 77, Division(18, (1, 33), (1, 34)), Division(24, (2, 10), (1, 11))),
        (15, 99, Division(24, (2, 44)), Division(22, (4, 12))),
        (15, 139, Division(24, (2, 42), (1, 43)), Division(26, (1, 13), (4, 14))),
        (17, 43, Division(22, (1, 39)), Division(20, (1, 10), (1, 11))),
        (17, 59, Division(16, (2, 28)), Division(30, (2, 14))),
        (17, 77, Division(22, (2, 39)), Division(28, (1, 12), (2, 13))),
        (17, 99, Division(20, (2, 33), (1, 34)), Division(26, (4, 14))),
        (17, 139, Division(20, (4, 38)), Division(26, (2, 12), (4, 13))),
    ]

    /// The columns of vertical timing patterns, with an alignment pattern at either end, by the width (annex D).
    private static let timingColumns = [
        43: [21], 59: [19, 39], 77: [25, 51], 99: [23, 49, 75], 139: [27, 55, 83, 111],
    ]

    private var timingColumns: [Int] { Self.timingColumns[columns] ?? [] }

    // MARK: - Fixed patterns

    /// Whether a module of a fixed pattern is dark; nil for others.
    func fixed(column: Int, row: Int) -> Bool? {
        if row < 8 && column < 8 {
            // The bottom row of the lowest symbols is the finder pattern's.
            if row < 7 && column < 7 { return max(abs(row - 3), abs(column - 3)) != 2 }
            return false
        }
        let (right, below) = (columns - 1 - column, rows - 1 - row)
        if right < 5 && below < 5 { return max(abs(right - 2), abs(below - 2)) != 1 }
        if right < 2 && row < 2 { return right == 0 || row == 0 }
        if rows > 9 && column < 2 && below < 2 { return column == 0 || below == 0 }
        if row < 3 || below < 3, let middle = timingColumns.first(where: { abs($0 - column) < 2 }) {
            return column != middle || min(row, below) != 1
        }
        if timingColumns.contains(column) || column == 0 || right == 0 { return row % 2 == 0 }
        if row == 0 || below == 0 { return column % 2 == 0 }
        return nil
    }

    var fixedModules: [Bool?] { (0..<rows * columns).map { fixed(column: $0 % columns, row: $0 / columns) } }

    /// The share of the fixed patterns' modules that are what they should be.
    func agreement(_ view: LumaView, _ corners: Quadrilateral, _ isInverted: Bool) -> Double {
        guard let homography = Homography(onto: corners) else { return 0 }
        let grid = ModuleGrid(view, columns: columns, rows: rows, homography: homography, isInverted: isInverted)
        let known = zip(grid.dark(sharpening: 0), fixedModules).compactMap { seen, fixed in fixed.map { $0 == seen } }
        return Double(known.count { $0 }) / Double(known.count)
    }

    /// Finder and sub-finder pattern with the light modules around them, corner finder patterns, timing and alignment patterns: graded as
    /// those of QR Code.
    var segments: [ReferenceModules.Segment] {
        func known(_ row: Int, _ column: Int) -> ReferenceModules.Module? {
            guard 0..<rows ~= row, 0..<columns ~= column else {
                return .init(row: row, column: column, isDark: false)
            }
            return fixed(column: column, row: row).map { .init(row: row, column: column, isDark: $0) }
        }
        func box(_ rows: ClosedRange<Int>, _ columns: ClosedRange<Int>) -> [ReferenceModules.Module] {
            rows.flatMap { row in columns.compactMap { known(row, $0) } }
        }
        func corner(_ name: String, _ places: [(Int, Int)]) -> ReferenceModules.Segment {
            .init(kind: .finder, name: name, modules: places.compactMap { known($0.0, $0.1) })
        }
        let (bottom, right) = (rows - 1, columns - 1)
        var result: [ReferenceModules.Segment] = [
            .init(kind: .finder, name: "finder pattern", modules: box(-1...7, -1...7)),
            // Only the right and the lower side are beside light modules.
            .init(
                kind: .finder, name: "finder sub-pattern", modules: box(bottom - 4...bottom + 1, right - 4...right + 1)
            ),
            corner("top right corner finder pattern", [(0, right), (0, right - 1), (1, right), (1, right - 1)]),
        ]
        if rows > 9 {
            result.append(
                corner(
                    "bottom left corner finder pattern", [(bottom, 0), (bottom - 1, 0), (bottom, 1), (bottom - 1, 1)])
            )
        }
        func isAligned(_ column: Int) -> Bool { timingColumns.contains { abs($0 - column) < 2 } }
        func timing(_ name: String, _ places: [(row: Int, column: Int)]) {
            guard !places.isEmpty else { return }
            result.append(.init(kind: .timing, name: name, modules: places.compactMap { known($0.row, $0.column) }))
        }
        timing("upper timing pattern", (8..<right - 1).filter { !isAligned($0) }.map { (0, $0) })
        timing("lower timing pattern", (8..<right - 4).filter { !isAligned($0) }.map { (bottom, $0) })
        if rows > 9 { timing("left timing pattern", (8..<bottom - 1).map { ($0, 0) }) }
        timing("right timing pattern", (2..<max(2, bottom - 4)).map { ($0, right) })
        for column in timingColumns { timing("vertical timing pattern", (3...bottom - 3).map { ($0, column) }) }
        let alignments = timingColumns.flatMap { column in
            box(0...2, column - 1...column + 1) + box(bottom - 2...bottom, column - 1...column + 1)
        }
        if !alignments.isEmpty {
            result.append(.init(kind: .alignment, name: "alignment patterns", modules: alignments))
        }
        return result
    }

    // MARK: - Format

    /// The rows and columns of both copies of the format, the highest bit first.
    private var formatModules: [(name: String, places: [(row: Int, column: Int)])] {
        let (bottom, right) = (rows - 1, columns - 1)
        let near = [(3, 11), (2, 11), (1, 11)] + (0..<15).map { (5 - $0 % 5, 10 - $0 / 5) }
        let far =
            [(bottom - 5, right - 2), (bottom - 5, right - 3), (bottom - 5, right - 4)]
            + (0..<15).map { (bottom - 1 - $0 % 5, right - 5 - $0 / 5) }
        return [("first", near.map { (row: $0.0, column: $0.1) }), ("second", far.map { (row: $0.0, column: $0.1) })]
    }

    /// What the copies are combined with (7.9).
    private static let formatMasks = [0x1FAB2, 0x20A7B]
    /// The maximum number of wrong bits in a copy: valid words differ in eight or more.
    private static let correctableBits = 3
    /// The only mask (7.8).
    private static let mask = 4

    /// Six bits with the check bits of a (18, 6) code.
    private static func word(_ data: Int) -> Int {
        var rest = data << 12
        for bit in stride(from: 17, through: 12, by: -1) where rest >> bit & 1 == 1 { rest ^= 0x1F25 << (bit - 12) }
        return data << 12 | rest
    }

    /// The six bits of the format; nil where neither copy is readable, or it is another version's.
    private func format(_ dark: [Bool]) -> Int? {
        for (copy, mask) in zip(formatModules, Self.formatMasks) {
            let seen = copy.places.reduce(0) { $0 << 1 | (dark[$1.row * columns + $1.column] ? 1 : 0) } ^ mask
            let candidates = [number, number | 32].map { ($0, (Self.word($0) ^ seen).nonzeroBitCount) }
            if let best = candidates.min(by: { $0.1 < $1.1 }), best.1 <= Self.correctableBits { return best.0 }
        }
        return nil
    }

    // MARK: - Codewords

    private var isFunction: [Bool] {
        var result = fixedModules.map { $0 != nil }
        for copy in formatModules { for place in copy.places { result[place.row * columns + place.column] = true } }
        return result
    }

    /// The data modules in the order of their bits: two columns wide, up and down, from the right; the right side is timing.
    private var dataModules: [Int] {
        let isFunction = isFunction
        var result: [Int] = []
        var isUpwards = true
        for right in stride(from: columns - 2, to: 0, by: -2) {
            for i in 0..<rows {
                let row = isUpwards ? rows - 1 - i : i
                for column in [right, right - 1] where !isFunction[row * columns + column] {
                    result.append(row * columns + column)
                }
            }
            isUpwards.toggle()
        }
        return result
    }

    /// The codewords of each block, as places in the symbol: data words in turns, then check words.
    private static func blocks(_ division: Division) -> [[Int]] {
        var blocks = division.dataWords.map { _ in [Int]() }
        var place = 0
        for turn in 0..<(division.dataWords.max() ?? 0) {
            for (block, words) in division.dataWords.enumerated() where turn < words {
                blocks[block].append(place)
                place += 1
            }
        }
        for _ in 0..<division.checkWords {
            for block in blocks.indices {
                blocks[block].append(place)
                place += 1
            }
        }
        return blocks
    }

    func corrected(_ dark: [Bool]) -> ReferenceModules.Corrected? {
        guard dark.count == rows * columns, let format = format(dark) else { return nil }
        let division = format & 32 == 0 ? levels.medium : levels.high
        let modules = dataModules
        let places = (0..<modules.count / 8).map { Array(modules[8 * $0..<8 * $0 + 8]) }
        let blocks = Self.blocks(division)
        guard blocks.reduce(0, { $0 + $1.count }) == places.count else { return nil }
        func isSwapped(_ place: Int) -> Bool { QRTemplate.isSwapped(Self.mask, place / columns, place % columns) }
        let words = places.map { $0.reduce(0) { $0 << 1 | (dark[$1] != isSwapped($1) ? 1 : 0) } }
        // Two check words correct one codeword; an odd one only detects.
        let capacity = division.checkWords / 2 * 2
        // What fills no codeword is light before it is masked.
        var isDark = fixedModules.enumerated().map { $1 ?? isSwapped($0) }
        for block in blocks {
            guard
                let right = QRMessage.code.corrected(
                    block.map { words[$0] }, parity: division.checkWords, capacity: capacity)
            else { return nil }
            for (codeword, word) in zip(block, right) {
                for (bit, place) in places[codeword].enumerated() {
                    isDark[place] = (word >> (7 - bit) & 1 == 1) != isSwapped(place)
                }
            }
        }
        let segments = zip(formatModules, Self.formatMasks).map { copy, mask in
            let word = Self.word(format) ^ mask
            return ReferenceModules.Segment(
                kind: .format, name: "\(copy.name) copy of the format",
                modules: copy.places.enumerated().map { number, place in
                    .init(row: place.row, column: place.column, isDark: word >> (17 - number) & 1 == 1)
                })
        }
        for module in segments.flatMap(\.modules) { isDark[module.row * columns + module.column] = module.isDark }
        return ReferenceModules.Corrected(
            isDark: isDark, codewords: places,
            blocks: blocks.map { ReferenceModules.Block(codewords: $0, capacity: capacity) }, segments: segments)
    }
}

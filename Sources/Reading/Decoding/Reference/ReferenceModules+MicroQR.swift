import Symbols

extension ReferenceModules {
    /// The modules of a Micro QR Code, at `corners` about.
    static func microQRCode(_ corners: Quadrilateral, _ view: LumaView) -> ReferenceModules? {
        for isInverted in [false, true] {
            for corners in [corners, corners.mirrored] {
                for version in MicroQRVersion.all {
                    let size = version.size
                    let placed = view.fitted(
                        corners, columns: size, rows: size, isInverted: isInverted, known: version.fixed)
                    guard let homography = Homography(onto: placed) else { continue }
                    let grid = ModuleGrid(
                        view, columns: size, rows: size, homography: homography, isInverted: isInverted)
                    guard let corrected = corrected(grid, by: version.corrected) else { continue }
                    return ReferenceModules(
                        symbology: .microQRCode, columns: size, rows: size,
                        corners: fitted(placed, view, columns: size, rows: size, isInverted: isInverted, to: corrected),
                        isInverted: isInverted,
                        fixed: (0..<size * size).map { version.fixed(column: $0 % size, row: $0 / size) },
                        segments: version.segments, quietZone: 2, corrected: version.corrected)
                }
            }
        }
        return nil
    }
}

/// A version of Micro QR Code, M1 to M4 (ISO/IEC 18004).
private struct MicroQRVersion {
    /// 1 to 4.
    let number: Int

    static let all = (1...4).map(MicroQRVersion.init)

    /// Modules along a side.
    var size: Int { 9 + 2 * number }

    /// How the codewords of a symbol number are divided (table 9): data bits, of which four may be a codeword, check words, and how many
    /// wrong codewords they correct.
    private struct Division {
        let version: Int
        let dataBits: Int
        let checkWords: Int
        let correctable: Int
    }

    /// By the symbol number in the format.
    private static let divisions = [
        Division(version: 1, dataBits: 20, checkWords: 2, correctable: 0),
        Division(version: 2, dataBits: 40, checkWords: 5, correctable: 1),
        Division(version: 2, dataBits: 32, checkWords: 6, correctable: 2),
        Division(version: 3, dataBits: 84, checkWords: 6, correctable: 2),
        Division(version: 3, dataBits: 68, checkWords: 8, correctable: 4),
        Division(version: 4, dataBits: 128, checkWords: 8, correctable: 3),
        Division(version: 4, dataBits: 112, checkWords: 10, correctable: 5),
        Division(version: 4, dataBits: 80, checkWords: 14, correctable: 7),
    ]

    /// The masks of QR Code by those of Micro QR Code (table 10).
    private static let masks = [1, 4, 6, 7]
    /// What a format is combined with, where QR Code has another word (7.9.2).
    private static let formatMask = 0x4445 ^ 0x5412
    /// The maximum number of wrong bits in the format: valid words differ in seven or more.
    private static let correctableBits = 3

    /// Whether a module of a fixed pattern is dark; nil for others.
    func fixed(column: Int, row: Int) -> Bool? {
        if row < 8 && column < 8 {
            let ring = max(abs(row - 3), abs(column - 3))
            return ring != 2 && ring != 4
        }
        if row == 0 { return column % 2 == 0 }
        if column == 0 { return row % 2 == 0 }
        return nil
    }

    /// The rows and columns of the format, the highest bit first.
    private static let formatModules = (1...8).map { (8, $0) } + (1...7).reversed().map { ($0, 8) }

    private func isFormat(column: Int, row: Int) -> Bool { row == 8 && 1...8 ~= column || column == 8 && 1...8 ~= row }

    /// The data modules in the order of their bits (7.7.3): two columns wide, up and down, from the right.
    private var dataModules: [Int] {
        var result: [Int] = []
        var isUpwards = true
        for right in stride(from: size - 1, to: 0, by: -2) {
            for i in 0..<size {
                let row = isUpwards ? size - 1 - i : i
                for column in [right, right - 1]
                where fixed(column: column, row: row) == nil && !isFormat(column: column, row: row) {
                    result.append(row * size + column)
                }
            }
            isUpwards.toggle()
        }
        return result
    }

    func corrected(_ dark: [Bool]) -> ReferenceModules.Corrected? {
        guard dark.count == size * size else { return nil }
        let seen = Self.formatModules.reduce(0) { $0 << 1 | (dark[$1.0 * size + $1.1] ? 1 : 0) }
        let words = (0..<32).map { (data: $0, word: QRMessage.format($0) ^ Self.formatMask) }
        guard let format = words.min(by: { ($0.word ^ seen).nonzeroBitCount < ($1.word ^ seen).nonzeroBitCount }),
            (format.word ^ seen).nonzeroBitCount <= Self.correctableBits
        else { return nil }
        let division = Self.divisions[format.data >> 2]
        let mask = Self.masks[format.data & 3]
        let modules = dataModules
        guard division.version == number, modules.count == division.dataBits + 8 * division.checkWords else {
            return nil
        }
        func isSwapped(_ place: Int) -> Bool { QRTemplate.isSwapped(mask, place / size, place % size) }
        // The last codeword of data has four bits in M1 and M3.
        let lengths =
            [Int](repeating: 8, count: division.dataBits / 8) + (division.dataBits % 8 == 0 ? [] : [4])
            + [Int](repeating: 8, count: division.checkWords)
        var places: [[Int]] = []
        var start = 0
        for length in lengths {
            places.append(Array(modules[start..<start + length]))
            start += length
        }
        // Four bits are the higher half of a codeword.
        let codewords = places.map { place in
            place.reduce(0) { $0 << 1 | (dark[$1] != isSwapped($1) ? 1 : 0) } << (8 - place.count)
        }
        guard
            let right = QRMessage.code.corrected(
                codewords, parity: division.checkWords, capacity: 2 * division.correctable)
        else { return nil }
        var isDark = (0..<size * size).map { fixed(column: $0 % size, row: $0 / size) ?? false }
        for (word, modules) in zip(right, places) {
            for (bit, place) in modules.enumerated() {
                isDark[place] = (word >> (7 - bit) & 1 == 1) != isSwapped(place)
            }
        }
        let copy = Self.formatModules.enumerated().map { number, place in
            ReferenceModules.Module(row: place.0, column: place.1, isDark: format.word >> (14 - number) & 1 == 1)
        }
        for module in copy { isDark[module.row * size + module.column] = module.isDark }
        return ReferenceModules.Corrected(
            isDark: isDark, codewords: places,
            blocks: [.init(codewords: Array(places.indices), capacity: 2 * division.correctable)],
            segments: [.init(kind: .format, name: "format", modules: copy)])
    }

    /// The finder pattern with the light modules around it, and the timing patterns.
    var segments: [ReferenceModules.Segment] {
        func module(_ row: Int, _ column: Int) -> ReferenceModules.Module {
            let isInside = row >= 0 && column >= 0
            return .init(row: row, column: column, isDark: isInside && fixed(column: column, row: row) == true)
        }
        return [
            .init(
                kind: .finder, name: "finder pattern",
                modules: (-1...7).flatMap { row in (-1...7).map { module(row, $0) } }),
            .init(kind: .timing, name: "upper timing pattern", modules: (8..<size).map { module(0, $0) }),
            .init(kind: .timing, name: "left timing pattern", modules: (8..<size).map { module($0, 0) }),
        ]
    }
}

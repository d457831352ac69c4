import Symbols

extension ReferenceModules {
    /// Sizes that are looked at closely: those whose fixed patterns look best at first.
    private static let maximumVersions = 4

    /// The modules of a QR Code, at `corners` about.
    static func qrCode(_ corners: Quadrilateral, _ view: LumaView) -> ReferenceModules? {
        guard let homography = Homography(onto: corners) else { return nil }
        let templates = (1...40).compactMap { QRVersion(number: $0) }.map(QRTemplate.init)
        let guesses = templates.map { template -> (template: QRTemplate, contrast: Float) in
            (template, template.contrast(view, homography))
        }
        .sorted { abs($0.contrast) > abs($1.contrast) }
        for (template, contrast) in guesses.prefix(maximumVersions) {
            let isInverted = contrast < 0
            let grid = QRGrid(view, version: template.version, isInverted: isInverted)
            for corners in [corners, corners.mirrored] {
                guard let placed = grid.placed([corners]), let homography = Homography(onto: placed) else { continue }
                let modules = ModuleGrid(
                    view, columns: template.size, rows: template.size, homography: homography, isInverted: isInverted)
                guard
                    let corrected = corrected(modules, by: template.corrected)
                        ?? corrected(grid.followed(homography), by: template.corrected)
                else { continue }
                let size = template.size
                return ReferenceModules(
                    symbology: .qrCode, columns: size, rows: size,
                    corners: fitted(placed, view, columns: size, rows: size, isInverted: isInverted, to: corrected),
                    isInverted: isInverted,
                    fixed: template.fixedModules, segments: template.segments, quietZone: 4,
                    corrected: template.corrected)
            }
        }
        return nil
    }
}

extension QRTemplate {
    /// How much lighter light modules are than dark ones; below 0 in an inverted symbol.
    fileprivate func contrast(_ view: LumaView, _ homography: Homography) -> Float {
        let side = Double(size)
        var (sums, counts): ((light: Float, dark: Float), (light: Float, dark: Float)) = ((0, 0), (0, 0))
        for module in fixed {
            let level = view.level(at: homography(module.column / side, module.row / side))
            if module.sign > 0 {
                (sums.light, counts.light) = (sums.light + level, counts.light + 1)
            } else {
                (sums.dark, counts.dark) = (sums.dark + level, counts.dark + 1)
            }
        }
        return sums.light / counts.light - sums.dark / counts.dark
    }

    fileprivate var fixedModules: [Bool?] {
        (0..<size * size).map { place in
            switch self[place / size, place % size] {
            case .dark: true
            case .light: false
            case .data, .format: nil
            }
        }
    }

    /// The modules of each codeword, the highest bit first.
    private var codewordModules: [[Int]] {
        var result: [[Int]] = []
        var word: [Int] = []
        eachDataModule { row, column in
            word.append(row * size + column)
            if word.count == 8 {
                result.append(word)
                word = []
            }
        }
        return result
    }

    fileprivate func corrected(_ dark: [Bool]) -> ReferenceModules.Corrected? {
        guard dark.count == size * size else { return nil }
        let places = codewordModules
        let message = QRMessage(template: self, darkness: dark.map { $0 ? 1 : -1 })
        for format in message.formats().prefix(2) {
            func isSwapped(_ place: Int) -> Bool { Self.isSwapped(format.mask, place / size, place % size) }
            let words = places.map { $0.reduce(0) { $0 << 1 | (dark[$1] != isSwapped($1) ? 1 : 0) } }
            let parity = version.blocks(format.level).parity
            let blocks = version.blockPlaces(format.level, codewords: words.count)
            let corrected = blocks.compactMap { block in
                QRMessage.code.corrected(
                    block.map { words[$0] }, parity: parity, capacity: parity - version.detecting(format.level))
            }
            guard !blocks.isEmpty, corrected.count == blocks.count else { continue }
            var isDark = (0..<size * size).map { place in
                switch self[place / size, place % size] {
                case .dark: true
                case .light: false
                // What fills no codeword is light before it is masked.
                case .data: isSwapped(place)
                case .format: false
                }
            }
            for (block, words) in zip(blocks, corrected) {
                for (codeword, word) in zip(block, words) {
                    for (bit, place) in places[codeword].enumerated() {
                        isDark[place] = (word >> (7 - bit) & 1 == 1) != isSwapped(place)
                    }
                }
            }
            let segments = informationSegments(format)
            for module in segments.flatMap(\.modules) { isDark[module.row * size + module.column] = module.isDark }
            return ReferenceModules.Corrected(
                isDark: isDark, codewords: places,
                blocks: blocks.map {
                    ReferenceModules.Block(codewords: $0, capacity: parity - version.detecting(format.level))
                }, segments: segments)
        }
        return nil
    }

    // MARK: - Fixed patterns

    /// Finder patterns with the light modules around them, timing patterns, alignment patterns (ISO/IEC 18004, Annex on print quality).
    fileprivate var segments: [ReferenceModules.Segment] {
        typealias Segment = ReferenceModules.Segment
        func module(_ row: Int, _ column: Int) -> ReferenceModules.Module {
            let isInside = row >= 0 && column >= 0 && row < size && column < size
            return .init(row: row, column: column, isDark: isInside && self[row, column] == .dark)
        }
        let corners = [("top left", 3, 3), ("top right", 3, size - 4), ("bottom left", size - 4, 3)]
        var result = corners.map { name, row, column in
            Segment(
                kind: .finder, name: "\(name) finder pattern",
                modules: (-4...4).flatMap { y in (-4...4).map { x in module(row + y, column + x) } })
        }
        let between = 8..<(size - 8)
        result.append(Segment(kind: .timing, name: "upper timing pattern", modules: between.map { module(6, $0) }))
        result.append(Segment(kind: .timing, name: "left timing pattern", modules: between.map { module($0, 6) }))
        let alignments = version.alignmentCenters.flatMap { row, column in
            (-2...2).flatMap { y in (-2...2).map { x in module(row + y, column + x) } }
        }
        if !alignments.isEmpty {
            result.append(Segment(kind: .alignment, name: "alignment patterns", modules: alignments))
        }
        return result
    }

    /// The two copies of the format, and from version 7 on of the version, as they should be.
    private func informationSegments(_ format: (level: QRLevel, mask: Int)) -> [ReferenceModules.Segment] {
        let word = QRMessage.format(format.level.formatBits << 3 | format.mask)
        var result = zip(["first", "second"], QRMessage.formatModules(size)).map { name, places in
            ReferenceModules.Segment(
                kind: .format, name: "\(name) copy of the format",
                modules: places.enumerated().map { number, place in
                    .init(row: place.0, column: place.1, isDark: word >> (14 - number) & 1 == 1)
                })
        }
        guard version.number >= 7 else { return result }
        let bits = version.information
        for (name, isUpper) in [("upper right", true), ("lower left", false)] {
            result.append(
                ReferenceModules.Segment(
                    kind: .version, name: "\(name) copy of the version",
                    modules: (0..<18).map { bit in
                        let (near, far) = (bit / 3, size - 11 + bit % 3)
                        return .init(
                            row: isUpper ? near : far, column: isUpper ? far : near, isDark: bits >> bit & 1 == 1)
                    }))
        }
        return result
    }
}

extension QRLevel {
    /// The two bits in the format information (table 12).
    fileprivate var formatBits: Int { [QRLevel.low: 1, .medium: 0, .quartile: 3, .high: 2][self] ?? 0 }
}

extension QRVersion {
    /// How many check words of a block only detect errors (table 9).
    fileprivate func detecting(_ level: QRLevel) -> Int {
        switch (number, level) {
        case (1, .low): 3
        case (1, .medium), (2, .low): 2
        case (1, _): 1
        default: 0
        }
    }

    /// Its number with the check bits of a (18, 6) Golay code (ISO/IEC 18004, Annex D).
    fileprivate var information: Int {
        var rest = number << 12
        for bit in stride(from: 17, through: 12, by: -1) where rest >> bit & 1 == 1 { rest ^= 0x1F25 << (bit - 12) }
        return number << 12 | rest
    }
}

import Symbols

extension ReferenceModules {
    /// The modules of an Aztec symbol, at `corners` about.
    static func aztec(_ corners: Quadrilateral, _ view: LumaView) -> ReferenceModules? {
        let area = view.bounds.around(corners)
        guard !area.isEmpty else { return nil }
        let part = view.cropped(to: area)
        var reader = AztecReader()
        var result: ReferenceModules?
        reader.find(in: part, isCandidate: false) { eye in
            guard corners.boundsContain(eye.corners.center + area.origin) else { return false }
            let sampler = AztecSampler(view: part, isInverted: eye.isInverted)
            guard result == nil, let (mode, square) = sampler.mode(of: eye),
                case .data(let layers, let dataWords) = mode.kind
            else { return false }
            let squares = [square.resized(half: Double(mode.side) / 2), sampler.grown(square, to: mode)]
            for whole in squares.compactMap({ $0 }) {
                let placed = whole.corners(half: whole.half, mode)
                let code = AztecCode(layers: layers, dataWords: dataWords, mode: mode)
                guard let corrected = corrected(sampler.grid(whole, mode), by: code.corrected) else { continue }
                let corners = fitted(
                    placed, part, columns: mode.side, rows: mode.side, isInverted: eye.isInverted, to: corrected)
                result = ReferenceModules(
                    symbology: .aztec, columns: mode.side, rows: mode.side, corners: corners.moved(by: area.origin),
                    isInverted: eye.isInverted, fixed: code.fixed, segments: code.segments, quietZone: 0,
                    corrected: code.corrected)
                return true
            }
            return false
        }
        return result
    }
}

/// What a mode message says of the modules around it.
private struct AztecCode {
    let layers: Int
    let dataWords: Int
    let mode: AztecMode

    private var side: Int { mode.side }
    private var middle: Int { mode.side / 2 }
    private var eyeRadius: Int { mode.isCompact ? 4 : 6 }

    /// Row by row, the colour of the modules of the bull's eye and of reference lines.
    var fixed: [Bool?] {
        (0..<side * side).map { place in
            let (x, y) = (place % side - middle, place / side - middle)
            let ring = max(abs(x), abs(y))
            if ring <= eyeRadius { return ring % 2 == 0 }
            // The ring around the eye holds marks and the message.
            guard !mode.isCompact, ring > eyeRadius + 1, x % 16 == 0 || y % 16 == 0 else { return nil }
            return (x + y) % 2 == 0
        }
    }

    var segments: [ReferenceModules.Segment] {
        let known = fixed.enumerated().compactMap { place, isDark in
            isDark.map { ReferenceModules.Module(row: place / side, column: place % side, isDark: $0) }
        }
        func isInEye(_ module: ReferenceModules.Module) -> Bool {
            max(abs(module.row - middle), abs(module.column - middle)) <= eyeRadius
        }
        let lines = known.filter { !isInEye($0) }
        return [.init(kind: .finder, name: "bull's eye", modules: known.filter(isInEye))]
            + (lines.isEmpty ? [] : [.init(kind: .alignment, name: "reference lines", modules: lines)])
    }

    func corrected(_ dark: [Bool]) -> ReferenceModules.Corrected? {
        guard dark.count == side * side else { return nil }
        let (bits, field) = AztecModules.codewords(layers: layers)
        let all = AztecModules(side: side, dark: dark).places(layers: layers, isCompact: mode.isCompact)
        let count = all.count / bits
        guard dataWords < count else { return nil }
        // What does not fill a codeword comes first.
        let places = (0..<count).map {
            Array(all[(all.count % bits + $0 * bits)..<(all.count % bits + ($0 + 1) * bits)])
        }
        let words = places.map { $0.reduce(0) { $0 << 1 | (dark[$1] ? 1 : 0) } }
        let parity = count - dataWords
        guard let corrected = ReedSolomon(field: field).corrected(words, parity: parity, capacity: parity)
        else { return nil }
        // The mode message was read, so it is taken as it is.
        var isDark = zip(fixed, dark).map { $0 ?? $1 }
        for (word, modules) in zip(corrected, places) {
            for (bit, place) in modules.enumerated() { isDark[place] = word >> (bits - 1 - bit) & 1 == 1 }
        }
        return ReferenceModules.Corrected(
            isDark: isDark, codewords: places, blocks: [.init(codewords: Array(0..<count), capacity: parity)],
            segments: [])
    }
}

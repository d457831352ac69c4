import Encoding
import Files

extension LabelComposer {
    /// Codes with their places, from the upper left corner of them all.
    struct Codes {
        var codes: [LabelDrawing.Code]
        let width: Int
        let height: Int
    }

    /// What lies between codes: each has its own quiet zone.
    private var space: Int { padding / 2 }

    /// The symbols of a label, as high as they are by themselves.
    func symbols(_ sources: [SymbolSource]) throws(UserError) -> [MadeSymbol] {
        var symbols: [MadeSymbol] = []
        for (code, source) in zip(template.codes, sources) {
            var other = code.kind.flatMap(SymbolKind.named).flatMap { $0.name == kind.name ? nil : $0 }
            if (other ?? kind).name == "ean-13", Self.isEAN8(source) { other = SymbolKind.named("ean-8") }
            // What is chosen for the job's kind need not be possible for another.
            var plain = MakeOptions()
            plain.showsText = options.showsText
            symbols.append(try make(source, other ?? kind, other == nil ? options : plain))
        }
        return symbols
    }

    /// Whether it is the number of a small package, which has no EAN-13: tables of products have both.
    private static func isEAN8(_ source: SymbolSource) -> Bool {
        let digits = source.bytes
        guard digits.count == 8, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return false }
        let sum = digits.enumerated().reduce(0) { $0 + Int($1.element - 0x30) * ($1.offset.isMultiple(of: 2) ? 3 : 1) }
        return sum.isMultiple(of: 10)
    }

    /// The width of the codes in their smallest modules, or in such as are read well.
    func leastWidth(_ symbols: [MadeSymbol], isComfortable: Bool) -> Int {
        let modules = zip(symbols, ranges(of: symbols)).map { symbol, range in
            guard isComfortable else { return range.lowerBound }
            let wanted = symbol.kind.layout == .bars ? Self.comfortableModule.bars : Self.comfortableModule.others
            return min(range.upperBound, max(range.lowerBound, Int((wanted / dot - 0.01).rounded(.up))))
        }
        return Int(size(of: symbols, modules).width.rounded(.up))
    }

    /// The codes with as many dots to a module as fit: as many for all as can be, then more for each that has room.
    ///
    /// - Throws: `UserError` where they have no room.
    func placed(_ symbols: [MadeSymbol], _ width: Int, _ height: Int) throws(UserError) -> Codes {
        let ranges = ranges(of: symbols)
        func fits(_ modules: [Int]) -> Bool {
            let size = size(of: symbols, modules)
            return size.width <= Double(width) && size.height <= Double(height)
        }
        let alike = (ranges.map(\.lowerBound).min()!...ranges.map(\.upperBound).max()!).reversed().lazy
            .map { most in ranges.map { min($0.upperBound, max(most, $0.lowerBound)) } }
        guard var modules = alike.first(where: fits) else {
            throw tooLarge(symbols, ranges.map(\.lowerBound), width, height)
        }
        for index in symbols.indices {
            let larger = (modules[index]...ranges[index].upperBound).reversed().lazy.map { module in
                var other = modules
                other[index] = module
                return other
            }
            modules = larger.first(where: fits) ?? modules
        }
        return try placed(symbols, modules, height)
    }

    private func placed(_ symbols: [MadeSymbol], _ modules: [Int], _ height: Int) throws(UserError) -> Codes {
        let isStacked = template.isStacked && symbols.count > 1
        let least = symbols.indices.map { minimumHeight(of: symbols, $0, modules[$0]) * Double(modules[$0]) }
        // Bars may be higher than they must; of what is left each has the same.
        let flexible = symbols.indices.count { index in
            template.codes[index].height == nil && symbols[index].outline.height * Double(modules[index]) > least[index]
        }
        let free = isStacked ? Double(height - (symbols.count - 1) * space) - least.reduce(0, +) : 0
        var codes: [LabelDrawing.Code] = []
        for index in symbols.indices {
            let room =
                isStacked ? (least[index] + max(0, free / Double(max(1, flexible)))).rounded(.down) : Double(height)
            let isFixed = template.codes[index].height != nil
            guard
                let fitting = try fitted(
                    symbols, index, isFixed ? least[index] : max(room, least[index]), modules[index])
            else {
                throw tooLarge(symbols, modules, Int.max, height)
            }
            codes.append(
                LabelDrawing.Code(symbol: fitting, outline: fitting.outline, dotsPerModule: modules[index]))
        }
        let (wide, high) = (codes.map(\.width), codes.map(\.height))
        let gaps = (codes.count - 1) * space
        let size = isStacked ? (wide.max()!, high.reduce(gaps, +)) : (wide.reduce(gaps, +), high.max()!)
        var place = 0
        for index in codes.indices {
            codes[index].x = isStacked ? (size.0 - wide[index]) / 2 : place
            codes[index].y = isStacked ? place : (size.1 - high[index]) / 2
            place += (isStacked ? high[index] : wide[index]) + space
        }
        return Codes(codes: codes, width: size.0, height: size.1)
    }

    /// The dots that modules of each may have.
    private func ranges(of symbols: [MadeSymbol]) -> [ClosedRange<Int>] {
        symbols.map { symbol in
            if let dotsPerModule { return dotsPerModule...dotsPerModule }
            let least = max(1, Int((Self.minimumModule / dot - 0.01).rounded(.up)))
            let widest = symbol.kind.layout == .bars ? Self.widestModule.bars : Self.widestModule.others
            return least...max(least, Int(widest / dot))
        }
    }

    /// The minimum size of all of them with this many dots per module.
    private func size(of symbols: [MadeSymbol], _ modules: [Int]) -> (width: Double, height: Double) {
        let sizes = symbols.indices.map { index in
            let module = Double(modules[index])
            return (
                width: symbols[index].outline.width * module,
                height: minimumHeight(of: symbols, index, modules[index]) * module
            )
        }
        let gaps = Double((symbols.count - 1) * space)
        let (wide, high) = (sizes.map { $0.width }, sizes.map { $0.height })
        return template.isStacked
            ? (wide.max() ?? 0, high.reduce(gaps, +)) : (wide.reduce(gaps, +), high.max() ?? 0)
    }

    private func tooLarge(_ symbols: [MadeSymbol], _ modules: [Int], _ width: Int, _ height: Int) -> UserError {
        let size = size(of: symbols, modules)
        let isTooWide = size.width > Double(width)
        let (side, needed, room) = isTooWide ? ("wide", size.width, width) : ("high", size.height, height)
        let advice =
            dotsPerModule == nil
            ? "use larger labels, or less text" : "use a smaller --module-width, or larger labels"
        let what = symbols.count == 1 ? "its code is" : "its codes are"
        return UserError(
            "\(what) \(millimetres(needed * dot)) mm \(side) with modules of \(millimetres(Double(modules[0]) * dot)) mm, but \(layout.name) has room for only \(millimetres(max(0, Double(room) * dot))): \(advice)"
        )
    }

    /// The symbol with bars as high as there is room for; nil where there is too little.
    private func fitted(
        _ symbols: [MadeSymbol], _ index: Int, _ height: Double, _ module: Int
    ) throws(UserError) -> MadeSymbol? {
        let symbol = symbols[index]
        let canChange = symbol.kind.layout == .bars && symbol.options.height == nil
        if canChange, template.codes[index].height != nil {
            var fixed = symbol.options
            fixed.height = minimumBars(symbol.kind, index, module)
            return try make(symbol.source, symbol.kind, fixed)
        }
        let overflow = Int((symbol.outline.height - height / Double(module)).rounded(.up))
        if overflow <= 0 { return symbol }
        guard canChange else { return nil }
        let bars = symbol.grid.height - overflow
        guard bars >= minimumBars(symbol.kind, index, module) else { return nil }
        var lower = symbol.options
        lower.height = bars
        return try make(symbol.source, symbol.kind, lower)
    }

    /// The least height of bars in modules: what a reader still crosses, and what their standard names.
    private func minimumBars(_ kind: SymbolKind, _ index: Int, _ module: Int) -> Int {
        if let height = template.codes[index].height { return max(1, Int((height / dot / Double(module)).rounded())) }
        return max(kind.minimumHeight, Int((Self.minimumBars / dot / Double(module)).rounded(.up)))
    }

    /// The least height of a symbol in modules.
    private func minimumHeight(of symbols: [MadeSymbol], _ index: Int, _ module: Int) -> Double {
        let symbol = symbols[index]
        guard symbol.kind.layout == .bars, symbol.options.height == nil else { return symbol.outline.height }
        let difference = symbol.grid.height - minimumBars(symbol.kind, index, module)
        return symbol.outline.height - Double(template.codes[index].height == nil ? max(0, difference) : difference)
    }

    private func make(
        _ source: SymbolSource, _ kind: SymbolKind, _ options: MakeOptions
    ) throws(UserError) -> MadeSymbol {
        do {
            return try encoder.make(source, as: kind, options)
        } catch {
            throw UserError(error.description)
        }
    }
}

import Symbols

/// The text beside bars, in the parts and places that the symbology's standard says.
enum HumanReadableText {
    /// The parts of `text`, which libzint tells of a symbol with these modules.
    static func parts(_ text: String, of kind: SymbolKind, _ grid: ModuleGrid) -> [SymbolText] {
        guard let linear = kind.linearName.flatMap(SymbolKind.named) else {
            return parts(text, of: kind, width: grid.width)
        }
        // The component of a composite may be wider than its bars, which are in the last row.
        let runs = grid.runs(row: grid.rows - 1)
        guard let first = runs.first?.lowerBound, let last = runs.last?.upperBound, linear.layout == .bars else {
            return []
        }
        return parts(text, of: linear, width: last - first).map { $0.moved(by: first) }
    }

    private static func parts(_ text: String, of kind: SymbolKind, width: Int) -> [SymbolText] {
        let shown = String(text.unicodeScalars.map { (0x20..<0x7F).contains($0.value) ? Character($0) : " " })
        guard shown.contains(where: { $0 != " " }) else { return [] }
        guard kind.symbology?.isProduct == true else {
            let isAddOn = kind.symbology?.isAddOn == true
            return [SymbolText(text: shown, x: 0, width: width, isAbove: isAddOn)]
        }
        let pieces = shown.split(separator: "+")
        let main = product(Array(pieces[0]), kind.symbology)
        guard pieces.count == 2 else { return main }
        // ISO/IEC 15420: an add-on of two digits is 20 modules wide, one of five 47.
        let addOn = pieces[1].count == 2 ? 20 : 47
        return main + [SymbolText(text: String(pieces[1]), x: width - addOn, width: addOn, isAbove: true)]
    }

    /// Where the digits of EAN and UPC stand (ISO/IEC 15420, GS1 General Specifications 5.2.5): groups below their bars, single
    /// ones in the quiet zones.
    private static func product(_ digits: [Character], _ symbology: Symbology?) -> [SymbolText] {
        // How many digits, and where their place begins and how wide it is.
        let places: [(count: Int, x: Int, width: Int)] =
            switch symbology {
            case .ean8: [(4, 3, 28), (4, 36, 28)]
            case .upcE: [(1, -9, 7), (6, 3, 42), (1, 53, 7)]
            case .upcA: [(1, -9, 7), (5, 10, 35), (5, 50, 35), (1, 97, 7)]
            default: [(1, -9, 7), (6, 3, 42), (6, 50, 42)]
            }
        guard digits.count == places.reduce(0, { $0 + $1.count }) else { return [] }
        var rest = digits[...]
        return places.map { place in
            defer { rest = rest.dropFirst(place.count) }
            return SymbolText(text: String(rest.prefix(place.count)), x: place.x, width: place.width, isAbove: false)
        }
    }
}

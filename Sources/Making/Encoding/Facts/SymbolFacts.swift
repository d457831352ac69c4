/// What one wants to know of a made symbol beside its picture.
///
///     for line in SymbolFacts(symbol).lines(readingDistance: 300) { print(line) }
package struct SymbolFacts: Hashable, Sendable {
    /// Modules per row, the quiet zone not counted.
    package let width: Int
    /// Modules from top to bottom, the quiet zone not counted.
    package let height: Int
    /// Its version or size by name; nil for kinds without.
    package let version: String?
    /// Its error correction by name; nil for kinds without, or whose level is not fixed.
    package let level: String?
    /// How much of its room is taken; nil for contents of a fixed length.
    package let capacity: SymbolCapacity?

    package init(_ symbol: MadeSymbol) {
        (width, height) = (symbol.grid.width, symbol.grid.height)
        version = symbol.version
        level = symbol.level
        capacity = symbol.capacity
    }

    /// The least width in millimetres at which phones read it from a distance: a tenth of that, as the rule of thumb has it, and no
    /// less than what its modules take. The quiet zone is not counted.
    package func smallestWidth(readingDistance millimetres: Double) -> Double {
        smallestModule(readingDistance: millimetres) * Double(width)
    }

    /// The module width that goes with it; never below the quarter of a millimetre that office printers print reliably.
    package func smallestModule(readingDistance millimetres: Double) -> Double {
        max(0.25, millimetres / 10 / Double(width))
    }

    /// A line for each fact, in plain words.
    package func lines(readingDistance millimetres: Double) -> [String] {
        var lines = ["\(width) × \(height) modules"]
        if let version { lines[0] += ", version \(version)" }
        if let level { lines[0] += ", level \(level)" }
        if let capacity { lines.append("holds \(capacity.words)") }
        let width = Self.rounded(smallestWidth(readingDistance: millimetres))
        let module = Self.rounded(smallestModule(readingDistance: millimetres), places: 2)
        lines.append(
            "print it at least \(width) mm wide to be read from \(Self.rounded(millimetres / 10)) cm (a module \(module) mm)"
        )
        return lines
    }

    private static func rounded(_ number: Double, places: Int = 1) -> String {
        let factor = places == 1 ? 10 : 100
        // Up: what is promised is a least width.
        let scaled = Int((number * Double(factor) - 1e-9).rounded(.up))
        let (whole, rest) = (scaled / factor, scaled % factor)
        guard rest > 0 else { return String(whole) }
        let digits = String(rest)
        let padded = String(repeating: "0", count: places - digits.count) + digits
        return "\(whole).\(padded.hasSuffix("0") ? String(padded.dropLast()) : padded)"
    }
}

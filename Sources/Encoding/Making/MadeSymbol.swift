import Symbols

/// A symbol that was made, with what it was made of: the same source, kind and options make it again, module by module.
public struct MadeSymbol: Sendable {
    /// What it is.
    public let kind: SymbolKind
    /// What it holds.
    public let source: SymbolSource
    /// How it was made.
    public let options: MakeOptions
    /// Its modules, or bars, without the quiet zone.
    public let grid: ModuleGrid
    /// The human-readable text in its parts, from left to right; empty where none is shown.
    public let texts: [SymbolText]
    /// Light modules left and right.
    public let horizontalQuietZone: Int
    /// Light modules above and below.
    public let verticalQuietZone: Int

    /// The modules with the quiet zone around them, for kinds on a grid of squares and bars.
    public var image: SymbolImage {
        var modules: [Bool] = []
        for row in 0..<grid.rows {
            let line = (0..<grid.width).map { grid.isDark($0, row: row) }
            for _ in 0..<grid.rowHeights[row] { modules += line }
        }
        return SymbolImage(
            symbology: kind.symbology, columns: grid.width, modules: modules, horizontalQuietZone: horizontalQuietZone,
            verticalQuietZone: verticalQuietZone)
    }
}

/// A part of the text beside bars, placed in modules from the symbol's left edge, the quiet zone not counted.
public struct SymbolText: Hashable, Sendable {
    /// ASCII characters that can be shown.
    public let text: String
    /// Where its place begins; below 0 in the left quiet zone.
    public let x: Int
    /// How wide its place is.
    public let width: Int
    /// Whether the bars at its place begin below it (add-ons) instead of ending above it.
    public let isAbove: Bool
}

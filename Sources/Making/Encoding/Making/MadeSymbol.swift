import Symbols

/// A symbol that was made, with what it was made of: the same source, kind and options make it again, module by module.
package struct MadeSymbol: Sendable {
    package let kind: SymbolKind
    package let source: SymbolSource
    package let options: MakeOptions
    /// Its modules, or bars, without the quiet zone.
    package let grid: ModuleGrid
    /// The human-readable text in its parts, from left to right; empty where none is shown.
    package let texts: [SymbolText]
    /// Light modules left and right.
    package let horizontalQuietZone: Int
    /// Light modules above and below.
    package let verticalQuietZone: Int

    /// The modules with the quiet zone around them, for kinds on a grid of squares and bars.
    package var image: SymbolImage { SymbolImage(self) }
}

extension MadeSymbol: Hashable {
    /// Whether both are made of the same.
    package static func == (one: MadeSymbol, other: MadeSymbol) -> Bool {
        one.kind.name == other.kind.name && one.source == other.source && one.options == other.options
    }

    /// By what it is made of.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(kind.name)
        hasher.combine(source)
    }
}

/// A part of the text beside bars, placed in modules from the symbol's left edge, the quiet zone not counted.
package struct SymbolText: Hashable, Sendable {
    /// ASCII characters that can be shown.
    package let text: String
    /// Where its place begins; below 0 in the left quiet zone.
    package let x: Int
    package let width: Int
    /// Whether the bars at its place begin below it (add-ons) instead of ending above it.
    package let isAbove: Bool

    func moved(by modules: Int) -> SymbolText {
        SymbolText(text: text, x: x + modules, width: width, isAbove: isAbove)
    }
}

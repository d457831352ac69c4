import CZint
import Formats
import Symbols

/// A kind of symbol that can be made: one row of the table of all.
///
///     let kind = try #require(SymbolKind.named("qr-code"))
///     let symbol = try SymbolEncoder().make(.text("https://example.org"), as: kind)
///
/// A new kind is a row in one of the files of this folder.
package struct SymbolKind: Sendable {
    /// The version of the libzint that this machine has, for example `2.12.0`.
    package static var libzintVersion: String {
        let number = qz_zint_version()
        return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
    }

    /// The name on the command line; that of `Symbology` where this program reads it by that name.
    package let name: String
    /// The name for display, as its standard spells it.
    package let title: String
    /// What readers of this program call a symbol of this kind; nil if none reads it.
    package let symbology: Symbology?
    package let layout: Layout
    package let content: ContentRule
    package let choices: KindChoices
    /// The least light space on each side, in modules, as its standard says; the wider side where they differ.
    package let quietZone: Int
    /// The least height of its bars in modules that its standard names, of each row of data where it is stacked; 0 for none.
    package let minimumHeight: Int
    /// The linear kind below the component of a composite; nil for others.
    package let linearName: String?
    /// The lines between its rows; nil if there are none, or where libzint makes them.
    let separators: RowSeparators?
    let number: Int

    /// Whether libzint is known to die of some contents, so that it should be called in a process that may.
    package var needsConfinement: Bool { linearName != nil }

    /// How the modules of a symbol lie.
    package enum Layout: String, Sendable {
        /// Bars in one row or a few, whose height can be chosen.
        case bars
        /// Rows of bars, one above the other; where the kind has a `minimumHeight`, their height can be chosen.
        case rows
        case squares
        case dots
        /// Hexagons around a bull's eye.
        case hexagons
    }

    init(
        _ name: String, _ title: String, reads symbology: Symbology? = nil, _ number: Int, _ layout: Layout,
        _ content: ContentRule, _ choices: KindChoices = KindChoices(), quietZone: Int, minimumHeight: Int = 0,
        separators: RowSeparators? = nil
    ) {
        (self.name, self.title, self.symbology, self.number) = (name, title, symbology, number)
        (self.layout, self.content, self.choices) = (layout, content, choices)
        (self.quietZone, self.minimumHeight, linearName) = (quietZone, minimumHeight, nil)
        self.separators = separators
    }

    /// The row of a composite whose linear part is `linear`.
    init(composite linear: SymbolKind, _ number: Int, _ content: ContentRule, _ choices: KindChoices) {
        (name, title) = (linear.name + "-composite", linear.title + " Composite")
        (symbology, linearName, self.number) = (.gs1Composite, linear.name, number)
        (layout, self.content, self.choices) = (linear.layout, content, choices)
        (quietZone, minimumHeight, separators) = (linear.quietZone, linear.minimumHeight, nil)
    }

    /// The row of a kind that is read by its own name.
    init(
        _ symbology: Symbology, _ number: Int, _ layout: Layout, _ content: ContentRule,
        _ choices: KindChoices = KindChoices(), quietZone: Int, minimumHeight: Int = 0
    ) {
        self.init(
            symbology.rawValue, symbology.traits.title, reads: symbology, number, layout, content, choices,
            quietZone: quietZone, minimumHeight: minimumHeight)
    }

    /// Every kind, products first; an older libzint does not make all.
    package static let known = products + linear + labels + postal + gs1 + matrices + stacked + composites

    /// Every kind that the installed libzint makes, products first.
    package static let all = known.filter { qz_zint_supports(Int32($0.number)) }

    private static let byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    private static let byKey = Dictionary(
        all.map { (NameMatching.key($0.name), $0) }, uniquingKeysWith: { first, _ in first })

    /// The kind that `name` means: a name of `all`, in upper or lower case, with or without hyphens.
    package static func named(_ name: String) -> SymbolKind? { byName[name] ?? byKey[NameMatching.key(name)] }

    /// The kind that `symbology` is read as.
    package static func of(_ symbology: Symbology) -> SymbolKind? { byName[symbology.rawValue] }

    /// Whether the height of its bars or rows can be chosen.
    package var takesHeight: Bool { layout == .bars || layout == .rows && minimumHeight > 0 }

    /// Whether a human-readable text may stand beside its bars.
    package var showsText: Bool { layout == .bars }
}

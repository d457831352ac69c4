/// A set of characters of ASCII as pictures of their cells, prepared for being compared with samples.
struct GlyphTable: Sendable {
    /// Parts of a cell: as finely as the picture is sampled.
    static let parts = SampleDensity(across: 4, down: 8)
    /// How long a template is: its products with samples of −40…40 add up to 40 · √32 · 127 at most, which 16 bits hold.
    static let length: Float = 127
    /// `qz_luma_products` takes so many glyphs at a time.
    private static let lanes = 16

    /// What a glyph's look depends on.
    struct Facts: Sendable {
        /// The share of its cell that it covers, 0–1.
        var mean: Float = 0
        /// The squared differences of its parts' coverage from the mean, added up.
        var variance: Float = 0
        /// What a product with its template, in luma, is times this is one with its coverage less the mean.
        var templateScale: Float = 0
    }

    /// Every printable character.
    static let letters = GlyphTable(of: (0x20..<0x7F).map { Character(Unicode.Scalar(UInt8($0))) })
    /// Strokes, dots and blocks: nothing that can be read as text.
    static let strokes = GlyphTable(of: Array(" !\"#%'()*+,-./:;<=>@[\\]^_`{|}~"))

    /// The characters, padded with blanks to a multiple of 16; the first is a blank.
    let characters: [Character]
    let facts: [Facts]
    /// For each part of a cell, row by row, the coverage of each glyph less its mean; those of a glyph are `length` long.
    let templates: [Int16]
    /// How many there are, with those that pad.
    var count: Int { characters.count }

    private init(of listed: [Character]) {
        let padding = (Self.lanes - listed.count % Self.lanes) % Self.lanes
        let characters = listed + Array(repeating: " ", count: padding)
        let parts = Self.parts.across * Self.parts.down
        var facts: [Facts] = []
        var templates = Array(repeating: Int16(0), count: characters.count * parts)
        for (glyph, character) in characters.enumerated() {
            let coverage = Self.coarse(GlyphShapes.coverage(of: character) ?? [])
            let mean = coverage.reduce(0, +) / Float(parts)
            let variance = coverage.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            facts.append(Facts(mean: mean, variance: variance, templateScale: variance.squareRoot() / Self.length))
            guard variance > 0 else { continue }
            for (part, value) in coverage.enumerated() {
                let share = (value - mean) / variance.squareRoot()
                templates[part * characters.count + glyph] = Int16((share * Self.length).rounded())
            }
        }
        (self.characters, self.facts, self.templates) = (characters, facts, templates)
    }

    /// This one, with those of `others` that are printable ASCII and not in it.
    func adding(_ others: [Character]) -> GlyphTable {
        let added = others.filter { GlyphShapes.coverage(of: $0) != nil && glyph(of: $0) == nil }
        return added.isEmpty ? self : GlyphTable(of: characters + added)
    }

    /// The glyph of a character; nil if it is not one of the table's.
    func glyph(of character: Character) -> Int? { characters.firstIndex(of: character) }

    /// 8 × 16 parts joined to 4 × 8.
    private static func coarse(_ fine: [Float]) -> [Float] {
        (0..<parts.down).flatMap { y in
            (0..<parts.across).map { x in
                let first = 2 * y * 8 + 2 * x
                return (fine[first] + fine[first + 1] + fine[first + 8] + fine[first + 9]) / 4
            }
        }
    }
}

/// The shapes of the printable characters of ASCII: `Data/glyph-shapes.txt`.
package enum GlyphShapes {
    private static let digits = PackageResources.glyph_shapes_txt.split(separator: UInt8(ascii: "\n"))
        .filter { $0.first != UInt8(ascii: "#") }

    /// The shape of a printable character of ASCII: the coverage of 8 × 16 parts of its cell, 0–1, row by row.
    package static func coverage(of character: Character) -> [Float]? {
        guard let code = character.asciiValue, 0x20..<0x7F ~= code else { return nil }
        return digits[Int(code) - 0x20].map { digit in Float(digit < 0x40 ? digit - 0x30 : digit - 0x37) / 15 }
    }
}

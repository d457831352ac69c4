/// How a symbol is drawn.
package struct ArtworkStyle: Hashable, Sendable {
    package var dark = Ink.black
    package var light = Ink.white
    /// Pixels per module, in pictures; 4 by default.
    package var dotsPerModule = 4
    /// The width of a module on paper in millimetres, in vector formats; 0.33 by default, that of a product's bars (GS1 General
    /// Specifications, 5.12.3.1).
    package var moduleMillimetres = 0.33

    package init() {}

    /// The resolution by which a picture's modules are as wide on paper as those of vector formats.
    var pixelsPerMetre: UInt32 { UInt32((Double(dotsPerModule) * 1000 / moduleMillimetres).rounded()) }

    /// PostScript's points of a module: 72 to an inch of 25.4 mm.
    var modulePoints: Double { moduleMillimetres * 72 / 25.4 }
}

extension ArtworkStyle {
    /// Makes a module as wide as the nearest number of whole dots of a printer, in pictures and on paper alike.
    ///
    /// - Parameter dotsPerInch: the printer's.
    /// - Returns: a line that tells the width in dots and millimetres, where it is another than asked for; else nil.
    package mutating func snap(to dotsPerInch: Int) -> String? {
        let wanted = moduleMillimetres
        let exact = wanted * Double(dotsPerInch) / 25.4
        dotsPerModule = max(1, Int(exact.rounded()))
        moduleMillimetres = Double(dotsPerModule) * 25.4 / Double(dotsPerInch)
        guard abs(moduleMillimetres - wanted) > wanted / 1000 else { return nil }
        let dots = dotsPerModule == 1 ? "1 dot" : "\(dotsPerModule) dots"
        return
            "\(dots) per module at \(dotsPerInch) dpi: \(decimal(moduleMillimetres)) mm instead of \(decimal(wanted)) mm"
    }
}

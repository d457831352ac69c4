import Encoding
import Glibc
import Symbols

/// How a printer prints a symbol: in whole dots, each of which spreads a little.
package struct PrinterModel: Hashable, Sendable {
    package let dotsPerInch: Int

    package init(dotsPerInch: Int) { self.dotsPerInch = dotsPerInch }

    /// Millimetres of a dot.
    var dot: Double { 25.4 / Double(dotsPerInch) }

    /// How far each dark edge moves outwards, in millimetres.
    ///
    /// Round dots cover a surface without gaps when their diameter is √2 times their distance, so that each edge grows by
    /// (√2 − 1) / 2 = 0.21 of a dot. Toner and ink spread by about a hundredth of a millimetre, however small the dots are.
    var edgeGrowth: Double { max((2.0.squareRoot() - 1) / 2 * dot, 0.01) }

    /// How much wider bars and dark modules become, in millimetres.
    package var growth: Double { 2 * edgeGrowth }
}

/// A made symbol as a reader sees it on paper: printed in dots that spread, and for linear symbols blurred by the reader's aperture.
struct PrintedPicture {
    let width: Int
    let height: Int
    let luma: [UInt8]
    /// The symbol's, without the quiet zone.
    let corners: Quadrilateral

    /// What paper and ink reflect: good paper and a black ink.
    static let paper = 0.85
    static let ink = 0.05
    /// Pixels of a module, the usual number first: a symbol that is not found again in one picture is in another.
    static let scales = [10, 8, 6]
    private static let minimumScale = 6
    /// The largest symbols get fewer pixels per module.
    private static let maximumPixels = 1_500_000
    /// Pixels of a picture of bars from top to bottom: all rows are the same.
    private static let barHeight = 24
    /// Light modules beyond the least quiet zone, which print growth narrows.
    private static let spare = 2
    /// Dark modules around a quiet zone that is too narrow: anything may stand there.
    private static let border = 3

    /// - Parameters:
    ///   - scale: pixels per module, at most.
    ///   - dotsPerModule: where it is no whole number, edges lie at the nearest dot.
    ///   - quiet: light modules around the symbol.
    ///   - reflectances: of the light and the dark colour.
    init(
        _ symbol: MadeSymbol, on printer: PrinterModel, dotsPerModule: Double, quiet: Int, scale: Int,
        reflectances: (light: Double, dark: Double)
    ) {
        let grid = symbol.grid
        let isLinear = symbol.kind.layout == .bars
        let isQuiet = quiet >= symbol.kind.quietZone
        let quiet = isQuiet ? symbol.kind.quietZone + Self.spare : quiet
        let border = isQuiet ? 0 : Self.border
        let margin = quiet + border
        let (columns, rows) = (grid.width + 2 * margin, grid.height + 2 * margin)
        var side = scale
        while !isLinear, side > Self.minimumScale, columns * rows * side * side > Self.maximumPixels {
            side -= 1
        }
        /// The place of an edge in pixels.
        func place(_ module: Int) -> Double {
            let dots = (Double(module) * dotsPerModule).rounded()
            return (dots / dotsPerModule + Double(margin)) * Double(side)
        }
        let growth = printer.edgeGrowth / printer.dot / dotsPerModule * Double(side)
        width = columns * side
        let width = width
        // Readers cross bars and rows of them along lines; modules have an aperture of their own in grading.
        let module = dotsPerModule * printer.dot
        let radius = symbol.kind.layout == .squares ? 0 : Self.aperture(module) / 2 / module * Double(side)
        func row(_ runs: [Range<Int>]) -> [Float] {
            var line = [Float](repeating: 0, count: width)
            for run in runs {
                Self.darken(&line, from: place(run.lowerBound) - growth, to: place(run.upperBound) + growth)
            }
            for number in 0..<border * side {
                line[number] = 1
                line[width - 1 - number] = 1
            }
            return Self.blurred(line, radius: radius)
        }
        let levels = (0...255).map { share in
            let dark = Double(share) / 255
            return UInt8((255 * (reflectances.light + (reflectances.dark - reflectances.light) * dark)).rounded())
        }
        if isLinear {
            height = Self.barHeight
            let bytes = row(grid.runs(row: grid.rows - 1)).map { levels[Int(($0 * 255).rounded())] }
            luma = (0..<Self.barHeight).flatMap { _ in bytes }
            corners = Self.box(
                x: place(0), y: 0, width: place(grid.width) - place(0), height: Double(Self.barHeight))
            return
        }
        // Bands of rows, each as it is printed alone; where two overlap the darker counts.
        var bands: [(from: Double, to: Double, line: [Float])] = []
        var top = 0
        for (number, high) in grid.rowHeights.enumerated() {
            let line = row(grid.runs(row: number))
            bands.append((place(top) - growth, place(top + high) + growth, line))
            top += high
        }
        height = rows * side
        let empty = row([])
        let full = [Float](repeating: 1, count: width)
        var luma: [UInt8] = []
        luma.reserveCapacity(width * height)
        var first = 0
        var previous: (bands: Range<Int>, start: Int)?
        for y in 0..<height {
            if y < border * side || y >= height - border * side {
                luma += full.map { levels[Int($0 * 255)] }
                continue
            }
            let (top, bottom) = (Double(y), Double(y) + 1)
            while first < bands.count, bands[first].to <= top { first += 1 }
            var last = first
            while last < bands.count, bands[last].from < bottom { last += 1 }
            let isWhole = bands[first..<last].allSatisfy { $0.from <= top && $0.to >= bottom }
            // Most rows of a module are the same.
            if isWhole, let previous, previous.bands == first..<last {
                luma += luma[previous.start..<previous.start + width]
                continue
            }
            let line = Self.mean(of: bands[first..<last], top: top, empty: empty)
            let start = luma.count
            luma += line.map { levels[Int(($0 * 255).rounded())] }
            previous = isWhole ? (first..<last, start) : nil
        }
        self.luma = luma
        corners = Self.box(
            x: place(0), y: place(0), width: place(grid.width) - place(0), height: place(grid.height) - place(0))
    }

    private static func box(x: Double, y: Double, width: Double, height: Double) -> Quadrilateral {
        Quadrilateral(
            topLeft: Point(x: x, y: y), topRight: Point(x: x + width, y: y),
            bottomRight: Point(x: x + width, y: y + height), bottomLeft: Point(x: x, y: y + height))
    }

    /// Darkens pixels by the share of each that lies in a range.
    private static func darken(_ line: inout [Float], from: Double, to: Double) {
        for pixel in max(0, Int(from))..<max(0, Int(from), min(line.count, Int(to.rounded(.up)))) {
            let share = min(Double(pixel) + 1, to) - max(Double(pixel), from)
            line[pixel] = min(1, line[pixel] + Float(max(0, share)))
        }
    }

    /// Parts of a row of pixels at which bands are looked up.
    private static let parts = 8

    private static func mean(
        of bands: ArraySlice<(from: Double, to: Double, line: [Float])>, top: Double, empty: [Float]
    ) -> [Float] {
        var sum = [Float](repeating: 0, count: empty.count)
        for part in 0..<parts {
            let y = top + (Double(part) + 0.5) / Double(parts)
            var darkest = empty
            for band in bands where band.from <= y && band.to > y {
                for x in darkest.indices where band.line[x] > darkest[x] { darkest[x] = band.line[x] }
            }
            for x in sum.indices { sum[x] += darkest[x] / Float(parts) }
        }
        return sum
    }

    /// The diameter of the aperture for modules of a width, in millimetres (ISO/IEC 15416, table on aperture diameters).
    private static func aperture(_ module: Double) -> Double {
        switch module {
        case ..<0.18: 0.075
        case ..<0.33: 0.125
        case ..<0.635: 0.25
        default: 0.5
        }
    }

    /// What a round aperture sees along a line across bars.
    private static func blurred(_ line: [Float], radius: Double) -> [Float] {
        let reach = Int(radius.rounded(.up))
        let weights = (-reach...reach).map { offset in
            Float(max(0, radius * radius - Double(offset * offset)).squareRoot())
        }
        let total = weights.reduce(0, +)
        guard radius > 0, total > 0 else { return line }
        return line.indices.map { place in
            var sum: Float = 0
            for (number, weight) in weights.enumerated() {
                sum += weight * line[min(max(0, place + number - reach), line.count - 1)]
            }
            return min(1, sum / total)
        }
    }
}

import Surface

/// The samples of a cell split into light and dark ones: what blocks of two colours can show of them.
struct TwoGreys: Equatable {
    /// The light samples, a bit for each, the lowest for the first; 0 where all are alike.
    var pattern: UInt8 = 0
    /// The mean of the light samples.
    var light: UInt8 = 0
    /// The mean of the dark ones; that of all where `pattern` is 0.
    var dark: UInt8 = 0

    /// Samples that differ by less than this are taken for one brightness, so that noise does not flicker.
    static let minimumContrast = 6

    /// The two greys of the least squared error, of the first `count` samples.
    ///
    /// Those are the means of two groups which a threshold tells apart, so as many thresholds are tried as there are
    /// samples (Fisher, On Grouping for Maximum Homogeneity, 1958). Of equally good ones the lowest is taken.
    init(of samples: SIMD8<UInt8>, count: Int) {
        var (total, least, most) = (0, samples[0], samples[0])
        for index in 0..<count {
            total += Int(samples[index])
            least = min(least, samples[index])
            most = max(most, samples[index])
        }
        dark = UInt8((total + count / 2) / count)
        light = dark
        guard Int(most) - Int(least) >= Self.minimumContrast else { return }
        var best = -1.0
        for candidate in 0..<count where samples[candidate] > least {
            let threshold = samples[candidate]
            var (above, sum, bits) = (0, 0, UInt8(0))
            for index in 0..<count where samples[index] >= threshold {
                above += 1
                sum += Int(samples[index])
                bits |= 1 << UInt8(index)
            }
            // The variance between the two groups, times count³: what is left within is least where this is most.
            let difference = Double(sum * count - total * above)
            let between = difference * difference / Double(above * (count - above))
            guard between > best || (between == best && above > pattern.nonzeroBitCount) else { continue }
            best = between
            pattern = bits
            light = UInt8((sum + above / 2) / above)
            dark = UInt8((total - sum + (count - above) / 2) / (count - above))
        }
    }
}

/// A renderer whose cells are cut into blocks of two greys: quadrants, sextants.
protocol BlockRenderer: PreviewRenderer {
    /// The characters by their light blocks, a bit for each of `samples`, row by row, the lowest for the first.
    var characters: [Character] { get }
}

extension BlockRenderer {
    /// Colours, and UTF-8.
    package func obstacle(on terminal: TerminalTraits) -> String? { GreyScale.obstacle(on: terminal) }

    /// A character for each cell, in two of the terminal's greys.
    package func draw(_ image: PreviewImage, into canvas: inout Canvas) {
        guard image.covers(samples), let greys = GreyScale.of(image.terminal) else { return }
        let area = image.area
        let grid = image.tonedGrid()
        let (across, down) = (samples.across, samples.down)
        let (rowStride, characters) = (area.width * across, characters)
        for row in 0..<area.height {
            for column in 0..<area.width {
                var cell = SIMD8<UInt8>()
                for y in 0..<down {
                    let start = (row * down + y) * rowStride + column * across
                    for x in 0..<across { cell[y * across + x] = grid[start + x] }
                }
                let two = TwoGreys(of: cell, count: across * down)
                let (x, y) = (area.x + column, area.y + row)
                let colors = image.emphasis.contains(x, y) ? greys.colors : greys.dimmed
                let light = colors[Int(greys.nearest[Int(two.light)])]
                let dark = colors[Int(greys.nearest[Int(two.dark)])]
                canvas.set(x, y, characters[Int(two.pattern)], Style(light, on: dark))
            }
        }
    }
}

extension Style {
    /// Itself where `Canvas.stroke` can mix it with the shade below; on black, which no grey beside it swallows, where the terminal has
    /// too few colours.
    func overShades(of terminal: TerminalTraits) -> Style { terminal.colorCount >= 256 ? self : onBlack }

    /// Itself, on black where it has the terminal's own background.
    var onBlack: Style { background == .standard ? Style(foreground, on: .rgb(0, 0, 0), attributes) : self }

    /// Itself with ink and paper exchanged.
    var reversed: Style { Style(foreground, on: background, attributes.symmetricDifference(.reverse)) }
}

import Glibc

/// Brightness of a picture to brightness on the screen: the picture's own range, stretched over all that can be shown, and
/// bent where most of it is dark or light, so that a dark corner and a glaring label both show their bars.
package struct ToneMapping: Sendable {
    /// The luma that is shown darkest, and the one shown lightest; between them all grows evenly.
    private var dark = 0.0
    private var light = 255.0
    /// The exponent of brightness, as a share of the range; 1 bends nothing.
    private var gamma = 1.0
    private var isSet = false

    /// The whole range of luma, until `adapt`.
    package init() {}

    /// Follows the picture's own range of brightness, slowly, so that the preview neither drowns in a dark room
    /// nor flickers; a flat picture (a range under 48) is not stretched into noise.
    ///
    /// - Parameter middle: the brightness that half of the picture is below; nil bends nothing.
    package mutating func adapt(to levels: ClosedRange<UInt8>, middle: UInt8? = nil) {
        var low = Double(levels.lowerBound)
        var high = Double(levels.upperBound)
        if high - low < 48 {
            let middle = (low + high) / 2
            low = max(0, middle - 24)
            high = min(255, low + 48)
        }
        let weight = isSet ? 0.2 : 1
        dark += (low - dark) * weight
        light += (high - light) * weight
        gamma += ((middle.map { Self.gamma(Double($0), from: low, to: high) } ?? 1) - gamma) * weight
        isSet = true
    }

    /// What brings the middle of a dark picture up to `comfort`, and that of a light one down to it; 1 for others.
    private static func gamma(_ middle: Double, from low: Double, to high: Double) -> Double {
        let share = min(0.99, max(0.01, (middle - low) / max(1, high - low)))
        let wanted = min(comfort.upperBound, max(comfort.lowerBound, share))
        return min(bend.upperBound, max(bend.lowerBound, log(wanted) / log(share)))
    }

    /// Middles that are left as they are, as shares of the range.
    private static let comfort = 0.3...0.7
    /// The most that is bent: more would show noise.
    private static let bend = 0.6...1.6

    /// Which of `count` levels of brightness, 0 for the darkest, each of the 256 lumas is shown by.
    package func levels(_ count: Int) -> [Int] {
        (0..<256).map { luma in
            let share = min(1, max(0, (Double(luma) - dark) / max(1, light - dark)))
            return min(count - 1, Int(pow(share, gamma) * Double(count)))
        }
    }

    /// How much the samples of a picture are sharpened, `LumaGrid.sharpen`: not at all as long as there is a sample for
    /// each pixel, most where many pixels are one sample, which takes the edges of bars away.
    ///
    /// By `quietzone-bench preview-quality`, half blocks at 100 columns: 0.698 like the picture without it, 0.697 with 64,
    /// 0.692 with 128.
    static func sharpening(shownBy mapping: PictureMapping, density: SampleDensity) -> Int {
        let pixels = mapping.orientation.isSideways ? mapping.region.height : mapping.region.width
        let samples = max(1, mapping.picture.width * density.across)
        return min(maximumSharpening, max(0, maximumSharpening * (pixels - samples) / samples))
    }

    /// In 256ths.
    private static let maximumSharpening = 64
}

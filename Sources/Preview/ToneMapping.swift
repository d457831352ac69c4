/// Brightness of a picture to brightness on the screen: the picture's own range, stretched over all that can be shown.
///
/// ```swift
/// var tone = ToneMapping()
/// tone.adapt(to: grid.levels)
/// let levels = tone.levels(16)  // of each luma, 0–15
/// ```
public struct ToneMapping: Sendable {
    /// The luma that is shown darkest, and the one shown lightest; between them all grows evenly.
    private var dark = 0.0
    private var light = 255.0
    private var isSet = false

    /// The whole range of luma, until `adapt`.
    public init() {}

    /// Follows the picture's own range of brightness, slowly, so that the preview neither drowns in a dark room
    /// nor flickers; a flat picture (a range under 48) is not stretched into noise.
    public mutating func adapt(to levels: ClosedRange<UInt8>) {
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
        isSet = true
    }

    /// Which of `count` levels of brightness, 0 for the darkest, each of the 256 lumas is shown by.
    public func levels(_ count: Int) -> [Int] {
        (0..<256).map { luma in
            let share = (Double(luma) - dark) / max(1, light - dark)
            return min(count - 1, max(0, Int(share * Double(count))))
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
        return min(mostSharpening, max(0, mostSharpening * (pixels - samples) / samples))
    }

    /// In 256ths.
    private static let mostSharpening = 64
}

import Frames

/// Interest boxes for kinds of codes, one after the other by a key.
enum BoxPreset: CaseIterable, Sendable {
    /// For matrix codes: as high as wide.
    case square
    /// For PDF417 and long labels.
    case wide
    /// For bars: a line across the picture.
    case laser
    /// Everything is read.
    case whole

    var title: String {
        switch self {
        case .square: "square"
        case .wide: "wide, for PDF417 and long labels"
        case .laser: "a line, for bars"
        case .whole: "none: scans the whole picture"
        }
    }

    /// The box in a picture so many times wider than high; nil for none.
    func box(aspect: Double) -> InterestBox? {
        let aspect = aspect.isFinite && aspect > 0 ? min(max(aspect, 0.1), 10) : 4.0 / 3
        switch self {
        case .square:
            let side = 0.7 * min(1, aspect)
            return Self.centered(width: side / aspect, height: side)
        // Three times as wide as high, as PDF417 mostly is, and half as high again, for who holds it askew.
        case .wide: return Self.centered(width: 0.9, height: min(0.9, 0.9 * aspect / 2))
        case .laser: return Self.centered(width: 1, height: 0.14)
        case .whole: return nil
        }
    }

    /// The one after the preset that `box` is; the first after any other.
    static func next(after box: InterestBox?, aspect: Double) -> BoxPreset {
        let index = allCases.firstIndex { $0.box(aspect: aspect) == box }
        return allCases[((index ?? -1) + 1) % allCases.count]
    }

    private static func centered(width: Double, height: Double) -> InterestBox {
        InterestBox(x: (1 - width) / 2, y: (1 - height) / 2, width: width, height: height)
    }
}

extension InterestBox {
    /// Whether it is a strip across the picture, which is for bars.
    var isLaser: Bool { width > 0.99 && height <= 0.2 }
}

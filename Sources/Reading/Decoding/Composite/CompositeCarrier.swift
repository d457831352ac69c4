import Symbols

/// The linear part of a GS1 Composite symbol (ISO/IEC 24723): what its component is joined with, and where that may lie.
struct CompositeCarrier {
    /// What has components.
    static let symbologies: Set<Symbology> = [
        .ean13, .ean8, .upcA, .upcE, .gs1_128, .dataBar, .dataBarLimited, .dataBarExpanded, .dataBarStacked,
        .dataBarExpandedStacked,
    ]

    /// Its element string.
    let elements: [UInt8]
    /// A module's width in pixels, at most.
    let module: Double
    /// The direction in which it is read.
    private let axis: Point
    /// Where it lies along that direction.
    private let extent: Extent

    /// The ways in which `symbol` may be the linear part of a composite: none or one; two where engines do not report which side is up.
    static func all(of symbol: Symbol) -> [CompositeCarrier] {
        var turned = symbol
        turned.corners = symbol.corners.turned(by: 2)
        let isEitherWay = symbol.content.symbology.traits.family == .stackedLinear
        return [CompositeCarrier(symbol), isEitherWay ? CompositeCarrier(turned) : nil].compactMap { $0 }
    }

    /// nil for a symbol that has no component.
    private init?(_ symbol: Symbol) {
        let bytes = symbol.content.bytes
        let minimumOfModules: Int
        switch symbol.content.symbology {
        case .ean13: (elements, minimumOfModules) = (Array("010".utf8) + bytes, 95)
        case .upcA: (elements, minimumOfModules) = (Array("0100".utf8) + bytes, 95)
        case .ean8: (elements, minimumOfModules) = (Array("01000000".utf8) + bytes, 67)
        case .upcE where bytes.count == 8:
            let digits = UPCE.expanded(bytes.map { $0 &- 0x30 }).map { $0 &+ 0x30 }
            (elements, minimumOfModules) = (Array("0100".utf8) + digits, 51)
        case .dataBar: (elements, minimumOfModules) = (bytes, 50)
        case .dataBarStacked: (elements, minimumOfModules) = (bytes, 50)
        case .dataBarLimited: (elements, minimumOfModules) = (bytes, 74)
        // Four characters and two finders a row; engines mark the last row of a stacked one, which may have half of them.
        case .dataBarExpanded: (elements, minimumOfModules) = (bytes, 102)
        case .dataBarExpandedStacked: (elements, minimumOfModules) = (bytes, 51)
        // The start character, FNC1, a character for two digits, the link flag, the check and stop characters.
        case .gs1_128: (elements, minimumOfModules) = (bytes, 11 * (bytes.count / 2 + 4) + 13)
        default: return nil
        }
        let corners = symbol.corners
        let along = corners.topRight - corners.topLeft + corners.bottomRight - corners.bottomLeft
        guard !elements.isEmpty, along.length > 0 else { return nil }
        axis = along / along.length
        extent = Extent(of: corners.corners, along: axis)
        module = extent.width / Double(minimumOfModules)
    }

    /// The corners around both parts.
    func corners(with component: Quadrilateral) -> Quadrilateral {
        Extent(of: extent.corners.corners + component.corners, along: axis).corners
    }

    /// How high bars may stand above the lines that an engine marked, as a share of the width: those of an EAN-13 are 0.7
    /// as high as it is wide (ISO/IEC 15420).
    private static let maximumBars = 0.75
    /// The rows of the highest component (CC-B, 44 rows of two modules) and the separator, in modules.
    private static let maximumHeight = 96.0
    /// How far a component may reach beyond the bars at either side, in modules: that of an UPC-E by 15, one beside half a row of
    /// a stacked symbol by that row.
    private static let maximumOverhang = 60.0
    /// Pixels a module that are enough, where it may be as narrow as half of what it seems.
    private static let resolution = 6.0
    /// Modules of fewer pixels are drawn twice as large.
    private static let fine = 2.5

    /// The part of `view` in which a component may lie, upright.
    func above(in view: LumaView) -> TransformedPlane {
        let scale = module < Self.fine ? 2 : min(1, Self.resolution / module)
        let top = extent.top - Self.maximumHeight * module - Self.maximumBars * extent.width
        let width = extent.width + 2 * Self.maximumOverhang * module
        let size = (width: Int(width * scale) + 1, height: Int((extent.bottom - top) * scale) + 1)
        let mapping = Affine(a: axis.x / scale, b: -axis.y / scale, c: axis.y / scale, d: axis.x / scale)
            .mapping(
                Point(x: Double(size.width) / 2, y: Double(size.height) / 2),
                to: Point((extent.left + extent.right) / 2, along: axis, (top + extent.bottom) / 2))
        return view.sampled(width: size.width, height: size.height, toSource: mapping)
    }

    /// The share of the narrower of both that must lie above or below the other.
    private static let minimumOverlap = 0.5
    /// How far above the bars a PDF417 symbol may lie that is a component, as a share of the width.
    /// The separator between them is one module high.
    private static let gapOfPDF417 = 0.06

    /// How far above the lines that an engine marked a component lies, in pixels; nil if it is none of this symbol.
    func gap(to component: Quadrilateral, isPDF417: Bool) -> Double? {
        let other = Extent(of: component.corners, along: axis)
        let common = min(extent.right, other.right) - max(extent.left, other.left)
        let gap = max(0, extent.top - other.bottom)
        guard common >= Self.minimumOverlap * min(extent.width, other.width),
            other.top + other.bottom < extent.top + extent.bottom,
            gap <= (isPDF417 ? Self.gapOfPDF417 : Self.maximumBars) * extent.width
        else { return nil }
        return gap
    }
}

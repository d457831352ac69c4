import Symbols

/// Quiet zones: what tells the bars of a symbol from those of a fence or a fabric, which go on.
///
/// Engines ask for little or none of them, so that labels printed without are read; only a content that bars which go on
/// make by chance has to show them.
enum QuietZones {
    /// Where they are looked at, in modules from the symbol's end: behind what engines err with its corners, and well
    /// within what every standard asks for (EAN-13 7 on its narrower side, UPC-A 9, ITF 10).
    private static let place = 2.5...6.5
    /// How much brightness may vary there, as a share of how much it varies in the symbol.
    private static let unevenness = 0.4

    /// Whether both ends of a symbol of `modules` modules at `corners` are followed by blank ground on one line at least.
    ///
    /// - Parameter corners: in pixels of `view`.
    static func areBlank(beside corners: Quadrilateral, modules: Double, in view: LumaView) -> Bool {
        [0.25, 0.5, 0.75].contains { height in
            func between(_ a: Point, _ b: Point) -> Point {
                Point(x: a.x + (b.x - a.x) * height, y: a.y + (b.y - a.y) * height)
            }
            let (left, right) = (
                between(corners.topLeft, corners.bottomLeft), between(corners.topRight, corners.bottomRight)
            )
            let module = Point(x: (right.x - left.x) / modules, y: (right.y - left.y) / modules)
            /// Brightness at places along the line, in modules from `start`; nil where one lies outside of the picture.
            func values(from start: Point, _ places: StrideThrough<Double>) -> (least: Int, most: Int)? {
                var (least, most) = (255, 0)
                for place in places {
                    let x = Int((start.x + module.x * place).rounded(.down))
                    let y = Int((start.y + module.y * place).rounded(.down))
                    guard x >= 0, y >= 0, x < view.width, y < view.height else { return nil }
                    let value = Int(view.base[y * view.rowStride + x])
                    (least, most) = (min(least, value), max(most, value))
                }
                return (least, most)
            }
            let (near, far) = (Self.place.lowerBound, Self.place.upperBound)
            guard let bars = values(from: left, stride(from: 0.5, through: modules - 0.5, by: 0.5)),
                let before = values(from: left, stride(from: -far, through: -near, by: 0.25)),
                let behind = values(from: right, stride(from: near, through: far, by: 0.25))
            else { return false }
            let most = Double(bars.most - bars.least) * unevenness
            return [before, behind].allSatisfy { Double($0.most - $0.least) <= most }
        }
    }
}

extension SymbolContent {
    /// How many modules its bars take, where bars that go on make such contents by chance; nil for others.
    ///
    /// Those are contents whose bars repeat as those of a texture do: products of two digits, Code 128 of two characters
    /// or pairs of digits, ITF of one pair. And short ITFs, for which nothing but two bars at either end has to be right.
    var modulesThatNeedQuietZones: Double? {
        let pairs = stride(from: 0, to: bytes.count - 1, by: 2).map { [bytes[$0], bytes[$0 + 1]] }
        switch symbology {
        // Half of an EAN-13 looks like a UPC-E, but bars go on behind it.
        case .upcE: return 51
        case .ean13, .upcA, .ean8:
            // EAN-13 has its first digit in how the six behind it are drawn. The check digit is what the others make it.
            let drawn = (symbology == .ean13 ? bytes.dropFirst() : bytes[...]).dropLast()
            guard Set(drawn).count <= 2 else { return nil }
            return symbology == .ean8 ? 67 : 95
        case .itf, .itf14:
            guard bytes.count < Self.digitsOfLongITF || Set(pairs).count == 1 else { return nil }
            // Wide bars are taken for two and a half modules.
            return Double(bytes.count) * 8 + 9
        case .code128:
            let isOfPairs = bytes.count % 2 == 0 && bytes.allSatisfy { (0x30...0x39).contains($0) }
            let (characters, distinct) = isOfPairs ? (pairs.count, Set(pairs).count) : (bytes.count, Set(bytes).count)
            guard characters >= 5, distinct <= 2 else { return nil }
            return Double(characters + 2) * 11 + 13
        default: return nil
        }
    }

    private static let digitsOfLongITF = 10
}

extension SymbolReader.Work {
    /// Whether `symbol` is more than bars that go on: some contents must end in quiet zones.
    func isNoTexture(_ symbol: Symbol) -> Bool {
        guard let modules = symbol.content.modulesThatNeedQuietZones else { return true }
        let corners = symbol.corners.map { Point(x: $0.x - Double(area.x), y: $0.y - Double(area.y)) }
        return QuietZones.areBlank(beside: corners, modules: modules, in: view)
    }
}

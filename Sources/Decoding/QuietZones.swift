import Symbols

/// Quiet zones: what tells the bars of a symbol from those of a fence or a fabric, which go on.
///
/// Engines ask for little or none of them, so that labels printed without are read; only a content that regular bars
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
    /// How many modules its bars take, where they repeat as those of a texture do: each half of a product of one digit,
    /// an ITF of one pair; nil for others. Wide bars of an ITF are taken for two and a half modules.
    var repetitiveModules: Double? {
        func isOne(_ digits: ArraySlice<UInt8>) -> Bool { Set(digits).count == 1 }
        switch symbology {
        case .ean13, .upcA, .ean8:
            // EAN-13 has its first digit in how the six behind it are drawn; all are the same way for a UPC-A.
            let digits = symbology == .ean13 ? bytes.dropFirst() : bytes[...]
            let half = digits.count / 2
            // The check digit is what the others make it.
            guard isOne(digits.prefix(half)), isOne(digits.dropFirst(half).dropLast()) else { return nil }
            return symbology == .ean8 ? 67 : 95
        case .itf, .itf14:
            let pairs = stride(from: 0, to: bytes.count - 1, by: 2).map { [bytes[$0], bytes[$0 + 1]] }
            guard pairs.count > 1, Set(pairs).count == 1 else { return nil }
            return Double(bytes.count) * 8 + 9
        default: return nil
        }
    }
}

extension SymbolReader.Work {
    /// Whether `symbol` is more than bars that go on: what repeats must end in quiet zones.
    func isNoTexture(_ symbol: Symbol) -> Bool {
        guard let modules = symbol.content.repetitiveModules else { return true }
        let corners = symbol.corners.map { Point(x: $0.x - Double(area.x), y: $0.y - Double(area.y)) }
        return QuietZones.areBlank(beside: corners, modules: modules, in: view)
    }
}

import Symbols

/// Quiet zones: they separate the bars of a symbol from those of a fence or a fabric, which continue.
///
/// Engines ask for little or none of them, so that labels printed without are read; only contents that continuing bars
/// show by chance need them.
enum QuietZones {
    /// Where they are looked at, in modules from the symbol's end: beyond the error of the corners that engines report,
    /// and well within what every standard asks for (EAN-13 7 on its narrower side, UPC-A 9, ITF 10).
    /// Measured: lower 2 or 3.12 as many; upper 5.2: as many, 8.12: 6 fewer.
    private static let place = 2.5...6.5
    /// How much brightness may vary there, as a share of how much it varies in the symbol.
    /// Measured: 0.32 and 0.5 read as many.
    private static let unevenness = 0.4

    /// Whether both ends of a symbol of `modules` modules at `corners` are followed by blank ground on one line at
    /// least.
    ///
    /// - Parameters:
    ///   - corners: in pixels of `view`.
    ///   - mayBeCut: whether what lies beyond the edge of the picture counts as blank.
    static func areBlank(
        beside corners: Quadrilateral, modules: Double, mayBeCut: Bool = false, in view: LumaView
    ) -> Bool {
        [0.25, 0.5, 0.75].contains { height in
            let left = corners.topLeft.part(height, to: corners.bottomLeft)
            let right = corners.topRight.part(height, to: corners.bottomRight)
            let module = (right - left) / modules
            /// Brightness at places along the line, in modules from `start`; nil if one lies outside of the picture.
            func values(from start: Point, _ places: StrideThrough<Double>) -> (min: Int, max: Int)? {
                var (darkest, lightest) = (255, 0)
                for place in places {
                    let x = Int((start.x + module.x * place).rounded(.down))
                    let y = Int((start.y + module.y * place).rounded(.down))
                    guard x >= 0, y >= 0, x < view.width, y < view.height else {
                        if mayBeCut { continue }
                        return nil
                    }
                    let value = Int(view.base[y * view.rowStride + x])
                    (darkest, lightest) = (min(darkest, value), max(lightest, value))
                }
                return (darkest, lightest)
            }
            let (near, far) = (Self.place.lowerBound, Self.place.upperBound)
            guard let bars = values(from: left, stride(from: 0.5, through: modules - 0.5, by: 0.5)),
                let before = values(from: left, stride(from: -far, through: -near, by: 0.25)),
                let behind = values(from: right, stride(from: near, through: far, by: 0.25))
            else { return false }
            let maxRange = Double(bars.max - bars.min) * unevenness
            return [before, behind].allSatisfy { Double($0.max - $0.min) <= maxRange }
        }
    }
}

extension QuietZones {
    /// How far beside a square symbol blank ground is looked for, in modules. Not measured: in the middle of those beside it.
    private static let distance = 0.7

    /// Whether the modules around a square symbol of `modules` modules a side are blank; what lies outside of the picture counts as blank.
    ///
    /// - Parameter corners: in pixels of `view`.
    static func areBlank(around corners: Quadrilateral, modules: Int, in view: LumaView) -> Bool {
        guard let homography = Homography(onto: corners) else { return false }
        func range(_ places: [(Double, Double)]) -> Float {
            let levels = places.map { homography($0.0 / Double(modules), $0.1 / Double(modules)) }
                .filter(view.contains).map(view.level)
            return (levels.max() ?? 0) - (levels.min() ?? 0)
        }
        let (near, far) = (-distance, Double(modules) + distance)
        let along = (0..<modules).map { Double($0) + 0.5 }
        let inside = along.flatMap { y in along.map { ($0, y) } }
        let around = along.flatMap { [($0, near), ($0, far), (near, $0), (far, $0)] }
        return range(around) <= Float(unevenness) * range(inside)
    }
}

extension SymbolContent {
    /// Modules along a side of an Aztec rune; nil for other contents. Its eight bits and their check are few enough to be found in a fabric:
    /// those of rune 0 are dark and light by turns.
    fileprivate var sideOfRune: Int? { symbology == .aztec && identifier == "]zC" ? 11 : nil }

    /// How many modules its bars take, where continuing bars show such contents by chance; nil for others.
    ///
    /// Those are contents whose bars repeat as those of a texture do: products of two or three digits, Code 128 of two
    /// characters or pairs of digits, ITF of one pair. And short ones, for which little but their ends has to be right.
    var modulesThatNeedQuietZones: Double? {
        switch symbology {
        // Half of an EAN-13 looks like a UPC-E, but bars continue behind it.
        case .upcE: 51
        case .ean13, .upcA, .ean8: isRepetitive ? (symbology == .ean8 ? 67 : 95) : nil
        // Wide bars are taken for two and a half modules.
        case .itf, .itf14: isRepetitive || bytes.count < Self.digitsOfLongITF ? Double(bytes.count) * 8 + 9 : nil
        case .code128:
            isRepetitive || isShortCode128
                ? Double(code128Characters.count + 2) * 11 + 13 : nil
        // 71 modules of bars, whose only check is a remainder of 89, and which any row of text may hold.
        case .dataBarLimited: 74
        // Their starts and stops are few bars that their digits have, too: a part of a symbol looks like a whole one.
        case .msi: Double(bytes.count) * 12 + 7
        case .industrial2of5, .iata2of5: Double(bytes.count) * 13 + 15
        case .matrix2of5, .dataLogic2of5: Double(bytes.count) * 9 + 15
        default: nil
        }
    }

    /// Whether its bars repeat as those of a texture do, with a check digit that the texture makes right by chance:
    /// over 10,000 pictures without a code most of what was reported were such contents.
    var isRepetitive: Bool {
        switch symbology {
        // EAN-13 has its first digit in how the six behind it are drawn. The check digit is what the others make it.
        case .ean13, .upcA, .ean8:
            Set((symbology == .ean13 ? bytes.dropFirst() : bytes[...]).dropLast()).count <= Self.digitsOfTexture
        case .itf, .itf14: Set(digitPairs).count == 1
        case .code128:
            code128Characters.count >= Self.charactersOfTexture && Set(code128Characters).count <= 2
                || code128Characters.count >= Self.equalCharactersOfTexture && Set(code128Characters).count == 1
        default: false
        }
    }

    private var digitPairs: [[UInt8]] {
        stride(from: 0, to: bytes.count - 1, by: 2).map { [bytes[$0], bytes[$0 + 1]] }
    }

    /// Pairs of digits take one character of Code 128.
    private var code128Characters: [[UInt8]] {
        bytes.count % 2 == 0 && bytes.allSatisfy { (0x30...0x39).contains($0) } ? digitPairs : bytes.map { [$0] }
    }

    /// Whether it is a Code 128 of one character or two, whose check character is right by chance in one of 103.
    var isShortCode128: Bool { symbology == .code128 && code128Characters.count < Self.charactersOfLongCode128 }
    /// From this many characters on a Code 128 is not a short one.
    /// Not measured: a third character has to be right by chance as well.
    private static let charactersOfLongCode128 = 3
    /// A product of this many different digits or fewer is repetitive.
    private static let digitsOfTexture = 3
    /// A Code 128 of two different characters is repetitive from this many characters on.
    private static let charactersOfTexture = 5
    /// And one of equal characters from this many on.
    private static let equalCharactersOfTexture = 4
    /// Longer ITF is not chance; ITF-14 has 14. Measured: 8 and 12 read as many.
    private static let digitsOfLongITF = 10
}

extension SymbolReader.Work {
    /// Whether `symbol` is more than a part of continuing bars: some contents must end in quiet zones.
    func isNoTexture(_ symbol: Symbol) -> Bool {
        if let side = symbol.content.sideOfRune {
            return QuietZones.areBlank(around: symbol.corners, modules: side, in: view)
        }
        guard let modules = symbol.content.modulesThatNeedQuietZones else { return true }
        // A part of a longer symbol ends in the middle of its bars, not at the edge of the picture.
        let mayBeCut =
            [.msi, .dataBarLimited].contains(symbol.content.symbology)
            || !symbol.content.symbology.traits.isReadByDefault
        return QuietZones.areBlank(beside: symbol.corners, modules: modules, mayBeCut: mayBeCut, in: view)
    }
}

import Encoding
import Frames
import SeededRandomness
import Symbols

/// A linear symbol with one half covered, smeared or scratched. The same number gives the same label.
struct DamagedLabel {
    let symbology: Symbology
    let text: String
    private let width: Int
    private let height: Int
    private var luma: [UInt8]

    init(number: Int) throws {
        var random = SplitMix(state: UInt64(number) &* 7919 &+ 3)
        // UPC-A and EAN-13 are listed twice, because their digits differ least.
        symbology = Self.symbologies[Int.random(in: 0..<Self.symbologies.count, using: &random)]
        text = Self.text(of: symbology, using: &random)
        let image = try SymbolEncoder.encode(text, as: symbology).pixels(scale: .random(in: 2...4, using: &random))
        (width, height, luma) = (image.width, image.height, image.luma)
        // The left half, whose parities encode the first digit of an EAN-13, twice as often.
        let isLeft = Int.random(in: 0..<3, using: &random) > 0
        let columns = isLeft ? width / 12..<width / 2 : width / 2..<width * 11 / 12
        switch Int.random(in: 0..<4, using: &random) {
        case 0: cover(columns, using: &random)
        case 1: smear(columns, using: &random)
        case 2: scratch(columns, using: &random)
        default: spreadInk(columns, using: &random)
        }
        luma.withUnsafeMutableBufferPointer { random.addNoise(12, to: $0) }
    }

    /// Covers some columns with a single grey level.
    private mutating func cover(_ columns: Range<Int>, using random: inout SplitMix) {
        let wide = Int.random(in: 4...max(5, width / 5), using: &random)
        let left = Int.random(
            in: columns.lowerBound...max(columns.lowerBound, columns.upperBound - wide), using: &random)
        let value = UInt8.random(in: 0...255, using: &random)
        for y in 0..<height { for x in left..<min(width, left + wide) { luma[y * width + x] = value } }
    }

    /// Blurs along the rows.
    private mutating func smear(_ columns: Range<Int>, using random: inout SplitMix) {
        let reach = Int.random(in: 3...14, using: &random)
        let before = luma
        for y in 0..<height {
            for x in columns {
                let part = before[(y * width + max(0, x - reach / 2))...(y * width + min(width - 1, x + reach / 2))]
                luma[y * width + x] = UInt8(part.reduce(0) { $0 + Int($1) } / part.count)
            }
        }
    }

    /// Draws vertical scratches.
    private mutating func scratch(_ columns: Range<Int>, using random: inout SplitMix) {
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let x = Int.random(in: columns, using: &random)
            let wide = Int.random(in: 1...4, using: &random)
            let value: UInt8 = Bool.random(using: &random) ? 255 : 0
            for y in 0..<height { for column in x..<min(width, x + wide) { luma[y * width + column] = value } }
        }
    }

    /// Widens or narrows all bars.
    private mutating func spreadInk(_ columns: Range<Int>, using random: inout SplitMix) {
        let shift = Int.random(in: 1...3, using: &random)
        let before = luma
        let spreads = Bool.random(using: &random)
        for y in 0..<height {
            for x in columns {
                let part = before[(y * width + max(0, x - shift))...(y * width + x)]
                luma[y * width + x] = (spreads ? part.min() : part.max()) ?? 255
            }
        }
    }

    /// Copies the picture to a frame; nil when `pool` has no free slot.
    func frame(from pool: FramePool) -> Frame? {
        try? pool.frame(width, height) { _ = $0.update(fromContentsOf: luma) }
    }

    private static let symbologies: [Symbology] = [
        .upcA, .ean13, .upcA, .ean13, .ean8, .upcE, .code128, .code39, .code93, .itf, .codabar,
    ]

    private static func text(of symbology: Symbology, using random: inout SplitMix) -> String {
        func draw(_ count: Int, of alphabet: String = "0123456789") -> String {
            let letters = Array(alphabet)
            return String((0..<count).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] })
        }
        func checked(_ body: String) -> String { body + String(checkDigit(of: body)) }
        switch symbology {
        case .upcA: return checked(draw(11))
        case .ean8: return checked(draw(7))
        // The check digit is that of the expanded number: 0, two digits, 00000, three digits (ISO/IEC 15420).
        case .upcE:
            let (d, e) = (draw(2), draw(3))
            return "0" + d + e + "0" + String(checkDigit(of: "0" + d + "00000" + e))
        case .itf: return draw(2 * Int.random(in: 4...7, using: &random))
        case .codabar: return "A" + draw(Int.random(in: 6...12, using: &random)) + "B"
        case .code128, .code39, .code93:
            return draw(Int.random(in: 6...12, using: &random), of: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        default: return checked(draw(12))
        }
    }

    private static func checkDigit(of digits: String) -> Int {
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            sum + (digit.element.wholeNumberValue ?? 0) * (digit.offset % 2 == 0 ? 3 : 1)
        }
        return (10 - sum % 10) % 10
    }
}

import Encoding
import Frames
import Symbols

/// A UPC-A or EAN-13 as it lies on a shelf, one of its sides covered, smeared or scratched. The same for the same number.
struct DamagedLabel {
    /// What it says.
    let text: String
    private let width: Int
    private let height: Int
    private let luma: [UInt8]

    /// Label `number`.
    init(number: Int) throws {
        var random = SeededNumbers(seed: UInt64(number) &* 7919 &+ 3)
        let symbology: Symbology = Bool.random(using: &random) ? .upcA : .ean13
        let digits = (0..<(symbology == .upcA ? 11 : 12)).map { _ in String(Int.random(in: 0...9, using: &random)) }
        let body = digits.joined()
        text = body + String(Self.checkDigit(of: body))
        let image = try SymbolEncoder.encode(text, as: symbology).pixels(scale: .random(in: 2...4, using: &random))
        (width, height) = (image.width, image.height)
        var plane = image.luma
        // The left side, where the first digit is told by how the others are drawn, twice as often.
        let isLeft = Int.random(in: 0..<3, using: &random) > 0
        let (from, to) = isLeft ? (width / 12, width / 2) : (width / 2, width * 11 / 12)
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            // Something lies over it.
            let wide = Int.random(in: 4...max(5, width / 5), using: &random)
            let left = Int.random(in: from...max(from, to - wide), using: &random)
            let value = UInt8.random(in: 0...255, using: &random)
            for y in 0..<height { for x in left..<min(width, left + wide) { plane[y * width + x] = value } }
        case 1:
            // Smeared along the line.
            let reach = Int.random(in: 3...14, using: &random)
            let before = plane
            for y in 0..<height {
                for x in from..<to {
                    let part = before[(y * width + max(0, x - reach / 2))...(y * width + min(width - 1, x + reach / 2))]
                    plane[y * width + x] = UInt8(part.reduce(0) { $0 + Int($1) } / part.count)
                }
            }
        case 2:
            // Scratches from top to bottom.
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let x = Int.random(in: from..<to, using: &random)
                let wide = Int.random(in: 1...4, using: &random)
                let value: UInt8 = Bool.random(using: &random) ? 255 : 0
                for y in 0..<height { for column in x..<min(width, x + wide) { plane[y * width + column] = value } }
            }
        default:
            // Ink that ran: every bar there wider or thinner.
            let shift = Int.random(in: 1...3, using: &random)
            let before = plane
            let spreads = Bool.random(using: &random)
            for y in 0..<height {
                for x in from..<to {
                    let part = before[(y * width + max(0, x - shift))...(y * width + x)]
                    plane[y * width + x] = (spreads ? part.min() : part.max()) ?? 255
                }
            }
        }
        plane.withUnsafeMutableBufferPointer { random.addNoise(12, to: $0) }
        luma = plane
    }

    /// The picture in a slot of `pool`.
    func frame(from pool: FramePool) -> Frame? {
        guard var draft = pool.draft(width: width, height: height) else { return nil }
        draft.withLuma { _ = $0.update(fromContentsOf: luma) }
        return draft.finish(sequence: 0)
    }

    private static func checkDigit(of digits: String) -> Int {
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            sum + (digit.element.wholeNumberValue ?? 0) * (digit.offset % 2 == 0 ? 3 : 1)
        }
        return (10 - sum % 10) % 10
    }
}

import Decoding

/// A character of a symbology whose bars and spaces are whole modules wide ("(n, k) symbology"): what the distances between similar
/// edges say (ISO/IEC 15420, 15417, 16388 and their kin).
struct EdgeDecoding {
    /// The character's widths.
    let widths: ArraySlice<Double>
    /// Modules in a character.
    let modules: Int

    /// The width of the character.
    var width: Double { widths.reduce(0, +) }

    /// Distances from an edge to the next similar one, in modules.
    var distances: [Double] {
        zip(widths, widths.dropFirst()).dropLast().map { ($0 + $1) * Double(modules) / width }
    }

    /// The distances as whole modules.
    var whole: [Int] { distances.map { Int($0.rounded()) } }

    /// How far the nearest distance is from a threshold, which are at halves of modules: 1 for the middle between two.
    var margin: Double { distances.map { 1 - 2 * abs($0 - $0.rounded()) }.min() ?? 0 }

    /// The bars' width in modules, where the first element is a bar or a space.
    func bars(firstIsBar: Bool) -> Double {
        let bars = widths.enumerated().filter { ($0.offset % 2 == 0) == firstIsBar }.reduce(0) { $0 + $1.element }
        return bars * Double(modules) / width
    }
}

extension ReferenceDecode {
    // MARK: - Products

    private struct Digit {
        let value: Int
        let isEven: Bool
        let decodability: Double
        let growth: Double
    }

    private static func digit(_ widths: ArraySlice<Double>, firstIsBar: Bool) -> Digit? {
        let decoding = EdgeDecoding(widths: widths, modules: 7)
        let (whole, bars) = (decoding.whole, decoding.bars(firstIsBar: firstIsBar))
        let candidates = (0..<20).compactMap { number -> (value: Int, isEven: Bool, bars: Int)? in
            let digit = ReferencePatterns.products[number % 10]
            let pattern = number < 10 ? digit : digit.reversed()
            // The right half has set C alone.
            guard number < 10 || !firstIsBar, pattern[0] + pattern[1] == whole[0], pattern[1] + pattern[2] == whole[1]
            else { return nil }
            return (number % 10, number >= 10, firstIsBar ? pattern[0] + pattern[2] : pattern[1] + pattern[3])
        }
        // 1 and 7, and 2 and 8, differ in the widths of bars alone: by two modules.
        guard let best = candidates.min(by: { abs(Double($0.bars) - bars) < abs(Double($1.bars) - bars) }) else {
            return nil
        }
        var decodability = decoding.margin
        if let other = candidates.first(where: { $0.bars != best.bars }) {
            decodability = min(decodability, abs(bars - Double(best.bars + other.bars) / 2))
        }
        return Digit(
            value: best.value, isEven: best.isEven, decodability: max(0, min(1, decodability)),
            growth: (bars - Double(best.bars)) / 2)
    }

    private static func hasCheckDigit(_ digits: [Int]) -> Bool {
        digits.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) } % 10 == 0
    }

    private static func bits(_ digits: [Digit]) -> Int { digits.reduce(0) { $0 << 1 | ($1.isEven ? 1 : 0) } }

    private static func result(_ digits: [Digit], _ modules: Double) -> Result {
        Result(
            decodability: digits.map(\.decodability).min() ?? 0, modules: modules,
            growth: digits.reduce(0) { $0 + $1.growth } / Double(digits.count))
    }

    /// EAN-13 and UPC-A with twelve digits in elements, EAN-8 with eight.
    static func product(digits count: Int, quiet: (Double, Double)) -> ReferenceDecode {
        let elements = 4 * count + 11
        return ReferenceDecode(quietZones: quiet, isCount: { $0 == elements }) { widths in
            guard widths.count == elements else { return nil }
            let half = count / 2
            let read = (0..<count).compactMap { number -> Digit? in
                let start = number < half ? 3 + 4 * number : 8 + 4 * number
                return digit(widths[start..<start + 4], firstIsBar: number >= half)
            }
            guard read.count == count else { return nil }
            var values = read.map(\.value)
            if count == 12 {
                guard let first = ReferencePatterns.parity.firstIndex(of: bits(Array(read.prefix(half)))) else {
                    return nil
                }
                values.insert(first, at: 0)
            } else if bits(read) != 0 {
                return nil
            }
            return hasCheckDigit(values) ? result(read, Double(7 * count + 11)) : nil
        }
    }

    static let upcE = ReferenceDecode(quietZones: (9, 7), isCount: { $0 == 33 }) { widths in
        guard widths.count == 33 else { return nil }
        let read = (0..<6).compactMap { digit(widths[(3 + 4 * $0)..<(7 + 4 * $0)], firstIsBar: false) }
        guard read.count == 6 else { return nil }
        let parity = bits(read)
        let d = read.map(\.value)
        let body =
            switch d[5] {
            case 0...2: [d[0], d[1], d[5], 0, 0, 0, 0, d[2], d[3], d[4]]
            case 3: [d[0], d[1], d[2], 0, 0, 0, 0, 0, d[3], d[4]]
            case 4: [d[0], d[1], d[2], d[3], 0, 0, 0, 0, 0, d[4]]
            default: [d[0], d[1], d[2], d[3], d[4], 0, 0, 0, 0, d[5]]
            }
        // Number system 1 has set A where 0 has set B.
        let isRight = [(0, parity), (1, ~parity & 0x3F)].contains { system, parity in
            ReferencePatterns.parityOfUPCE.firstIndex(of: parity).map { hasCheckDigit([system] + body + [$0]) } ?? false
        }
        return isRight ? result(read, 51) : nil
    }

    // MARK: - Code 128 and Code 93

    /// The values of patterns by their distances between similar edges, which are different for all of them.
    private static func values(_ patterns: [[Int]]) -> [[Int]: Int] {
        Dictionary(
            patterns.enumerated().map { (zip($1, $1.dropFirst()).dropLast().map(+), $0) }, uniquingKeysWith: { $1 })
    }

    private static let code128Values = values(ReferencePatterns.code128)

    static let code128 = ReferenceDecode(quietZones: (10, 10), isCount: { $0 >= 25 && $0 % 6 == 1 }) { widths in
        let count = (widths.count - 7) / 6
        guard count >= 3, widths.count == 6 * count + 7 else { return nil }
        var (values, decodability, growth): ([Int], Double, Double) = ([], 1, 0)
        for number in 0..<count {
            let decoding = EdgeDecoding(widths: widths[(6 * number)..<(6 * number + 6)], modules: 11)
            guard let value = code128Values[decoding.whole] else { return nil }
            values.append(value)
            let (bars, whole) = (
                decoding.bars(firstIsBar: true),
                Double([0, 2, 4].reduce(0) { $0 + ReferencePatterns.code128[value][$1] })
            )
            // Bars have an even number of modules together: growth of 1.75 modules could make another of it.
            decodability = min(decodability, decoding.margin, (1.75 - abs(bars - whole)) / 1.75)
            growth += (bars - whole) / 3
        }
        let sum = values.dropLast().enumerated().reduce(0) { $0 + $1.element * max(1, $1.offset) }
        guard (103...105).contains(values[0]), sum % 103 == values[count - 1] else { return nil }
        return Result(
            decodability: max(0, decodability), modules: Double(11 * count + 13), growth: growth / Double(count))
    }

    private static let code93Values = values(ReferencePatterns.code93)

    static let code93 = ReferenceDecode(quietZones: (10, 10), isCount: { $0 >= 31 && $0 % 6 == 1 }) { widths in
        let count = (widths.count - 1) / 6
        guard count >= 5, widths.count == 6 * count + 1 else { return nil }
        var (values, decodability, growth): ([Int], Double, Double) = ([], 1, 0)
        for number in 0..<count {
            let decoding = EdgeDecoding(widths: widths[(6 * number)..<(6 * number + 6)], modules: 9)
            guard let value = code93Values[decoding.whole] else { return nil }
            values.append(value)
            decodability = min(decodability, decoding.margin)
            let whole = [0, 2, 4].reduce(0) { $0 + ReferencePatterns.code93[value][$1] }
            growth += (decoding.bars(firstIsBar: true) - Double(whole)) / 3
        }
        guard values.first == 47, values.last == 47 else { return nil }
        let data = Array(values[1..<count - 1])
        func check(_ data: ArraySlice<Int>, _ longest: Int) -> Int {
            data.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % longest + 1) } % 47
        }
        let end = data.count
        guard end >= 3, check(data[..<(end - 2)], 20) == data[end - 2], check(data[..<(end - 1)], 15) == data[end - 1]
        else { return nil }
        return Result(
            decodability: max(0, decodability), modules: Double(9 * count + 1), growth: growth / Double(count))
    }
}

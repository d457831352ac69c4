/// Royal Mail's 4-state Mailmark, barcodes C (66 bars) and L (78 bars): numbers and a postcode as one number, with check words
/// (Mailmark 4-state barcode C and L, encoding and decoding instructions, 2015).
enum Mailmark {
    private static let field = GaloisField(bits: 5, polynomial: 0x25)

    /// Barcodes C and L: how many symbols have an even number of bits, how many check words there are, the digits of the supply chain,
    /// and which symbol each three bars hold.
    private struct Layout {
        let evenSymbols: Int
        let checkWords: Int
        let supplyDigits: Int
        let order: [Int]
    }
    private static let barcodeC = Layout(
        evenSymbols: 9, checkWords: 6, supplyDigits: 2,
        order: [3, 5, 7, 11, 13, 14, 16, 17, 19, 0, 1, 2, 4, 6, 8, 9, 10, 12, 15, 18, 20, 21])
    private static let barcodeL = Layout(
        evenSymbols: 11, checkWords: 7, supplyDigits: 6,
        order: [2, 5, 7, 8, 13, 14, 15, 16, 21, 22, 23, 0, 1, 3, 4, 6, 9, 10, 11, 12, 17, 18, 19, 20, 24, 25])

    /// Six bits with an even number of them set, and an odd one; none and all are not used.
    private static let evenSymbols = (1..<63).filter { $0.nonzeroBitCount % 2 == 0 }
    private static let oddSymbols = (0..<64).filter { $0.nonzeroBitCount % 2 == 1 }

    /// Format, version, class, supply chain, item and postcode: 22 or 26 characters, of which spaces at the end belong to the postcode.
    static func characters(of bars: [PostalBar]) -> [UInt8]? {
        let layout = bars.count == 66 ? barcodeC : barcodeL
        // Upper ends are the high bits in groups of even places, the low ones in others.
        let groups = (0..<bars.count / 3).map { group in
            let three = bars[3 * group..<3 * group + 3]
            let up = three.reduce(0) { $0 << 1 | ($1.ascends ? 1 : 0) }
            let down = three.reduce(0) { $0 << 1 | ($1.descends ? 1 : 0) }
            return group % 2 == 0 ? up << 3 | down : down << 3 | up
        }
        var (words, lost) = ([Int](), [Int]())
        for (place, group) in layout.order.enumerated() {
            let symbols = place < layout.evenSymbols ? evenSymbols : oddSymbols
            if let word = symbols.firstIndex(of: groups[group]) {
                words.append(word)
            } else {
                words.append(0)
                lost.append(place)
            }
        }
        // Each lost word takes what checks one other: two at most leave enough.
        guard lost.count <= 2,
            ReedSolomon(field: field).correct(&words, parity: layout.checkWords, lost: lost) != nil
        else { return nil }
        var value = UInt128(0)
        for (place, word) in words.dropLast(layout.checkWords).enumerated() {
            let base = place < layout.evenSymbols ? 30 : 32
            guard word < base else { return nil }
            value = value * UInt128(base) + UInt128(word)
        }
        return text(of: value, layout)
    }

    private static func text(of value: UInt128, _ layout: Layout) -> [UInt8]? {
        var value = value
        func take(_ base: UInt128) -> UInt128 {
            let (quotient, rest) = value.quotientAndRemainder(dividingBy: base)
            value = quotient
            return rest
        }
        func number(_ digits: Int) -> String {
            let number = String(take((0..<digits).reduce(1) { power, _ in power * 10 }))
            return String(repeating: "0", count: digits - number.count) + number
        }
        let version = take(4) + 1
        let format = take(5)
        let mailClass = String(take(15), radix: 16, uppercase: true)
        let supply = number(layout.supplyDigits)
        let item = number(8)
        guard let postcode = postcode(of: value) else { return nil }
        return Array("\(format)\(version)\(mailClass)\(supply)\(item)\(postcode)".utf8)
    }

    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    /// Letters of the second part of a postcode.
    private static let fewerLetters = Array("ABDEFGHJLNPQRSTUWXYZ")
    /// The forms of postcodes with the delivery point: A any letter, L one of the fewer, N a digit, S a space.
    private static let forms = ["ANANLLNLS", "AANNLLNLS", "AANNNLLNL", "AANANLLNL", "ANNLLNLSS", "ANNNLLNLS"]

    private static func postcode(of value: UInt128) -> String? {
        // The first number is for mail to other countries.
        guard value > 0 else { return "XY11     " }
        var rest = value - 1
        for form in forms {
            let count = form.reduce(UInt128(1)) { $0 * base(of: $1) }
            guard rest >= count else {
                let characters = form.reversed().map { place -> Character in
                    let (quotient, index) = rest.quotientAndRemainder(dividingBy: base(of: place))
                    rest = quotient
                    return switch place {
                    case "A": letters[Int(index)]
                    case "L": fewerLetters[Int(index)]
                    case "N": Character(String(index))
                    default: " "
                    }
                }
                return String(characters.reversed())
            }
            rest -= count
        }
        return nil
    }

    private static func base(of place: Character) -> UInt128 {
        switch place {
        case "A": 26
        case "L": 20
        case "N": 10
        default: 1
        }
    }
}

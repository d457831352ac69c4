import SeededRandomness

@testable import Decoding

extension ProofContents {
    /// Linear symbols with a component above them, whose elements take every way of encoding that there is.
    static let composites = [
        ("ean-13", 12), ("ean-8", 7), ("upc-a", 11), ("upc-e", 7), ("databar", 13), ("databar-limited", 13),
        ("databar-stacked", 13), ("databar-stacked-omnidirectional", 13), ("gs1-128", 0), ("databar-expanded", 0),
        ("databar-expanded-stacked", 0),
    ].map { name, count in
        ProofContents(name: "\(name)-composite") { round, noise in
            var number = digits(count, &noise)
            if name == "upc-e" { number = number.map { max($0, 0x33) } }
            if name == "databar-limited" || name == "upc-e" { number[0] = 0x30 + UInt8(round % 2) }
            if count == 0 {
                let element = round % 2 == 0 ? "(17)261231" : "(10)" + letters(3...8, from: alphanumeric, &noise)
                number = Array("(01)04012345678901\(element)".utf8)
            }
            return number + Array("|".utf8) + Array(component(round, &noise).utf8)
        }
    }

    private static let alphanumeric = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-"
    private static let marks = "abcxyz019ABZ!%&'*+,-./:;<=>?_"

    private static func letters(_ counts: ClosedRange<Int>, from set: String, _ noise: inout SplitMix) -> String {
        let set = Array(set)
        return String((0..<Int.random(in: counts, using: &noise)).map { _ in set.randomElement(using: &noise) ?? "0" })
    }

    /// The elements of a component: a lot after a date or none, an internal number 90, others in each mode.
    private static func component(_ round: Int, _ noise: inout SplitMix) -> String {
        let lot = letters(1...12, from: alphanumeric, &noise)
        let serial = letters(1...12, from: round % 2 == 0 ? "0123456789" : marks, &noise)
        let date =
            "2\(Int.random(in: 0...9, using: &noise))0\(Int.random(in: 1...9, using: &noise))1\(Int.random(in: 0...9, using: &noise))"
        let number = ["", "7", "29", "30", "999"].randomElement(using: &noise) ?? ""
        let letter = letters(1...1, from: "ABCDEFGHIJKLMNOPQRSTUVWXYZ", &noise)
        let internalNumber =
            number + letter
            + letters(0...14, from: ["ABCDEFGH12", "0123456789", alphanumeric][round % 3], &noise)
        switch round % 9 {
        case 0: return "(21)" + letters(1...4, from: "0123456789", &noise)
        case 1: return "(10)\(lot)(21)\(serial)(91)\(letters(10...20, from: marks, &noise))"
        case 2: return "(17)\(date)(10)\(lot)"
        case 3: return "(11)\(date)(10)\(lot)(21)\(serial)"
        case 4: return "(17)\(date)"
        case 5: return "(11)\(date)(21)\(serial)"
        case 6: return "(90)\(internalNumber)"
        case 7: return "(90)\(internalNumber)(21)\(serial)"
        default: return "(90)\(internalNumber)(8004)9506000\(letters(2...8, from: alphanumeric, &noise))"
        }
    }
}

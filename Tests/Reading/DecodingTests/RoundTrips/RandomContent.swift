import Foundation
import SeededRandomness

/// Content that makes an encoder change its mode again and again.
enum RandomContent {
    /// The number of contents of each kind; few by default, more with `QUIETZONE_ROUND_TRIPS=1000`.
    static func rounds(_ usual: Int) -> Int {
        ProcessInfo.processInfo.environment["QUIETZONE_ROUND_TRIPS"].flatMap(Int.init) ?? usual
    }

    static let capitals = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
    static let small = Array("abcdefghijklmnopqrstuvwxyz".utf8)
    static let digits = Array("0123456789".utf8)
    static let marks = Array(" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~".utf8)
    static let controls = Array(0..<0x20) + [0x7F] as [UInt8]
    static let high = Array(0x80...0xFF) as [UInt8]
    static let ofX12 = Array("\r*> 0123456789ABCDEFGHIJ".utf8)
    /// The character pairs that Aztec encodes as one.
    static let pairs = Array(". , : \r\n".utf8)

    /// `count` bytes in runs of one to thirteen, each from one of `alphabets`.
    static func bytes(_ count: Int, of alphabets: [[UInt8]], _ noise: inout SplitMix) -> [UInt8] {
        let few = alphabets.shuffled(using: &noise).prefix(Int.random(in: 1...4, using: &noise))
        var result: [UInt8] = []
        while result.count < count {
            guard let alphabet = few.randomElement(using: &noise) else { return [] }
            for _ in 0..<[1, 1, 2, 3, 5, 6, 9, 13].randomElement(using: &noise)! {
                result.append(alphabet.randomElement(using: &noise)!)
            }
        }
        return Array(result.prefix(count))
    }

    /// Lengths for small, medium and large symbols, up to `most`.
    static func count(upTo most: Int, _ noise: inout SplitMix) -> Int {
        let middle = [4, 16, 64, most].filter { $0 <= most }.randomElement(using: &noise) ?? most
        return Int.random(in: 1...middle, using: &noise)
    }

    static func digits(_ count: Int, _ noise: inout SplitMix) -> String {
        String(decoding: (0..<count).map { _ in digits.randomElement(using: &noise)! }, as: UTF8.self)
    }
}

/// A GS1 element string, in brackets for display and as encoded in a symbol.
struct RandomElements {
    private(set) var bracketed = ""
    private(set) var plain: [UInt8] = []
    private var needsSeparator = false

    /// Elements for one of the encodations of DataBar Expanded, 0...7 (ISO/IEC 24724, 7.2.5.4).
    init(method: Int, _ noise: inout SplitMix) {
        func number(_ count: Int, below limit: Int, _ noise: inout SplitMix) -> String {
            let value = String(Int.random(in: 0..<limit, using: &noise))
            return String(repeating: "0", count: count - value.count) + value
        }
        // A measure of variable number begins with 9; the others need none.
        if method > 1 { addGTIN(first: "9", &noise) }
        let decimals = Int.random(in: 0...3, using: &noise)
        switch method {
        case 0:
            addGTIN(first: RandomContent.digits(1, &noise), &noise)
            addGeneral(&noise)
        case 1: addGeneral(&noise)
        case 2: add("3103", number(6, below: 32768, &noise))
        case 3: add(Bool.random(using: &noise) ? "3202" : "3203", number(6, below: 10000, &noise))
        case 4:
            add("392\(decimals)", RandomContent.digits(Int.random(in: 1...9, using: &noise), &noise))
            if Bool.random(using: &noise) { addGeneral(&noise) }
        case 5:
            add("393\(decimals)", "978" + RandomContent.digits(Int.random(in: 1...9, using: &noise), &noise))
            if Bool.random(using: &noise) { addGeneral(&noise) }
        case 6:
            add((Bool.random(using: &noise) ? "310" : "320") + "\(decimals)", number(6, below: 100_000, &noise))
            add(["11", "13", "15", "17"].randomElement(using: &noise)!, Self.date(&noise))
        default: addGeneral(&noise)
        }
    }

    private mutating func add(_ identifier: String, _ value: String) {
        if needsSeparator { plain.append(0x1D) }
        bracketed += "[\(identifier)]\(value)"
        plain += Array((identifier + value).utf8)
        needsSeparator = !["01", "11", "13", "15", "17", "31", "32"].contains(String(identifier.prefix(2)))
    }

    private mutating func addGTIN(first: String, _ noise: inout SplitMix) {
        let digits = first + RandomContent.digits(12, &noise)
        let sum = digits.utf8.enumerated().reduce(0) { $0 + Int($1.element - 0x30) * ($1.offset % 2 == 0 ? 3 : 1) }
        add("01", digits + "\((10 - sum % 10) % 10)")
    }

    /// One to three elements for the general-purpose field, in which numbers, letters and ISO 646 latch to each other.
    private mutating func addGeneral(_ noise: inout SplitMix) {
        let identifiers = ["10", "21", "240", "98", "99", "37", "15"].shuffled(using: &noise)
        for identifier in identifiers.prefix(Int.random(in: 1...3, using: &noise)) {
            switch identifier {
            case "15": add(identifier, Self.date(&noise))
            case "37": add(identifier, RandomContent.digits(Int.random(in: 1...8, using: &noise), &noise))
            default:
                let alphabets = [
                    RandomContent.digits, RandomContent.digits, RandomContent.capitals + Array("*,-./".utf8),
                    RandomContent.small + Array("!\"%&'+:;<=>?_".utf8),
                ]
                let count = Int.random(in: 1...Int.random(in: 1...13, using: &noise), using: &noise)
                let value = RandomContent.bytes(count, of: alphabets, &noise)
                add(identifier, String(decoding: value, as: UTF8.self))
            }
        }
    }

    private static func date(_ noise: inout SplitMix) -> String {
        let (month, day) = (Int.random(in: 1...12, using: &noise), Int.random(in: 1...28, using: &noise))
        return RandomContent.digits(2, &noise) + (month < 10 ? "0" : "") + "\(month)" + (day < 10 ? "0" : "") + "\(day)"
    }
}

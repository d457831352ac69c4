import SeededRandomness

@testable import Decoding

/// Contents of each kind that this program reads: the shortest, the longest, all bytes where they are held, other scripts.
struct ProofContents: Sendable {
    let name: String
    /// The content of a round; 0 is the shortest, 1 the longest.
    let content: @Sendable (_ round: Int, _ noise: inout SplitMix) -> [UInt8]

    static let all: [ProofContents] =
        numbers + elements + composites + postal + labels + [
            text("code-128", String((0x01..<0x7F).map { Character(Unicode.Scalar($0)) }), 2...28),
            // Nothing tells full ASCII from plain: neither has what the other takes it for.
            text("code-39", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. ", 2...40),
            text("code-39-extended", "abcXYZ019!#&'()*:;<=>?@[]^_`{|}~", 2...20, prefix: "q"),
            text("code-93", String((0x01..<0x7F).map { Character(Unicode.Scalar($0)) }), 2...30),
            text("telepen", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcxyz-:/", 4...30),
            ProofContents(name: "itf") { round, noise in
                digits(round == 0 ? 6 : round == 1 ? 60 : 2 * Int.random(in: 3...20, using: &noise), &noise)
            },
            ProofContents(name: "codabar") { round, noise in
                let count = round == 0 ? 4 : round == 1 ? 40 : Int.random(in: 4...24, using: &noise)
                let letters = Array("ABCD".utf8)
                let body = (0..<count).map { _ in Array("0123456789-$:/.+".utf8).randomElement(using: &noise) ?? 0x30 }
                return [letters.randomElement(using: &noise) ?? 0x41] + body + [letters[round % 4]]
            },
            // The last digit checks the others, which is how it is read.
            ProofContents(name: "msi") { round, noise in
                withLuhnCheck(digits(round == 0 ? 3 : round == 1 ? 23 : Int.random(in: 4...14, using: &noise), &noise))
            },
            twoOfFive("standard-2-of-5"), twoOfFive("industrial-2-of-5"), twoOfFive("iata-2-of-5"),
            twoOfFive("data-logic-2-of-5"),
            bytes("qr-code", 2953), bytes("data-matrix", 1500), bytes("aztec", 1200), bytes("pdf417", 900),
            bytes("compact-pdf417", 700), bytes("micro-pdf417", 140), bytes("dotcode", 500),
            bytes("han-xin", 2000),
            text("micro-qr-code", "0123456789AZaz %é", 1...13),
            text("maxicode", "0123456789AZaz.,:% ", 1...70),
        ]

    private static let numbers = [
        ("ean-13", 12), ("ean-8", 7), ("upc-a", 11), ("upc-e", 7), ("isbn", 12), ("itf-14", 13), ("databar", 13),
        ("databar-truncated", 13), ("databar-limited", 13), ("databar-stacked", 13),
        ("databar-stacked-omnidirectional", 13),
    ].map { name, count in
        ProofContents(name: name) { round, noise in
            var number = digits(count, &noise)
            if name == "isbn" { number.replaceSubrange(0..<3, with: Array("978".utf8)) }
            // Not every number has zeros to suppress (GS1 General Specifications, 5.2.2.4).
            if name == "upc-e" { number = number.map { max($0, 0x33) } }
            if name == "databar-limited" || name == "upc-e" { number[0] = 0x30 + UInt8(round % 2) }
            // Every third has an add-on of two or five digits.
            guard ["ean-13", "upc-a", "upc-e"].contains(name), round % 3 == 2 else { return number }
            return number + Array("+".utf8) + digits(round % 2 == 0 ? 2 : 5, &noise)
        }
    }

    private static let elements = [
        ("gs1-128", 3), ("databar-expanded", 2), ("databar-expanded-stacked", 3), ("gs1-qr-code", 6),
        ("gs1-data-matrix", 6), ("gs1-aztec", 6),
        // libzint 2.11 writes some separators as a bracket: none is needed.
        ("gs1-dotcode", 1),
    ].map { name, most in
        ProofContents(name: name) { round, noise in
            let characters = Array("0123456789ABCXYZabcxyz-+.,!".utf8)
            func value(_ most: Int, _ noise: inout SplitMix) -> String {
                let count = round == 0 ? 1 : Int.random(in: 1...most, using: &noise)
                return String(
                    decoding: (0..<count).compactMap { _ in characters.randomElement(using: &noise) }, as: UTF8.self)
            }
            let makers: [(inout SplitMix) -> String] = [
                { "(00)" + withCheck(String(decoding: digits(17, &$0), as: UTF8.self)) },
                { "(11)2\(Int.random(in: 0...9, using: &$0))0\(Int.random(in: 1...9, using: &$0))15" },
                { "(3103)" + String(decoding: digits(6, &$0), as: UTF8.self) },
                { "(10)" + value(12, &$0) }, { "(21)" + value(12, &$0) }, { "(240)" + value(8, &$0) },
            ]
            let count = round == 0 ? 0 : round == 1 ? most : Int.random(in: 0...most, using: &noise)
            let more = makers.shuffled(using: &noise).prefix(count).map { $0(&noise) }.joined()
            return Array(("(01)" + withCheck(String(decoding: digits(13, &noise), as: UTF8.self)) + more).utf8)
        }
    }

    static func text(
        _ name: String, _ characters: String, _ lengths: ClosedRange<Int>, prefix: String = ""
    ) -> ProofContents {
        ProofContents(name: name) { round, noise in
            let count = round == 0 ? lengths.lowerBound : round == 1 ? lengths.upperBound : lengths.random(&noise)
            return Array(
                (prefix + String((0..<count).compactMap { _ in characters.randomElement(using: &noise) })).utf8)
        }
    }

    /// Shortest, longest, all 256 bytes where there is room, then scripts and bytes in turns.
    private static func bytes(_ name: String, _ most: Int) -> ProofContents {
        ProofContents(name: name) { round, noise in
            switch round {
            case 0: return [UInt8.random(in: 0x41...0x5A, using: &noise)]
            case 1: return (0..<most).map { _ in UInt8.random(in: 0...255, using: &noise) }
            case 2 where most >= 256: return (0...255).map { UInt8($0) }
            default:
                // Small ones are common; a few are large.
                let count = Int.random(in: 1...max(2, round % 10 == 9 ? most / 4 : min(most / 4, 120)), using: &noise)
                if round % 2 == 0 { return (0..<count).map { _ in UInt8.random(in: 0...255, using: &noise) } }
                let script = scripts[round / 2 % scripts.count]
                return Array(String((0..<(count + 3) / 4).compactMap { _ in script.randomElement(using: &noise) }).utf8)
            }
        }
    }

    private static let scripts = [
        "0123456789AZaz %", "漢字仮名交じり文", "жяЖЯёъщы", "אבגדהו", "éàüßøñ", "กขฃคฅ", "🎫🚆🏛", "مرحبا", "한국어",
    ]

    private static func twoOfFive(_ name: String) -> ProofContents {
        text(name, "0123456789", TwoOfFive.lengths)
    }

    private static func withLuhnCheck(_ digits: [UInt8]) -> [UInt8] {
        digits + (0x30...0x39).filter { MSI.isValid((digits + [$0]).map { $0 - 0x30 }) }.prefix(1)
    }

    static func digits(_ count: Int, _ noise: inout SplitMix) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0x30...0x39, using: &noise) }
    }

    private static func withCheck(_ number: String) -> String {
        var sum = 0
        for (place, digit) in number.utf8.reversed().enumerated() {
            sum += (Int(digit) - 48) * (place % 2 == 0 ? 3 : 1)
        }
        return number + String((1000 - sum) % 10)
    }
}

extension ClosedRange<Int> {
    fileprivate func random(_ noise: inout SplitMix) -> Int { Int.random(in: self, using: &noise) }
}

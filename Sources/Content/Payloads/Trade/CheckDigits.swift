/// Check digits and characters of numbers in trade.
package enum CheckDigits {
    /// The last digit of a GTIN, GLN, SSCC and their like, from the digits before it: weights 3 and 1 in turns from the right,
    /// modulo 10 (GS1 General Specifications 7.9.1).
    package static func modulo10(_ digits: ArraySlice<UInt8>) -> UInt8 {
        var sum = 0
        var weight = 3
        for digit in digits.reversed() {
            sum += Int(digit & 15) * weight
            weight = 4 - weight
        }
        return UInt8(ascii: "0") + UInt8((10 - sum % 10) % 10)
    }

    /// Whether the last digit is the one that the others make.
    package static func isModulo10(_ digits: ArraySlice<UInt8>) -> Bool {
        digits.count > 1 && digits.last == modulo10(digits.dropLast())
    }

    /// Whether the last digit fits by Luhn's formula: every second digit from the right doubled, the digits of all added
    /// (ISO/IEC 7812-1, annex B).
    package static func isLuhn(_ digits: ArraySlice<UInt8>) -> Bool {
        var sum = 0
        for (index, digit) in digits.reversed().enumerated() {
            let value = Int(digit & 15) * (index % 2 + 1)
            sum += value / 10 + value % 10
        }
        return digits.count > 1 && sum % 10 == 0
    }

    /// The check character of an ISBN-10 or ISSN, from the digits before it: weights 2, 3, … from the right, modulo 11, X for
    /// ten (ISO 2108, ISO 3297).
    package static func modulo11(_ digits: ArraySlice<UInt8>) -> UInt8 {
        var sum = 0
        for (index, digit) in digits.reversed().enumerated() { sum += Int(digit & 15) * (index + 2) }
        let check = (11 - sum % 11) % 11
        return check == 10 ? UInt8(ascii: "X") : UInt8(ascii: "0") + UInt8(check)
    }

    /// The check character pair of alphanumeric keys such as a GMN: characters valued by their place in the character set 82,
    /// weighted by primes from the right, modulo 1021, as two characters of 32 (GS1 General Specifications 7.9.5). Nil when a
    /// character is not in the set or there are too many.
    static func alphanumericPair(_ characters: ArraySlice<UInt8>) -> [UInt8]? {
        guard characters.count <= primes.count else { return nil }
        var sum = 0
        for (prime, character) in zip(primes, characters.reversed()) {
            guard let value = set82.firstIndex(of: character) else { return nil }
            sum += prime * value
        }
        sum %= 1021
        return [set32[sum >> 5], set32[sum & 31]]
    }

    /// The characters of GS1 keys and texts in the order of their values (GS1 General Specifications 7.11).
    static let set82 = Array("!\"%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8)
    private static let set32 = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ".utf8)
    private static let primes: [Int] = {
        var primes: [Int] = []
        var number = 2
        while primes.count < 97 {
            if primes.allSatisfy({ number % $0 != 0 }) { primes.append(number) }
            number += 1
        }
        return primes
    }()
}

/// USPS Intelligent Mail (USPS-B-3200): 65 bars of four states that hold a tracking code of 20 digits and a routing code of 0, 5, 9 or 11.
enum IntelligentMail {
    static let barCount = 65

    /// The tracking code and the routing code; nil if the bars are none of this kind, or were misread.
    static func digits(of bars: [PostalBar]) -> [UInt8]? {
        guard bars.count == barCount else { return nil }
        // Codeword i is character i, with all bits turned over where bit i of the checksum is 1.
        var (codewords, checksum) = ([Int](), 0)
        for i in 0..<10 {
            let character = (0..<13).reduce(0) { $0 | (isSet(order[13 * i + $1], bars) ? 1 << $1 : 0) }
            let isInverted = character.nonzeroBitCount > 6
            guard let codeword = codewordOfCharacter[isInverted ? character ^ 0x1FFF : character] else { return nil }
            if isInverted { checksum |= 1 << i }
            codewords.append(codeword)
        }
        if codewords[0] >= 659 {
            codewords[0] -= 659
            checksum |= 1 << 10
        }
        guard codewords[0] < 659, codewords[9] % 2 == 0, codewords[9] / 2 < 636 else { return nil }
        var value = codewords[0..<9].reduce(UInt128(0)) { $0 * 1365 + UInt128($1) }
        value = value * 636 + UInt128(codewords[9] / 2)
        guard value >> 102 == 0, Self.checksum(of: value) == checksum else { return nil }
        return digits(of: value)
    }

    /// Bits are numbered from 1: the lower parts of the bars, then the upper ones.
    private static func isSet(_ bit: UInt8, _ bars: [PostalBar]) -> Bool {
        Int(bit) <= barCount ? bars[Int(bit) - 1].descends : bars[Int(bit) - barCount - 1].ascends
    }

    private static func digits(of value: UInt128) -> [UInt8]? {
        var (rest, tracking) = (value, [UInt8]())
        // The second digit of the barcode identifier is 0 to 4.
        for place in (0..<20).reversed() {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: place == 1 ? 5 : 10)
            tracking.insert(UInt8(digit) + 0x30, at: 0)
            rest = quotient
        }
        // Shorter routing codes come before longer ones.
        for count in [0, 5, 9, 11] {
            let codes: UInt128 = count == 0 ? 1 : (0..<count).reduce(1) { code, _ in code * 10 }
            if rest < codes {
                guard count > 0 else { return tracking }
                let routing = Array(String(rest).utf8)
                return tracking + Array(repeating: 0x30, count: count - routing.count) + routing
            }
            rest -= codes
        }
        return nil
    }

    /// Eleven bits over the 102 bits of `value`, the highest first (appendix A).
    private static func checksum(of value: UInt128) -> Int {
        (0..<102).reversed().reduce(0x7FF) { sum, place in
            let isSet = (sum >> 10 & 1 == 1) != (value >> UInt128(place) & 1 == 1)
            return (sum << 1 ^ (isSet ? 0xF35 : 0)) & 0x7FF
        }
    }

    /// The codewords by their characters of 13 bits: those of five set bits, then those of two; each is followed by its mirror image, and those
    /// that are their own mirror image come last (appendix C).
    private static let codewordOfCharacter: [Int: Int] = {
        func characters(_ setBits: Int) -> [Int] {
            let all = (0..<8192).filter { $0.nonzeroBitCount == setBits }.map { ($0, mirrored($0)) }
            return all.filter { $0.0 < $0.1 }.flatMap { [$0.0, $0.1] } + all.filter { $0.0 == $0.1 }.map(\.0).reversed()
        }
        let all = characters(5) + characters(2)
        return Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1, $0) })
    }()

    private static func mirrored(_ character: Int) -> Int {
        (0..<13).reduce(0) { $0 << 1 | character >> $1 & 1 }
    }

    /// Which bit of the bars each bit of each character is, the lowest first (appendix D).
    private static let order: [UInt8] = [
        67, 6, 78, 16, 86, 95, 34, 40, 45, 113, 117, 121, 62, 87, 18, 104, 41, 76, 57, 119, 115, 72, 97, 2, 127, 26,
        105, 35, 122, 52, 114, 7, 24, 82, 68, 63, 94, 44, 77, 112, 70, 100, 39, 30, 107, 15, 125, 85, 10, 65, 54, 88,
        20, 106, 46, 66, 8, 116, 29, 61, 99, 80, 90, 37, 123, 51, 25, 84, 129, 56, 4, 109, 96, 28, 36, 47, 11, 71, 33,
        102, 21, 9, 17, 49, 124, 79, 64, 91, 42, 69, 53, 60, 14, 1, 27, 103, 126, 75, 89, 50, 120, 19, 32, 110, 92,
        111, 130, 59, 31, 12, 81, 43, 55, 5, 74, 22, 101, 128, 58, 118, 48, 108, 38, 98, 93, 23, 83, 13, 73, 3,
    ]
}

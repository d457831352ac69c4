/// How likely bytes are text in the charsets of East Asia, of one byte and of several.
package struct EastAsianLikelihood: Sendable {
    package let charset: Charset
    /// What its ideographs and syllables cost, for each language, with the quarters of a bit for being that one.
    /// The latter are not measured by themselves: a charset that is less used in symbols costs more.
    private let languages: [(costs: CharacterCosts, cost: Int, isJapanese: Bool)]
    private let lengthOfCharacter: @Sendable (_ first: UInt8, _ second: UInt8) -> Int

    package static let guessed = [
        EastAsianLikelihood(charset: .shiftJIS, languages: [(.ofJapanese, 0, true)]) { first, _ in
            (0x81...0x9F).contains(first) || (0xE0...0xFC).contains(first) ? 2 : 1
        },
        EastAsianLikelihood(
            charset: .gb18030, languages: [(.ofSimplifiedChinese, 12, false), (.ofTraditionalChinese, 20, false)]
        ) { first, second in first < 0x81 ? 1 : (0x30...0x39).contains(second) ? 4 : 2 },
        EastAsianLikelihood(charset: .big5, languages: [(.ofTraditionalChinese, 12, false)]) { first, _ in
            first < 0x81 ? 1 : 2
        },
        EastAsianLikelihood(charset: .eucKR, languages: [(.ofKorean, 12, false)]) { first, _ in first < 0x81 ? 1 : 2 },
        EastAsianLikelihood(charset: .eucJP, languages: [(.ofJapanese, 16, true)]) { first, _ in
            first == 0x8F ? 3 : first < 0x8E ? 1 : 2
        },
    ]

    /// Quarters of a bit that `bytes[window]` cost; nil if some of `bytes` are not text in this charset.
    package func cost(of bytes: [UInt8], window: Range<Int>) -> Int? {
        guard isWellFormed(bytes), let text = charset.decode(bytes) else { return nil }
        var scalars: [UInt32] = []
        var place = 0
        for scalar in text.unicodeScalars {
            if window.contains(place) { scalars.append(scalar.value) }
            if place >= window.upperBound { break }
            place += lengthOfCharacter(bytes[place], place + 1 < bytes.count ? bytes[place + 1] : 0)
            if place >= bytes.count { break }
        }
        return languages.map { $0.cost + Self.cost(of: scalars, $0.costs, isJapanese: $0.isJapanese) }.min()
    }

    /// Whether every character is complete: cheaper than decoding all of them.
    private func isWellFormed(_ bytes: [UInt8]) -> Bool {
        var place = 0
        while place < bytes.count {
            place += lengthOfCharacter(bytes[place], place + 1 < bytes.count ? bytes[place + 1] : 0)
        }
        return place == bytes.count
    }

    /// What came before a character.
    private enum Before { case other, letter, halfWidth, ideograph }

    private static func cost(of text: [UInt32], _ costs: CharacterCosts, isJapanese: Bool) -> Int {
        var sum = 0
        var before = Before.other
        var index = 0
        while index < text.count {
            let value = text[index]
            var cost: Int
            var now = Before.other
            switch value {
            case ..<0x80:
                cost = SingleByteLikelihood.plain
                if (0x41...0x5A).contains(value & ~0x20) {
                    // Latin letters occur with ideographs, but rarely next to each other.
                    if before == .ideograph || before == .halfWidth { cost += adjacent }
                    now = .letter
                }
            case 0xFF66...0xFF9F:
                let end = text[index...].firstIndex { !(0xFF66...0xFF9F).contains($0) } ?? text.count
                cost = halfWidth(text[index..<end]) + (before == .letter ? beforeHalfWidth : 0)
                now = .halfWidth
                index = end - 1
            case 0x391...0x3C9, 0x401...0x45F:
                let isCyrillic = value >= 0x400
                let end =
                    text[index...].firstIndex { !(isCyrillic ? 0x401...0x45F : 0x391...0x3C9).contains($0) }
                    ?? text.count
                cost =
                    foreignWord + (isCyrillic ? russian : greek).cost(of: text[index..<end])
                    + (before == .letter ? adjacent : 0)
                now = .ideograph
                index = end - 1
            default:
                (cost, now) = other(value, costs, isJapanese: isJapanese)
                if now == .ideograph && before == .letter { cost += adjacent }
                if index > 0 && text[index - 1] == value { cost = min(cost, again) }
            }
            sum += cost
            before = now
            index += 1
        }
        return sum
    }

    // MARK: - Costs, in quarters of a bit

    // None of these is measured by itself.

    /// A change between Latin letters and another script without anything between.
    private static let adjacent = 18
    /// The same for half-width katakana behind a Latin letter: these are the bytes of accented letters.
    private static let beforeHalfWidth = 24
    /// A word in Greek or Cyrillic letters, beside its letters: seven bits, as one in a hundred or so is such a word.
    private static let foreignWord = 28
    /// A character that is the same as the one before it, at most: as much as one of ASCII.
    private static let again = 20
    /// Signs of East Asia that are frequent (commas, full stops, brackets): more than a frequent ideograph, less than a rare one.
    private static let frequentSign = 30
    private static let rareSign = 44
    /// A letter, digit or sign of ASCII in full width, and a sign that all charsets have, such as a dash.
    private static let wideASCII = 40
    private static let commonSign = 40
    /// A sign in half width, in Japanese and in other languages, which do not use them.
    private static let halfWidthSign = 44
    private static let foreignHalfWidthSign = 88
    /// Kana in languages other than Japanese: 13 bits, that of a rare ideograph.
    private static let foreignKana = 52
    // What is hardly ever text costs more than noise does.
    private static let control = 104
    private static let privateUse = 120
    /// A letter or sign of Latin 1.
    private static let latin1 = 80
    private static let beyond16Bits = 96
    private static let any = 72

    /// The part of what the table says that half-width katakana costs, and what is added for one that stands alone.
    /// Names and readings, which is what it is used for, are more regular than the words that the table was made of.
    private static let halfWidthShare = (part: 7, of: 8)
    private static let loneHalfWidth = 28

    private static func other(_ value: UInt32, _ costs: CharacterCosts, isJapanese: Bool) -> (Int, Before) {
        switch value {
        // Wide space, comma, full stop, brackets, middle dot, and the postal mark.
        case 0x3000, 0x3001, 0x3002, 0x300C, 0x300D, 0xFF08, 0xFF09, 0xFF1A, 0xFF01, 0xFF1F, 0xFF0C, 0x30FB, 0x3005,
            0x3012:
            (frequentSign, .other)
        case 0x3003...0x303F: (rareSign, .other)
        case 0xFF01...0xFF5E: (wideASCII, .other)
        case 0xFF61...0xFF65: (isJapanese ? halfWidthSign : foreignHalfWidthSign, .other)
        case 0x3041...0x30FE: (isJapanese ? Int(costs[value]) : foreignKana, .ideograph)
        case 0x4E00...0x9FFF, 0xAC00...0xD7A3: (Int(costs[value]), .ideograph)
        case 0x2018, 0x2019, 0x201C, 0x201D, 0x2026, 0x2014, 0xB7, 0xFF5E, 0xD7, 0x2103, 0x2460...0x2464,
            0x2160...0x2164, 0x2116:
            (commonSign, .other)
        case 0x80..<0xA0: (control, .other)
        case 0xE000..<0xF900: (privateUse, .other)
        case 0xA0..<0x100: (latin1, .other)
        default: (value > 0xFFFF ? beyond16Bits : any, .other)
        }
    }

    /// Half-width katakana, the marks of voice each a character: they are single bytes that Latin letters and Thai have too.
    private static func halfWidth(_ word: ArraySlice<UInt32>) -> Int {
        katakana.cost(of: word) * halfWidthShare.part / halfWidthShare.of + (word.count == 1 ? loneHalfWidth : 0)
    }

    private static let katakana = Alphabet("hw", 0xFF66...0xFF9F)
    private static let russian = Alphabet("ru", 0x401...0x45F)
    private static let greek = Alphabet("el", 0x391...0x3C9)

    /// One language's letters, in a range of fewer than 256.
    private struct Alphabet: Sendable {
        private let first: UInt32
        private let pairs: LetterPairs
        private let folded: [UInt32]
        private let places: [UInt8]

        init(_ language: String, _ range: ClosedRange<UInt32>) {
            first = range.lowerBound
            pairs = LetterPairs(language)
            let letters = range.map { Unicode.Scalar($0).map(SingleByteCharset.folded) ?? SingleByteCharset.invalid }
            folded = letters
            places = pairs.places(of: letters)
        }

        func cost(of word: ArraySlice<UInt32>) -> Int {
            let bytes = word.map { UInt8($0 - first) }
            return bytes.withUnsafeBufferPointer { bytes in
                folded.withUnsafeBufferPointer { folded in
                    places.withUnsafeBufferPointer { places in
                        pairs.cost(of: bytes[...], places: places, folded: folded, isLatin: false)
                    }
                }
            }
        }
    }
}

/// Where a QR Code's content is in kanji mode, which is Shift JIS for certain (ISO/IEC 18004, 7.4.6).
package enum KanjiPlaces {
    /// The places in `bytes` of what is in kanji mode, in order.
    ///
    /// - Parameter text: the same content with kanji mode decoded and every other byte as a character of ISO-8859-1. No character of kanji
    ///   mode is its own first byte in ISO-8859-1.
    /// - Returns: nothing when the two do not fit each other.
    package static func places(in bytes: [UInt8], readAsLatin1 text: String) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var place = 0
        for scalar in text.unicodeScalars {
            guard place < bytes.count else { return [] }
            if UInt32(bytes[place]) == scalar.value {
                place += 1
                continue
            }
            guard place + 1 < bytes.count, isKanji(bytes[place], bytes[place + 1]) else { return [] }
            if let last = result.last, last.upperBound == place {
                result[result.count - 1] = last.lowerBound..<place + 2
            } else {
                result.append(place..<place + 2)
            }
            place += 2
        }
        return place == bytes.count ? result : []
    }

    /// Whether kanji mode has this pair: 8140...9FFC and E040...EBBF.
    private static func isKanji(_ first: UInt8, _ second: UInt8) -> Bool {
        let code = Int(first) << 8 | Int(second)
        return ((0x8140...0x9FFC).contains(code) || (0xE040...0xEBBF).contains(code)) && (0x40...0xFC).contains(second)
    }
}

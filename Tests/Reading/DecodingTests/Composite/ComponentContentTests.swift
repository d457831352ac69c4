import SeededRandomness
import Testing

@testable import Decoding

/// What the bits of components say (ISO/IEC 24723, 5.3). The bits are those of zint 2.11, and of BWIPP.
@Suite struct ComponentContentTests {
    private func elements(_ bits: String) -> String? {
        ComponentContent.elements(ofBits: bits.map { $0 == "1" }).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: [
        // A lot without a date, padded; then what 90 is short for, with letters, with digits, and with 21 after it.
        ("101100001000001000010010000100001000010000100001000010000100001000010000100001", "10AB"),
        ("111100000000001101010010100110001000001100011001000001111111000000100001000010", "90B1FGEDDED"),
        ("111101111100000111010010000001000000000000111001110000111111000000100001000010", "9029EBAAHHB"),
        ("111010000001000100111010010010000001001110011101110011101010111001000100001000", "90P645\u{1D}21zc%y"),
        ("110000000000000110100101001000010000100001000010000100001000010000100001000010", "90B1F"),
        // An end that has no room for FNC1.
        ("111101111100000111010010000001000000000000111001110000" + "11111", "9029EBAAHHB"),
    ])
    func bitsAreElements(bits: String, text: String) { #expect(elements(bits) == text) }

    @Test func aDateBeginsWhatALotEnds() {
        let bits = { (number: Int, count: Int) in
            let digits = String(number, radix: 2)
            return String(repeating: "0", count: count - digits.count) + digits
        }
        // 28-09-15 as 28 · 384 + 8 · 32 + 15, then production or expiry.
        let date = bits(28 * 384 + 8 * 32 + 15, 16)
        #expect(elements("10" + date + "0") == "11280915")
        // The digits 1 and 1 are 12 + 8.
        #expect(elements("10" + date + "1" + bits(12 + 8, 7)) == "172809151011")
        // FNC1 and 2 in place of the lot, then 1 and 5: the identifier 21.
        #expect(elements("10" + date + "1" + bits(112 + 8, 7) + bits(16 + 8, 7)) == "17280915215")
        #expect(elements("10" + bits(100 * 384, 16) + "0") == nil)
    }

    @Test func codewordsAreNumbersOfBase928() {
        #expect(
            ComponentContent.elements(ofComponentA: [112, 93, 279, 595, 387, 800, 528, 264]) == Array("21TAFBD".utf8))
        // None of these is below 928 to the power of seven, or 2 to the power of 69.
        #expect(ComponentContent.elements(ofComponentA: [928, 928, 928, 928, 928, 928, 928]) == nil)
        #expect(ComponentContent.elements(ofComponentA: [927, 927, 927, 927, 927, 927, 927]) == nil)
        #expect(ComponentContent.elements(ofComponentA: []) == nil)
    }

    @Test func anyBitsAreElementsOrNothing() {
        var noise = SplitMix(state: 30)
        for count in 0..<4000 {
            let bits = (0..<count % 300).map { _ in Bool.random(using: &noise) }
            guard let elements = ComponentContent.elements(ofBits: bits) else { continue }
            #expect(elements.prefix(2).allSatisfy { (0x30...0x39).contains($0) } && elements.count > 2)
            #expect(elements.allSatisfy { $0 == 0x1D || (0x20..<0x7F).contains($0) })
        }
        // The words of other symbols are no elements.
        for text in ["https://example.org", "Quietzone reads stacked symbols", "@\n\u{1E}\rANSI 636000090002DL"] {
            #expect(ComponentContent.elements(ofBytes: Array(text.utf8)) == nil, "\(text)")
        }
    }
}

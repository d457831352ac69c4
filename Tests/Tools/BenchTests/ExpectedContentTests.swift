import Testing

@testable import quietzone_bench

/// The equality rules of the corpus' score.py, one by one.
@Suite struct ExpectedContentTests {
    @Test(arguments: [
        // A leading separator is not content.
        ("code128", "\u{1D}0104012345678901", "0104012345678901"),
        // EAN and UPC as 13 digits.
        ("upca", "036000291452", "0036000291452"),
        ("ean13", "4 012345 678901", "4012345678901"),
        ("ean8", "96385074", "96385074"),
        ("ean-addon", "9780201379624 51234", "978020137962451234"),
        ("ean-addon", "036000291452+51", "003600029145251"),
        // UPC-E of 6, 7 and 8 digits, with each of the four kinds of zero suppression.
        ("upce", "01234565", "0012345000065"),
        ("upce", "123456", "0012345000065"),
        ("upce", "0123456", "0012345000065"),
        ("upce", "01278906", "0012000007896"),
        ("upce", "01234531", "0012300000451"),
        ("upce", "01234543", "0012340000053"),
        // Codabar's start and stop letters, by all their names.
        ("codabar", "A1234B", "1234"),
        ("codabar", "t1234*", "1234"),
        ("codabar", "1234", "1234"),
        // The application identifier of a GTIN.
        ("databar", "0100012345678905", "00012345678905"),
        ("databar-ltd", "(01)00012345678905", "00012345678905"),
        ("databar", "00012345678905", "00012345678905"),
        ("databar-exp", "(01)90012345678908(10)AB", "019001234567890810AB"),
        ("databar-exp", "019001234567890810AB\u{1D}", "019001234567890810AB"),
        // The I before a VIN.
        ("code39", "I1HGCM82633A004352", "1HGCM82633A004352"),
        ("code39", "I1HGCM82633A00435O", "I1HGCM82633A00435O"),
        ("qr", "(01)123 45", "(01)123 45"),
    ])
    func spellingsAreOne(_ family: String, _ spelling: String, _ canonical: String) {
        #expect(ExpectedContent.canonical(Array(spelling.utf8), family) == Array(canonical.utf8))
    }

    @Test func anythingElseIsWrongEvenBesideTheRightOne() {
        let expected = ExpectedContent(family: "ean13", isBinary: false, bytes: Array("4012345678901".utf8))
        let (right, wrong) = (Answer(text: "4012345678901"), Answer(text: "4012345678918"))
        #expect(expected.judge([right]) == (true, false))
        #expect(expected.judge([right, wrong]) == (true, true))
        #expect(expected.judge([wrong]) == (false, true))
        #expect(expected.judge([]) == (false, false))
    }

    @Test func silenceIsRightWhereNothingIs() {
        let expected = ExpectedContent(family: "none", isBinary: false, bytes: [])
        #expect(expected.judge([]) == (true, false))
        #expect(expected.judge([Answer(text: "1")]) == (false, true))
    }

    @Test func addOnsAreOptional() {
        let expected = ExpectedContent(family: "ean-addon", isBinary: false, bytes: Array("978020137962451234".utf8))
        #expect(expected.judge([Answer(text: "9780201379624")]).isExact)
        #expect(expected.judge([Answer(text: "9780201379624 51234")]).isExact)
        #expect(!expected.judge([Answer(text: "51234")]).isExact)
    }

    @Test func bytesReportedAsCharactersAreTheBytes() {
        let bytes: [UInt8] = [0x00, 0x80, 0xFF]
        let told = Answer(text: String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })))
        #expect(ExpectedContent(family: "qr", isBinary: true, bytes: bytes).judge([told]).isExact)
        #expect(ExpectedContent(family: "qr", isBinary: false, bytes: bytes).judge([told]).isWrong)
        #expect(ExpectedContent(family: "qr", isBinary: false, bytes: bytes).judge([Answer(bytes: bytes)]).isExact)
    }
}

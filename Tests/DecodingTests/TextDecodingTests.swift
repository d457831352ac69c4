import Testing

@testable import Decoding

@Suite struct TextDecodingTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let text: String
        let charset: String
        let bytes: [UInt8]
        var testDescription: String { "\(charset) \(text)" }
    }

    /// `hex` is what an encoder other than ours (Python's codecs) makes of `text`.
    private static func sample(_ text: String, _ charset: String, _ hex: String) -> Sample {
        var bytes: [UInt8] = []
        var rest = hex[...]
        while let byte = UInt8(rest.prefix(2), radix: 16) {
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return Sample(text: text, charset: charset, bytes: bytes)
    }

    static let samples = [
        sample("Größe: 5 µm", "ISO-8859-1", "4772f6df653a203520b56d"),
        sample("Café à la crème", "ISO-8859-1", "436166e920e0206c61206372e86d65"),
        sample("Año nuevo, ¿qué tal?", "ISO-8859-1", "41f16f206e7565766f2c20bf7175e92074616c3f"),
        sample("über", "ISO-8859-1", "fc626572"),
        sample("Preis: 12 €", "windows-1252", "50726569733a2031322080"),
        sample("“quoted” – text…", "windows-1252", "9371756f746564942096207465787485"),
        sample("日本語のテキスト", "Shift_JIS", "93fa967b8cea82cc8365834c83588367"),
        sample("東京都千代田区", "Shift_JIS", "938c8b9e937390e791e393638be6"),
        sample("こんにちは世界", "Shift_JIS", "82b182f182c982bf82cd90a28a45"),
        sample("ｶﾀｶﾅ", "Shift_JIS", "b6c0b6c5"),
        sample("名前:山田太郎", "Shift_JIS", "96bc914f3a8e52936391be9859"),
        sample("你好，世界", "GB18030", "c4e3bac3a3accac0bde7"),
        sample("北京市海淀区中关村大街", "GB18030", "b1b1bea9cad0baa3b5edc7f8d6d0b9d8b4e5b4f3bdd6"),
        sample("姓名：王小明 电话", "GB18030", "d0d5c3fba3bacdf5d0a1c3f720b5e7bbb0"),
        sample("台北市中山區南京東路", "Big5", "a578a55fa5aba4a4a473b0cfab6ea8caaa46b8f4"),
        sample("歡迎光臨我們的網站", "Big5", "c577aaefa5fac17ba7daadccaababaf4afb8"),
        sample("電話號碼", "Big5", "b971b8dcb8b9bd58"),
        sample("안녕하세요 세계", "EUC-KR", "bec8b3e7c7cfbcbcbfe420bcbcb0e8"),
        sample("서울특별시 강남구", "EUC-KR", "bcadbfefc6afbab0bdc320b0adb3b2b1b8"),
        sample("日本語のページです", "EUC-JP", "c6fccbdcb8eca4cea5daa1bca5b8a4c7a4b9"),
        sample("Grüße 世界", "UTF-8", "4772c3bcc39f6520e4b896e7958c"),
    ]

    @Test(arguments: samples)
    func guessesTheCharset(_ sample: Sample) {
        #expect(TextDecoding.decode(sample.bytes) == DecodedText(text: sample.text, charset: sample.charset))
    }

    @Test func asciiIsUTF8() {
        #expect(TextDecoding.decode(Array("plain".utf8)) == DecodedText(text: "plain", charset: "UTF-8"))
        #expect(TextDecoding.decode([])?.text == "")
    }

    @Test func separatorsAreTextAndOtherControlsAreNot() {
        #expect(TextDecoding.decode(Array("[)>\u{1E}06\u{1D}P1\u{1E}\u{04}\r\n\t".utf8)) != nil)
        for byte in [UInt8(0), 1, 7, 8, 0x1B, 0x7F] { #expect(TextDecoding.decode([0x41, byte]) == nil, "\(byte)") }
        #expect(TextDecoding.decode(Array("\u{85}".utf8)) == nil)
    }

    @Test func binaryHasNoText() {
        #expect(TextDecoding.decode([0x00, 0x01, 0xFF, 0xFE, 0x80]) == nil)
        #expect(TextDecoding.decode([0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10]) == nil)
        #expect(TextDecoding.decode((128...255).map { UInt8($0) }) == nil)
    }

    @Test func anECISwitchesTheCharset() {
        let greek = Array("]Q2\\000009".utf8) + [0xC1, 0xE2]
        #expect(
            TextDecoding.decode([0xC1, 0xE2], eciProtocol: greek) == DecodedText(text: "Αβ", charset: "ISO-8859-7"))
        let both = Array("]Q2\\000009".utf8) + [0xC1] + Array("\\000026".utf8) + Array("é\\\\".utf8)
        #expect(TextDecoding.decode([0xC1], eciProtocol: both) == DecodedText(text: "Αé\\", charset: "UTF-8"))
    }

    @Test func anECIThatLiesOrIsUnknownIsLeftAside() {
        let wrong = Array("]Q2\\000026".utf8) + [0xFC, 0x62, 0x65, 0x72]
        #expect(TextDecoding.decode([0xFC, 0x62, 0x65, 0x72], eciProtocol: wrong)?.text == "über")
        #expect(TextDecoding.decode(Array("x".utf8), eciProtocol: Array("]Q2\\000777x".utf8))?.text == "x")
        #expect(TextDecoding.decode(Array("x".utf8), eciProtocol: Array("]Q2\\12".utf8))?.text == "\\12")
    }

    @Test func theBinaryECIHasNoText() {
        #expect(TextDecoding.decode(Array("abc".utf8), eciProtocol: Array("]Q2\\000899abc".utf8)) == nil)
    }

    @Test func linearSymbologiesAreLatin1() {
        #expect(TextDecoding.decode([0xF3, 0xF3, 0xF3, 0xF3], symbology: .code128)?.text == "óóóó")
    }
}

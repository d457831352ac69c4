import Charsets
import Testing

@Suite struct TextDecodingTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let text: String
        let charset: String
        let bytes: [UInt8]
        var testDescription: String { "\(charset) \(text)" }
    }

    /// `hex` is `text` encoded by Python's codecs.
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
        sample("東京都", "Shift_JIS", "938c8b9e9373"),
        sample("ﾔﾏﾀﾞ ﾀﾛｳ", "Shift_JIS", "d4cfc0de20c0dbb3"),
        sample("ｵｻｶｼｷﾀｸ", "Shift_JIS", "b5bbb6bcb7c0b8"),
        sample("Привет, мир", "Shift_JIS", "8450848284798472847584842c20847d84798482"),
        sample("éééééééééééé", "ISO-8859-1", "e9e9e9e9e9e9e9e9e9e9e9e9"),
        sample("Jaaaa, söööööööön!", "ISO-8859-1", "4a616161612c2073f6f6f6f6f6f6f6f66e21"),
        sample("\u{2}北京市海淀区\u{3}", "GB18030", "02b1b1bea9cad0baa3b5edc7f803"),
        sample("你好\u{1}世界", "GB18030", "c4e3bac301cac0bde7"),
        sample("Łódź, ul. Świętokrzyska 5", "windows-1250", "a3f3649f2c20756c2e208c7769ea746f6b727a79736b612035"),
        sample("Привет, мир", "windows-1251", "cff0e8e2e5f22c20ece8f0"),
        sample("Привет, мир", "KOI8-R", "f0d2c9d7c5d42c20cdc9d2"),
        sample("Γειά σου Κόσμε", "windows-1253", "c3e5e9dc20f3eff520cafcf3ece5"),
        sample("İstanbul Şişli", "windows-1254", "dd7374616e62756c20de69fe6c69"),
        sample("שלום עולם", "windows-1255", "f9ece5ed20f2e5eced"),
        sample("مرحبا بالعالم", "windows-1256", "e3d1cdc8c720c8c7e1dac7e1e3"),
        sample("สวัสดีชาวโลก", "windows-874", "cac7d1cab4d5aad2c7e2c5a1"),
        sample("Rīga, Brīvības iela", "windows-1257", "52ee67612c204272ee76ee6261732069656c61"),
        sample("Grüße 世界", "UTF-8", "4772c3bcc39f6520e4b896e7958c"),
    ]

    /// A byte says the same whether it is converted by itself or after all others, whatever it makes a converter hold back.
    @Test(arguments: Charset.all) func bytesByThemselvesAreAsInATable(charset: Charset) {
        let alone = (0...UInt8.max).map { charset.decode([$0])?.unicodeScalars.first }
        #expect(charset.scalarsOfBytes == alone)
    }

    @Test func bytesStandForCharactersOrNothing() throws {
        let greek = try #require(Charset(named: "ISO-8859-7")).scalarsOfBytes
        #expect(greek[0x41] == "A" && greek[0xE1] == "α" && greek[0xD2] == nil)
        let vietnamese = try #require(Charset(named: "windows-1258")).scalarsOfBytes
        #expect(vietnamese[0x61] == "a" && vietnamese[0xCC] == "\u{300}" && vietnamese[0xD2] == "\u{309}")
    }

    @Test(arguments: samples)
    func guessesTheCharset(_ sample: Sample) {
        #expect(TextDecoding.decode(sample.bytes) == DecodedText(text: sample.text, charset: sample.charset))
    }

    @Test func aCharsetThatIsAskedForTakesThePlaceOfGuessing() {
        let russian: [UInt8] = [0xF0, 0xD2, 0xC9]
        #expect(TextDecoding.decode(russian, charset: "koi8_r") == DecodedText(text: "При", charset: "KOI8-R"))
        #expect(TextDecoding.decode(russian, charset: "windows-1251")?.text == "рТЙ")
        // Also for bytes that would be taken for UTF-8, or for binary data.
        #expect(TextDecoding.decode([0xC3, 0xA9], charset: "ISO-8859-1")?.text == "Ã©")
        #expect(TextDecoding.decode([0x00, 0x41], charset: "UTF-16BE")?.text == "A")
        #expect(TextDecoding.decode([0x41, 0x00], charset: "ISO-8859-2")?.text == "A\0")
        // Bytes that are not valid in it are not text.
        #expect(TextDecoding.decode([0xC3, 0x28], charset: "UTF-8") == nil)
        let greek = Array("]Q2\\000009".utf8) + [0xC1]
        #expect(TextDecoding.decode([0xC1], eciProtocol: greek, charset: "KOI8-R")?.text == "Α")
        #expect(TextDecoding.charsetName("shift-jis") == "Shift_JIS")
        #expect(TextDecoding.charsetName("nonsense") == nil)
    }

    @Test func everyNamedCharsetCanBeDecoded() {
        #expect(TextDecoding.preloadConverters() == [])
        for name in TextDecoding.charsetNames where !name.hasPrefix("UTF-") {
            #expect(TextDecoding.decode(Array("A1".utf8), charset: name)?.text == "A1", "\(name)")
        }
    }

    @Test func kanjiModeIsShiftJISForCertain() {
        // A single letter would be as likely in windows-1252.
        let bytes: [UInt8] = [0x84, 0x40]
        #expect(TextDecoding.decode(bytes, kanji: [0..<2]) == DecodedText(text: "А", charset: "Shift_JIS"))
        let mixed = Array("No. ".utf8) + [0x93, 0x63] + [0xC0, 0xC5]
        #expect(TextDecoding.decode(mixed, kanji: [4..<6]) == DecodedText(text: "No. 田ﾀﾅ", charset: "Shift_JIS"))
        let utf8 = [0x93, 0x63] + Array("é".utf8)
        #expect(TextDecoding.decode(utf8, kanji: [0..<2]) == DecodedText(text: "田é", charset: "UTF-8"))
        let chosen: [UInt8] = [0x93, 0x63, 0xC1]
        #expect(TextDecoding.decode(chosen, kanji: [0..<2], charset: "ISO-8859-7")?.text == "田Α")
    }

    @Test func placesOfKanjiModeShowInWhatALibraryMakesOfIt() {
        let bytes: [UInt8] = [0x41, 0x93, 0x63, 0x84, 0x40, 0xE9]
        #expect(KanjiPlaces.places(in: bytes, readAsLatin1: "A田А\u{E9}") == [1..<5])
        #expect(KanjiPlaces.places(in: bytes, readAsLatin1: "A\u{93}c\u{84}@\u{E9}").isEmpty)
        // Different content: nothing is certain.
        #expect(KanjiPlaces.places(in: bytes, readAsLatin1: "A田А").isEmpty)
        #expect(KanjiPlaces.places(in: [0x41], readAsLatin1: "AB").isEmpty)
        #expect(KanjiPlaces.places(in: [0x41, 0x42], readAsLatin1: "田").isEmpty)
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

    @Test func hanXinCodesAreChineseOrLatin1() {
        #expect(TextDecoding.decode([0xC4, 0xE3, 0xBA, 0xC3], symbology: .hanXin)?.text == "你好")
        #expect(TextDecoding.decode([0xC4, 0xD6, 0xDC, 0x20, 0xE9], symbology: .hanXin)?.text == "ÄÖÜ é")
    }
}

/// Guesses the charset of bytes that are not UTF-8 and whose symbol names none.
///
/// Each candidate decodes strictly; what it makes of the bytes above 0x7F is scored by how usual such characters
/// are in real text. Scores are means over those characters, so that length does not count.
enum TextLikelihood {
    /// The likeliest text; nil when even the best is unlikely, as with binary content.
    static func best(for bytes: [UInt8]) -> DecodedText? {
        var best: (text: DecodedText, score: Double)?
        for (charset, score) in candidates {
            guard let text = charset.decode(bytes) else { continue }
            let likelihood = score(bytes, Array(text.unicodeScalars))
            if likelihood > best?.score ?? leastLikely {
                best = (DecodedText(text: text, charset: charset.name), likelihood)
            }
        }
        return best?.text
    }

    private static let leastLikely = 0.3

    private typealias Score = @Sendable ([UInt8], [Unicode.Scalar]) -> Double

    // First come, first served among equals: Shift_JIS is the second charset of QR Code's own standard.
    private static let candidates: [(Charset, Score)] = [
        (.shiftJIS, { bytes, text in japanese(bytes, text) }),
        (.latin1, { _, text in western(text) }),
        (.windows1252, { bytes, text in bytes.contains { (0x80...0x9F).contains($0) } ? western(text) : 0 }),
        (.eucJP, { bytes, text in text.contains(where: isKana) ? japanese(bytes, text) : 0 }),
        // Level 1 of GB 2312 (the 3755 commonest) has lead bytes B0...D7, of Big5 A4...C6, Hangul in EUC-KR B0...C8.
        (.gb18030, { bytes, text in pairs(bytes, common: 0xB0...0xD7, rare: 0xD8...0xF7, text, frequentChinese) }),
        (.big5, { bytes, text in pairs(bytes, common: 0xA4...0xC6, rare: 0xC9...0xF9, text, frequentChinese) }),
        (.eucKR, { bytes, text in pairs(bytes, common: 0xB0...0xC8, rare: 0xCA...0xFD, text, frequentKorean) }),
    ]

    private static func mean(_ scores: [Double]) -> Double {
        scores.isEmpty ? 0 : scores.reduce(0, +) / Double(scores.count)
    }

    private static func isKana(_ scalar: Unicode.Scalar) -> Bool { (0x3041...0x30FE).contains(scalar.value) }

    /// Kana and common kanji are usual; half-width katakana are single bytes that Latin letters have too.
    private static func japanese(_ bytes: [UInt8], _ text: [Unicode.Scalar]) -> Double {
        let foreign = text.filter { $0.value >= 0x80 }
        let hasKana = foreign.contains(where: isKana)
        return mean(
            foreign.map { scalar in
                switch scalar.value {
                case 0x3041...0x30FE: 1
                case 0x3000...0x303F, 0xFF01...0xFF5E: 0.8
                case 0xFF61...0xFF9F: foreign.count > 2 && isHalfWidthRun(foreign) ? 0.75 : 0.25
                case 0x4E00...0x9FFF: frequentJapanese.contains(scalar) ? 0.95 : hasKana ? 0.7 : 0.5
                default: 0.1
                }
            })
    }

    private static func isHalfWidthRun(_ scalars: [Unicode.Scalar]) -> Bool {
        scalars.allSatisfy { (0xFF61...0xFF9F).contains($0.value) || isKana($0) }
    }

    /// Accented letters stand among plain ones and seldom side by side; signs stand alone.
    private static func western(_ text: [Unicode.Scalar]) -> Double {
        func isPlain(_ i: Int) -> Bool {
            text.indices.contains(i) && text[i].value < 0x80 && text[i].properties.isAlphabetic
        }
        func isForeign(_ i: Int) -> Bool { text.indices.contains(i) && text[i].value >= 0x80 }
        return mean(
            text.indices.filter(isForeign).map { i in
                let scalar = text[i]
                let isCrowded = isForeign(i - 1) && isForeign(i + 1)
                if scalar.value < 0xA0 { return -1 }
                if scalar.properties.isAlphabetic && scalar.value != 0xAA && scalar.value != 0xBA {
                    if isPlain(i - 1) || isPlain(i + 1) { return isForeign(i - 1) || isForeign(i + 1) ? 0.6 : 0.9 }
                    return isCrowded ? 0 : isForeign(i - 1) || isForeign(i + 1) ? 0.2 : 0.6
                }
                let isUsual = "£§©«»°®·¡¿€„“”‘’–—…•ªº¼½¾²³±µ".unicodeScalars.contains(scalar)
                return isCrowded ? 0 : isUsual ? 0.7 : 0.2
            })
    }

    /// Two-byte charsets of East Asia: level 1 is usual, level 2 rare, the most frequent characters tell most.
    private static func pairs(
        _ bytes: [UInt8], common: ClosedRange<UInt8>, rare: ClosedRange<UInt8>, _ text: [Unicode.Scalar],
        _ frequent: Set<Unicode.Scalar>
    ) -> Double {
        var scores: [Double] = []
        var foreign = text.filter { $0.value >= 0x80 }.makeIterator()
        var i = 0
        while i < bytes.count {
            guard bytes[i] >= 0x80 else {
                i += 1
                continue
            }
            let scalar = foreign.next()
            let isInPlane = i + 1 < bytes.count && (bytes[i + 1] >= 0xA1 || common.lowerBound == 0xA4)
            if let scalar, frequent.contains(scalar) {
                scores.append(1)
            } else if isInPlane && common.contains(bytes[i]) {
                scores.append(0.62)
            } else if isInPlane && rare.contains(bytes[i]) {
                scores.append(0.2)
            } else if let scalar, (0x3000...0x303F).contains(scalar.value) || (0xFF01...0xFF5E).contains(scalar.value) {
                scores.append(0.7)
            } else {
                scores.append(0.05)
            }
            // A four-byte form of GB 18030 has a digit in second place.
            i += i + 1 < bytes.count && (0x30...0x39).contains(bytes[i + 1]) ? 4 : 2
        }
        return mean(scores)
    }

    // The most frequent characters of each language, by public frequency lists; simplified and traditional together.
    private static let frequentChinese = Set(
        ("的一是不了在人有我他这这個个大中来來上国國和地到以说說时時要就出会會可也你对對生能而子那得于於着"
            + "著下自之年过過发發后後作里裡用道行所然家种種事成方多经經么麼去法学學如都同现現当當没沒动動面起看"
            + "定天分还還进進好小部其些主样樣理心她本前开開但因只从從想实實日军者意无無力它与與长長把机機十民第"
            + "公此已工使情明性知全三又关關点點正业業外将將两兩高间間由问問很最重并物手应應市路号號京北海上东東"
            + "西南省区區电電话話地址名姓件品店街村店银銀司限责責").unicodeScalars)
    private static let frequentKorean = Set(
        ("이다는을의에가고를한은하지도로기사서어자그나시아인있리대들정수라만해것과일니주보으게전습여장성화"
            + "국부제경상회원동안녕세요문구소서울시김박최조강윤임한신유전관스트판매품번호주소명공업무").unicodeScalars)
    private static let frequentJapanese = Set(
        ("日一国人年大十二本中長出三時行見月分後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百"
            + "書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨会同事自社発者地業方新場員立開手"
            + "力問代明動京目通言理体田主題意不作用度強公持野以思家世多正安院心界教文元重近考画海売知道集別物使"
            + "品計死特私始朝運終台広住無真有口少町料工建空急止送切転研足究楽起着店病質待試族銀早映親験英医仕去"
            + "味写字答夜音注帰古歌買悪図週室歩風紙黒花春赤青館屋色走秋夏都府県市区村番号株式漢字").unicodeScalars)
}

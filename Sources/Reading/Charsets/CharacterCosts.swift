/// How many quarters of a bit an ideograph, syllable or kana costs in a language.
package struct CharacterCosts: Sendable {
    private var ideographs = [UInt8](repeating: rare, count: 0xA000 - 0x4E00)
    private var syllables: [UInt8] = []
    private var kana = [UInt8](repeating: rareKana, count: 0x100)

    /// The cost of one that the table does not hold. Not measured.
    private static let rare: UInt8 = 70
    /// The same for kana. Not measured.
    private static let rareKana: UInt8 = 52
    /// What an ideograph of names and addresses costs, at most. Not measured.
    private static let payload: UInt8 = 34

    /// - Parameters:
    ///   - language: a language of `Data/character-costs.txt`.
    ///   - payload: those of names and addresses, which are more frequent in symbols than in running text.
    ///   - payloadCost: what those cost at most.
    private init(_ language: String, payload: String, payloadCost: UInt8, syllableCost: UInt8? = nil) {
        if let syllableCost { syllables = [UInt8](repeating: syllableCost, count: 0xD7A4 - 0xAC00) }
        let lines = PackageResources.character_costs_txt.split(separator: UInt8(ascii: "\n"))
            .drop { !$0.elementsEqual("\(language)\t".utf8) }.dropFirst().prefix { $0.last != UInt8(ascii: "\t") }
        for line in lines {
            guard let cost = line.first else { continue }
            for scalar in String(decoding: line.dropFirst(), as: UTF8.self).unicodeScalars {
                set(scalar, (cost - UInt8(ascii: "0")) * 2)
            }
        }
        for scalar in payload.unicodeScalars { set(scalar, min(self[scalar.value], payloadCost)) }
    }

    private mutating func set(_ scalar: Unicode.Scalar, _ cost: UInt8) {
        switch scalar.value {
        case 0x4E00...0x9FFF: ideographs[Int(scalar.value) - 0x4E00] = cost
        case 0x3000...0x30FF: kana[Int(scalar.value) - 0x3000] = cost
        case 0xAC00...0xD7A3 where !syllables.isEmpty: syllables[Int(scalar.value) - 0xAC00] = cost
        default: break
        }
    }

    package subscript(_ scalar: UInt32) -> UInt8 {
        switch scalar {
        case 0x4E00...0x9FFF: ideographs[Int(scalar) - 0x4E00]
        case 0x3000...0x30FF: kana[Int(scalar) - 0x3000]
        case 0xAC00...0xD7A3 where !syllables.isEmpty: syllables[Int(scalar) - 0xAC00]
        default: Self.rare
        }
    }

    package static let ofSimplifiedChinese = CharacterCosts(
        "zh-Hans",
        payload: "姓名电话地址公司号楼路街市省区县村店有限责任王李张刘陈杨黄赵周吴徐孙朱马胡郭林何高梁郑罗宋谢唐韩曹许邓萧冯曾程蔡彭潘袁于董"
            + "余苏叶吕魏蒋田杜丁沈姜范江傅钟卢汪戴崔任陆廖姚方金邱夏谭韦贾邹石熊孟秦阎薛侯雷白龙段郝孔邵史毛常万顾赖武康贺严尹钱施牛洪龚",
        payloadCost: payload)
    package static let ofTraditionalChinese = CharacterCosts(
        "zh-Hant",
        payload: "姓名電話地址公司號樓路街市省區縣鄉鎮村里巷弄段室店有限股份王李張劉陳楊黃趙周吳徐孫朱馬胡郭林何高梁鄭羅宋謝唐韓曹許鄧蕭馮曾程蔡"
            + "彭潘袁于董余蘇葉呂魏蔣田杜丁沈姜范江傅鐘盧汪戴崔任陸廖姚方金邱夏譚韋賈鄒石熊孟秦閻薛侯雷白龍段郝孔邵史毛常萬顧賴武康賀嚴尹錢施牛洪龔",
        payloadCost: payload)
    package static let ofJapanese = CharacterCosts(
        "ja",
        payload: "株式会社有限県市区町村番地丁目号様氏名前住所電話東京都大阪府北海道田中佐藤鈴木高橋渡辺伊山本小林加吉松井上斎清崎森池石川村野原岡三和"
            + "島谷内藤美子恵智裕太郎一",
        payloadCost: payload)
    /// Their costs are not measured: there are fewer syllables than ideographs.
    package static let ofKorean = CharacterCosts(
        "ko", payload: "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구라시도군읍면동리로길번지주식회사전화이름주소호층",
        payloadCost: 30, syllableCost: 60)
}

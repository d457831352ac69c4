/// A charset of one byte a character, with the likelihood of bytes as text in it.
package struct SingleByteCharset: Sendable {
    /// A language that is written in it.
    package struct Language: Sendable {
        package let pairs: LetterPairs
        /// Of each byte, see `LetterPairs.places`.
        package let places: [UInt8]
        package let isLatin: Bool
        /// Quarters of a bit that this language costs, whatever the text.
        package let cost: Int
    }

    package let charset: Charset
    /// Quarters of a bit that this charset costs, whatever the text.
    package let cost: Int
    /// Whether it differs from ISO-8859-1 only by what it has in 80...9F.
    package let extendsLatin1: Bool
    /// What each byte stands for; `invalid` for nothing.
    package let scalars: [UInt32]
    /// The same in lower case.
    package let folded: [UInt32]
    package let kinds: [Kind]
    /// Quarters of a bit that each costs if it is not a letter.
    package let signs: [UInt8]
    package let languages: [Language]

    package static let invalid = UInt32.max

    /// What a character is in a word.
    package struct Kind: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let letter = Kind(rawValue: 1)
        package static let upper = Kind(rawValue: 2)
        package static let lower = Kind(rawValue: 4)
        /// Opens a word, or stands inside of one.
        package static let joins = Kind(rawValue: 8)
        package static let apostrophe = Kind(rawValue: 16)
    }

    package static let guessed: [SingleByteCharset] = {
        let western = ["de", "fr", "es", "pt", "it", "nl", "sv", "da", "nb", "fi", "is", "ca"]
        let central = ["pl", "cs", "sk", "hu", "ro", "sh", "sl", "de"]
        let baltic = ["lt", "lv", "et"]
        let cyrillic = ["ru", "uk", "bg", "sr", "mk", "be"]
        // Costs in quarters of a bit: the rarer a charset is without being named, the more. Not measured: estimates.
        let rows: [(String, Int, [String])] = [
            ("ISO-8859-1", 0, western), ("windows-1252", 2, western),
            ("ISO-8859-15", 18, ["fr", "fi", "de", "es", "et"]),
            ("windows-1250", 10, central), ("ISO-8859-2", 12, central), ("ISO-8859-16", 36, ["ro"]),
            ("windows-1254", 12, ["tr"]), ("ISO-8859-9", 14, ["tr"]), ("windows-1257", 24, baltic),
            ("ISO-8859-13", 28, baltic), ("windows-1258", 28, ["vi"]), ("windows-1251", 12, cyrillic),
            ("KOI8-R", 16, ["ru"]), ("KOI8-U", 20, ["uk"]), ("ISO-8859-5", 20, cyrillic), ("windows-1253", 16, ["el"]),
            ("ISO-8859-7", 16, ["el"]), ("windows-1255", 16, ["he"]), ("ISO-8859-8", 18, ["he"]),
            ("windows-1256", 16, ["ar", "fa"]), ("ISO-8859-6", 24, ["ar"]), ("windows-874", 16, ["th"]),
        ]
        let costs: [String: Int] = [
            "es": 2, "pt": 2, "it": 3, "nl": 6, "sv": 3, "da": 4, "nb": 4, "fi": 4, "is": 14, "ca": 12, "sk": 4,
            "hu": 2, "ro": 4,
            "sh": 4, "sl": 6, "lt": 2, "lv": 3, "et": 4, "uk": 4, "bg": 6, "sr": 8, "mk": 10, "be": 10, "fa": 4,
        ]
        let codes = Set(rows.flatMap(\.2))
        // Most characters are in several of them, those of ASCII in all.
        var facts: [Unicode.Scalar: Facts] = [:]
        let pairs = Dictionary(uniqueKeysWithValues: codes.map { ($0, LetterPairs($0)) })
        return rows.compactMap { name, cost, codes in
            Charset(named: name).map { charset in
                SingleByteCharset(
                    charset, cost: cost,
                    languages: codes.compactMap { code in pairs[code].map { ($0, costs[code] ?? 0) } }, &facts)
            }
        }
    }()

    /// What is known of a character.
    private struct Facts {
        var folded = invalid
        var kind: Kind = []
        var sign: UInt8 = 0
    }

    private init(
        _ charset: Charset, cost: Int, languages: [(LetterPairs, Int)], _ known: inout [Unicode.Scalar: Facts]
    ) {
        (self.charset, self.cost) = (charset, cost)
        extendsLatin1 = charset == .windows1252
        let characters = charset.scalarsOfBytes
        scalars = characters.map { $0?.value ?? Self.invalid }
        var facts: [Facts] = []
        for character in characters {
            guard let character else {
                facts.append(Facts())
                continue
            }
            let fact =
                known[character]
                ?? Facts(
                    folded: Self.folded(character), kind: Self.kind(character), sign: Self.costOfSign(character))
            known[character] = fact
            facts.append(fact)
        }
        let folded = facts.map(\.folded)
        self.folded = folded
        kinds = facts.map(\.kind)
        signs = facts.map(\.sign)
        self.languages = languages.map { pairs, cost in
            let isLatin = pairs.letters.count > 1 && pairs.letters[1] == UInt32(UInt8(ascii: "a"))
            return Language(pairs: pairs, places: pairs.places(of: folded), isLatin: isLatin, cost: cost)
        }
    }

    /// Lower case, where it is one character.
    package static func folded(_ scalar: Unicode.Scalar) -> UInt32 {
        if scalar == "İ" { return UInt32(UInt8(ascii: "i")) }
        let lower = scalar.properties.lowercaseMapping.unicodeScalars
        return lower.count == 1 ? lower.first!.value : scalar.value
    }

    /// What `scalar` is in a word.
    package static func kind(_ scalar: Unicode.Scalar) -> Kind {
        // The micro sign of 5 µm is a lower-case letter to Unicode.
        if scalar == "µ" { return .joins }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .titlecaseLetter: [.letter, .upper]
        case .lowercaseLetter: [.letter, .lower]
        case .otherLetter, .modifierLetter: scalar == "ª" || scalar == "º" ? [] : .letter
        case .nonspacingMark, .spacingMark: .letter
        default:
            "’·‘".unicodeScalars.contains(scalar)
                ? [.joins, .apostrophe] : "“„«»”¿¡–—‚".unicodeScalars.contains(scalar) ? .joins : []
        }
    }

    /// Quarters of a bit that a sign costs, by rough frequencies, not measured: low for those of many languages.
    package static func costOfSign(_ scalar: Unicode.Scalar) -> UInt8 {
        switch scalar.value {
        case 0x80..<0xA0: 104
        case 0xE000..<0xF900: 120
        case 0x2500...0x25A0: 60
        default:
            "“”„‘’–…€£§°".unicodeScalars.contains(scalar)
                ? 32 : "«»·´®©•½±²³µ™—¡¿ªº×№‚‹›¼¾†".unicodeScalars.contains(scalar) ? 38 : 56
        }
    }
}

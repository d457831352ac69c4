/// The scripts that are confused with each other, by Unicode blocks, as the standard library does not provide a
/// character's script.
enum Script: Hashable {
    case latin, greek, cyrillic, armenian, hebrew, arabic, devanagari, thai, georgian, hangul, cherokee, kana
    case bopomofo, han, other

    /// The combinations of the "highly restrictive" level of UTS 39, 5.2.
    static let allowedCombinations: [Set<Script>] = [
        [.latin, .han, .kana], [.latin, .han, .bopomofo], [.latin, .han, .hangul],
    ]

    /// Country codes whose languages are written in a script besides, or with letters that others lack (Chromium's
    /// idn_spoof_checker.cc, and countries of the same languages).
    private static let homes: [Script: Set<String>] = [
        .cyrillic: ["ba", "bg", "by", "kg", "kz", "me", "mk", "mn", "rs", "ru", "su", "ua", "uz"],
        .greek: ["cy", "gr"],
        .armenian: ["am"], .georgian: ["ge"], .hebrew: ["il"], .latin: ["az", "cy", "tr"],
    ]

    /// Whether readers of names below `top` (ASCII form), such as `.рус` or `.kz`, know the letters of `label`.
    static func isAtHome(_ label: Substring, below top: Substring, unicode: Substring) -> Bool {
        let scripts = scripts(in: label)
        if top != unicode {
            return TopLevelDomain.isAssigned(String(top)) && scripts.isSubset(of: self.scripts(in: unicode))
        }
        return scripts.count == 1 && scripts.allSatisfy { homes[$0]?.contains(String(top)) == true }
    }

    static func scripts(in label: Substring) -> Set<Script> {
        var scripts: Set<Script> = []
        for scalar in label.unicodeScalars where scalar.properties.isAlphabetic {
            if let script = script(of: scalar.value) { scripts.insert(script) }
        }
        return scripts
    }

    private static func script(of value: UInt32) -> Script? {
        switch value {
        case 0x41...0x24F, 0x250...0x2AF, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF: .latin
        // Modifier letters and combining marks take the script of the letter before them.
        case 0x2B0...0x36F: nil
        case 0x370...0x3FF, 0x1F00...0x1FFF: .greek
        case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: .cyrillic
        case 0x530...0x58F: .armenian
        case 0x590...0x5FF: .hebrew
        case 0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFE: .arabic
        case 0x900...0x97F, 0xA8E0...0xA8FF: .devanagari
        case 0xE00...0xE7F: .thai
        case 0x10A0...0x10FF, 0x1C90...0x1CBF, 0x2D00...0x2D2F: .georgian
        case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: .hangul
        case 0x13A0...0x13FF, 0xAB70...0xABBF: .cherokee
        // 々, 〆, ー and ゛ are used with every Japanese script.
        case 0x3005...0x3007, 0x303B, 0x3099...0x309C, 0x30FB...0x30FC: nil
        case 0x3041...0x30FF, 0x31F0...0x31FF: .kana
        case 0x3100...0x312F, 0x31A0...0x31BF: .bopomofo
        case 0x2E80...0x2FDF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: .han
        default: .other
        }
    }
}

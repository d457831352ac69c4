/// What about a web address may deceive or surprise a person.
enum URLRisks {
    static func warnings(for address: WebAddress, text: String) -> [PayloadWarning] {
        let host = address.host
        var warnings: [PayloadWarning] = []
        if let userinfo = address.userinfo {
            warnings.append(
                .init("userinfo", "\(userinfo.prefix(60)) before the @ is a user name. It leads to \(host.ascii)."))
        }
        if host.isIPAddress { warnings.append(.init("ip-host", "Leads to a number, \(host.ascii), not to a name.")) }
        if let port = address.port { warnings.append(.init("port", "Uses the unusual port \(port).")) }
        if shorteners.contains(host.ascii.hasPrefix("www.") ? String(host.ascii.dropFirst(4)) : host.ascii) {
            warnings.append(.init("shortener", "\(host.ascii) forwards to an address that cannot be seen here."))
        }
        if hasMixedScripts(host) {
            warnings.append(.init("mixed-script", "Mixes letters of several scripts: \(host.ascii)."))
        }
        if looksLatin(host) {
            warnings.append(.init("look-alike", "Its letters only look like Latin ones: \(host.ascii)."))
        }
        if host.hasInvalidPunycode {
            warnings.append(.init("invalid-punycode", "The host holds a label that cannot be decoded."))
        }
        if host.isObscured || address.isObscured {
            warnings.append(.init("obscured", "Written in a form that hides where it leads: \(host.ascii)."))
        }
        if text.hasHiddenCharacters { warnings.append(.hiddenCharacters) }
        return warnings
    }

    /// Whether a label holds letters of scripts that no language writes together.
    static func hasMixedScripts(_ host: WebHost) -> Bool {
        host.labels.contains { label in
            let scripts = Script.scripts(in: label)
            return scripts.count > 1 && !Script.usualTogether.contains { scripts.isSubset(of: $0) }
        }
    }

    /// Whether a label is all of Cyrillic letters that look like Latin ones, below a Latin domain.
    static func looksLatin(_ host: WebHost) -> Bool {
        guard let top = host.labels.last, top.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        return host.labels.contains { label in
            label.utf8.contains { $0 >= 0x80 }
                && label.unicodeScalars.allSatisfy { $0.value < 0x41 || $0 == "_" || latinLookAlikes.contains($0) }
        }
    }

    /// The list that Chromium uses for the same question (spoof_checks/idn_spoof_checker.cc).
    private static let latinLookAlikes = Set("асԁеһіјӏорԗԛѕԝхуъЬҽпгѵѡ".unicodeScalars)

    /// Hosts that only forward.
    private static let shorteners: Set<String> = [
        "adf.ly", "amzn.to", "bit.do", "bit.ly", "bitly.com", "bl.ink", "buff.ly", "clck.ru", "cli.re", "cutt.ly",
        "db.tt", "dlvr.it", "fb.me", "flip.it", "gg.gg", "git.io", "goo.gl", "goo.su", "is.gd", "j.mp", "kutt.it",
        "l.ead.me", "lnk.to", "lnkd.in", "me-qr.com", "mz.cm", "ow.ly", "po.st", "q-r.to", "qr.ae", "qr.io",
        "qr.link", "qr1.be", "qrco.de", "qrto.org", "rb.gy", "rebrand.ly", "s.id", "shor.by", "short.io", "shorte.st",
        "shorturl.at", "snip.ly", "soo.gd", "surl.li", "t.co", "t.ly", "t1p.de", "tiny.cc", "tiny.one", "tinyurl.com",
        "trib.al", "u.to", "urlz.fr", "v.gd", "w.wiki", "wp.me", "x.co", "zpr.io",
    ]
}

/// The scripts that matter for deceiving, by blocks of the Unicode standard; the standard library does
/// not tell a character's script.
private enum Script: Hashable {
    case latin, greek, cyrillic, armenian, hebrew, arabic, devanagari, thai, georgian, hangul, cherokee, kana
    case bopomofo, han, other

    /// As in the "highly restrictive" level of UTS 39, 5.2.
    static let usualTogether: [Set<Script>] = [
        [.latin, .han, .kana], [.latin, .han, .bopomofo], [.latin, .han, .hangul],
    ]

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
        // Modifier letters and marks belong to whatever they follow.
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
        // 々, 〆, ー and ゛ are written in Japanese with any of its scripts.
        case 0x3005...0x3007, 0x303B, 0x3099...0x309C, 0x30FB...0x30FC: nil
        case 0x3041...0x30FF, 0x31F0...0x31FF: .kana
        case 0x3100...0x312F, 0x31A0...0x31BF: .bopomofo
        case 0x2E80...0x2FDF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: .han
        default: .other
        }
    }
}

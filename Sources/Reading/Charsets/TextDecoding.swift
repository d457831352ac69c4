import Symbols

/// Text that bytes were decoded to.
package struct DecodedText: Hashable, Sendable {
    package let text: String
    /// The IANA name of the charset that made it; `UTF-8` for plain ASCII too.
    package let charset: String

    package init(text: String, charset: String) { (self.text, self.charset) = (text, charset) }
}

/// Turns a symbol's bytes into text.
package enum TextDecoding {
    /// The text of `bytes`, or nil when they are not text.
    ///
    /// In this order: the charsets that the symbol names by ECI; Shift_JIS for what it holds in kanji mode; `charset` for all that is
    /// left; UTF-8 when strictly valid; ISO-8859-1 where `symbology` has no other without ECI (Code 128 by FNC4, MaxiCode), GB 18030 or
    /// else ISO-8859-1 in a Han Xin Code; else the likeliest of those that real symbols hold, see `TextLikelihood`.
    ///
    /// Bytes are binary, and have no text, when the symbol says so by ECI 899, when no charset is likely, or when the text would hold NUL,
    /// one of C1 or more than a few other control characters. Tab, line feed, carriage return, FS, GS, RS, US (separators of GS1,
    /// ISO/IEC 15434 and driving licences) and EOT (the end of an ISO/IEC 15434 message) do not count. In `charset` all that is valid is
    /// text.
    ///
    /// - Parameters:
    ///   - eciProtocol: the content by the ECI protocol: `\NNNNNN` switches the charset, a doubled backslash is
    ///     one, an AIM identifier may come first. Nil (the default) when the symbol names no ECI.
    ///   - symbology: where the bytes come from; nil (the default) when unknown.
    ///   - kanji: the places of bytes that a QR Code holds in kanji mode, in order; none by default, also when unknown.
    ///   - charset: one of `charsetNames` for what the symbol names none for; nil (the default) to guess.
    package static func decode(
        _ bytes: [UInt8], eciProtocol: [UInt8]? = nil, symbology: Symbology? = nil, kanji: [Range<Int>] = [],
        charset: String? = nil
    ) -> DecodedText? {
        let chosen = charset.flatMap(Charset.init(named:))
        if let eciProtocol {
            switch ECIText(eciProtocol).decoded(chosen) {
            case .text(let text): return chosen != nil || hasTextOnly(text.text) ? text : nil
            case .binary: return nil
            case .invalid: break
            }
        }
        if let text = kanjiText(bytes, kanji, chosen) { return text }
        if let chosen { return chosen.decode(bytes).map { DecodedText(text: $0, charset: chosen.name) } }
        if let text = Charset.utf8.decode(bytes) {
            return hasTextOnly(text) ? DecodedText(text: text, charset: Charset.utf8.name) : nil
        }
        if let symbology, let charsets = charsets(of: symbology) {
            return charsets.lazy.compactMap { charset in
                charset.decode(bytes).flatMap { hasTextOnly($0) ? DecodedText(text: $0, charset: charset.name) : nil }
            }
            .first
        }
        return TextLikelihood.best(for: bytes).flatMap { hasTextOnly($0.text) ? $0 : nil }
    }

    /// What bytes of `symbology` without ECI are in, the likeliest first; nil if they may be in any charset.
    private static func charsets(of symbology: Symbology) -> [Charset]? {
        if symbology == .hanXin { return [.gb18030, .latin1] }
        return symbology.traits.dimension == .linear || symbology == .maxiCode ? [.latin1] : nil
    }

    /// The charsets that may be asked for by name; `-`, `_` and the case of letters do not count.
    package static let charsetNames = Charset.all.map(\.name)

    /// The name in `charsetNames` that `name` stands for; nil when it stands for none.
    package static func charsetName(_ name: String) -> String? { Charset(named: name)?.name }

    /// The text of bytes some of which are certainly Shift_JIS; nil if those are not, or the others are not text.
    private static func kanjiText(_ bytes: [UInt8], _ kanji: [Range<Int>], _ chosen: Charset?) -> DecodedText? {
        guard !kanji.isEmpty else { return nil }
        var text = ""
        var names: Set<String> = []
        var place = 0
        for range in kanji + [bytes.count..<bytes.count] {
            guard range.lowerBound >= place, range.upperBound <= bytes.count else { return nil }
            if range.lowerBound > place {
                let part = Array(bytes[place..<range.lowerBound])
                guard let decoded = besideKanji(part, chosen) else { return nil }
                text += decoded.text
                if part.contains(where: { $0 >= 0x80 }) { names.insert(decoded.charset) }
            }
            if !range.isEmpty {
                guard let decoded = Charset.shiftJIS.decode(Array(bytes[range])) else { return nil }
                text += decoded
                names.insert(Charset.shiftJIS.name)
            }
            place = range.upperBound
        }
        guard chosen != nil || hasTextOnly(text) else { return nil }
        return DecodedText(text: text, charset: names.count == 1 ? names.first! : Charset.utf8.name)
    }

    /// A writer that uses kanji mode writes half-width katakana outside of it, as that mode does not have them.
    private static func besideKanji(_ bytes: [UInt8], _ chosen: Charset?) -> DecodedText? {
        for charset in chosen.map({ [$0] }) ?? [.utf8, .shiftJIS] {
            if let text = charset.decode(bytes) { return DecodedText(text: text, charset: charset.name) }
        }
        return chosen == nil ? TextLikelihood.best(for: bytes) : nil
    }

    private static func hasTextOnly(_ text: String) -> Bool {
        var (controls, others) = (0, 0)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D, 0x04, 0x1C...0x1F: break
            case 0x00, 0x80...0x9F: return false
            case 0x01...0x1F, 0x7F: controls += 1
            // An ideograph says as much as some letters.
            case 0x2E80...: others += 3
            default: others += 1
            }
        }
        return controls * charactersForAControl <= others
    }

    /// Characters for each control character, at least: some writers put STX and ETX around a name. Not measured.
    private static let charactersForAControl = 4
}

/// Content by the ECI protocol.
private struct ECIText {
    enum Outcome {
        case text(DecodedText)
        case binary
        case invalid
    }

    private var segments: [(eci: Int?, bytes: [UInt8])] = [(nil, [])]

    init(_ content: [UInt8]) {
        var rest = content[...]
        if rest.first == UInt8(ascii: "]") && rest.count >= 3 { rest = rest.dropFirst(3) }
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                segments[segments.count - 1].bytes.append(byte)
                continue
            }
            if rest.first == byte {
                rest.removeFirst()
                segments[segments.count - 1].bytes.append(byte)
            } else if let eci = Int(String(decoding: rest.prefix(6), as: UTF8.self)), rest.count >= 6 {
                rest = rest.dropFirst(6)
                segments.append((eci, []))
            } else {
                segments[segments.count - 1].bytes.append(byte)
            }
        }
        segments.removeAll { $0.bytes.isEmpty }
    }

    /// The text of all segments together; its charset is that of the only ECI, else `UTF-8`.
    ///
    /// - Parameter chosen: the charset of what comes before the first ECI; nil to guess.
    func decoded(_ chosen: Charset?) -> Outcome {
        var text = ""
        var names: Set<String> = []
        for segment in segments {
            if segment.eci == 899 { return .binary }
            // Before the first ECI the symbology's default holds, which writers do not keep to.
            let charset = segment.eci.map(Charset.init(eci:)) ?? nil
            if let charset, let part = charset.decode(segment.bytes) {
                text += part
                names.insert(charset.name)
            } else if segment.eci == nil, let part = TextDecoding.decode(segment.bytes, charset: chosen?.name) {
                text += part.text
                if segment.bytes.contains(where: { $0 >= 0x80 }) { names.insert(part.charset) }
            } else {
                return .invalid
            }
        }
        return .text(DecodedText(text: text, charset: names.count == 1 ? names.first! : Charset.utf8.name))
    }
}

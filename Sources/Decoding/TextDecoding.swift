import Symbols

/// Text that bytes were decoded to.
public struct DecodedText: Hashable, Sendable {
    /// The text.
    public let text: String
    /// The IANA name of the charset that made it; `UTF-8` for plain ASCII too.
    public let charset: String
}

/// Turns a symbol's bytes into text.
public enum TextDecoding {
    /// The text of `bytes`, or nil when they are none.
    ///
    /// In this order: the charsets that the symbol names by ECI; UTF-8 when strictly valid; ISO-8859-1 where
    /// `symbology` has no other without ECI (Code 128 by FNC4, MaxiCode); else the likeliest of Shift_JIS, EUC-JP,
    /// GB18030, Big5, EUC-KR, ISO-8859-1 and windows-1252.
    ///
    /// Bytes are binary, and have no text, when the text would hold a control character other than tab, line
    /// feed, carriage return, FS, GS, RS, US (separators of GS1, ISO/IEC 15434 and driving licences) and EOT (the
    /// end of an ISO/IEC 15434 message), when the symbol says so by ECI 899, or when no charset is likely.
    ///
    /// - Parameters:
    ///   - eciProtocol: the content by the ECI protocol: `\NNNNNN` switches the charset, a doubled backslash is
    ///     one, an AIM identifier may come first. Nil (the default) when the symbol names no ECI.
    ///   - symbology: where the bytes come from; nil (the default) when unknown.
    public static func decode(
        _ bytes: [UInt8], eciProtocol: [UInt8]? = nil, symbology: Symbology? = nil
    ) -> DecodedText? {
        if let eciProtocol {
            switch ECIText(eciProtocol).decoded {
            case .text(let text): return hasTextOnly(text.text) ? text : nil
            case .binary: return nil
            case .invalid: break
            }
        }
        if let text = Charset.utf8.decode(bytes) {
            return hasTextOnly(text) ? DecodedText(text: text, charset: Charset.utf8.name) : nil
        }
        if let symbology, symbology.traits.dimension == .linear || symbology == .maxiCode {
            return Charset.latin1.decode(bytes).flatMap {
                hasTextOnly($0) ? DecodedText(text: $0, charset: Charset.latin1.name) : nil
            }
        }
        return TextLikelihood.best(for: bytes).flatMap { hasTextOnly($0.text) ? $0 : nil }
    }

    private static func hasTextOnly(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x09, 0x0A, 0x0D, 0x04, 0x1C...0x1F: true
            case 0x00...0x1F, 0x7F...0x9F: false
            default: true
            }
        }
    }
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
    var decoded: Outcome {
        var text = ""
        var names: Set<String> = []
        for segment in segments {
            if segment.eci == 899 { return .binary }
            // Before the first ECI the symbology's default holds, which writers do not keep to.
            let charset = segment.eci.map(Charset.init(eci:)) ?? nil
            if let charset, let part = charset.decode(segment.bytes) {
                text += part
                names.insert(charset.name)
            } else if segment.eci == nil, let part = TextDecoding.decode(segment.bytes) {
                text += part.text
                if segment.bytes.contains(where: { $0 >= 0x80 }) { names.insert(part.charset) }
            } else {
                return .invalid
            }
        }
        return .text(DecodedText(text: text, charset: names.count == 1 ? names.first! : Charset.utf8.name))
    }
}

import Symbols

/// Plain text, with the web addresses that it contains.
enum TextPayload {
    private static let maximumLinks = 32

    static func payload(of content: SymbolContent, text: String) -> Payload {
        var warnings: [PayloadWarning] = []
        var shown = text
        if text.utf8.count > PayloadRegistry.maximumLength {
            // A cut inside a character leaves U+FFFD at the end; `content` keeps the full text.
            shown = String(decoding: text.utf8.prefix(PayloadRegistry.maximumLength), as: UTF8.self)
            warnings.append(.oversized)
        }
        if shown.hasHiddenCharacters { warnings.append(.hiddenCharacters) }

        let bytes = ArraySlice(Array(shown.utf8))
        var fields = [PayloadField("text", "Text", shown)]
        var actions: [PayloadAction] = []
        for link in links(in: bytes) {
            fields.append(PayloadField("links", "Link", link.url, isRepeatable: true))
            actions.append(link.openAction(link.url))
        }
        return Payload(
            content: content, kind: .text, summary: oneLine(of: bytes), fields: fields, warnings: warnings,
            actions: actions)
    }

    /// Stands in a summary where a line of the text ends.
    static let lineBreak = " ⏎ "

    /// The lines with visible characters beside each other, shortened; a placeholder when there is none.
    private static func oneLine(of bytes: ArraySlice<UInt8>) -> String {
        var shown: [String] = []
        var count = 0
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) where count < 200 {
            // More than a summary shows; the line may be as long as the text.
            let line = String(decoding: line.prefix(1024), as: UTF8.self).singleLine(limit: 160)
            if line.isEmpty { continue }
            shown.append(line)
            count += line.unicodeScalars.count + lineBreak.unicodeScalars.count
        }
        if !shown.isEmpty { return shown.joined(separator: lineBreak) }
        return bytes.isEmpty ? "(empty)" : "(blank)"
    }

    /// The distinct web addresses among the words of a text, at most `maximumLinks`.
    private static func links(in bytes: ArraySlice<UInt8>) -> [WebAddress] {
        var found: [WebAddress] = []
        for word in bytes.split(whereSeparator: { ASCII.isSpace($0) }) {
            // No address lacks both dot and colon; this rules out most words cheaply.
            guard word.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") }) else { continue }
            let candidate = trimmed(word)
            guard let link = WebAddress(absolute: candidate) ?? WebAddress(bareDomain: candidate) else { continue }
            if !found.contains(link) { found.append(link) }
            if found.count == maximumLinks { break }
        }
        return found
    }

    /// Returns `word` without the sentence punctuation around it, starting at `http://` or `https://` if it contains one.
    private static func trimmed(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var word = word
        var index = word.startIndex
        while index + 4 < word.endIndex {
            if word[index] | 0x20 == UInt8(ascii: "h"),
                word[index...].after(prefix: "http://") ?? word[index...].after(prefix: "https://") != nil
            {
                word = word[index...]
                break
            }
            index += 1
        }
        word = word.drop { isOneOf("<([{\"'", $0) }
        let hasOpening = word.contains(UInt8(ascii: "("))
        while let last = word.last {
            guard isOneOf(".,;:!?'\"<>]}", last) || (last == UInt8(ascii: ")") && !hasOpening) else { break }
            word.removeLast()
        }
        return word
    }

    private static func isOneOf(_ set: StaticString, _ byte: UInt8) -> Bool {
        set.withUTF8Buffer { $0.contains(byte) }
    }
}

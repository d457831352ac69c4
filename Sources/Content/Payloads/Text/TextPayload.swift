import Formats
import Symbols

/// Plain text, with the addresses, numbers, days and places that it contains.
enum TextPayload {
    static func payload(of content: SymbolContent, text: String) -> Payload {
        var warnings: [PayloadWarning] = []
        var shown = text
        if text.utf8.count > PayloadRegistry.maximumLength {
            // A cut inside a character leaves U+FFFD at the end; `content` keeps the full text.
            shown = String(decoding: text.utf8.prefix(PayloadRegistry.maximumLength), as: UTF8.self)
            warnings.append(.oversized)
        }
        if shown.hasHiddenCharacters { warnings.append(.hiddenCharacters) }

        let bytes = shown.utf8Slice
        if let scheme = RefusedScheme(bytes) { warnings.append(scheme.warning) }
        let found = TextFindings(in: bytes)
        let fields = [PayloadField("text", .text, shown, note: ControlNames.note(on: shown))] + found.fields
        return Payload(
            content: content, kind: .text, summary: oneLine(of: bytes), fields: fields, warnings: warnings,
            actions: found.actions)
    }

    /// Stands in a summary where a line of the text ends.
    static let lineBreak = " ⏎ "

    /// The lines with visible characters beside each other, shortened; a placeholder when there is none.
    private static func oneLine(of bytes: ArraySlice<UInt8>) -> Summary {
        var shown: [String] = []
        var count = 0
        // There may be a line for every other byte; the first of them say enough.
        for line in bytes.split(maxSplits: 400, whereSeparator: { $0 == 0x0A || $0 == 0x0D }) where count < 200 {
            // More than a summary shows; the line may be as long as the text.
            let line = String(decoding: line.prefix(1024), as: UTF8.self).singleLine(limit: 160)
            if line.isEmpty { continue }
            shown.append(line)
            count += line.unicodeScalars.count + lineBreak.unicodeScalars.count
        }
        if !shown.isEmpty { return .asWritten(shown.joined(separator: lineBreak)) }
        return bytes.isEmpty ? .empty : .blank
    }
}

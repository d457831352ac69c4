/// Why libzint has made nothing, in words for people.
struct ZintRefusal {
    /// As libzint has it: `Error 205: No primary (linear) message`.
    let message: String
    let isTooLong: Bool

    /// - Parameter bytes: the content with its check characters.
    func error(_ kind: SymbolKind, _ options: MakeOptions, _ bytes: [UInt8]) -> ContentError {
        let chosen = options.choices
        if isTooLong || isLong(bytes, kind), chosen.isEmpty {
            if kind.content.form != nil { return ContentError(lengthOf: bytes) }
            let larger = kind.name == "gs1-qr-code" ? "" : ", or make gs1-qr-code, which holds more"
            return ContentError("it is longer than this code holds: shorten it\(larger)", .mistake)
        }
        if let eci = options.eci, chosen.count == 1, isAboutCharacters {
            return ContentError(
                "ECI \(eci) lacks one of its characters: choose another, or leave it out for UTF-8", .mistake)
        }
        guard !chosen.isEmpty else {
            return ContentError(
                "libzint rejects it (\(cleaned)): correct the text", kind.content.isGS1 ? .mistake : .content)
        }
        let it = chosen.count == 1 ? "it" : "one of them"
        let names = chosen.joined(separator: ", ")
        if isTooLong {
            return ContentError("it is too long for \(names): choose more room, or leave \(it) out", .mistake)
        }
        return ContentError(
            "it cannot be combined with \(names) (libzint: \(cleaned)): change \(it), or leave \(it) out", .mistake)
    }

    /// A message such as "symbol width is too large" is about the length, too.
    private func isLong(_ bytes: [UInt8], _ kind: SymbolKind) -> Bool {
        message.contains("too large") && kind.content.form != nil && bytes.count > 1
    }

    private var isAboutCharacters: Bool { message.contains("nvalid character") }

    /// The message without the number that it begins with, in one line.
    var cleaned: String {
        var text = message[...]
        while let end = text.firstRange(of: ": ")?.upperBound,
            text.wholeMatch(of: /(Error|Warning) [0-9]+: .*/.dotMatchesNewlines()) != nil
        {
            text = text[end...]
        }
        let line = text.prefix(120).map { $0.isNewline || $0.isWhitespace ? " " : $0 }
        guard let first = line.first else { return "no reason given" }
        // A word in capitals, such as AI, stays as it is.
        let isWord = line.dropFirst().first?.isLowercase == true
        return (isWord ? first.lowercased() : String(first)) + String(line.dropFirst())
    }
}

extension MakeOptions {
    /// What is chosen and narrows what fits, in words: `size 1`, `level H`.
    var choices: [String] {
        [
            size.map { "size \($0)" }, level.map { "level \($0)" }, columns.map { "\($0) columns" },
            eci.map { "ECI \($0)" },
            part.map { "part \($0.spelled)" }, carrier.map { _ in "a carrier message" },
        ].compactMap { $0 }
    }
}

import Formats

/// Iterates over the unfolded lines of a vCard; line ends are CRLF, LF or CR.
struct VCardLines {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Returns the next line, nil after the last.
    ///
    /// - Parameter isVersion21: whether the card is vCard 2.1, which folds at white space that belongs to the text (vCard 2.1,
    ///   2.1.3); later versions insert a space or tab (RFC 6350, 3.2).
    mutating func next(isVersion21: Bool) -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        var line = nextPhysicalLine()
        let isQuotedPrintable = Self.isQuotedPrintable(line)
        while !rest.isEmpty {
            if isQuotedPrintable, line.last == UInt8(ascii: "=") {
                // A soft line break of quoted-printable (RFC 2045, 6.7 rule 5). vCard folding may follow it.
                line.removeLast()
                line += nextPhysicalLine()
            } else if rest.first == UInt8(ascii: " ") || rest.first == UInt8(ascii: "\t") {
                let next = nextPhysicalLine()
                // A line of white space only ends Base64 data, and has no meaning elsewhere.
                line += isVersion21 ? next : next.dropFirst()
            } else {
                break
            }
        }
        return line
    }

    /// The line up to the next line end, which is consumed too.
    private mutating func nextPhysicalLine() -> ArraySlice<UInt8> {
        let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.endIndex
        let line = rest[rest.startIndex..<end]
        rest = rest[end...]
        if rest.first == 0x0D { rest.removeFirst() }
        if rest.first == 0x0A { rest.removeFirst() }
        return line
    }

    private static func isQuotedPrintable(_ line: ArraySlice<UInt8>) -> Bool {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return false }
        return line[..<colon].split(whereSeparator: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "=") })
            .contains { $0.after(prefix: "QUOTED-PRINTABLE")?.isEmpty == true }
    }
}

/// One property: `group.NAME;PARAMETER=value:content`.
struct VCardProperty {
    /// The group in lower case; empty when there is none.
    let group: String
    /// The name in upper case.
    let name: String
    /// The distinct `TYPE` values in lower case, without `voice` and other defaults.
    let types: [String]
    /// The content after the colon, still encoded.
    let raw: ArraySlice<UInt8>
    /// Whether the content is Base64 or a data URI.
    let isBinary: Bool
    private let isQuotedPrintable: Bool
    private let charset: String?
    private let isVersion21: Bool

    /// Returns nil when there is no colon.
    init?(_ line: ArraySlice<UInt8>, isVersion21: Bool) {
        guard let colon = Self.contentColon(line) else { return nil }
        let head = Self.splitOutsideQuotes(line[..<colon], at: UInt8(ascii: ";"))
        raw = line[(colon + 1)...]
        self.isVersion21 = isVersion21
        let fullName = head[0].trimmed
        if let dot = fullName.lastIndex(of: UInt8(ascii: ".")) {
            group = fullName[..<dot].text.lowercased()
            name = fullName[(dot + 1)...].text.uppercased()
        } else {
            group = ""
            name = fullName.text.uppercased()
        }
        var types: [String] = []
        var encoding = ""
        var charset: String?
        for parameter in head.dropFirst() {
            let (key, value) = parameter.cut(at: UInt8(ascii: "="))
            // vCard 2.1 writes the value alone: `TEL;HOME;VOICE:`.
            let values = Self.splitOutsideQuotes(value ?? key, at: UInt8(ascii: ",")).map(Self.unquoted)
            switch value == nil ? "" : key.trimmed.text.uppercased() {
            case "TYPE": types += values.flatMap { $0.split(separator: ",").map(String.init) }
            case "ENCODING": encoding = values.first?.uppercased() ?? ""
            case "CHARSET": charset = values.first
            case "":
                let value = (values.first ?? "").uppercased()
                if ["QUOTED-PRINTABLE", "BASE64", "B", "8BIT", "7BIT"].contains(value) {
                    encoding = value
                } else {
                    types.append(value)
                }
            default: break
            }
        }
        // `voice` and `internet` carry no information: they are the default.
        let defaults: Set<String> = ["", "voice", "internet", "pref", "x400", "uri"]
        var seen = defaults
        self.types = types.map { $0.lowercased() }.filter { seen.insert($0).inserted }
        self.charset = charset
        isQuotedPrintable = encoding == "QUOTED-PRINTABLE"
        isBinary = encoding == "B" || encoding == "BASE64" || raw.after(prefix: "data:") != nil
    }

    /// The decoded and unescaped content.
    var text: String { unescaped(raw) }

    /// The components between semicolons, decoded and unescaped.
    var parts: [String] {
        raw.trimmed.splitUnescaped(at: UInt8(ascii: ";")).map { part in
            // A component may have several values (RFC 6350, 6.2.2); not in 2.1.
            let values = isVersion21 ? [part] : part.splitUnescaped(at: UInt8(ascii: ","))
            return values.map(unescaped).filter { !$0.isEmpty }.joined(separator: name == "N" ? " " : ", ")
        }
    }

    /// The non-empty values between commas, decoded and unescaped.
    var list: [String] { raw.splitUnescaped(at: UInt8(ascii: ",")).map(unescaped).filter { !$0.isEmpty } }

    private func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard isQuotedPrintable else { return Array(bytes) }
        return Array(Charset.text(of: QuotedPrintable.decode(bytes), charset: charset).utf8)
    }

    /// vCard 2.1 escapes only separators, so that `C:\new` stays unchanged.
    private func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        decoded(bytes.trimmed)[...].unescaped {
            ";,:\\".utf8.contains($0) ? $0 : !isVersion21 && $0 | 0x20 == UInt8(ascii: "n") ? 0x0A : nil
        }
    }

    /// The colon between parameters and content. Colons in quotes are skipped, unless the quote is never closed.
    static func contentColon(_ line: ArraySlice<UInt8>) -> Int? {
        var isQuoted = false
        for index in line.indices {
            if line[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
            if line[index] == UInt8(ascii: ":"), !isQuoted { return index }
        }
        return line.firstIndex(of: UInt8(ascii: ":"))
    }

    static func splitOutsideQuotes(_ bytes: ArraySlice<UInt8>, at separator: UInt8) -> [ArraySlice<UInt8>] {
        var isQuoted = false
        return bytes.split(omittingEmptySubsequences: false) { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == separator && !isQuoted
        }
    }

    static func unquoted(_ bytes: ArraySlice<UInt8>) -> String {
        var bytes = bytes.trimmed
        if bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") {
            bytes = bytes.dropFirst().dropLast()
        }
        return bytes.text
    }
}

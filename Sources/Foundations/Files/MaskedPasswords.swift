extension String {
    /// The text with `…` instead of each password of an address or of a connection's parameters, for messages and logs.
    ///
    ///     "http://ana:s3cret@host/a".withMaskedPasswords      // http://ana:…@host/a
    ///     "host=db password=s3cret".withMaskedPasswords       // host=db password=…
    ///
    /// An address ends at a blank. A password that should have been percent-encoded may hold `/` or `@`: all up to the last `@` is
    /// masked, also where that is a part of the path.
    package var withMaskedPasswords: String {
        var masked = ""
        var rest = self[...]
        while let first = rest.first {
            // In parts at blanks and at what divides parameters, so that a name of a secret begins a part.
            let divider = rest.prefix(first.dividesParameters ? 1 : 0)
            rest = rest.dropFirst(divider.count)
            masked += divider
            let part = rest.prefix { !$0.dividesParameters }
            guard let equals = part.firstIndex(of: "="), Self.secretNames.contains(part[..<equals].lowercased()) else {
                masked += part
                rest = rest[part.endIndex...]
                continue
            }
            masked += part[...equals] + "…"
            // A value in quotation marks may hold blanks: nothing behind it is shown.
            rest = part[equals...].dropFirst().first == "'" ? "" : rest[part.endIndex...]
        }
        return masked.split(separator: " ", omittingEmptySubsequences: false).map(Self.masked).joined(separator: " ")
    }

    private static let secretNames: Set<String> = ["password", "passwd", "sslpassword", "token"]

    /// A word with the password of its address masked.
    private static func masked(_ word: Substring) -> Substring {
        guard let slashes = word.firstRange(of: "://"), let at = word.lastIndex(of: "@"), at >= slashes.upperBound,
            let colon = word[slashes.upperBound..<at].firstIndex(of: ":")
        else { return word }
        return word[...colon] + "…" + word[at...]
    }
}

extension Character {
    fileprivate var dividesParameters: Bool { isWhitespace || self == "&" || self == "?" }
}

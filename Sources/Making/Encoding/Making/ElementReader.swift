/// Reads GS1 elements in every form that people write, and checks them by the GS1 Syntax Dictionary. A layer below has that.
package protocol ElementReader: Sendable {
    /// The element strings of the parts of one symbol, with U+001D behind elements of no predefined length but the last.
    ///
    /// - Parameter parts: elements in brackets or as scanned, with a symbology identifier or not, or a Digital Link. Elements that need
    ///   each other may stand in different parts.
    /// - Throws: `EncodingError`, what is wrong with them.
    func elementStrings(of parts: [String]) throws(EncodingError) -> [String]
}

extension ElementReader {
    /// `source` with its GS1 elements checked, and as element strings.
    ///
    /// - Throws: `ContentError` for elements that are wrong.
    func checked(_ source: SymbolSource, of kind: SymbolKind) throws(ContentError) -> SymbolSource {
        guard let text = String(validating: source.bytes, as: UTF8.self), !text.isEmpty,
            text.utf8.count <= SymbolEncoder.maximumBytes
        else { return source }
        if let linear = kind.linearName.flatMap(SymbolKind.named) { return try checked(text, linear) }
        if kind.content.isGS1 { return .text(try strings([text])[0]) }
        // Numbers alone are checked by the kind's own rule.
        guard kind.content.isGTIN, text.hasPrefix("]") || text.lowercased().hasPrefix("http") else { return source }
        return .text(try strings([text])[0])
    }

    /// The parts of a composite; nil for what its own rule refuses.
    private func checked(_ text: String, _ linear: SymbolKind) throws(ContentError) -> SymbolSource {
        let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return .text(text) }
        if linear.content.isGS1 { return .text(try strings(parts).joined(separator: "|")) }
        // A wrong number is refused by the rule of the composite, in the words of its linear part.
        guard let number = linear.gtin(of: parts[0]) else { return .text(text) }
        return .text(parts[0] + "|" + (try strings(["(01)\(number)", parts[1]])[1]))
    }

    private func strings(_ parts: [String]) throws(ContentError) -> [String] {
        do throws(EncodingError) {
            return try elementStrings(of: parts)
        } catch {
            throw ContentError(error.description, .mistake)
        }
    }
}

extension SymbolKind {
    /// The GTIN of fourteen digits that a product's symbol holds; nil if `text` is none.
    func gtin(of text: String) -> String? {
        guard let scanned = try? scanned(text) else { return nil }
        var digits = String(decoding: scanned.bytes, as: UTF8.self)
        if content.isGTIN { digits.removeFirst(2) }
        if symbology == .upcE {
            digits =
                CheckDigit.expandedUPCE(digits.utf8.dropLast().map { Int($0) - 0x30 }).map(String.init).joined()
                + digits.suffix(1)
        }
        return String(repeating: "0", count: max(0, 14 - digits.count)) + digits
    }
}

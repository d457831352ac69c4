import Encoding
import Payloads

/// Reads and checks GS1 elements for codes that are made, as they are read and checked in scans.
///
///     let encoder = SymbolEncoder(elements: GS1ElementReader())
package struct GS1ElementReader: ElementReader {
    package init() {}

    /// The element strings of the parts of one symbol, checked together.
    ///
    /// - Throws: `EncodingError` for what is not GS1 data, and for the first thing that is wrong with it.
    package func elementStrings(of parts: [String]) throws(EncodingError) -> [String] {
        let messages = try parts.map { part throws(EncodingError) in
            guard let message = GS1Message(text: Self.withRoundBrackets(part)) else {
                throw EncodingError(line: "it has no GS1 elements: begin with (01) or another identifier in brackets")
            }
            return message
        }
        // What an element needs may stand in the other part, and what is wrong with an address is gone with it.
        let all = GS1Message(text: messages.map(\.bracketed).joined())
        if let problem = all?.problem { throw EncodingError(line: problem) }
        return messages.map(\.elementString)
    }

    /// `[01]…` as libzint writes it. Values hold no square brackets.
    private static func withRoundBrackets(_ text: String) -> String {
        guard text.hasPrefix("[") else { return text }
        return text.replacing("(", with: "\\(").replacing("[", with: "(").replacing("]", with: ")")
    }
}

/// A page of the reference: rendered as Markdown for docs/reference, and as roff for docs/man.
///
///     Page.Block.list([("`--json`", "Print a JSON object for each code.")])
///
/// Texts are prose in which backticks mark code.
enum Page {
    enum Block {
        /// A heading of a section (1) or of a part of one (2, 3).
        case heading(Int, String)
        case text(String)
        case code([String], language: String)
        /// Terms, each with its meaning.
        case list([(term: Term, text: String)])
        /// Rows of code and prose below a header.
        case table(header: [String], rows: [[String]])
    }

    /// The name of an option, a file or a key, in one or more spellings.
    struct Term: ExpressibleByStringInterpolation {
        var spellings: [Spelling]

        init(_ spellings: [Spelling]) { self.spellings = spellings }

        init(stringLiteral name: String) { spellings = [Spelling(literal: name)] }
    }

    struct Spelling {
        /// Typed as it is: `--output`.
        var literal: String
        /// Replaced by a value: `FILE`.
        var value: String?
    }

    /// A piece of a text.
    enum Piece {
        case prose(String)
        case code(String)
    }

    /// The pieces of a text between backticks.
    static func pieces(_ text: String) -> [Piece] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().compactMap { index, piece in
            if piece.isEmpty { return nil }
            return index.isMultiple(of: 2) ? .prose(String(piece)) : .code(String(piece))
        }
    }

    /// A heading's anchor, as GitHub makes it.
    static func anchor(_ heading: String) -> String {
        String(heading.lowercased().compactMap { $0 == " " ? "-" : $0.isLetter || $0.isNumber || $0 == "-" ? $0 : nil })
    }
}

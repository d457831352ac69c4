import TOMLKit

/// TOML that a person wrote, looked at before the parser gets it.
///
///     let table = try GuardedTOML.table("id = \"2026-a\"")
///     table["id"]?.string         // 2026-a
package enum GuardedTOML {
    /// The table that `text` is. Dates are refused: the parser fails an assertion on some, so they are written in quotes.
    ///
    /// - Throws: `TOMLError` with the line.
    package static func table(_ text: String) throws(TOMLError) -> TOMLTable {
        if let problem = TOMLText.firstProblem(in: text) { throw problem }
        do {
            return try TOMLTable(string: text)
        } catch {
            throw TOMLError(parsing: error, in: text)
        }
    }
}

/// Why a text is not read as TOML: the first thing that is wrong.
package struct TOMLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where it is, from 1.
    package let line: Int
    /// What is wrong and what would be right; nothing of the text but the name of what is set.
    package let words: String

    package var description: String { "line \(line): \(words)" }

    init(line: Int, _ words: String) { (self.line, self.words) = (line, words) }

    init(parsing error: any Error, in text: String) {
        guard let error = error as? TOMLParseError else {
            self.init(line: 1, "it is not valid TOML")
            return
        }
        let line = Int(error.source.begin.line)
        let name = ParserWords.name(on: line, of: text).map { "`\($0)`: " } ?? ""
        self.init(line: line, name + ParserWords.words(for: error.description))
    }
}

import Formats
import Foundation
import GRDB

/// Text as searches compare it, in SQL as well: SQLite's own `lower` and `NOCASE` know the letters of ASCII alone.
enum FoldedText {
    /// The function's name in SQL: it takes the UTF-8 of a text as a blob and gives that of the folded one. Every connection has it; what
    /// is in the file does not name it, so that other programs read that.
    static let name = "folded"

    /// `text` as `TextSearch` compares it, in UTF-8.
    static func folded(_ text: String) -> Data { Data(TextSearch.folded(Array(text.utf8))) }

    static let function = DatabaseFunction(name, argumentCount: 1, pure: true) { values in
        Data.fromDatabaseValue(values[0]).map { Data(TextSearch.folded(Array($0))) }
    }
}

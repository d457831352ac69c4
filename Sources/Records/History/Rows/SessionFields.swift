import Formats
import Foundation

/// What holds for a session, such as the shelf that is being counted, by name; in the history a JSON object of texts.
enum SessionFields {
    static func text(of fields: [String: String]) -> String {
        JSONValue.object(fields.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) }).text
    }

    /// Those in `text`; what is no such object has none.
    static func fields(_ text: String) -> [String: String] {
        (try? JSONDecoder().decode([String: String].self, from: Data(text.utf8))) ?? [:]
    }
}

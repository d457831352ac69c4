import Files
import Formats

extension UserError {
    /// Foreign text as it stands in a line: at most 40 characters, control characters marked.
    static func quoted(_ text: some StringProtocol) -> String { "“\(String(text).singleLine(limit: 40))”" }
}

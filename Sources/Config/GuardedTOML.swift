import TOMLKit

/// TOML that a person wrote, looked at before the parser gets it.
public enum GuardedTOML {
    /// The table that `text` is. Dates are refused: the parser fails an assertion on some, so they are written in quotes.
    ///
    /// - Throws: `SettingsProblem` with the line.
    public static func table(_ text: String) throws(SettingsProblem) -> TOMLTable {
        if let problem = SettingsText.firstProblem(in: text) { throw problem }
        do {
            return try TOMLTable(string: text)
        } catch {
            throw SettingsProblem(parsing: error, in: text)
        }
    }
}

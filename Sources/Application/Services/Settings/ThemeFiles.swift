import Config
import Files
import Foundation

/// The files of the user's themes: `themes/NAME.toml` beside config.toml.
package enum ThemeFiles {
    private static let most = 100
    /// The longest one, in bytes.
    private static let largest = 64 << 10
    private static let ending = ".toml"

    /// Reads the folder at `path`; one that is not there has none.
    ///
    /// - Returns: what is in them, by the names of the themes, and what cannot be read.
    package static func read(in path: String) -> (texts: [String: String], problems: [SettingsProblem]) {
        var (texts, problems): ([String: String], [SettingsProblem]) = ([:], [])
        let names = (Folder.names(in: path) ?? []).filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }.sorted()
        for file in names.prefix(most) {
            let place = "themes/\(file.withVisibleBytes)"
            func problem(_ text: String) { problems.append(SettingsProblem(text, inFile: place)) }
            let name = String(file.dropLast(ending.count))
            guard UserTheme.isName(name) else {
                problem(UserTheme.nameProblem)
                continue
            }
            do throws(RegularFile.ReadError) {
                let bytes = try RegularFile.read("\(path)/\(file)", atMost: largest + 1)
                guard bytes.count <= largest, let text = String(validating: bytes, as: UTF8.self) else {
                    problem("this is not a theme: use UTF-8 text of at most 64 KiB")
                    continue
                }
                texts[name] = text
            } catch {
                switch error {
                case .notRegular: problem("this is not a regular file: move it away")
                case .error(let code): problem("\(String(cString: strerror(code))): check its permissions")
                }
            }
        }
        if names.count > most {
            problems.append(SettingsProblem("only the first \(most) themes are read", inFile: "themes"))
        }
        return (texts, problems)
    }
}

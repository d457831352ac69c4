import CVersion
import Cryptography
import Decoding
import Encoding
import History
import Services

/// The text of `--version`: the program with its commit, then the libraries that read, draw and store codes.
enum VersionText {
    static var lines: String {
        let commit = String(cString: qz_commit())
        let program = commit.isEmpty ? programName : "\(programName) (\(commit))"
        return ([program] + libraries.map { "\($0.name) \($0.version)" }).joined(separator: "\n")
    }

    /// The libraries with the versions that they report when the program runs. zxing-cpp reports none: this is the version of its header.
    static var libraries: [(name: String, version: String)] {
        [
            ("zxing-cpp", SymbologySupport.zxingVersion), ("zbar", SymbologySupport.zbarVersion),
            ("libzint", SymbolKind.libzintVersion), ("SQLite", HistoryStore.sqliteVersion),
        ]
    }
}

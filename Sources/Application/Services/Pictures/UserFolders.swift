import Files
import Foundation

/// The folders that a desktop keeps a user's things in (xdg-user-dirs).
package enum UserFolders {
    /// A longer file is none of xdg-user-dirs'.
    private static let maxSize = 64 << 10

    /// The folder of pictures: `$XDG_PICTURES_DIR`, else what `user-dirs.dirs` says, else `~/Pictures`.
    ///
    /// - Parameter variable: gives a variable of the environment.
    package static func pictures(_ variable: (String) -> String?) -> String {
        func folder(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let home = folder("HOME") ?? NSHomeDirectory()
        if let pictures = folder("XDG_PICTURES_DIR") { return pictures }
        let settings = folder("XDG_CONFIG_HOME") ?? home + "/.config"
        let text = text(of: settings + "/user-dirs.dirs")
        return Self.folder("XDG_PICTURES_DIR", in: text, home: home) ?? home + "/Pictures"
    }

    /// The beginning of a regular file, or nothing: opening a pipe would wait for its writer.
    private static func text(of path: String) -> String {
        guard let bytes = try? RegularFile.read(path, atMost: maxSize) else { return "" }
        return FileName.text(of: bytes)
    }

    /// `path` with `~` for the home folder: a notice is one line, and the path's end is what tells it from others.
    package static func shown(_ path: String, home: String = Paths.home) -> String {
        home.count > 1 && path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
    }

    /// `path` with the home folder for a `~` at its beginning, and another user's for `~name`.
    package static func expanded(_ path: String, home: String = Paths.home) -> String {
        guard path.utf8.first == UInt8(ascii: "~") else { return path }
        // By scalars: a mark right behind the slash does not belong to it.
        let rest = path.unicodeScalars.dropFirst()
        guard rest.first ?? "/" == "/" else { return (path as NSString).expandingTildeInPath }
        return home + String(rest)
    }

    /// The folder that a line `NAME="$HOME/path"` or `NAME="/path"` of `text` names, the last one of that name; nil when
    /// there is none. The home folder itself means that the user wants no such folder (user-dirs.dirs(5)).
    package static func folder(_ name: String, in text: String, home: String) -> String? {
        var found: String?
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop { $0 == " " || $0 == "\t" }
            guard line.hasPrefix(name + "=\"") else { continue }
            var path = ""
            var isEscaped = false
            var isClosed = false
            for character in line.dropFirst(name.count + 2) {
                if isEscaped || (character != "\\" && character != "\"") {
                    path.append(character)
                    isEscaped = false
                } else if character == "\\" {
                    isEscaped = true
                } else {
                    isClosed = true
                    break
                }
            }
            guard isClosed else { continue }
            if path == "$HOME" || path.hasPrefix("$HOME/") { path = home + path.dropFirst(5) }
            while path.count > 1, path.hasSuffix("/") { path.removeLast() }
            if path.hasPrefix("/"), path != home { found = path }
        }
        return found
    }
}

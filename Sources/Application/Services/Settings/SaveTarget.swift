import Files
import Foundation
import Glibc

/// Where a file goes that the user saves: from what was typed to a path, and back to words.
package enum SaveTarget {
    /// What a prompt says about paths.
    package static var hint: String {
        "A name without a folder goes to \(shown(currentFolder)). Asks before overwriting."
    }

    /// The path that `typed` means: absolute, `~` replaced; where it is a folder, a file in it whose name is `name` or like it.
    package static func resolved(_ typed: String, name: String) -> String {
        let path = absolute(UserFolders.expanded(typed))
        var status = stat()
        guard !name.isEmpty, stat(path.fileSystemPath, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            return path
        }
        let folder = path.utf8.last == UInt8(ascii: "/") ? path : path + "/"
        return folder + free(name, in: folder)
    }

    /// `name`, or the first of `name-2`, `name-3` … before its ending that nothing in `folder` is called.
    package static func free(_ name: String, in folder: String) -> String {
        guard Folder.contains("\(folder)/\(name)") else { return name }
        let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
        for number in 2...maxNumber {
            let other = "\(name[..<dot])-\(number)\(name[dot...])"
            if !Folder.contains("\(folder)/\(other)") { return other }
        }
        return name
    }

    /// The highest number that is tried; saving asks before it overwrites.
    private static let maxNumber = 9999

    /// The whole path for people, with `~` for the home folder.
    package static func shown(_ path: String, home: String = Paths.home) -> String {
        let path = absolute(path)
        return path == home ? "~" : UserFolders.shown(path, home: home).withVisibleBytes
    }

    private static func absolute(_ path: String) -> String {
        if path.utf8.first == UInt8(ascii: "/") { return path }
        var rest = path[...]
        while rest.utf8.starts(with: "./".utf8) { rest = rest.dropFirst(2) }
        let folder = currentFolder
        if rest.isEmpty || rest == "." { return folder }
        return folder.utf8.last == UInt8(ascii: "/") ? folder + rest : "\(folder)/\(rest)"
    }

    private static var currentFolder: String {
        guard let buffer = getcwd(nil, 0) else { return "." }
        // SAFETY: getcwd made it by malloc, 0-ended, and nobody else has it.
        defer { Glibc.free(buffer) }
        return FileName.text(of: buffer)
    }
}

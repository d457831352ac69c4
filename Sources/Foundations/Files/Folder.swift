import Glibc

/// Folders by their names' bytes, which Foundation takes for UTF-8.
package enum Folder {
    /// Makes the folder at `path`, for this user only (0700), and those above it that are missing.
    ///
    /// - Returns: 0, also where it is there already; else the error number of mkdir(2) that failed.
    package static func make(_ path: String) -> Int32 {
        LoopThread.mustNotWait(for: path)
        if mkdir(path.fileSystemPath, 0o700) == 0 { return 0 }
        var code = errno
        if code == ENOENT, let parent = parent(of: path) {
            let result = make(parent)
            guard result == 0 else { return result }
            if mkdir(path.fileSystemPath, 0o700) == 0 { return 0 }
            code = errno
        }
        // On a read-only file system even an existing folder is refused, with another error.
        return isFolder(path) ? 0 : code
    }

    /// Whether a folder, or a link to one, is at `path`.
    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path.fileSystemPath, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The names in the folder at `path`, in no order, without `.` and `..`.
    ///
    /// - Returns: nil if it cannot be read; `errno` says why.
    package static func names(in path: String) -> [String]? { read(path) { name, _ in name } }

    /// The same with whether each is a folder, or a link to one.
    package static func entries(in path: String) -> [(name: String, isFolder: Bool)]? {
        read(path) { name, type in
            switch Int32(type) {
            case Int32(DT_DIR): (name, true)
            case Int32(DT_LNK), Int32(DT_UNKNOWN): (name, isFolder("\(path)/\(name)"))
            default: (name, false)
            }
        }
    }

    /// What `body` makes of each name and its type, a `DT_` of readdir(3).
    private static func read<Entry>(_ path: String, _ body: (String, UInt8) -> Entry) -> [Entry]? {
        LoopThread.mustNotWait(for: path)
        guard let directory = opendir(path.fileSystemPath) else { return nil }
        defer { closedir(directory) }
        var entries: [Entry] = []
        while let entry = readdir(directory) {
            // SAFETY: d_name is 0-ended, and readdir keeps it until the next call on this directory.
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { FileName.text(of: $0) }
            }
            if name != "." && name != ".." { entries.append(body(name, entry.pointee.d_type)) }
        }
        return entries
    }

    /// The folder that the last part of `path` lies in: `.` for a bare name; nil for `/` and nothing.
    package static func parent(of path: String) -> String? {
        var bytes = path.utf8[...]
        while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        guard let first = bytes.first, bytes.count > 1 || first != UInt8(ascii: "/") else { return nil }
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return path == "." ? nil : "." }
        bytes = bytes[..<slash]
        while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        return bytes.isEmpty ? "/" : String(decoding: bytes, as: UTF8.self)
    }

    /// `path` without symbolic links (realpath(3)); nil when nothing is there.
    package static func resolved(_ path: String) -> String? {
        LoopThread.mustNotWait(for: path)
        guard let resolved = realpath(path.fileSystemPath, nil) else { return nil }
        // SAFETY: realpath made it by malloc, 0-ended, and nobody else has it.
        defer { free(resolved) }
        return FileName.text(of: resolved)
    }

    /// Whether anything is at `path`.
    package static func contains(_ path: String) -> Bool {
        LoopThread.mustNotWait(for: path)
        return access(path.fileSystemPath, F_OK) == 0
    }
}

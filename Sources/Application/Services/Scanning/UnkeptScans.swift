import Files
import Foundation
import Glibc
import History

/// Scans that could not be kept until the program ended, in a file that the next start takes in.
///
/// A JSON object a line, for this user only (0600), beside the log or in the first place that can be written.
package enum UnkeptScans {
    private static let prefix = "quietzone-unkept-"
    /// A file that is larger was not made by this program.
    private static let maxSize = 256 << 20

    private static var folders: [String] {
        [
            Folder.parent(of: Paths.log), Folder.parent(of: Paths.history), Paths.home,
            Paths.variable("XDG_RUNTIME_DIR"), "/tmp",
        ].compactMap(\.self)
    }

    /// Writes `scans` into a new file.
    ///
    /// - Returns: a line for the user; nil when there are none.
    package static func leave(_ scans: [UnkeptScan]) -> String? {
        guard !scans.isEmpty else { return nil }
        let text = ScanLines.text(of: scans)
        let name = "/\(prefix)\(getpid())-\(UInt64(Date().timeIntervalSince1970 * 1000)).ndjson"
        _ = Folder.make(folders[0])
        for folder in folders where write(text, to: folder + name) {
            return "\(scans.count.scans) could not be kept and wait in \(folder + name): the next start takes them in"
        }
        return "\(scans.count.scans) could not be kept, nor written anywhere else: "
            + scans.prefix(100).map { $0.scan.symbol.content.text ?? "(bytes)" }.joined(separator: " | ")
    }

    /// Keeps what earlier runs left, and removes their files.
    ///
    /// - Returns: a line for the user; nil when nothing was found.
    package static func takeIn(_ history: HistoryStore) -> String? {
        var count = 0
        var problems: [String] = []
        for folder in folders {
            let names = Folder.names(in: folder) ?? []
            for name in names.sorted() where name.hasPrefix(prefix) && name.hasSuffix(".ndjson") {
                let path = "\(folder)/\(name)"
                guard let data = contents(of: path) else { continue }
                let (scans, isWhole) = ScanLines.scans(in: data)
                do {
                    try history.addMissing(scans)
                    count += scans.count
                    if isWhole {
                        unlink(path.fileSystemPath)
                    } else {
                        rename(path.fileSystemPath, (path + ".unreadable").fileSystemPath)
                        problems.append("\(path).unreadable has lines that are no scans")
                    }
                } catch {
                    problems.append("the scans in \(path) still wait: \(error.description)")
                }
            }
        }
        if count > 0 {
            problems.insert("\(count.scans) of an earlier run kept now", at: 0)
        }
        return problems.isEmpty ? nil : problems.joined(separator: "; ")
    }

    /// All of a regular file that is this user's own; nil for anything else.
    private static func contents(of path: String) -> Data? {
        let file = open(path.fileSystemPath, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_size <= maxSize
        else { return nil }
        return try? handle.readToEnd() ?? Data()
    }

    private static func write(_ data: Data, to path: String) -> Bool {
        let file = open(path.fileSystemPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        defer { close(file) }
        let isWritten = AtomicFile.write(Array(data), to: file) == 0 && fsync(file) == 0
        if !isWritten { unlink(path.fileSystemPath) }
        return isWritten
    }
}

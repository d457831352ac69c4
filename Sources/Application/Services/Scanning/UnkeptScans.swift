import Files
import Foundation
import Glibc
import History

/// Scans that could not be kept until the program ended, in a file that the next start takes in.
///
/// A JSON object a line, for this user only (0600), beside the log or in the first place that can be written.
package enum UnkeptScans {
    private static let (prefix, ending, unreadable) = ("quietzone-unkept-", ".ndjson", ".unreadable")

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
        let text = Array(ScanLines.text(of: scans))
        let name = "/\(prefix)\(getpid())-\(UInt64(Date().timeIntervalSince1970 * 1000))\(ending)"
        _ = Folder.make(folders[0])
        // A start takes in whole files only: the file gets its name when everything is in it.
        for folder in folders where (try? AtomicFile.replace(folder + name, with: text, isDurable: true)) != nil {
            let (wait, them) = scans.count == 1 ? ("waits", "it") : ("wait", "them")
            return "\(scans.count.scans) could not be saved and \(wait) in \(folder + name): "
                + "the next start imports \(them)"
        }
        return "\(scans.count.scans) could not be saved, nor written anywhere else: "
            + scans.prefix(100).map { $0.scan.symbol.content.text ?? "(bytes)" }.joined(separator: " | ")
    }

    /// Keeps what earlier runs left, each scan once, and removes their files.
    ///
    /// - Parameter destinations: the names of those that the scans are delivered to.
    /// - Returns: a line for the user; nil when nothing was found.
    package static func takeIn(_ history: HistoryStore, for destinations: [String]) -> String? {
        history.destinations = destinations
        var count = 0
        var problems: [String] = []
        for path in paths(endingWith: ending) {
            guard let file = UnkeptFile(path), let text = file.contents() else { continue }
            let (scans, rest) = ScanLines.scans(in: text)
            do {
                count += try history.addMissing(scans)
            } catch {
                problems.append("the scans in \(path) are still not saved: \(error.description)")
                continue
            }
            if !rest.isEmpty {
                let other = path + unreadable
                guard (try? AtomicFile.replace(other, with: Array(rest), isDurable: true)) != nil else {
                    problems.append("\(path) has lines that are not scans and was kept: \(other) cannot be written")
                    continue
                }
                problems.append("\(other) has lines that are not scans")
            }
            if !file.remove() {
                problems.append("the scans in \(path) are saved now, but the file cannot be removed: remove it by hand")
            }
        }
        if count > 0 {
            problems.insert("\(count.scans) from an earlier run saved", at: 0)
        }
        return problems.isEmpty ? nil : problems.joined(separator: "; ")
    }

    /// Removes the files with lines that were not scans: they may be parts of scans.
    package static func removeUnreadable() {
        for path in paths(endingWith: ending + unreadable) { _ = UnkeptFile(path)?.remove() }
    }

    private static func paths(endingWith ending: String) -> [String] {
        folders.flatMap { folder in
            (Folder.names(in: folder) ?? []).filter { $0.hasPrefix(prefix) && $0.hasSuffix(ending) }.sorted()
                .map { "\(folder)/\($0)" }
        }
    }
}

/// A file of scans that could not be kept, locked: one program at a time takes it in.
private final class UnkeptFile {
    /// A file that is larger was not made by this program.
    private static let maxSize = 256 << 20

    private let path: String
    private let descriptor: Int32
    private let size: Int

    /// A regular file of this user's own; nil for anything else, and for one that another program takes in.
    init?(_ path: String) {
        let flags = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        var file = open(path.fileSystemPath, O_RDWR | flags)
        if file < 0 { file = open(path.fileSystemPath, O_RDONLY | flags) }
        guard file >= 0 else { return nil }
        var status = stat()
        let isFree = flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
        // Without a name it was taken in meanwhile.
        guard isFree, fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_size <= Self.maxSize, status.st_nlink > 0
        else {
            close(file)
            return nil
        }
        (self.path, descriptor, size) = (path, file, Int(status.st_size))
    }

    deinit { close(descriptor) }

    /// All of it; nil if it cannot be read.
    func contents() -> Data? {
        try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).readToEnd() ?? Data()
    }

    /// Removes it; its bytes are overwritten where that is allowed.
    ///
    /// - Returns: whether nothing of it is left.
    func remove() -> Bool {
        lseek(descriptor, 0, SEEK_SET)
        let isEmpty =
            AtomicFile.write([UInt8](repeating: 0, count: size), to: descriptor) == 0
            && fsync(descriptor) == 0 && ftruncate(descriptor, 0) == 0
        return unlink(path.fileSystemPath) == 0 || isEmpty
    }
}

import Capture
import Files
import Foundation
import Glibc

/// Files of pictures that this program has put into the user's folder: they are deleted with the scans that they were kept
/// for. Any other path that a history names is left alone.
package struct KeptPictures: Sendable {
    package let folder: String

    /// Those in the user's folder.
    package init() { self.init(folder: Paths.pictures) }

    package init(folder: String) { self.folder = folder }

    /// Whether the picture at `path` is one of ours, by its folder and name.
    package func contains(_ path: String) -> Bool {
        guard path.hasPrefix(folder + "/") else { return false }
        let name = path.dropFirst(folder.count + 1)
        let endings = StillFile.Format.allCases.map { "." + $0.ending }
        return name.hasPrefix("quietzone-") && !name.contains("/") && endings.contains { name.hasSuffix($0) }
    }

    /// Deletes those of `paths` that are ours.
    ///
    /// - Returns: how many were deleted, and those that stay, with the reason; one that is gone already is neither.
    package func delete(_ paths: [String]) -> (deleted: Int, staying: [(path: String, reason: String)]) {
        var deleted = 0
        var staying: [(path: String, reason: String)] = []
        for path in paths {
            if !contains(path) {
                staying.append((path, "it is not in \(folder)"))
            } else if unlink(path.fileSystemPath) == 0 {
                deleted += 1
            } else if errno != ENOENT {
                staying.append((path, String(cString: strerror(errno))))
            }
        }
        return (deleted, staying)
    }
}

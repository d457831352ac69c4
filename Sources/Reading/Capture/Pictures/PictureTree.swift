import Files
import Frames
import Glibc

/// The pictures in a folder and in those below it.
package struct PictureTree: Sendable {
    /// Their paths: each folder's names in natural order, what lies in a folder where its name stands.
    package private(set) var pictures: [String] = []
    /// The paths of files that are not pictures, in the same order.
    package private(set) var others: [String] = []
    /// One line for each folder that could not be read.
    package private(set) var problems: [String] = []

    private let includesVideos: Bool

    /// Walks the folder at `path`: hidden names are passed over, links to files are followed, those to folders are not.
    ///
    /// - Parameter includesVideos: whether videos are among the pictures; by default they are not.
    package init(at path: String, includesVideos: Bool = false) {
        self.includesVideos = includesVideos
        walk(path)
    }

    private mutating func walk(_ folder: String) {
        guard let names = Folder.names(in: folder) else {
            return problems.append(FileBytes.cannotRead(folder, errno).description)
        }
        let prefix = folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
        for name in names.sorted(by: NaturalOrder.precedes) where name.utf8.first != UInt8(ascii: ".") {
            let path = prefix + name
            var status = stat()
            // A link to a folder may lead back up.
            if lstat(path.fileSystemPath, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
                walk(path)
            } else if RegularFile.isThere(path) {
                if FolderSource.isPicture(path) || (includesVideos && VideoSource.isMoving(path)) {
                    pictures.append(path)
                } else {
                    others.append(path)
                }
            }
        }
    }
}

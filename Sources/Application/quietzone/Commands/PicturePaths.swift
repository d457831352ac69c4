import Capture
import Files
import Formats
import Services

/// The pictures that paths on the command line stand for: a folder stands for those in it.
struct PicturePaths {
    private(set) var paths: [String] = []
    /// Files in folders that are not pictures.
    private var others: [String] = []
    /// Whether a folder could not be read.
    private(set) var hasFailed = false

    /// Names what cannot be read on standard error.
    ///
    /// - Parameters:
    ///   - namesEmptyFolders: whether folders without a picture are named, too.
    ///   - includesVideos: whether videos in folders are among the pictures; by default they are not.
    init(_ given: [String], namesEmptyFolders: Bool, includesVideos: Bool = false) {
        for path in given {
            guard path != "-", Folder.isFolder(path) else {
                paths.append(path)
                continue
            }
            let tree = PictureTree(at: path, includesVideos: includesVideos)
            tree.problems.forEach { Output.complain($0) }
            hasFailed = hasFailed || !tree.problems.isEmpty
            if tree.pictures.isEmpty, tree.problems.isEmpty, namesEmptyFolders {
                Output.complain("\(path.onOneMarkedLine): this folder contains no pictures")
            }
            paths += tree.pictures
            others += tree.others
        }
    }

    /// Says on standard error how many files in folders were skipped, for they are not pictures.
    ///
    /// - Parameters:
    ///   - each: whether each is named in a line of its own.
    ///   - inAll: whether there is a line about all of them at the end; default true.
    func nameOthers(each: Bool, inAll: Bool = true) {
        if each { for path in others { Output.complain("\(path.onOneMarkedLine): not a picture") } }
        guard inAll, let first = others.first else { return }
        let files =
            others.count == 1
            ? "\(first.onOneMarkedLine), which is not a picture" : "\(others.count) files that are not pictures"
        Output.complain("skipped \(files)\(each || others.count == 1 ? "" : ": --verbose names them")")
    }
}

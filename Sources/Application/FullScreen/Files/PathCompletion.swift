import Services
import Files
import Widgets

extension PathCompleter {
    /// Completes the paths of files, by reading their folders; a `~` at the beginning is the home folder and stays as it is.
    static let files = PathCompleter { folder in
        let entries = Folder.entries(in: folder.isEmpty ? "." : UserFolders.expanded(folder)) ?? []
        return entries.map { Entry($0.name, isFolder: $0.isFolder) }
    }
}

import Files
import Glibc

/// The indexes of a folder, which answer without the network: lists of one's own first.
package struct OfflineProducts: Sendable {
    /// Those that can be read, in the order in which they are asked.
    package let indexes: [ProductIndex]
    /// Why others cannot be read.
    package let problems: [String]
    private let folder: String
    /// When the folder was changed last; nil where it is not there.
    private let changed: timespec?

    /// Opens the indexes of `folder`, which need not be there.
    package init(in folder: String) {
        (self.folder, changed) = (folder, Self.timeOfChange(folder))
        var (indexes, problems): ([ProductIndex], [String]) = ([], [])
        for name in (Folder.names(in: folder) ?? []).sorted() where name.hasSuffix(".sqlite") {
            do throws(UserError) { indexes.append(try ProductIndex("\(folder)/\(name)")) } catch {
                problems.append(error.description)
            }
        }
        self.problems = problems
        self.indexes = indexes.filter(\.isOwnList) + indexes.filter { !$0.isOwnList }
    }

    /// The same after another program has added, replaced or removed an index.
    var current: OfflineProducts {
        let now = Self.timeOfChange(folder)
        let isSame = now?.tv_sec == changed?.tv_sec && now?.tv_nsec == changed?.tv_nsec
        return isSame ? self : OfflineProducts(in: folder)
    }

    private static func timeOfChange(_ folder: String) -> timespec? {
        var status = stat()
        return stat(folder.fileSystemPath, &status) == 0 ? status.st_mtim : nil
    }

    /// What the first index that has a number knows of it; none where none has it.
    ///
    /// - Parameter name: of the only index that is asked; nil, the default, for all.
    /// - Throws: `UserError` if an index is damaged.
    package func hits(for number: ProductNumber, in name: String? = nil) throws(UserError) -> [ProductHit] {
        for index in indexes where name == nil || index.name == name {
            let hits = try index.hits(for: number)
            if !hits.isEmpty { return hits }
        }
        return []
    }
}

extension ProductIndex {
    /// Whether it was made of a list of one's own.
    package var isOwnList: Bool { about.form == PriceList.form.name || about.form == PriceListDatabase.form.name }

    /// Whether the file that it was made of has changed since; nil if it came from a pipe or is gone.
    package var isOutdated: Bool? {
        guard about.path != "-" else { return nil }
        var status = stat()
        guard stat(about.path.fileSystemPath, &status) == 0 else { return nil }
        return status.st_size != about.size || Int64(status.st_mtim.tv_sec) != about.changed
    }
}

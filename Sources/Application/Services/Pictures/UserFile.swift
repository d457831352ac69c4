import Files
import Glibc

/// A file that the user has named, read whole.
package enum UserFile {
    /// The bytes of the file at `path`; a `~` at its beginning is the home folder.
    ///
    /// - Parameters:
    ///   - limit: the greatest size in bytes.
    ///   - instead: what to do with a larger file, as the end of the message.
    /// - Throws: `UserError` for what is not a regular file, cannot be read or is too large.
    package static func read(
        _ path: String, limit: Int = 64 << 20, instead: String = "split it"
    ) throws(UserError) -> [UInt8] {
        let bytes: [UInt8]
        do throws(RegularFile.ReadError) {
            bytes = try RegularFile.read(UserFolders.expanded(path), atMost: limit + 1)
        } catch {
            switch error {
            case .notRegular: throw UserError("\(path.onOneMarkedLine) is not a file")
            case .error(let code): throw UserError("\(path.onOneMarkedLine): \(String(cString: strerror(code)))")
            }
        }
        guard bytes.count <= limit else {
            throw UserError("\(path.onOneMarkedLine) is larger than \(limit >> 20) MiB: \(instead)")
        }
        return bytes
    }

    /// The same in one piece, for what takes pieces until nil.
    package static func pieces(of path: String, instead: String) throws(UserError) -> () -> [UInt8]? {
        var rest: [UInt8]? = try read(path, instead: instead)
        return {
            defer { rest = nil }
            return rest
        }
    }
}

import Files
import Frames
import Glibc

/// Reading whole files, bounded.
enum FileBytes {
    /// The largest file that is read, in bytes.
    static let limit = 256 << 20

    /// The first `count` bytes of the file at `path`, fewer when it is shorter.
    static func beginning(of path: String, count: Int) throws(SourceError) -> [UInt8] {
        do throws(RegularFile.ReadError) {
            return try RegularFile.read(path, atMost: count)
        } catch {
            switch error {
            case .error(let code): throw cannotRead(path, code)
            case .notRegular: throw SourceError("\(path.onOneLine) is not a file: use a picture's path")
            }
        }
    }

    /// All bytes of the regular file at `path`.
    static func all(of path: String) throws(SourceError) -> [UInt8] {
        // One byte more than allowed shows that there are too many.
        let bytes = try beginning(of: path, count: limit + 1)
        guard bytes.count <= limit else {
            throw SourceError("\(path.onOneLine) is larger than \(limit >> 20) MiB: use a smaller picture")
        }
        return bytes
    }

    /// `PATH cannot be read (No such file or directory): check the path`.
    static func cannotRead(_ path: String, _ error: Int32) -> SourceError {
        let advice =
            switch error {
            case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP: "check the path"
            case EACCES, EPERM: "check its permissions"
            default: "try again, or another file"
            }
        return SourceError("\(path.onOneLine) cannot be read (\(String(cString: strerror(error)))): \(advice)")
    }
}

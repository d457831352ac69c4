import Files
import Glibc

/// Why a file cannot be taken in at all, in one line that says what to do.
package struct ImportError: Error, CustomStringConvertible, Hashable, Sendable {
    /// The line, without a newline.
    package let description: String

    init(_ description: String) { self.description = description }

    init(path: String, errno code: Int32) {
        let advice =
            switch code {
            case ENOENT, ENOTDIR: "Name a file that is there."
            case EACCES, EPERM: "Make it readable."
            case EISDIR: "Name a file in it."
            default: "Check the disk it is on."
            }
        self.init("\(path.withVisibleBytes): \(String(cString: strerror(code))). \(advice)")
    }
}

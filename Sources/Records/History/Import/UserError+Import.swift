import Files
import Glibc

extension UserError {
    /// Why a file cannot be taken in at all.
    init(path: String, errno code: Int32) {
        let advice =
            switch code {
            case ENOENT, ENOTDIR: "Name an existing file."
            case EACCES, EPERM: "Make it readable."
            case EISDIR: "Name a file in it."
            default: "Check the disk it is on."
            }
        self.init("\(path.withVisibleBytes): \(String(cString: strerror(code))). \(advice)")
    }
}

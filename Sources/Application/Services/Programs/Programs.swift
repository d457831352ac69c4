import CLinux
import Files
import Glibc

/// Programs that may be installed.
package enum Programs {
    /// Variables of the environment that programs do not get from now on: they hold secrets.
    package static func withhold(_ variables: some Sequence<String>) { for name in variables { _ = qz_withhold(name) } }

    /// Whether `name` can be run, looked up in `PATH` as execvp(3) does.
    package static func contain(_ name: String, path: String? = getenv("PATH").map { FileName.text(of: $0) }) -> Bool {
        (path ?? "/bin:/usr/bin").split(separator: ":", omittingEmptySubsequences: false).contains { folder in
            let file = (folder.isEmpty ? "." : String(folder)) + "/" + name
            var status = stat()
            return stat(file.fileSystemPath, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
                && access(file.fileSystemPath, X_OK) == 0
        }
    }
}

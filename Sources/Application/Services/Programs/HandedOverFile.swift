import Files
import Foundation

/// Files for programs of the desktop, which read them when they like: they stay until the session of the desktop ends, or the
/// system clears its folder of temporary files.
package enum HandedOverFile {
    /// Writes `bytes` to a new file called `name` that only the user can read.
    ///
    /// - Returns: its path.
    /// - Throws: `UserError` when it cannot be written.
    package static func write(_ bytes: [UInt8], as name: String) throws -> String {
        let base = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? NSTemporaryDirectory()
        let folder = (base as NSString).appendingPathComponent("quietzone-\(UUID().uuidString)")
        let manager = FileManager.default
        do {
            try manager.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw UserError("No file could be written for the other program: \(error.localizedDescription)")
        }
        // The name comes from the program, never from a symbol.
        let path = (folder as NSString).appendingPathComponent(name)
        guard manager.createFile(atPath: path, contents: Data(bytes), attributes: [.posixPermissions: 0o600]) else {
            throw UserError("No file could be written for the other program: \(base) accepts none")
        }
        return path
    }
}

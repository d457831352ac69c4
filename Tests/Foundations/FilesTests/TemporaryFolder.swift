import Foundation
import Glibc

@testable import Files

/// A folder that is removed with this.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/quietzone-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in it.
    func file(_ name: String) -> String { path + "/" + name }

    /// Writes a file in it, and returns its path.
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
        return file(name)
    }

    /// The bytes of a file in it.
    func read(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: file(name)))) }

    /// What is in it.
    var names: [String] { (Folder.names(in: path) ?? []).sorted() }
}

/// The permissions of the file or folder at `path`; nil where none is.
func permissions(_ path: String) -> mode_t? {
    var status = stat()
    return stat(path.fileSystemPath, &status) == 0 ? status.st_mode & 0o7777 : nil
}

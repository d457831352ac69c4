import Foundation

/// A secret that settings name: in a file or a variable of the environment, never in the settings themselves.
package enum StoredSecret {
    private static let largest = 4096

    /// The secret without the end of its line; nil if neither is named.
    ///
    /// - Throws: `UserError` that says what is missing. The variable counts where both are named.
    package static func bytes(file: String?, variable: String?) throws(UserError) -> [UInt8]? {
        if let name = variable {
            guard let value = ProcessInfo.processInfo.environment[name], !value.isEmpty else {
                throw UserError("the variable \(name), which holds its secret, is not set")
            }
            return Array(value.utf8)
        }
        guard let path = file else { return nil }
        guard var bytes = try? RegularFile.read(path, atMost: largest) else {
            throw UserError("its secret cannot be read from \(path.withVisibleBytes)")
        }
        while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
        guard !bytes.isEmpty else { throw UserError("\(path.withVisibleBytes) contains no secret") }
        return bytes
    }
}

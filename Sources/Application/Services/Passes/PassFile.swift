import Files
import Glibc
import Passes

/// Files of passes, by their paths.
package enum PassFile {
    /// The most bytes of a file that says what passes are made of: guests, certificates.
    private static let maximumBytes = 64 << 20

    /// Whether a file is one of passes, by its name: `.pkpass`, `.pkpasses`.
    package static func isOne(_ path: String) -> Bool {
        let name = path.lowercased()
        return name.hasSuffix(".pkpass") || name.hasSuffix(".pkpasses")
    }

    /// The bytes of a regular file.
    ///
    /// - Throws: `UserError` where it cannot be read, or is longer than 64 MiB.
    package static func bytes(_ path: String) throws -> [UInt8] {
        let name = path.onOneMarkedLine
        do throws(RegularFile.ReadError) {
            let bytes = try RegularFile.read(path, atMost: maximumBytes + 1)
            guard bytes.count <= maximumBytes else { throw .error(EFBIG) }
            return bytes
        } catch {
            switch error {
            case .notRegular: throw UserError("\(name) is not a file: name one")
            case .error(let code): throw UserError("\(name): \(String(cString: strerror(code)))")
            }
        }
    }

    /// Whether a file is there with these bytes: the same again is none that is overwritten.
    package static func holds(_ bytes: [UInt8], _ path: String) -> Bool {
        Folder.contains(path) && (try? RegularFile.read(path, atMost: bytes.count + 1)) == bytes
    }

    /// The passes in the bytes of a file: one, or those of a bundle.
    ///
    /// - Throws: `UserError` for what is too large for passes.
    package static func passes(in bytes: [UInt8], named name: String) throws -> [(name: String, bytes: [UInt8])] {
        do throws(PassProblem) {
            return try PassBundle.passes(in: bytes, named: name)
        } catch {
            throw UserError("\(name.onOneMarkedLine): \(error)")
        }
    }
}

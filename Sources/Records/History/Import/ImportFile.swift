import Files
import Glibc

/// A file that is read piece by piece, however long it is; a pipe, too.
final class ImportFile {
    private static let pieceSize = 1 << 16

    /// How messages call it.
    let name: String
    private let descriptor: Int32
    private let isOwner: Bool
    private var kept: [UInt8]?

    /// - Parameter path: `-` is standard input.
    init(_ path: String) throws(UserError) {
        name = path == "-" ? "standard input" : path.withVisibleBytes
        isOwner = path != "-"
        descriptor = isOwner ? open(path.fileSystemPath, O_RDONLY | O_CLOEXEC) : STDIN_FILENO
        guard descriptor >= 0 else { throw UserError(path: path, errno: errno) }
    }

    /// A file in memory.
    init(bytes: [UInt8]) { (name, descriptor, isOwner, kept) = ("these bytes", -1, false, bytes) }

    deinit { if isOwner { HistoryLocks.close(descriptor) } }

    /// The first bytes, at most a piece; they are read again.
    func beginning() throws -> [UInt8] {
        if kept == nil { kept = try piece() ?? [] }
        return kept ?? []
    }

    /// The next bytes; nil at the end.
    func next() throws -> [UInt8]? {
        if let piece = kept {
            kept = nil
            return piece.isEmpty ? nil : piece
        }
        return try piece()
    }

    /// As many bytes as a piece has, fewer at the end alone: a pipe gives some at a time, and a piece holds the whole first line.
    private func piece() throws -> [UInt8]? {
        guard descriptor >= 0 else { return nil }
        let (piece, failure) = FilePiece.read(from: descriptor, size: Self.pieceSize)
        // What came before a failure is read still; the next call fails again.
        guard failure == 0 || !piece.isEmpty else { throw UserError(path: name, errno: failure) }
        return piece.isEmpty ? nil : piece
    }
}

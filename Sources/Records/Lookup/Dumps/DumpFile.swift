import Files
import Formats
import Glibc

/// A dump that is read piece by piece, plain or gzip; a pipe, too.
final class DumpFile {
    private static let pieceSize = 1 << 18

    /// How messages call it.
    let name: String
    /// Bytes of the file that were read, before decompressing.
    private(set) var bytesRead = 0
    private let descriptor: Int32
    private var beginning: [UInt8] = []
    private var gzip: GzipSource?

    /// - Parameter path: `-` is standard input.
    /// - Throws: `UserError` where it cannot be read, and for files that another program must decompress.
    init(_ path: String) throws(UserError) {
        name = path == "-" ? "standard input" : path.onOneLine
        descriptor = path == "-" ? STDIN_FILENO : open(path.fileSystemPath, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.error(name, errno) }
        beginning = try piece() ?? []
        let magic: [(bytes: [UInt8], program: String)] = [
            ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd"), ([0x42, 0x5A, 0x68], "bzip2"),
        ]
        if let packed = magic.first(where: { beginning.starts(with: $0.bytes) }) {
            throw UserError(
                "\(name) is compressed by \(packed.program): `\(packed.program) -dc FILE | quietzone products import -`"
            )
        }
        if GzipStream.isGzip(beginning) {
            let stream: GzipSource
            do { stream = try GzipSource { [unowned self] in try self.raw() } } catch {
                throw UserError("\(name): out of memory")
            }
            gzip = stream
        }
    }

    deinit { if descriptor > STDIN_FILENO { close(descriptor) } }

    /// The next bytes, decompressed; nil at the end.
    ///
    /// - Throws: `UserError` where the file cannot be read, or is damaged.
    func next() throws -> [UInt8]? {
        guard let gzip else { return try raw() }
        do { return try gzip.stream.next() } catch let error as GzipStream.DataError {
            throw UserError("\(name) is \(error == .truncated ? "cut off" : "damaged") (gzip): download it again")
        }
    }

    private func raw() throws(UserError) -> [UInt8]? {
        guard beginning.isEmpty else {
            defer { beginning = [] }
            return beginning
        }
        return try piece()
    }

    private func piece() throws(UserError) -> [UInt8]? {
        // Whole: the first piece shows what the file is.
        let (piece, failure) = FilePiece.read(from: descriptor, size: Self.pieceSize)
        guard failure == 0 else { throw Self.error(name, failure) }
        bytesRead += piece.count
        return piece.isEmpty ? nil : piece
    }

    private static func error(_ name: String, _ code: Int32) -> UserError {
        UserError("\(name) cannot be read: \(String(cString: strerror(code))): name a file, or - for standard input")
    }
}

/// Holds a stream that cannot be copied.
private final class GzipSource {
    var stream: GzipStream

    init(_ more: @escaping () throws -> [UInt8]?) throws { stream = try GzipStream(more) }
}

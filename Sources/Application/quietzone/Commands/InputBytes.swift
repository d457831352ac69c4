import Services
import Files
import Glibc

/// What a command is given in a file or on standard input, up to a limit.
enum InputBytes {
    /// The bytes of the file `path`; `-` is standard input.
    ///
    /// - Parameters:
    ///   - most: how many there may be; more than any symbol or joined message holds by default.
    ///   - what: why there cannot be more, for the message.
    /// - Throws: `UserError` that says what to do, also where there is more.
    static func read(
        _ path: String, most: Int = 1 << 20, what: String = "more than any symbol can hold"
    ) throws -> [UInt8] {
        let next = try pieces(of: path)
        var bytes: [UInt8] = []
        while bytes.count <= most {
            guard let piece = try next() else { return bytes }
            bytes += piece
        }
        throw UserError("\(path.onOneMarkedLine): longer than \(most >> 20) MiB, \(what)")
    }

    /// The bytes of a file of any length, piece by piece.
    ///
    /// - Parameter path: `-` is standard input.
    /// - Throws: `UserError` where it cannot be opened; the pieces throw where it cannot be read.
    static func pieces(of path: String) throws -> () throws -> [UInt8]? {
        let input = try InputFile(path)
        return { try input.next() }
    }
}

/// Codes of a file of any length, without the bytes that end them. Of one that is longer than any code only its beginning is kept.
struct InputRecords {
    private let records: CodeRecords
    private let more: () throws -> [UInt8]?
    private var piece: ArraySlice<UInt8> = []

    /// - Parameter path: `-` is standard input.
    /// - Throws: `UserError` where it cannot be opened.
    init(_ path: String, _ records: CodeRecords) throws {
        (self.records, more) = (records, try InputBytes.pieces(of: path))
    }

    /// The next record; nil at the end.
    ///
    /// - Throws: `UserError` where it cannot be read.
    mutating func next() throws -> [UInt8]? {
        var line: [UInt8] = []
        while true {
            if piece.isEmpty {
                guard let read = try more() else { return line.isEmpty ? nil : line }
                piece = read[...]
            }
            let end = piece.firstIndex(of: records.end) ?? piece.endIndex
            line += piece[..<end].prefix(records.maximumBytes - line.count)
            let isWhole = end < piece.endIndex
            piece = piece[(isWhole ? end + 1 : end)...]
            if isWhole {
                if records.end == 0x0A, line.last == 0x0D { line.removeLast() }
                return line
            }
        }
    }
}

/// An open file, closed with the last who reads it.
private final class InputFile {
    private let path: String
    private let descriptor: Int32

    init(_ path: String) throws {
        self.path = path
        descriptor = path == "-" ? 0 : open(path.fileSystemPath, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw trouble(errno) }
    }

    deinit { if descriptor > 0 { close(descriptor) } }

    func next() throws -> [UInt8]? {
        var failure: Int32 = 0
        let piece = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            var got: Int
            repeat { got = Glibc.read(descriptor, buffer.baseAddress, 65_536) } while got < 0 && errno == EINTR
            if got < 0 { failure = errno }
            count = max(0, got)
        }
        guard failure == 0 else { throw trouble(failure) }
        return piece.isEmpty ? nil : piece
    }

    private func trouble(_ error: Int32) -> UserError {
        UserError(
            "\(path.onOneMarkedLine) cannot be read: \(String(cString: strerror(error))): name a file, or - for standard input"
        )
    }
}

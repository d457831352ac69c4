import Files
import Formats
import Foundation
import Glibc

/// A file of grey frames of one size (yuv4mpeg(5)) with a limit: the newest frames replace the oldest.
///
/// It is a whole file after each frame, whatever happens to the program. `close` puts the frames in their order.
final class FrameFile {
    let path: String
    let width: Int
    let height: Int
    private let descriptor: Int32
    private let header: [UInt8]
    /// How many frames there is room for.
    private let slots: Int
    /// How many frames were written, with those that were replaced.
    private var written = 0

    /// Creates the file, for its owner's eyes only.
    ///
    /// - Parameter limit: the most bytes of it; one frame at least fits.
    /// - Throws: `UserError` where it exists or cannot be created.
    init(at path: String, width: Int, height: Int, limit: Int) throws(UserError) {
        (self.path, self.width, self.height) = (path, width, height)
        header = Array("YUV4MPEG2 W\(width) H\(height) F10:1 Ip A1:1 Cmono\n".utf8)
        slots = max(1, (limit - header.count) / (Self.lineLength + width * height))
        descriptor = open(path.fileSystemPath, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = errno == EEXIST ? "it exists already: choose another name" : String(cString: strerror(errno))
            throw UserError("\(SafeText.visible(path)) cannot be recorded to: \(reason)")
        }
        try write(header, at: 0)
    }

    deinit { Glibc.close(descriptor) }

    /// The bytes of `FRAME Xtime=2026-01-01T00:00:00.000Z` and its newline: always as many.
    private static let lineLength = 37

    /// Adds a frame that came at `time`, in place of the oldest where the file is full.
    ///
    /// - Parameter luma: `width * height` bytes.
    /// - Throws: `UserError` when it cannot be written; the file stays as it was but for this frame.
    func add(_ luma: [UInt8], at time: Timestamp) throws(UserError) {
        var line = Array("FRAME Xtime=\(time.description)".utf8.prefix(Self.lineLength - 1))
        line += [UInt8](repeating: UInt8(ascii: " "), count: Self.lineLength - 1 - line.count) + [UInt8(ascii: "\n")]
        try write(line + luma, at: offset(of: written % slots))
        written += 1
    }

    /// Puts the frames in their order where the oldest is not the first, and writes all of it to the disk.
    ///
    /// - Throws: `UserError` when that cannot be written; the file is whole nevertheless.
    func close() throws(UserError) {
        if written > slots, written % slots != 0 { try rotate(by: written % slots) }
        fsync(descriptor)
    }

    private func offset(of slot: Int) -> Int { header.count + slot * (Self.lineLength + width * height) }

    private func rotate(by first: Int) throws(UserError) {
        let temporary = path + ".part"
        // What a run left behind that was killed here.
        unlink(temporary.fileSystemPath)
        let copy = try FrameFile(at: temporary, width: width, height: height, limit: offset(of: slots))
        defer { unlink(temporary.fileSystemPath) }
        var frame = [UInt8](repeating: 0, count: Self.lineLength + width * height)
        for index in 0..<slots {
            guard pread(descriptor, &frame, frame.count, off_t(offset(of: (first + index) % slots))) == frame.count
            else {
                throw problem()
            }
            try copy.write(frame, at: copy.offset(of: index))
        }
        fsync(copy.descriptor)
        guard rename(temporary.fileSystemPath, path.fileSystemPath) == 0 else { throw problem() }
    }

    private func write(_ bytes: [UInt8], at offset: Int) throws(UserError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress! + done, bytes.count - done, off_t(offset + done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw problem() }
            done += count
        }
    }

    private func problem() -> UserError {
        UserError("\(SafeText.visible(path)) cannot be written: \(String(cString: strerror(errno)))")
    }
}

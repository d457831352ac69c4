import Files
import Foundation
import Glibc
import History

/// Scans as lines at the end of a file, each on the disk before it counts as delivered; or into a FIFO, while somebody reads it.
///
/// The line is the scan's JSON with `delivery`, which tells a line that was written before this program was stopped; or what
/// `send` makes of it. A file that has grown to `rotate-megabytes` becomes `FILE.1`, that one `FILE.2`, up to 9.
final class FileDestination: Destination {
    private let path: String
    private let template: RecordTemplate?
    private let rotateBytes: Int
    private let limit: Duration
    private var isFirst = true

    private static let maximumRotatedFiles = 9
    private static let tail = 1 << 20

    init(_ settings: DestinationSettings, _: DeliveryOrigin) throws(DeliveryError) {
        path = settings.path
        guard path.hasPrefix("/") else {
            throw DeliveryError("file: needs an absolute path, such as file:/home/me/scans.ndjson")
        }
        template = settings.template.map { RecordTemplate($0, encoding: .plain) }
        rotateBytes = min(max(settings.rotateMegabytes, 0), 1 << 40) << 20
        limit = .seconds(settings.seconds)
    }

    var batch: Int { 100 }

    func deliver(_ items: [OutboxItem]) throws(DeliveryError) -> String? {
        if rotateBytes > 0 { rotate() }
        // A FIFO is opened without waiting for its reader.
        let file = open(path.fileSystemPath, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure(errno == ENXIO ? "no program reads the FIFO" : nil) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure() }
        let isFile = status.st_mode & S_IFMT == S_IFREG
        var items = items
        var bytes: [UInt8] = []
        if isFile, isFirst {
            let tail = Self.tail(of: path)
            if let last = tail.last, last != 0x0A { bytes.append(0x0A) }
            let text = String(decoding: tail, as: UTF8.self)
            if template == nil { items.removeAll { text.contains("\"delivery\":\"\($0.key)\"}") } }
        }
        for item in items { bytes += Array(item.text(by: template).utf8) + [0x0A] }
        try write(bytes, to: file, isFile: isFile, from: status.st_size)
        guard !isFile || fsync(file) == 0 else { throw failure() }
        isFirst = false
        return nil
    }

    /// Writes all or, to a file, nothing.
    private func write(_ bytes: [UInt8], to file: Int32, isFile: Bool, from size: off_t) throws(DeliveryError) {
        let deadline = ContinuousClock.now + limit
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN, ContinuousClock.now < deadline {
                var wait = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
                _ = poll(&wait, 1, 100)
            } else if errno != EINTR {
                let failure = failure(errno == EAGAIN ? "the FIFO's reader is too slow" : nil)
                if isFile { _ = ftruncate(file, size) }
                throw failure
            }
        }
    }

    private func failure(_ words: String? = nil) -> DeliveryError { DeliveryError(path: path, words) }

    private static func tail(of path: String) -> [UInt8] {
        let file = open(path.fileSystemPath, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        // No end is known of what is not on a disk, such as /proc/self/mem.
        let size = max(0, lseek(file, 0, SEEK_END))
        var bytes = [UInt8](repeating: 0, count: Int(min(size, off_t(tail))))
        let count = pread(file, &bytes, bytes.count, max(0, size - off_t(tail)))
        return Array(bytes.prefix(max(0, count)))
    }

    private func rotate() {
        var status = stat()
        guard stat(path.fileSystemPath, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size >= rotateBytes
        else { return }
        for number in (1..<Self.maximumRotatedFiles).reversed() {
            rename("\(path).\(number)".fileSystemPath, "\(path).\(number + 1)".fileSystemPath)
        }
        rename(path.fileSystemPath, "\(path).1".fileSystemPath)
    }
}

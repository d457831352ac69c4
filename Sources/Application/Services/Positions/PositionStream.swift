import CLinux
import Files
import Glibc
import Places

/// Brings positions of a source, one after the other. It waits for them: not for the event loop.
///
///     let stream = try PositionStream(source)
///     while let report = try stream.next(until: .now + .seconds(10)) { … }
package final class PositionStream {
    private enum Form {
        case fixed(GeoPoint)
        case geoclue(GeoClueStream)
        case gpsd
        case nmea(NMEAReader)
    }

    private let source: PositionSource
    private var form: Form
    private var descriptor: Int32 = -1
    /// Whether it is a file that ends, not a device.
    package private(set) var isFile = false
    /// Whether its last position holds on: of a machine that does not move, and of a file.
    package var isLasting: Bool { if case .fixed = form { true } else { isFile } }
    private var rest: [UInt8] = []
    private var hasEnded = false

    /// How long a connection to gpsd may take.
    private static let connecting = Duration.seconds(5)

    /// Opens a source.
    ///
    /// - Throws: `UserError` that says what to do.
    package init(_ source: PositionSource) throws(UserError) {
        self.source = source
        switch source {
        case .fixed(let point): form = .fixed(point)
        case .geoclue: form = .geoclue(try GeoClueStream())
        case .nmea(let path):
            form = .nmea(NMEAReader())
            descriptor = try Self.open(path)
            var status = stat()
            isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        case .gpsd(let host, let port):
            form = .gpsd
            descriptor = try Self.connect(host, port, source.title)
            let request = Array(GPSDReader.request.utf8)
            _ = send(descriptor, request, request.count, Int32(MSG_NOSIGNAL))
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The next report; nil where none comes until then, and at the end of a file.
    ///
    /// - Throws: `UserError` where the source has gone.
    package func next(until end: ContinuousClock.Instant) throws(UserError) -> PositionReport? {
        if case .fixed(let point) = form {
            guard !hasEnded else { return nil }
            hasEnded = true
            return .position(Position(point, accuracy: 0, source: "fixed"))
        }
        if case .geoclue(let stream) = form { return try stream.next(until: end) }
        while true {
            while let line = takeLine() {
                if let report = read(line) { return report }
            }
            guard !hasEnded, try fill(until: end) else { return nil }
        }
    }

    private func read(_ line: [UInt8]) -> PositionReport? {
        guard case .nmea(var reader) = form else { return GPSDReader.read(line) }
        defer { form = .nmea(reader) }
        return reader.read(String(decoding: line, as: UTF8.self))
    }

    /// The next whole line; one that is too long is passed over.
    private func takeLine() -> [UInt8]? {
        guard let end = rest.firstIndex(of: 0x0A) else {
            if rest.count > GPSDReader.longest { rest = [] }
            if hasEnded, !rest.isEmpty {
                defer { rest = [] }
                return rest
            }
            return nil
        }
        defer { rest.removeFirst(end + 1) }
        return Array(rest[..<end])
    }

    /// Waits for more; false where nothing comes in time.
    private func fill(until end: ContinuousClock.Instant) throws(UserError) -> Bool {
        let left = Int(max(0, (end - .now) / .milliseconds(1)).rounded(.up))
        guard isFile || qz_poll([descriptor], 1, Int32(clamping: left)) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return true }
        if count < 0 {
            throw UserError("\(source.title) cannot be read: \(String(cString: strerror(errno)))")
        }
        if count == 0 {
            hasEnded = true
            guard !isFile else { return true }
            throw UserError("\(source.title) has ended")
        }
        rest += buffer[..<count]
        return true
    }

    private static func open(_ path: String) throws(UserError) -> Int32 {
        // A device is not to become the terminal of this process, nor to wait for a carrier.
        let descriptor = Glibc.open(path.fileSystemPath, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor < 0 else { return descriptor }
        let code = errno
        let advice = code == EACCES ? ". Add yourself to the group dialout, and log in again" : ""
        throw UserError("\(path.onOneLine) cannot be read: \(String(cString: strerror(code)))\(advice)")
    }

    private static func connect(_ host: String, _ port: String, _ title: String) throws(UserError) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let result = getaddrinfo(host, port, &hints, &list)
        guard result == 0 else {
            throw UserError("\(title): the host is not found (\(String(cString: gai_strerror(result))))")
        }
        defer { freeaddrinfo(list) }
        var code = ECONNREFUSED
        var next = list
        while let address = next?.pointee {
            next = address.ai_next
            let flags = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            let descriptor = socket(address.ai_family, flags, 0)
            guard descriptor >= 0 else { continue }
            if Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return descriptor }
            code = errno
            if code == EINPROGRESS {
                code = ended(descriptor)
                if code == 0 { return descriptor }
            }
            close(descriptor)
        }
        throw UserError(
            "\(title) cannot be reached: \(String(cString: strerror(code))). Start gpsd, or name another source")
    }

    /// Waits for a connection; 0, or why there is none.
    private static func ended(_ descriptor: Int32) -> Int32 {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&waiting, 1, Int32(connecting / .milliseconds(1))) > 0 else { return ETIMEDOUT }
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0 ? code : errno
    }
}

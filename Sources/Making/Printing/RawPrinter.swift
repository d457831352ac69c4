import Files
import Glibc

/// Hands bytes to label printers: at a port, or through a device.
struct RawPrinter {
    /// How long nothing may be taken, in seconds.
    let patience: Int
    /// Asked at least five times a second.
    let isCancelled: () -> Bool

    /// Sends a job to a port, and waits until the printer has it.
    ///
    /// - Throws: `UserError` that says what to do.
    func send(_ spool: PrintSpool, copies: Int, host: String, port: Int, progress: (Int) -> Void) throws -> PrintOutcome
    {
        let name = "the printer at \(host):\(port)"
        guard let descriptor = try connected(host, port, name) else { return .cancelled }
        defer { close(descriptor) }
        guard try write(spool, copies: copies, to: descriptor, name, progress) else { return .cancelled }
        shutdown(descriptor, Int32(SHUT_WR))
        // Who closes its side has taken all; many keep it open, which is no trouble either.
        _ = try? waited(descriptor, POLLIN, seconds: 1)
        return .printed(job: nil)
    }

    /// Writes a job into a device.
    ///
    /// - Throws: `UserError` that says what to do.
    func send(_ spool: PrintSpool, copies: Int, device path: String, progress: (Int) -> Void) throws -> PrintOutcome {
        let name = UserError.quoted(path)
        let descriptor = open(path.fileSystemPath, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            let advice =
                errno == EACCES ? "; you may have to be in the group lp" : errno == ENXIO ? "; nobody reads it" : ""
            throw UserError("\(name) cannot be opened: \(PrintSpool.words(errno))\(advice)")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, [S_IFCHR, S_IFIFO].contains(status.st_mode & S_IFMT) else {
            throw UserError("\(name) is no device: write files with -o")
        }
        return try write(spool, copies: copies, to: descriptor, name, progress) ? .printed(job: nil) : .cancelled
    }

    private func connected(_ host: String, _ port: Int, _ name: String) throws(UserError) -> Int32? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &list)
        guard code == 0, let first = list else {
            throw UserError("\(name) is not known: \(String(cString: gai_strerror(code))): check its name")
        }
        defer { freeaddrinfo(list) }
        var reason = ECONNREFUSED
        for address in sequence(first: first, next: { $0.pointee.ai_next }) {
            let info = address.pointee
            let descriptor = socket(
                info.ai_family, info.ai_socktype | Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue),
                info.ai_protocol)
            guard descriptor >= 0 else { continue }
            if connect(descriptor, info.ai_addr, info.ai_addrlen) == 0 { return descriptor }
            if errno == EINPROGRESS {
                switch try waited(descriptor, POLLOUT, seconds: patience) {
                case .cancelled:
                    close(descriptor)
                    return nil
                case .timedOut: reason = ETIMEDOUT
                case .ready:
                    var failure: Int32 = 0
                    var length = socklen_t(MemoryLayout<Int32>.size)
                    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &length)
                    if failure == 0 { return descriptor }
                    reason = failure
                }
            } else {
                reason = errno
            }
            close(descriptor)
        }
        throw UserError("\(name) cannot be reached: \(PrintSpool.words(reason)): is it on, and its address right?")
    }

    /// - Returns: false where it was cancelled.
    private func write(
        _ spool: PrintSpool, copies: Int, to descriptor: Int32, _ name: String, _ progress: (Int) -> Void
    ) throws -> Bool {
        struct Cancelled: Error {}
        var sent = 0
        do {
            for _ in 0..<copies {
                try spool.forEachPiece { piece in
                    var rest = piece[...]
                    while !rest.isEmpty {
                        switch try waited(descriptor, POLLOUT, seconds: patience) {
                        case .cancelled: throw Cancelled()
                        case .timedOut:
                            throw UserError(
                                "\(name) has taken nothing for \(patience) s, and \(sent) of \(spool.count * copies) bytes in all: is there paper, and no fault on its display?"
                            )
                        case .ready: break
                        }
                        let count = Glibc.write(
                            descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                        if count < 0, [EINTR, EAGAIN].contains(errno) { continue }
                        guard count > 0 else {
                            throw UserError(
                                "\(name) broke off after \(sent) bytes: \(PrintSpool.words(errno)): look at it, and print the rest with --start or fewer rows"
                            )
                        }
                        rest = rest.dropFirst(count)
                        sent += count
                        progress(sent)
                    }
                }
            }
        } catch is Cancelled {
            return false
        }
        return true
    }

    private enum Waiting { case ready, timedOut, cancelled }

    private func waited(_ descriptor: Int32, _ events: Int32, seconds: Int) throws(UserError) -> Waiting {
        for _ in 0..<max(1, seconds * 5) {
            if isCancelled() { return .cancelled }
            var waiting = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            let count = poll(&waiting, 1, 200)
            if count > 0 { return .ready }
            if count < 0, errno != EINTR {
                throw UserError("the printer cannot be waited for: \(PrintSpool.words(errno))")
            }
        }
        return .timedOut
    }
}

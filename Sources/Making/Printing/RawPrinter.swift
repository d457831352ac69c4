import Files
import Glibc

/// Hands bytes to label printers: at a port, or through a device.
struct RawPrinter {
    /// How long connecting may last in all, and how long nothing may be taken then, in seconds.
    let patience: Int
    /// Asked at least five times a second.
    let isCancelled: () -> Bool
    var clock = PrinterClock()
    var lookUp: (String, Int) -> HostLookup = { HostLookup($0, port: $1) }

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
        _ = try? waited(descriptor, POLLIN, until: clock.now() + .seconds(1))
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
                errno == EACCES ? "; you may have to be in the group lp" : errno == ENXIO ? "; no program reads it" : ""
            throw UserError("\(name) cannot be opened: \(PrintSpool.words(errno))\(advice)")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, [S_IFCHR, S_IFIFO].contains(status.st_mode & S_IFMT) else {
            throw UserError("\(name) is not a device: write files with -o")
        }
        return try write(spool, copies: copies, to: descriptor, name, progress) ? .printed(job: nil) : .cancelled
    }

    /// - Returns: a socket; nil if it was cancelled.
    private func connected(_ host: String, _ port: Int, _ name: String) throws(UserError) -> Int32? {
        let deadline = clock.now() + .seconds(patience)
        let lookup = lookUp(host, port)
        guard let answer = try lookup.answer(until: deadline, clock, name, patience: patience, isCancelled) else {
            return nil
        }
        let addresses: [HostLookup.Address]
        switch answer {
        case .addresses(let found): addresses = found
        case .unknown(let reason): throw UserError("\(name) was not found: \(reason): check its name")
        }
        var reason = ETIMEDOUT
        for (index, address) in addresses.enumerated() {
            // Each address has its share of the time that is left: one that does not answer leaves some to the others.
            let now = clock.now()
            guard now < deadline else { break }
            let end = now + (deadline - now) / (addresses.count - index)
            switch try connected(to: address, until: end) {
            case .success(let descriptor): return descriptor
            case .cancelled: return nil
            case .failure(let code): reason = code
            }
        }
        let words = reason == ETIMEDOUT ? "no answer within \(patience) s" : PrintSpool.words(reason)
        throw UserError("\(name) cannot be reached: \(words): check that it is on and its address is correct")
    }

    private enum Connection {
        case success(Int32)
        case failure(Int32)
        case cancelled
    }

    private func connected(
        to address: HostLookup.Address, until end: ContinuousClock.Instant
    ) throws(UserError) -> Connection {
        let descriptor = socket(
            address.family, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return .failure(errno) }
        let result = try connection(descriptor, to: address, until: end)
        if case .success = result { return result }
        close(descriptor)
        return result
    }

    private func connection(
        _ descriptor: Int32, to address: HostLookup.Address, until end: ContinuousClock.Instant
    ) throws(UserError) -> Connection {
        let status = address.bytes.withUnsafeBytes { bytes in
            connect(descriptor, bytes.bindMemory(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
        }
        if status == 0 { return .success(descriptor) }
        guard errno == EINPROGRESS else { return .failure(errno) }
        switch try waited(descriptor, POLLOUT, until: end) {
        case .cancelled: return .cancelled
        case .timedOut: return .failure(ETIMEDOUT)
        case .ready:
            var failure: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &length)
            return failure == 0 ? .success(descriptor) : .failure(failure)
        }
    }

    /// - Returns: false if it was cancelled.
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
                        switch try waited(descriptor, POLLOUT, until: clock.now() + .seconds(patience)) {
                        case .cancelled: throw Cancelled()
                        case .timedOut:
                            throw UserError(
                                "\(name) has accepted no data for \(patience) s (\(sent) of \(spool.count * copies) bytes in all): check its paper and its display"
                            )
                        case .ready: break
                        }
                        let count = Glibc.write(
                            descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                        if count < 0, [EINTR, EAGAIN].contains(errno) { continue }
                        guard count > 0 else {
                            throw UserError(
                                "\(name) disconnected after \(sent) bytes: \(PrintSpool.words(errno)): check it, and print the rest with --start or fewer rows"
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

    private func waited(
        _ descriptor: Int32, _ events: Int32, until end: ContinuousClock.Instant
    ) throws(UserError) -> Waiting {
        repeat {
            if isCancelled() { return .cancelled }
            var waiting = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            let count = poll(&waiting, 1, clock.step)
            if count > 0 { return .ready }
            if count < 0, errno != EINTR {
                throw UserError("the printer cannot be waited for: \(PrintSpool.words(errno))")
            }
        } while clock.now() < end
        return .timedOut
    }
}

/// What a printer is waited for by.
struct PrinterClock {
    var now: () -> ContinuousClock.Instant = { .now }
    /// The longest wait at one time, in milliseconds.
    var step: Int32 = 200
}

import Dispatch
import Files
import Glibc
import Synchronization

/// The addresses of a host. They are looked up on another thread, because the system's lookup has no time limit; a lookup that is given
/// up goes on there until the system ends it.
///
///     let lookup = HostLookup("printer.local", port: 9100)
///     lookup.answer(within: 200)        // nil: not yet
final class HostLookup: Sendable {
    /// An address of a stream: a `sockaddr` as bytes.
    struct Address: Hashable, Sendable {
        let family: Int32
        let bytes: [UInt8]
    }

    enum Answer: Hashable, Sendable {
        case addresses([Address])
        /// There are none; why.
        case unknown(String)
    }

    private let result = Mutex<Answer?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    /// - Parameter resolve: what looks the host up, as long as it takes.
    init(
        _ host: String, port: Int, resolve: @escaping @Sendable (String, Int) -> Answer = HostLookup.resolve
    ) {
        DispatchQueue(label: "quietzone.lookup").async { [self] in
            let answer = resolve(host, port)
            result.withLock { $0 = answer }
            isDone.signal()
        }
    }

    /// Waits for the answer, for at most this many milliseconds; nil if there is none yet.
    func answer(within milliseconds: Int32) -> Answer? {
        if let answer = result.withLock({ $0 }) { return answer }
        _ = isDone.wait(timeout: .now() + .milliseconds(Int(milliseconds)))
        return result.withLock { $0 }
    }

    /// Waits for the answer until `deadline`.
    ///
    /// - Parameters:
    ///   - name: of the printer, for the error.
    ///   - patience: the seconds that the deadline stands for, for the error.
    /// - Returns: the answer; nil if it was cancelled.
    /// - Throws: `UserError` if there is none by then.
    func answer(
        until deadline: ContinuousClock.Instant, _ clock: PrinterClock, _ name: String, patience: Int,
        _ isCancelled: () -> Bool
    ) throws(UserError) -> Answer? {
        repeat {
            if isCancelled() { return nil }
            if let answer = answer(within: clock.step) { return answer }
        } while clock.now() < deadline
        throw UserError(
            "\(name) cannot be reached: its name was not found within \(patience) s: check the network, or use its numeric address"
        )
    }

    private static func resolve(_ host: String, _ port: Int) -> Answer {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &list)
        guard code == 0, let first = list else { return .unknown(String(cString: gai_strerror(code))) }
        defer { freeaddrinfo(list) }
        return .addresses(
            sequence(first: first, next: { $0.pointee.ai_next }).map { entry in
                let info = entry.pointee
                let bytes = UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen))
                return Address(family: info.ai_family, bytes: Array(bytes))
            })
    }
}

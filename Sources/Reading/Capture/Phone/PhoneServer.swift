import CLoaded
import Frames

/// The server that a phone sends its pictures to; open for as long as it lives. Used by one thread.
struct PhoneServer: ~Copyable {
    /// What has happened.
    enum Event {
        /// The doorbell was rung.
        case stopped
        case picture([UInt8])
        /// The phone that sent pictures has gone.
        case phoneGone
    }

    // SAFETY: owned by this value alone, closed in deinit; one thread uses it.
    private let handle: OpaquePointer

    /// - Parameter listener: the socket, which is the server's from now on.
    /// - Throws: `SourceError` where libwebsockets cannot serve.
    init(
        listener: Int32, stop: Doorbell, authority: String, token: String, page: PhonePage, key: [UInt8],
        certificate: [UInt8]
    ) throws(SourceError) {
        let handle = authority.withCString { authority in
            token.withCString { token in
                page.start.withCString { start in
                    page.end.withCString { end in
                        page.policy.withCString { policy in
                            certificate.withUnsafeBufferPointer { certificate in
                                key.withUnsafeBufferPointer { key in
                                    var options = qz_web_options(
                                        listener: listener, stop: stop.descriptor, host: authority, token: token,
                                        page_start: start, page_end: end, policy: policy,
                                        certificate: certificate.baseAddress, key: key.baseAddress,
                                        certificate_length: certificate.count, key_length: key.count)
                                    return qz_web_open(&options)
                                }
                            }
                        }
                    }
                }
            }
        }
        guard let handle else { throw Self.failure }
        self.handle = handle
    }

    deinit { qz_web_close(handle) }

    private static let failure = SourceError("libwebsockets cannot serve the page for the phone: start again")

    /// Serves until something has happened.
    ///
    /// - Throws: `SourceError` where the server cannot go on.
    func next() throws(SourceError) -> Event {
        var bytes: UnsafePointer<UInt8>?
        var count = 0
        switch Int(qz_web_next(handle, &bytes, &count)) {
        case QZ_WEB_STOPPED: return .stopped
        case QZ_WEB_PHONE_GONE: return .phoneGone
        case QZ_WEB_PICTURE:
            // SAFETY: the server says how many bytes there are, and keeps them until the next call.
            return .picture(Array(UnsafeBufferPointer(start: bytes, count: count)))
        default: throw Self.failure
        }
    }
}

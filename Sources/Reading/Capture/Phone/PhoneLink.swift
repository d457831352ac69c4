import CLoaded
import Cryptography
import Foundation
import Frames
import Synchronization

/// Where the phone of one run connects: an address, a token and a certificate, which are made once and never stored. A server that is
/// opened again has the same ones, so that a page that is open goes on.
package final class PhoneLink: Sendable {
    /// The address that the server is bound to.
    package let host: String
    private let token = PhoneLink.newToken()
    private let key: [UInt8]
    private let certificate: Certificate
    /// The port as it was asked for, then as it was bound.
    private let port: Mutex<Int>

    /// How long the certificate holds; longer than anybody scans without starting again.
    private static let validity: TimeInterval = 7 * 86400
    /// By how much the phone's clock may be behind.
    private static let clockTolerance: TimeInterval = 86400

    /// A link at `binding`, with a new token and certificate.
    ///
    /// - Throws: `SourceError` where no address can be taken without asking, or libwebsockets is missing.
    package convenience init(_ binding: PhoneBinding) throws(SourceError) {
        try self.init(binding, network: { .machine })
    }

    init(_ binding: PhoneBinding, network: () -> LocalNetwork) throws(SourceError) {
        guard qz_web_is_there() != 0 else {
            throw SourceError(
                "the phone as a camera needs \(String(cString: qz_web_file())), libwebsockets "
                    + "\(String(cString: qz_web_version())), which is not installed: install \(Self.package)")
        }
        if let address = binding.address { host = address } else { host = try network().address() }
        port = Mutex(binding.port)
        do throws(CryptographyError) {
            let signingKey = try SigningKey.p256()
            let now = Date.now
            key = signingKey.pem()
            certificate = try Certificate(
                ofAddress: host, key: signingKey, validity: now - Self.clockTolerance...now + Self.validity)
        } catch {
            throw SourceError("the certificate for the phone cannot be made: \(error)")
        }
    }

    private static var package: String {
        switch String(cString: qz_web_version()) {
        case "4.1": "the package libwebsockets17"
        case "4.3": "the package libwebsockets19t64 (Debian 13), libwebsockets19 or libwebsockets"
        default: "its package"
        }
    }

    /// 132 random bits as 22 characters that a URL may have.
    static func newToken() -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        var random = SystemRandomNumberGenerator()
        return String((0..<22).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] })
    }

    /// What a browser calls the server: `192.168.1.5:41234`.
    private func authority(_ port: Int) -> String {
        (host.contains(":") ? "[\(host)]" : host) + (port == 443 ? "" : ":\(port)")
    }

    /// What the user needs to connect; to be asked for after `open`.
    package var invitation: SourceInvitation {
        SourceInvitation(
            address: "https://\(authority(port.withLock { $0 }))/\(token)", fingerprint: certificate.fingerprint())
    }

    /// Whether a text has the address in it: the phone may see it on the screen.
    package func isNamed(in text: String) -> Bool { text.contains(token) }

    /// Opens the server, on the port that it had before.
    func open(until stop: Doorbell) throws(SourceError) -> PhoneServer {
        let wanted = port.withLock { $0 }
        var bound: Int32 = 0
        let listener = qz_web_listen(host, Int32(wanted), &bound)
        guard listener >= 0 else { throw refusal(-listener, wanted) }
        port.withLock { $0 = Int(bound) }
        let page = PhonePage.standard
        return try PhoneServer(
            listener: listener, stop: stop, authority: authority(Int(bound)), token: token, page: page, key: key,
            certificate: certificate.der)
    }

    private func refusal(_ error: Int32, _ port: Int) -> SourceError {
        switch error {
        case EADDRNOTAVAIL:
            SourceError("this machine does not have the address \(host): `ip address` lists those that it has")
        case EADDRINUSE:
            SourceError("port \(port) of \(host) is in use: choose another with --port, or none for a free one")
        case EACCES: SourceError("port \(port) is reserved for the system: choose one from 1024 on with --port")
        default: SourceError("cannot listen at \(host): \(String(cString: strerror(error)))")
        }
    }
}

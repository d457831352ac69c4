import App
import ArgumentParser
import Cryptography
import Files
import Foundation
import Passes

/// Who signs, as the command line says it.
struct PassSigningOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The certificate for the pass type: PKCS #12 with its key (.p12), or PEM or DER with --key.",
            valueName: "FILE"),
        completion: .file())
    var certificate: String?

    @Option(
        help: ArgumentHelp("The private key in PEM, where it is not with the certificate.", valueName: "FILE"),
        completion: .file())
    var key: String?

    @Option(
        help: ArgumentHelp(
            "The certificate of who issued it; by default what comes with it, or Apple's of today (G4).",
            valueName: "FILE"),
        completion: .file())
    var intermediate: [String] = []

    @Option(
        help: ArgumentHelp(
            "Read the password of key or PKCS #12 from a file descriptor; by default it is asked for on the terminal.",
            valueName: "N"))
    var passwordFd: Int32?

    @OptionGroup var trust: PassTrustOptions

    func validate() throws {
        if let passwordFd, passwordFd < 0 { throw ValidationError("a file descriptor is 0 or more") }
    }

    /// Who signs; asks for a password only where one is needed, and forgets it.
    ///
    /// - Throws: `Trouble`, with the file that is wrong.
    func signer() throws -> PassSigner {
        guard let certificate else {
            throw Trouble("say who signs: --certificate FILE.p12, or --certificate FILE.pem --key FILE.pem")
        }
        let identity = try identity(certificate)
        let given = try intermediate.flatMap { try PassTrustOptions.certificates(in: $0) }
        return PassSigner(identity: identity, intermediates: given.isEmpty ? nil : given, roots: try trust.roots)
    }

    private func identity(_ path: String) throws -> SigningIdentity {
        let bytes = try InputBytes.read(path)
        let isPEM = String(decoding: bytes, as: UTF8.self).contains("-----BEGIN ")
        if key == nil, !isPEM {
            return try asking(path) { password throws(CryptographyError) in
                try SigningIdentity(pkcs12: bytes, password: password)
            }
        }
        let keyPath = key ?? path
        let keyBytes = try key.map { try InputBytes.read($0) } ?? bytes
        let certificates = try PassTrustOptions.certificates(in: path, bytes)
        let signing = try asking(keyPath) { password throws(CryptographyError) in
            try SigningKey(keyBytes, password: password)
        }
        do throws(CryptographyError) {
            return try SigningIdentity(key: signing, certificates: certificates)
        } catch {
            throw Trouble("\(keyPath.onOneMarkedLine): \(error)")
        }
    }

    /// Opens a file without a password, then with one.
    private func asking<Result>(
        _ path: String, _ open: (String?) throws(CryptographyError) -> Result
    ) throws -> Result {
        let name = path.onOneMarkedLine
        do throws(CryptographyError) {
            return try open(nil)
        } catch {
            guard error == .wantsPassword else { throw Trouble("\(name): \(error)") }
        }
        let label = "Password of \(name)"
        let password = try passwordFd.map { try SecretInput.descriptor($0, label) } ?? SecretInput.ask(label)
        do throws(CryptographyError) {
            return try open(password)
        } catch {
            throw Trouble("\(name): \(error)")
        }
    }
}

/// Which certificates are trusted.
struct PassTrustOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Trust this root besides Apple's, such as one of tests. Wallet does not.", valueName: "FILE"),
        completion: .file())
    var root: [String] = []

    /// Apple's, and those that were named.
    var roots: [Certificate] {
        get throws { try AppleCertificates.roots + root.flatMap { try Self.certificates(in: $0) } }
    }

    static func certificates(in path: String, _ bytes: [UInt8]? = nil) throws -> [Certificate] {
        let bytes = try bytes ?? InputBytes.read(path)
        do throws(CryptographyError) {
            return try Certificate.list(in: bytes)
        } catch {
            throw Trouble("\(path.onOneMarkedLine): \(error)")
        }
    }
}

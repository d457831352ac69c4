import Files
import Services
import ArgumentParser
import Cryptography
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
        help: ArgumentHelp("The private key (PEM), if it is separate.", valueName: "FILE"),
        completion: .file())
    var key: String?

    @Option(
        help: ArgumentHelp(
            "The issuer's certificate. Default: the one included, or Apple's current one (G4).",
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
    /// - Throws: `UserError`, with the file that is wrong.
    func signer() throws -> PassSigner {
        guard let certificate else {
            throw UserError("a certificate is needed: --certificate FILE.p12, or --certificate FILE.pem --key FILE.pem")
        }
        if let line = SecretExposure.warning(ofKeyIn: key ?? certificate) { Output.complain("warning: \(line)") }
        let files = SigningFiles(certificate: certificate, key: key, intermediates: intermediate, roots: trust.root)
        return try files.signer(read: { try InputBytes.read($0) }) { path in
            let label = "Password of \(path.onOneMarkedLine)"
            return try passwordFd.map { try SecretInput.descriptor($0, label) } ?? SecretInput.ask(label)
        }
    }
}

/// Which certificates are trusted.
struct PassTrustOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Also trust this root certificate, for tests. Wallet does not.", valueName: "FILE"),
        completion: .file())
    var root: [String] = []

    /// Apple's, and those that were named.
    var roots: [Certificate] {
        get throws {
            try AppleCertificates.roots
                + root.flatMap { try SigningFiles.certificates(in: $0, try InputBytes.read($0)) }
        }
    }
}

import Foundation
import Synchronization

/// Certificates as Apple makes them for passes, made by the program openssl: a root, the intermediate of the Worldwide Developer
/// Relations, and certificates for pass types with Apple's extensions.
package final class AppleShapedAuthority: Sendable {
    /// One for all tests of a process: making keys takes a while.
    package static let shared = Result { try AppleShapedAuthority() }

    package let workshop: Workshop
    /// openssl's list of what was issued is one file, certificates of one name are, too, and tests run side by side.
    private let turn = Mutex(())

    package static let passType = "pass.org.example.ticket"
    package static let team = "A1B2C3D4E5"

    /// Files of the folder: keys and certificates in PEM.
    package enum File {
        package static let root = "root.pem"
        package static let intermediate = "intermediate.pem"
        /// The key of all certificates for passes.
        package static let key = "leaf.key"
    }

    private init() throws {
        let workshop = try Workshop()
        self.workshop = workshop
        try workshop.write("ca.cnf", Array(Self.configuration.utf8))
        try workshop.write("index.txt", [])
        for name in ["root", "intermediate", "leaf", "other"] {
            try workshop.make("openssl", ["genrsa", "-out", "\(name).key", "2048"])
        }
        try issue(
            File.root, key: "root", by: nil, extensions: "root",
            subject: "/C=US/O=Apple Inc./OU=Apple Certification Authority/CN=Apple Root CA")
        try issue(
            File.intermediate, key: "intermediate", by: "root", extensions: "intermediate",
            subject:
                "/CN=Apple Worldwide Developer Relations Certification Authority/OU=G4/O=Apple Inc./C=US")
    }

    /// The bytes of a file.
    package func bytes(_ name: String) throws -> [UInt8] { try workshop.read(name) }

    /// Makes a certificate for a pass type, and returns it in PEM.
    ///
    /// - Parameters:
    ///   - name: the file's, `NAME.pem`; an existing one is replaced.
    ///   - extensions: `leaf` for Apple's, `plain` for none of them.
    ///   - from: when it begins to hold, as openssl writes it: `20240101000000Z`.
    ///   - issuer: `intermediate`, `root`, or another that was made here.
    package func leaf(
        _ name: String = "leaf", type: String = passType, team: String = team, extensions: String = "leaf",
        from: String = "20240101000000Z", until: String = "20490101000000Z", issuer: String = "intermediate"
    ) throws -> [UInt8] {
        let text = try String(contentsOfFile: workshop.path("ca.cnf"), encoding: .utf8)
        return try turn.withLock { _ in
            try workshop.write("\(name).cnf", Array(text.replacingOccurrences(of: Self.passType, with: type).utf8))
            return try issue(
                "\(name).pem", key: "leaf", by: issuer, extensions: extensions,
                subject: "/UID=\(type)/CN=Pass Type ID: \(type)/OU=\(team)/O=Example Events/C=DE", from: from,
                until: until, configuration: "\(name).cnf")
        }
    }

    /// An intermediate of the same name whose key is another.
    package func otherIntermediate() throws -> [UInt8] {
        try turn.withLock { _ in
            try issue(
                "other.pem", key: "other", by: "root", extensions: "intermediate",
                subject: "/CN=Apple Worldwide Developer Relations Certification Authority/OU=G4/O=Apple Inc./C=US")
        }
    }

    /// Makes a certificate, and returns it in PEM.
    @discardableResult
    private func issue(
        _ file: String, key: String, by issuer: String?, extensions: String, subject: String,
        from: String = "20200101000000Z", until: String = "20490101000000Z", configuration: String = "ca.cnf"
    ) throws -> [UInt8] {
        try workshop.make(
            "openssl",
            [
                "req", "-new", "-key", "\(key).key", "-config", configuration, "-subj", subject, "-out",
                "\(file).csr",
            ])
        let signing =
            issuer.map { ["-cert", "\($0).pem", "-keyfile", "\($0).key"] } ?? ["-selfsign", "-keyfile", "\(key).key"]
        let arguments =
            ["ca", "-batch", "-notext", "-config", configuration, "-extensions", extensions, "-preserveDN"] + signing
            + ["-startdate", from, "-enddate", until, "-in", "\(file).csr", "-out", file]
        try workshop.make("openssl", arguments)
        return try workshop.read(file)
    }

    private static let configuration = """
        [ca]
        default_ca = own
        [own]
        database = index.txt
        new_certs_dir = .
        rand_serial = yes
        default_md = sha256
        policy = any
        unique_subject = no
        [any]
        UID = optional
        commonName = optional
        organizationalUnitName = optional
        organizationName = optional
        countryName = optional
        [req]
        distinguished_name = name
        utf8 = yes
        string_mask = utf8only
        [name]
        [root]
        basicConstraints = critical,CA:TRUE
        keyUsage = critical,keyCertSign,cRLSign
        subjectKeyIdentifier = hash
        [intermediate]
        basicConstraints = critical,CA:TRUE,pathlen:0
        keyUsage = critical,keyCertSign,cRLSign
        subjectKeyIdentifier = hash
        authorityKeyIdentifier = keyid
        1.2.840.113635.100.6.2.1 = ASN1:NULL
        [leaf]
        basicConstraints = critical,CA:FALSE
        keyUsage = critical,digitalSignature
        extendedKeyUsage = clientAuth,1.2.840.113635.100.4.14
        subjectKeyIdentifier = hash
        authorityKeyIdentifier = keyid
        1.2.840.113635.100.6.1.16 = ASN1:UTF8String:\(passType)
        1.2.840.113635.100.6.3.2 = ASN1:NULL
        [plain]
        basicConstraints = critical,CA:FALSE
        keyUsage = critical,digitalSignature
        authorityKeyIdentifier = keyid

        """
}

import CertificateWorkshop
import Cryptography
import Foundation
import Passes
import Printing

/// Passes issued and checked a second, with a certificate shaped like Apple's (RSA 2048), beside the command `openssl cms`.
struct PassIssuing {
    let seconds: Double

    private static let passes = 300

    func run() throws {
        guard OpenSSLFigures.isInstalled else {
            return print("left out: passes want openssl, which makes the certificates")
        }
        let authority = try AppleShapedAuthority.shared.get()
        let root = try Certificate.list(in: authority.bytes(AppleShapedAuthority.File.root))
        let identity = try SigningIdentity(
            key: SigningKey(authority.bytes(AppleShapedAuthority.File.key)),
            certificates: Certificate.list(
                in: authority.leaf() + authority.bytes(AppleShapedAuthority.File.intermediate)))
        let signer = PassSigner(identity: identity, roots: root)
        let now = Date()
        let template = try Self.template()
        let folder = authority.workshop.path("passes")
        let start = ContinuousClock.now
        let series = try PassSeries(template, rows: Self.rows(), signer: signer, at: now)
        let made = try series.sign(into: folder, by: signer, at: now).made
        let issued = Rate(Double(made) / (start.duration(to: .now) / .seconds(1)))
        let items = series.items
        let signed = try Rate(seconds: seconds) { number in
            _ = try signer.sign(items[number % items.count].package, at: now)
        }
        let file = try signer.sign(items[0].package, at: now)
        let checked = try Rate(seconds: seconds) { _ in
            guard PassCheck(file, roots: root, at: now).isAccepted else { throw BenchError("our own pass is refused") }
        }
        let openssl = OpenSSLFigures(folder: authority.workshop.path(""))
        let (making, verifying) = try commands(file, authority, openssl)
        print(
            """

            Passes a second, each \(file.count) bytes in \(items[0].package.files.count) files. Issued: of a row of CSV to its file on disk, with what Wallet would
            refuse looked for; \(made) of them. Beside: the command openssl cms for one signature of the same manifest, and
            what openssl computes for it (openssl speed, RSA 2048).

            """)
        print(ticketLine("", ["ours", "command", "×", "openssl", "×"]))
        let bareSigning = try openssl.speed(.signing("rsa2048"))
        for (name, rate, command, bare) in [
            ("issued, on disk", issued, making, bareSigning), ("signed, in memory", signed, making, bareSigning),
            ("checked", checked, verifying, try openssl.speed(.verification("rsa2048"))),
        ] {
            print(
                ticketLine(
                    name,
                    [rate.words, command?.words ?? "-", rate.times(command), bare?.words ?? "-", rate.times(bare)]))
        }
    }

    private static func template() throws -> PassTemplate {
        let files = NewPassTemplate.files(.eventTicket)
        return try PassTemplate(
            toml: String(decoding: files[PassTemplate.fileName] ?? [], as: UTF8.self),
            files: files.filter { $0.key != PassTemplate.fileName })
    }

    private static func rows() throws -> LabelSource {
        let rows = (0..<passes).map { "Guest \($0),R\($0),B2,code-\($0)\n" }
        var pieces = [Array(("name,seat,gate,code\n" + rows.joined()).utf8)]
        return try LabelSource.csv { pieces.popLast() }
    }

    /// Making and checking a signature by the command; what it checks is ours.
    private func commands(
        _ file: [UInt8], _ authority: AppleShapedAuthority, _ openssl: OpenSSLFigures
    ) throws -> (Rate?, Rate?) {
        let workshop = authority.workshop
        try workshop.write("bench.pkpass", file)
        try workshop.make("unzip", ["-o", "bench.pkpass", "manifest.json", "signature"])
        let making = try openssl.rate([
            "cms", "-sign", "-binary", "-in", workshop.path("manifest.json"), "-signer", workshop.path("leaf.pem"),
            "-inkey", workshop.path(AppleShapedAuthority.File.key), "-certfile",
            workshop.path(AppleShapedAuthority.File.intermediate), "-outform", "DER", "-out", workshop.path("cms.der"),
        ])
        let verifying = try openssl.rate([
            "cms", "-verify", "-binary", "-inform", "DER", "-in", workshop.path("signature"), "-content",
            workshop.path("manifest.json"), "-CAfile", workshop.path(AppleShapedAuthority.File.root), "-purpose", "any",
            "-out", workshop.path("verified"),
        ])
        return (making, verifying)
    }
}

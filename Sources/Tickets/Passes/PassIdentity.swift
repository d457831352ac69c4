import Cryptography
import Formats
import struct Foundation.Date

/// Whether a certificate may sign a pass: what iOS asks of it.
struct PassIdentity {
    /// The pass type identifier, as an extension of the certificate.
    static let passTypeExtension = "1.2.840.113635.100.6.1.16"
    /// The extended key usage of certificates for passes.
    static let passUsage = "1.2.840.113635.100.4.14"

    let certificate: Certificate
    /// What else was signed with, or is at hand.
    let others: [Certificate]
    let roots: [Certificate]

    /// The pass type identifier that it is for; nil if it is for none.
    var passType: String? {
        if let value = certificate.extensionValue(Self.passTypeExtension), let text = Self.text(value) { return text }
        return certificate.subject[.userIdentifier]
    }

    var team: String? { certificate.subject[.organizationalUnit] }

    /// A UTF8String or IA5String of less than 128 bytes in DER.
    private static func text(_ der: [UInt8]) -> String? {
        guard der.count >= 2, der[0] == 0x0C || der[0] == 0x16, der[1] < 128, der.count == 2 + Int(der[1]) else {
            return nil
        }
        return String(validating: der.dropFirst(2), as: UTF8.self)
    }

    /// The chain, which must hold at `moment`.
    func chain(at moment: Date) -> CertificateChain {
        CertificateChain(of: certificate, by: others, to: roots, at: moment)
    }

    /// What is wrong with the certificate itself and its chain.
    func problems(at moment: Date) -> [PassProblem] {
        var problems: [PassProblem] = []
        let name = certificate.subject.title
        if certificate.extensionValue(Self.passTypeExtension) == nil || !certificate.hasExtendedUsage(Self.passUsage) {
            problems.add(
                .notAPassCertificate, "certificate",
                "“\(name)” is not for passes: make one for a pass type at developer.apple.com")
        }
        if let problem = chain(at: moment).problem { problems.append(words(for: problem, at: moment)) }
        return problems
    }

    /// What does not fit between the certificate and what the pass says.
    func problems(of pass: Pass) -> [PassProblem] {
        var problems: [PassProblem] = []
        if let stated = pass.passTypeIdentifier, let own = passType, stated != own {
            problems.add(
                .passTypeDiffers, "passTypeIdentifier", "the pass says \(stated), but its certificate is for \(own)")
        }
        if let stated = pass.teamIdentifier, let own = team, stated != own {
            problems.add(
                .teamDiffers, "teamIdentifier", "the pass says \(stated), but its certificate is of the team \(own)")
        }
        return problems
    }

    private func words(for problem: CertificateChain.Problem, at moment: Date) -> PassProblem {
        let chain = chain(at: moment).certificates
        let subject = chain.indices.contains(problem.depth) ? chain[problem.depth] : certificate
        let name = subject.subject.title
        let (first, last) = (Timestamp(subject.validity.lowerBound).day, Timestamp(subject.validity.upperBound).day)
        let (kind, words): (PassProblem.Kind, String) =
            switch problem.reason {
            case .expired:
                (.certificateExpired, "“\(name)” has expired on \(last): make a new one at developer.apple.com")
            case .notYetValid: (.certificateNotYetValid, "“\(name)” is valid only from \(first)")
            case .issuerMissing where problem.depth == 0 && !others.contains(where: \.isAuthority):
                (
                    .intermediateMissing,
                    "the intermediate “\(certificate.issuer.title)” is missing: it belongs in the signature"
                )
            case .issuerMissing where problem.depth == 0, .wrongSignature:
                (
                    .intermediateWrong,
                    "no intermediate issued “\(certificate.subject.title)”: use the one of its generation (G4)"
                )
            case .issuerMissing, .unknownRoot:
                (
                    .unknownRoot,
                    "its root, “\(chain.last?.issuer.title ?? name)”, is not Apple's: Wallet accepts no other"
                )
            case .other: (.chainWrong, "the chain of “\(name)” is wrong: \(problem.words)")
            }
        return PassProblem(kind, "certificate", words)
    }
}

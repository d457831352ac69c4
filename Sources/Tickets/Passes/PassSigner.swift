import Cryptography
import struct Foundation.Date

/// Signs passes.
package struct PassSigner: Sendable {
    /// The key and the certificate for a pass type.
    package let identity: SigningIdentity
    /// What goes into the signature between the certificate and the root.
    package let intermediates: [Certificate]
    private let roots: [Certificate]

    /// A signer; whether its certificate may sign passes, `problems(at:)` tells.
    ///
    /// - Parameters:
    ///   - intermediates: between it and the root; by default those that came with the key, and Apple's.
    ///   - roots: which are trusted; by default Apple's.
    package init(
        identity: SigningIdentity, intermediates: [Certificate]? = nil, roots: [Certificate] = AppleCertificates.roots
    ) {
        (self.identity, self.roots) = (identity, roots)
        var rest = intermediates ?? identity.others + AppleCertificates.intermediates
        // Only what the chain needs goes inside; what is given although it does not fit is told as wrong.
        var chain: [Certificate] = []
        var last = identity.certificate
        while let issuer = rest.first(where: { $0.isAuthority && last.isIssued(by: $0) && $0.subject != $0.issuer }) {
            chain.append(issuer)
            rest.removeAll { $0 == issuer }
            last = issuer
        }
        self.intermediates = chain.isEmpty ? intermediates ?? identity.others : chain
    }

    private var rules: PassIdentity {
        PassIdentity(certificate: identity.certificate, others: intermediates, roots: roots)
    }

    /// The pass type identifier that the certificate is for; nil if it is for none.
    package var passType: String? { rules.passType }
    package var team: String? { rules.team }

    /// Why iOS would refuse what is signed now, whatever the pass.
    package func problems(at moment: Date) -> [PassProblem] { rules.problems(at: moment) }

    /// Where its identifiers are others than the certificate's.
    func identityProblems(of package: PassPackage) -> [PassProblem] {
        (try? package.pass()).map { rules.problems(of: $0) } ?? []
    }

    /// Why iOS would refuse this pass, or show it other than was meant: pass.json, pictures, identifiers, certificate.
    package func problems(of package: PassPackage, at moment: Date) -> [PassProblem] {
        package.problems + identityProblems(of: package) + problems(at: moment)
    }

    /// The signed pass, the bytes of a .pkpass.
    ///
    /// - Parameter moment: the signing time, by which alone two of the same files differ.
    /// - Throws: `PassError` if iOS would refuse it.
    package func sign(_ package: PassPackage, at moment: Date) throws(PassError) -> [UInt8] {
        let errors = problems(of: package, at: moment).filter(\.isError)
        guard errors.isEmpty else { throw PassError(errors) }
        let signature: [UInt8]
        do throws(CryptographyError) {
            signature = try CMSSignature.make(
                of: package.manifest, by: identity, intermediates: intermediates, at: moment)
        } catch {
            throw PassError(.signatureWrong, "certificate", error.description)
        }
        do throws(PassProblem) { return try package.archive(signature: signature) } catch { throw PassError(error) }
    }
}

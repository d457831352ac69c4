import COpenSSL
import struct Foundation.Date

/// A certificate, the one that issued it, and so on up to a root.
package struct CertificateChain: Hashable, Sendable {
    /// The certificates as far as they reach, the leaf first, a root last.
    package let certificates: [Certificate]
    /// What is wrong; nil if the chain ends at a root that is trusted.
    package let problem: Problem?

    /// What is wrong with a chain.
    package struct Problem: Hashable, Sendable {
        package let reason: Reason
        /// Which of the certificates has it; 0 is the leaf.
        package let depth: Int
        /// libcrypto's words.
        package let words: String
    }

    /// Why a chain is not right.
    package enum Reason: Hashable, Sendable {
        case expired
        case notYetValid
        case issuerMissing
        case unknownRoot
        case wrongSignature
        /// Something else: an issuer that may not issue, a chain that is too long.
        case other
    }

    /// Builds the chain of `leaf`.
    ///
    /// - Parameters:
    ///   - others: what may stand between it and a root, in any order.
    ///   - roots: which are trusted.
    ///   - moment: the time at which all must hold.
    package init(of leaf: Certificate, by others: [Certificate], to roots: [Certificate], at moment: Date) {
        let most = 10
        var (count, depth): (Int32, Int32) = (0, 0)
        var result: Int32 = -1
        let seconds = Int64(max(-1e14, min(1e14, moment.timeIntervalSince1970)))
        let built = withLists([leaf.der]) { leaf, _ in
            withLists(others.map(\.der)) { others, otherCount in
                withLists(roots.map(\.der)) { roots, rootCount in
                    lists(most: most) { list in
                        result = qz_chain_build(
                            leaf, others, otherCount, roots, rootCount, seconds, list, Int32(most), &count, &depth)
                        return count
                    }
                }
            }
        }
        certificates = (built ?? []).compactMap { try? Certificate(der: $0) }
        problem = result == 0 ? nil : Problem(result, depth: Int(depth))
    }
}

extension CertificateChain.Problem {
    /// - Parameter code: an `X509_V_ERR_…`, whose numbers are part of OpenSSL's interface.
    fileprivate init(_ code: Int32, depth: Int) {
        reason =
            switch code {
            case 10: .expired
            case 9: .notYetValid
            case 2, 20, 21: .issuerMissing
            case 18, 19: .unknownRoot
            case 7: .wrongSignature
            default: .other
            }
        self.depth = depth
        words = String(cString: qz_chain_words(max(1, code)))
    }
}

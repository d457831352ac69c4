import Cryptography
import Formats
import struct Foundation.Date

/// A pass as a stranger's file: what is in it, and whether iOS takes it.
package struct PassCheck: Sendable {
    /// A file, and what the manifest says of it.
    package struct File: Hashable, Sendable {
        package let name: String
        /// Its bytes; nil if it is missing.
        package let size: Int?
        /// Whether its SHA-1 is that of the manifest; nil if that has none.
        package let isRight: Bool?
    }

    /// What is wrong, the archive first.
    package private(set) var problems: [PassProblem] = []
    /// The files of the archive and those of the manifest that are missing, by name.
    package private(set) var files: [File] = []
    /// What is in it; nil if the archive was refused.
    package private(set) var package: PassPackage?
    /// What pass.json says; nil if it is missing or damaged.
    package private(set) var pass: Pass?
    /// The signature; nil if there is none, or it is damaged.
    package private(set) var signature: CMSSignature?
    /// The signer's chain; nil if the signer is not known.
    package private(set) var chain: CertificateChain?

    /// Whether no problem is an error.
    package var isAccepted: Bool { !problems.contains(where: \.isError) }
    /// Whether the chain ends at a root of Apple's, as Wallet wants it, and not at another that was trusted here.
    package var hasApplesRoot: Bool {
        guard let root = chain?.certificates.last else { return false }
        return AppleCertificates.roots.contains(root)
    }
    /// The same without the bytes of the files, where all has been looked at: they may be many.
    package var withoutFiles: PassCheck {
        var check = self
        check.package = nil
        return check
    }

    /// Checks the bytes of a .pkpass.
    ///
    /// - Parameter roots: which are trusted; by default Apple's.
    package init(_ bytes: [UInt8], roots: [Certificate] = AppleCertificates.roots, at moment: Date) {
        do throws(PassProblem) {
            guard bytes.count <= PassPackage.maximumBytes else {
                throw PassProblem(.tooLarge, "", "it is larger than \(PassPackage.maximumBytes >> 20) MiB")
            }
            let found = try ZipReader.files(bytes)
            let contents = Dictionary(found.map { ($0.name, $0.bytes) }, uniquingKeysWith: { first, _ in first })
            let package = PassPackage(files: contents)
            self.package = package
            pass = try? package.pass()
            checkSums(contents)
            checkSignature(contents, roots, moment)
            problems += package.problems
        } catch {
            problems.append(error)
        }
    }

    private mutating func add(_ kind: PassProblem.Kind, _ place: String, _ words: String) {
        problems.add(kind, place, words)
    }

    private mutating func checkSums(_ contents: [String: [UInt8]]) {
        let sums = manifest(contents[PassPackage.manifestName])
        let signed = contents.filter { $0.key != PassPackage.manifestName && $0.key != PassPackage.signatureName }
        for name in Set(signed.keys).union((sums ?? [:]).keys).sorted() {
            let stated = sums?[name]
            let own = signed[name].map { Digest.sha1.of($0).hexadecimal }
            files.append(
                File(name: name, size: signed[name]?.count, isRight: sums == nil || stated == nil ? nil : stated == own)
            )
            guard sums != nil else { continue }
            if stated == nil { add(.notInManifest, name, "the manifest does not list it") }
            if own == nil { add(.fileMissing, name, "the manifest lists it, but the archive lacks it") }
            if let stated, let own, stated != own {
                add(.wrongHash, name, "it is not what was signed: its SHA-1 differs from the manifest's")
            }
        }
    }

    /// The sums of the manifest by names; nil if it is missing or damaged.
    private mutating func manifest(_ bytes: [UInt8]?) -> [String: String]? {
        guard let bytes else {
            add(.manifestMissing, PassPackage.manifestName, "it is missing: nothing says what was signed")
            return nil
        }
        guard bytes.count <= Pass.maximumBytes, case .object(let members)? = try? JSONValue(parsing: bytes) else {
            add(.manifestDamaged, PassPackage.manifestName, "it is not a JSON object of names and sums")
            return nil
        }
        var sums: [String: String] = [:]
        for member in members {
            guard case .string(let sum) = member.value, sum.utf8.count == 40, sum.allSatisfy(\.isHexDigit) else {
                add(.manifestDamaged, PassPackage.manifestName, "“\(member.key)” has no SHA-1 of 40 digits")
                return nil
            }
            guard sums.updateValue(sum.lowercased(), forKey: member.key) == nil else {
                add(.manifestDamaged, PassPackage.manifestName, "“\(member.key)” appears twice")
                return nil
            }
        }
        return sums
    }

    private mutating func checkSignature(_ contents: [String: [UInt8]], _ roots: [Certificate], _ moment: Date) {
        guard let bytes = contents[PassPackage.signatureName] else {
            return add(.signatureMissing, PassPackage.signatureName, "it is missing: the pass is not signed")
        }
        guard let manifest = contents[PassPackage.manifestName] else { return }
        guard let signature = CMSSignature(bytes, of: manifest) else {
            return add(.signatureDamaged, PassPackage.signatureName, "it is not a detached CMS signature in DER")
        }
        self.signature = signature
        if signature.signerCount > 1 {
            add(
                .severalSigners, PassPackage.signatureName,
                "\(signature.signerCount) have signed it, but only the first was checked")
        }
        guard let signer = signature.signer else {
            return add(.signerMissing, PassPackage.signatureName, "the signer's certificate is missing")
        }
        if !signature.isOfContent {
            add(.signatureOfOther, PassPackage.signatureName, "it belongs to another manifest")
        } else if !signature.isSigned {
            add(.signatureWrong, PassPackage.signatureName, "it was not made with the key of “\(signer.subject.title)”")
        }
        if signature.signingTime == nil {
            add(.signingTimeMissing, PassPackage.signatureName, "it has no signing time: iOS rejects it")
        }
        let signed = signature.signingTime ?? moment
        // Clocks differ; a day is none of a clock's.
        if signed.timeIntervalSince(moment) > 86_400 {
            add(.signedInFuture, PassPackage.signatureName, "it was signed in the future")
        }
        let identity = PassIdentity(
            certificate: signer, others: signature.certificates.filter { $0 != signer }, roots: roots)
        chain = identity.chain(at: signed)
        problems += identity.problems(at: signed)
        if let pass { problems += identity.problems(of: pass) }
        if signer.validity.contains(signed), moment > signer.validity.upperBound {
            let day = Timestamp(signer.validity.upperBound).day
            add(
                .certificateExpiredSince, "certificate",
                "it expired on \(day), after the pass was signed: devices that have the pass keep it")
        }
    }
}

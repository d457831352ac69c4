import CertificateWorkshop
import Cryptography
import Formats
import Foundation
import Testing

@testable import Passes

/// Passes with one thing wrong each, and the word that they must be refused with.
struct BrokenPassTests {
    let authority: TestAuthority

    init() throws { authority = try TestAuthority.shared.get() }

    /// A signed pass, file by file.
    func parts() throws -> [(String, [UInt8])] {
        let bytes = try authority.signer.sign(PassSamples.whole, at: TestAuthority.now)
        return try ZipReader.files(bytes).map { ($0.name, $0.bytes) }
    }

    func refused(
        _ bytes: [UInt8], _ kind: PassProblem.Kind, _ word: String, _ name: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let check = authority.check(bytes)
        #expect(!check.isAccepted, "\(name)", sourceLocation: sourceLocation)
        let found = check.problems.first { $0.kind == kind }
        #expect(
            found != nil, "\(name): \(check.problems.map { "\($0.kind): \($0)" })", sourceLocation: sourceLocation)
        #expect(
            found?.description.contains(word) == true, "\(name): \(found?.description ?? "")",
            sourceLocation: sourceLocation)
    }

    @Test func oneByteChangedInEachFile() throws {
        let parts = try parts()
        #expect(parts.count == 8)
        for index in parts.indices {
            var changed = parts
            // In the signature its last byte: the number that the key has made.
            let place = parts[index].0 == "signature" ? parts[index].1.count - 1 : parts[index].1.count / 2
            changed[index].1[place] ^= 1
            let (kind, word): (PassProblem.Kind, String) =
                switch parts[index].0 {
                case "signature": (.signatureWrong, "not made with the key of")
                case "manifest.json": (.signatureOfOther, "belongs to another manifest")
                default: (.wrongHash, "\(parts[index].0): it is not what was signed")
                }
            refused(RawZip(changed).bytes, kind, word, parts[index].0)
        }
    }

    @Test func filesAndManifestThatDoNotFit() throws {
        let parts = try parts()
        func edited(_ edit: (inout [(String, [UInt8])]) -> Void) -> [UInt8] {
            var copy = parts
            edit(&copy)
            return RawZip(copy).bytes
        }
        func manifest(_ text: String) -> [UInt8] {
            edited { files in
                for index in files.indices where files[index].0 == "manifest.json" { files[index].1 = text.bytes }
            }
        }
        let original = String(decoding: try #require(parts.first { $0.0 == "manifest.json" }).1, as: UTF8.self)
        let line = try #require(original.range(of: "\"logo.png\":\"[0-9a-f]{40}\",", options: .regularExpression))
        for name in parts.map(\.0) where name != "manifest.json" && name != "signature" {
            let kind: PassProblem.Kind = name == "pass.json" ? .passMissing : .fileMissing
            refused(edited { $0.removeAll { $0.0 == name } }, kind, "\(name): ", name)
        }
        refused(edited { $0.removeAll { $0.0 == "manifest.json" } }, .manifestMissing, "nothing says", "no manifest")
        refused(edited { $0.removeAll { $0.0 == "signature" } }, .signatureMissing, "not signed", "no signature")
        refused(
            edited { $0.append(("footer.png", png(10, 10))) }, .notInManifest,
            "footer.png: the manifest does not list it",
            "extra")
        refused(
            manifest(original.replacingCharacters(in: line, with: "")), .notInManifest,
            "logo.png: the manifest does not list it", "missing line")
        refused(
            manifest(
                original.replacingOccurrences(
                    of: "{\"", with: "{\"gone.png\":\"\(String(repeating: "0", count: 40))\",\"")),
            .fileMissing, "gone.png", "line too many")
        refused(manifest("not JSON"), .manifestDamaged, "not a JSON object", "manifest is text")
        refused(manifest("[]"), .manifestDamaged, "not a JSON object", "manifest is a list")
        refused(manifest("{\"pass.json\":\"abc\"}"), .manifestDamaged, "40 digits", "short sum")
        refused(manifest("{\"pass.json\":7}"), .manifestDamaged, "40 digits", "sum is a number")
        let sum = String(repeating: "0", count: 40)
        refused(
            manifest("{\"pass.json\":\"\(sum)\",\"pass.json\":\"\(sum)\"}"), .manifestDamaged, "twice", "line twice")
        refused(manifest("{\"pass.json\":\"\(sum)\"}"), .wrongHash, "pass.json", "wrong sum")
        func signature(_ bytes: [UInt8]) -> [UInt8] {
            edited { files in for index in files.indices where files[index].0 == "signature" { files[index].1 = bytes }
            }
        }
        refused(signature([]), .signatureDamaged, "not a detached CMS", "empty signature")
        refused(signature("signature".bytes), .signatureDamaged, "not a detached CMS", "signature is text")
        let der = try #require(parts.first { $0.0 == "signature" }).1
        refused(signature(Array(der.dropLast())), .signatureDamaged, "not a detached CMS", "cut signature")
        refused(signature(der + [0]), .signatureDamaged, "not a detached CMS", "byte behind the signature")
        // The digests that it names for all (RFC 5652, 5.1) are not the signer's: SHA-384 instead of SHA-256.
        let named = try #require(
            der.firstRange(of: [0x31, 0x0D, 0x30, 0x0B, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 3, 4, 2, 1]))
        var other = der
        other[named.upperBound - 1] = 2
        refused(signature(other), .signatureOfOther, "another", "digests that are not the signer's")
        refused(
            signature(try CMSSignature.make(of: "{}".bytes, by: authority.identity, at: TestAuthority.now)),
            .signatureOfOther, "another", "signature of another")
    }

    @Test func signaturesOfOtherMakers() throws {
        let workshop = authority.authority.workshop
        let package = PassSamples.whole
        _ = try authority.authority.leaf("makers")
        try workshop.write("manifest", package.manifest)
        func made(_ options: [String]) throws -> [UInt8] {
            try workshop.make(
                "openssl",
                [
                    "cms", "-sign", "-in", "manifest", "-signer", "makers.pem", "-inkey", "leaf.key", "-outform", "DER",
                    "-out", "made.sig",
                ] + options)
            return try package.archive(signature: workshop.read("made.sig"))
        }
        let right = ["-binary", "-certfile", "intermediate.pem"]
        #expect(authority.check(try made(right)).problems.map(\.description) == [])
        refused(try made(right + ["-nodetach"]), .signatureDamaged, "not a detached CMS", "content inside")
        refused(try made(right + ["-noattr"]), .signingTimeMissing, "no signing time", "no signing time")
        refused(try made(right + ["-nocerts"]), .signerMissing, "certificate is missing", "no certificates")
        refused(try made(["-binary"]), .intermediateMissing, "is missing", "no intermediate")
        // Another certificate of the same key signs besides.
        _ = try authority.authority.leaf("others")
        let twice = authority.check(try made(right + ["-signer", "others.pem", "-inkey", "leaf.key"]))
        #expect(twice.isAccepted && twice.problems.map(\.kind) == [.severalSigners], "\(twice.problems)")
        // Without -binary lines are ended by CR LF before they are signed; a manifest of one line has no such end, and so fits.
        let lines = PassPackage(files: package.files)
        try workshop.write("manifest", lines.manifest + "\n".bytes)
        let check = authority.check(try made(["-certfile", "intermediate.pem"]))
        #expect(check.problems.contains { $0.kind == .signatureOfOther })
    }

    @Test func chainsThatAreWrong() throws {
        let (now, package) = (TestAuthority.now, PassSamples.whole)
        /// Signs whatever iOS says to it.
        func signed(
            _ pem: [UInt8], _ others: [Certificate]? = nil, at moment: Date = now, package: PassPackage = package
        ) throws -> [UInt8] {
            let identity = try SigningIdentity(key: authority.identity.key, certificates: Certificate.list(in: pem))
            let signature = try CMSSignature.make(
                of: package.manifest, by: identity, intermediates: others ?? [authority.intermediate], at: moment)
            return try package.archive(signature: signature)
        }
        let ca = authority.authority
        let good = try ca.leaf("good")
        refused(try signed(good, []), .intermediateMissing, "belongs in the signature", "no intermediate")
        let other = try Certificate.list(in: ca.otherIntermediate())[0]
        refused(try signed(good, [other]), .intermediateWrong, "G4", "another intermediate")
        refused(try signed(good, [authority.root]), .intermediateWrong, "no intermediate issued", "root instead")
        refused(
            try signed(ca.leaf("expired", from: "20240101000000Z", until: "20260101000000Z")), .certificateExpired,
            "expired on 2026-01-01", "expired")
        refused(
            try signed(ca.leaf("early", from: "20270601000000Z", until: "20280601000000Z")), .certificateNotYetValid,
            "valid only from 2027-06-01", "not yet valid")
        refused(
            try signed(ca.leaf("plain", extensions: "plain")), .notAPassCertificate, "not for passes",
            "plain certificate")
        refused(
            try signed(ca.leaf("type", type: "pass.org.example.other")), .passTypeDiffers,
            "its certificate is for pass.org.example.other", "other pass type")
        refused(
            try signed(ca.leaf("team", team: "ZZZZZZZZZZ")), .teamDiffers, "of the team ZZZZZZZZZZ", "other team")
        refused(
            try signed(good, at: now.addingTimeInterval(200_000)), .signedInFuture, "in the future", "signed tomorrow")
        let bytes = try signed(good)
        let strangers = PassCheck(bytes, at: now)
        #expect(strangers.problems.map(\.kind) == [.unknownRoot], "\(strangers.problems)")
        // A certificate that has expired since is a word of caution.
        let later = PassCheck(
            try signed(
                ca.leaf("ended", from: "20240101000000Z", until: "20270101000000Z"), at: now.addingTimeInterval(-2e7)),
            roots: [authority.root], at: now)
        #expect(later.isAccepted && later.problems.map(\.kind) == [.certificateExpiredSince])
        // None of that is signed in the first place.
        for name in ["expired", "early", "plain", "type", "team"] {
            let signer = try authority.signer(ca.bytes("\(name).pem"))
            #expect(throws: PassError.self, "\(name)") { try signer.sign(package, at: now) }
        }
        let without = try authority.signer(good, intermediates: [])
        #expect(without.problems(at: now).map(\.kind) == [.intermediateMissing])
        let wrong = try authority.signer(good, intermediates: [other])
        #expect(wrong.problems(at: now).map(\.kind) == [.intermediateWrong])
    }

    @Test func archivesOfStrangers() throws {
        let parts = try parts()
        let whole = RawZip(parts)
        #expect(authority.check(whole.bytes).isAccepted)
        func changed(_ edit: (inout RawZip) -> Void) -> [UInt8] {
            var copy = whole
            edit(&copy)
            return copy.bytes
        }
        func named(_ name: String) -> [UInt8] { changed { $0.entries.append(.init(name, [1])) } }
        refused([], .notAnArchive, "not a pass", "empty")
        refused("PK".bytes, .notAnArchive, "not a pass", "two bytes")
        refused(png(20, 20), .notAnArchive, "not a pass", "picture")
        refused(Array(whole.bytes.dropLast()), .damagedArchive, "cut off", "cut")
        refused(Array(whole.bytes.prefix(400)), .damagedArchive, "no end", "half")
        refused(changed { $0.suffix = [0] }, .damagedArchive, "something follows it", "suffix")
        refused(changed { $0.prefix = "PK..".bytes }, .strayBytes, "belong to no file", "prefix")
        refused(changed { $0.gap = [1, 2, 3] }, .strayBytes, "belong to no file", "gap")
        refused(named("icon.png"), .duplicateName, "icon.png: the archive has it twice", "twice")
        refused(named("ICON.PNG"), .duplicateName, "twice", "twice in another case")
        for name in [
            "../icon.png", "a/../../b", "/etc/passwd", "a\\..\\b", "C:evil", "a//b", "./a", "a/.", "", "a\nb",
            "a/b/c/d/e/f/g/h/i", String(repeating: "n", count: 600),
        ] {
            refused(named(name), .unsafeName, "may lead out", name)
        }
        refused(
            changed { zip in
                var entry = RawZip.Entry("x", [1])
                entry.name = [0xFF, 0xFE]
                zip.entries.append(entry)
            }, .unsafeName, "not valid UTF-8", "name of bytes")
        refused(changed { $0.entries[1].offset = 0 }, .overlappingFiles, "overlaps another file", "overlap")
        refused(changed { $0.entries[1].flags = 1 }, .encryptedFile, "encrypted", "encrypted")
        refused(changed { $0.entries[1].method = 12 }, .damagedArchive, "compression is not used in passes", "bzip2")
        refused(changed { $0.entries[1].checksum = 7 }, .damagedArchive, "checksum", "checksum")
        refused(
            changed { $0.entries[1].localName = Array("x".utf8) }, .damagedArchive, "two headers", "other name inside")
        refused(changed { $0.entries[1].size = 1 << 31 }, .tooLarge, "larger than 64 MiB", "two gigabytes announced")
        refused(changed { $0.entries[1].attributes = 0xA1FF << 16 }, .linkInArchive, "link", "link")
        refused(changed { $0.count = 3 }, .damagedArchive, "directory", "count")
        refused(
            RawZip((0..<10_000).map { ("\($0).png", []) }).bytes, .tooManyFiles, "10000 files", "10,000 entries")
        // A mebibyte of zeros for each of 80 files, announced as what it is, and as 10 bytes.
        let workshop = try Workshop()
        try workshop.write(
            "bomb.py",
            """
            import zipfile
            with zipfile.ZipFile("bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
                for index in range(80): archive.writestr(f"{index}.png", bytes(1 << 20))
            with zipfile.ZipFile("one.zip", "w", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr("pass.json", bytes(1 << 20))
            """.bytes)
        try workshop.make("python3", ["bomb.py"])
        refused(try workshop.read("bomb.zip"), .tooLarge, "larger than 64 MiB", "bomb")
        var lying = try workshop.read("one.zip")
        for place in lying.indices.dropLast(3) where Array(lying[place..<place + 4]) == [0, 0, 0x10, 0] {
            lying.replaceSubrange(place..<place + 4, with: [10, 0, 0, 0])
        }
        refused(lying, .tooLarge, "larger than the archive says", "lying bomb")
    }
}

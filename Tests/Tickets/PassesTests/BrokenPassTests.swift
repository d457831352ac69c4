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
    private func parts() throws -> [(String, [UInt8])] {
        let bytes = try authority.signer.sign(PassSamples.whole, at: TestAuthority.now)
        return try ZipReader.files(bytes).map { ($0.name, $0.bytes) }
    }

    private func refused(
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
                case "signature": (.signatureWrong, "has not made it")
                case "manifest.json": (.signatureOfOther, "not of this manifest")
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
            edited { $0.append(("footer.png", png(10, 10))) }, .notInManifest, "footer.png: the manifest has no line",
            "extra")
        refused(
            manifest(original.replacingCharacters(in: line, with: "")), .notInManifest,
            "logo.png: the manifest has no line", "missing line")
        refused(
            manifest(
                original.replacingOccurrences(
                    of: "{\"", with: "{\"gone.png\":\"\(String(repeating: "0", count: 40))\",\"")),
            .fileMissing, "gone.png", "line too many")
        refused(manifest("not JSON"), .manifestDamaged, "no JSON object", "manifest is text")
        refused(manifest("[]"), .manifestDamaged, "no JSON object", "manifest is a list")
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
        refused(signature([]), .signatureDamaged, "no detached CMS", "empty signature")
        refused(signature("signature".bytes), .signatureDamaged, "no detached CMS", "signature is text")
        let der = try #require(parts.first { $0.0 == "signature" }).1
        refused(signature(Array(der.dropLast())), .signatureDamaged, "no detached CMS", "cut signature")
        refused(signature(der + [0]), .signatureDamaged, "no detached CMS", "byte behind the signature")
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
        refused(try made(right + ["-nodetach"]), .signatureDamaged, "no detached CMS", "content inside")
        refused(try made(right + ["-noattr"]), .signingTimeMissing, "when it was signed", "no signing time")
        refused(try made(right + ["-nocerts"]), .signerMissing, "not inside", "no certificates")
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
        refused(try signed(good, []), .intermediateMissing, "belongs into the signature", "no intermediate")
        let other = try Certificate.list(in: ca.otherIntermediate())[0]
        refused(try signed(good, [other]), .intermediateWrong, "G4", "another intermediate")
        refused(try signed(good, [authority.root]), .intermediateWrong, "none of the intermediates", "root instead")
        refused(
            try signed(ca.leaf("expired", from: "20240101000000Z", until: "20260101000000Z")), .certificateExpired,
            "has expired on 2026-01-01", "expired")
        refused(
            try signed(ca.leaf("early", from: "20270601000000Z", until: "20280601000000Z")), .certificateNotYetValid,
            "holds from 2027-06-01", "not yet valid")
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
        refused([], .notAnArchive, "no pass", "empty")
        refused("PK".bytes, .notAnArchive, "no pass", "two bytes")
        refused(png(20, 20), .notAnArchive, "no pass", "picture")
        refused(Array(whole.bytes.dropLast()), .damagedArchive, "cut off", "cut")
        refused(Array(whole.bytes.prefix(400)), .damagedArchive, "no end", "half")
        refused(changed { $0.suffix = [0] }, .damagedArchive, "something stands behind", "suffix")
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
            }, .unsafeName, "no UTF-8", "name of bytes")
        refused(changed { $0.entries[1].offset = 0 }, .overlappingFiles, "lies on another file", "overlap")
        refused(changed { $0.entries[1].flags = 1 }, .encryptedFile, "encrypted", "encrypted")
        refused(changed { $0.entries[1].method = 12 }, .damagedArchive, "compressed as no pass is", "bzip2")
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

    /// pass.json with one key changed, added or taken away.
    @Test func passesThatSayWhatWalletRefuses() throws {
        typealias Key = (PassProblem.Kind, String, JSONValue?, String)
        let changes: [Key] = [
            (.keyMissing, "formatVersion", nil, "formatVersion"), (.keyMissing, "serialNumber", nil, "serialNumber"),
            (.keyMissing, "passTypeIdentifier", nil, "passTypeIdentifier"),
            (.keyMissing, "teamIdentifier", nil, "teamIdentifier"),
            (.keyMissing, "organizationName", nil, "organizationName"),
            (.keyMissing, "description", nil, "description"), (.wrongValue, "formatVersion", 2, "it must be 1"),
            (.wrongValue, "description", " ", "empty"), (.wrongType, "serialNumber", 7, "a text"),
            (.styleMissing, "eventTicket", nil, "does not say what it is"),
            (.styleTwice, "coupon", [:], "coupon and eventTicket"),
            (.dateWithoutZone, "relevantDate", "2027-03-01T20:00", "no time zone"),
            (.dateWithoutZone, "expirationDate", "2027-03-01", "no time zone"),
            (.dateWrong, "expirationDate", "1 March", "zone such as"),
            (.wrongValue, "backgroundColor", "green", "rgb("), (.wrongValue, "labelColor", "rgb(256, 0, 0)", "rgb("),
            (.wrongType, "voided", "yes", "true or false"),
            (.wrongValue, "locations", [["latitude": 91, "longitude": 0]], "from -90 to 90"),
            (.keyMissing, "locations", [["latitude": 9]], "locations[0].longitude"),
            (
                .tooMany, "locations", .array([JSONValue](repeating: ["latitude": 1, "longitude": 1], count: 11)),
                "takes 10"
            ),
            (.wrongValue, "beacons", [["proximityUUID": "x"]], "a UUID"),
            (.notHTTPS, "webServiceURL", "http://example.org", "https://"),
            (.keyMissing, "webServiceURL", "https://example.org", "authenticationToken"),
            (.tokenTooShort, "authenticationToken", "short", "16 characters"),
            (.wrongValue, "barcodes", .array([PassSamples.code("Maxi")]), "PKBarcodeFormatQR"),
            (.wrongValue, "barcode", PassSamples.code("Code128"), "PKBarcodeFormatQR"),
            (.messageNotEncodable, "barcodes", .array([PassSamples.code("QR", "5 €")]), "take utf-8"),
            (
                .wrongValue, "barcodes", .array([PassSamples.code("Maxi"), PassSamples.code("Mini")]),
                "barcodes[0].format: it must be PKBarcodeFormatQR"
            ),
            (
                .barcodeImpossible, "barcodes", .array([PassSamples.code("QR", String(repeating: "x", count: 5000))]),
                "barcodes[0].message"
            ),
            (.keyMissing, "barcodes", [["format": "PKBarcodeFormatQR"]], "message"),
            (.keyMissing, "relevantDates", [[:]], "startDate and endDate"),
            (
                .wrongValue, "relevantDates",
                [["startDate": "2027-03-02T00:00Z", "endDate": "2027-03-01T00:00Z"]], "ends before"
            ),
            (.wrongType, "semantics", ["eventName": 7], "a text"), (.wrongType, "eventTicket", [], "in braces"),
        ]
        for (kind, key, value, word) in changes {
            guard case .object(var members) = PassSamples.wholeJSON else { return }
            members.removeAll { $0.key == key }
            if let value { members.append(.init(key, value)) }
            let package = PassSamples.package(.object(members))
            let found = package.problems.first { $0.kind == kind }
            #expect(found != nil, "\(key): \(package.problems)")
            #expect(found?.description.contains(word) == true, "\(key): \(found?.description ?? "")")
            #expect(found?.isError == true)
            #expect(throws: PassError.self) { try authority.signer.sign(package, at: TestAuthority.now) }
        }
    }

    @Test func fieldsThatWalletRefuses() throws {
        let fields: [(PassProblem.Kind, JSONValue, String)] = [
            (.keyMissing, ["value": "x"], "secondaryFields[0].key"),
            (.keyMissing, ["key": "k"], "secondaryFields[0].value"),
            (.fieldKeyTwice, PassSamples.field("event", "x"), "“event”"),
            (.dateWithoutZone, PassSamples.field("d", "2027-03-01T20:00", [("dateStyle", "PKDateStyleShort")]), "zone"),
            (.dateWrong, PassSamples.field("d", "soon", [("timeStyle", "PKDateStyleShort")]), "zone such as"),
            (.dateWrong, PassSamples.field("d", 7, [("timeStyle", "PKDateStyleShort")]), "zone such as"),
            (.wrongValue, PassSamples.field("d", "x", [("dateStyle", "short")]), "PKDateStyleNone"),
            (.dateWrong, PassSamples.field("d", "Ada", [("isRelative", true)]), "zone such as"),
            (.dateWrong, PassSamples.field("d", 1.5, [("ignoresTimeZone", false)]), "zone such as"),
            (.numberOfText, PassSamples.field("d", "7", [("currencyCode", "EUR")]), "without quotes"),
            (.wrongValue, PassSamples.field("d", 7, [("currencyCode", "euro")]), "three letters"),
            (
                .wrongValue,
                PassSamples.field("d", 7, [("currencyCode", "EUR"), ("numberStyle", "PKNumberStyleDecimal")]),
                "leave one out"
            ),
            (.wrongType, PassSamples.field("d", true), "a text, a number or a date"),
            (.wrongValue, PassSamples.field("d", "x", [("textAlignment", "left")]), "PKTextAlignmentLeft"),
            (.wrongValue, PassSamples.field("d", "x", [("row", 2)]), "from 0 to 1"),
        ]
        for (kind, field, word) in fields {
            let package = PassSamples.package(
                PassSamples.json(
                    "eventTicket",
                    [
                        "secondaryFields": .array([field]),
                        "primaryFields": .array([PassSamples.field("event", "x")]),
                    ]))
            let found = package.problems.first { $0.kind == kind && $0.isError }
            #expect(found?.description.contains(word) == true, "\(kind): \(package.problems)")
        }
        let train = PassSamples.package(PassSamples.json("boardingPass", [:]))
        #expect(train.problems.map(\.kind) == [.keyMissing])
    }

    @Test func filesThatAreNoPass() throws {
        let deep = String(repeating: "[", count: 5000)
        for (text, word) in [
            ("", "no JSON"), ("{", "no JSON"), ("[]", "no JSON object"), ("{\"a\":1,}", "no JSON"), (deep, "deep"),
            ("{\"a\":\"\u{1}\"}", "control character"), ("{\"a\":\"\\ud800\"}", "half of a character"),
            ("{} x", "behind the value"), ("{\"a\":1e999}", "too large"), ("{\"a\":01}", "no JSON"),
        ] {
            let package = PassPackage(files: ["pass.json": text.bytes])
            #expect(package.problems.map(\.kind) == [.jsonDamaged], "\(text.prefix(20))")
            #expect(package.problems[0].description.contains(word), "\(package.problems)")
        }
        let bytes = [UInt8](repeating: 0x20, count: Pass.maximumBytes + 1)
        #expect(PassPackage(files: ["pass.json": bytes]).problems.map(\.kind) == [.jsonDamaged])
        #expect(PassPackage(files: [:]).problems.map(\.kind) == [.passMissing])
        let twice = "{\"formatVersion\":1,\"formatVersion\":1}".bytes
        #expect(PassPackage(files: ["pass.json": twice]).problems.contains { $0.kind == .repeatedKey })
        let many = "{" + (0..<5000).map { "\"k\($0)\":1" }.joined(separator: ",") + "}"
        #expect(PassPackage(files: ["pass.json": many.bytes]).problems.count <= PassValidation.maximumOfEach + 10)
    }

    /// What is not known comes first, and must not hide what is wrong behind it.
    @Test func cautionsHideNoErrors() throws {
        let unknown = (0..<PassValidation.maximumOfEach).map { JSONValue.Member("k\($0)", 1) }
        let package = PassSamples.package(.object(unknown + PassSamples.keys))
        #expect(package.problems.count { !$0.isError } == PassValidation.maximumOfEach)
        #expect(package.problems.filter(\.isError).map(\.kind) == [.styleMissing])
        refused(try package.archive(signature: []), .styleMissing, "does not say what it is", "no style")
    }

    @Test func picturesAndTexts() throws {
        func problems(_ files: [String: [UInt8]]) -> [PassProblem] {
            PassPackage(
                files: files.merging(["pass.json": Pass(PassSamples.wholeJSON).bytes], uniquingKeysWith: { $1 })
            )
            .problems
        }
        let icons = PassSamples.icons
        #expect(problems([:]).map(\.kind) == [.iconMissing])
        let jpeg = problems(icons.merging(["logo.png": [0xFF, 0xD8, 0xFF, 0xE0]], uniquingKeysWith: { $1 }))
        #expect(jpeg.map(\.kind) == [.notPNG] && jpeg[0].isError)
        let cut = problems(["icon.png": Array(png(29, 29).prefix(20)), "icon@2x.png": png(58, 58)])
        #expect(cut.map(\.kind) == [.notPNG])
        // Wherever it is cut off, and whichever byte is another: it is not shown.
        let icon = png(29, 29)
        for count in [0, 8, 33, 60, icon.count - 12, icon.count - 1] {
            let cut = problems(["icon.png": Array(icon.prefix(count)), "icon@2x.png": png(58, 58)])
            #expect(cut.map(\.kind) == [.notPNG] && cut.map(\.place) == ["icon.png"], "\(count) bytes")
        }
        for index in icon.indices {
            var damaged = icon
            damaged[index] ^= 1
            #expect(PassPNG.problem(with: damaged) != nil, "byte \(index)")
        }
        #expect(PassPNG.problem(with: icon) == nil)
        let strings = problems(icons.merging(["de.lproj/pass.strings": "SEAT: Sitz".bytes], uniquingKeysWith: { $1 }))
        #expect(strings.map(\.kind) == [.stringsDamaged] && strings[0].isError)
        // What is only shown other than was meant is a word of caution.
        for (kind, files) in [
            (PassProblem.Kind.pictureTooLarge, ["logo.png": png(400, 50)]),
            (.pictureScale, ["logo.png": png(100, 50), "logo@2x.png": png(100, 50)]),
            (.pictureOfOtherStyle, ["footer.png": png(286, 15)]),
            (.pictureOfOtherStyle, ["strip.png": png(375, 98), "thumbnail.png": png(90, 90)]),
            (.unknownFile, ["notes.txt": "x".bytes]), (.unknownFile, ["artwork.gif": "x".bytes]),
        ] {
            let found = problems(icons.merging(files, uniquingKeysWith: { $1 }))
            #expect(found.map(\.kind) == [kind] && !found[0].isError, "\(found)")
        }
        #expect(problems(["icon.png": png(29, 29)]).map(\.kind) == [.pictureScale])
        // What Wallet takes and nobody looks at here is neither wrong nor unknown.
        let taken = [
            "personalization.json": "{}".bytes, "personalizationLogo@2x.png": png(10, 10),
            "artwork@3x.png": png(10, 10),
            "primaryLogo.png": png(10, 10), "de.lproj/secondaryLogo.png": png(10, 10),
        ]
        #expect(problems(icons.merging(taken, uniquingKeysWith: { $1 })).map(\.description) == [])
    }

    @Test func cautionsAreNoErrors() throws {
        let cautions: [(PassProblem.Kind, String, JSONValue)] = [
            (.nfcLeftOut, "nfc", ["message": "x"]), (.unknownKey, "colour", "red"),
            (.oldKey, "relevantDate", "2027-03-01T20:00Z"), (.keyOfOtherStyle, "upgradeURL", "https://example.org/"),
            (.oldKey, "relevantDates", [["relevantDate": "2027-03-01T20:00Z"]]),
            (.unknownCharset, "barcode", PassSamples.code("QR", "5 €", encoding: "windows-1252")),
        ]
        for (kind, key, value) in cautions {
            guard case .object(let members) = PassSamples.wholeJSON else { return }
            let package = PassSamples.package(.object(members + [.init(key, value)]))
            #expect(package.problems.map(\.kind) == [kind])
            #expect(authority.check(try authority.signer.sign(package, at: TestAuthority.now)).isAccepted)
        }
    }

    /// Wallet takes the first code that it can show, and so does what is drawn.
    @Test func anUnknownFormatBesideAKnownOneIsACaution() throws {
        let codes: JSONValue = .array([PassSamples.code("DataMatrix", "D"), PassSamples.code("QR", "Q")])
        let package = PassSamples.package(PassSamples.json("generic", [:], [("barcodes", codes)]))
        #expect(package.problems.map(\.kind) == [.unknownFormat])
        #expect(package.problems.first?.place == "barcodes[0].format")
        #expect(try package.pass().shownBarcode?.message == "Q")
    }

    @Test func aStyleOfDatesAloneIsACaution() throws {
        for (key, missing) in [("dateStyle", "timeStyle"), ("timeStyle", "dateStyle")] {
            let field = PassSamples.field("d", "2027-03-01T20:00Z", [(key, "PKDateStyleShort")])
            let package = PassSamples.package(PassSamples.json("generic", ["secondaryFields": .array([field])]))
            #expect(package.problems.map(\.kind) == [.dateStyleAlone])
            #expect(package.problems.first?.words.contains(missing) == true)
        }
    }
}

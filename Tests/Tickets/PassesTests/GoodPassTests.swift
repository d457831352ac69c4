import CertificateWorkshop
import Cryptography
import Formats
import Foundation
import Testing

@testable import Passes

struct GoodPassTests {
    let authority: TestAuthority

    init() throws { authority = try TestAuthority.shared.get() }

    @Test func thereAreFortyOfAllStylesWithEveryKey() {
        #expect(PassSamples.all.count >= 40)
        var used: Set<String> = []
        func note(_ value: JSONValue, _ rule: PassRule, _ place: String) {
            switch (rule, value) {
            case (.object(let object), .object(let members)):
                for member in members {
                    used.insert("\(place).\(member.key)")
                    if let key = object[member.key] { note(member.value, key.rule, "\(place).\(member.key)") }
                }
            case (.list(let rule, _), .array(let elements)): elements.forEach { note($0, rule, place) }
            default: break
            }
        }
        var known: Set<String> = []
        func list(_ rule: PassRule, _ place: String, _ isField: Bool) {
            switch rule {
            case .object(let object):
                for key in object.keys {
                    known.insert("\(place).\(key.name)")
                    list(key.rule, "\(place).\(key.name)", isField)
                }
            case .list(let rule, _): list(rule, place, isField)
            default: break
            }
        }
        for sample in PassSamples.all {
            guard let pass = try? sample.package.pass() else { continue }
            note(pass.json, .object(PassFormat.pass), "")
        }
        list(.object(PassFormat.pass), "", false)
        // A field has the same keys wherever it stands: one of any section is enough.
        let sections = PassSection.allCases.map(\.rawValue)
        func anySection(_ path: String) -> String {
            let parts = path.split(separator: ".").map(String.init)
            guard parts.count > 2, sections.contains(parts[1]) else { return path }
            return "field." + parts.dropFirst(2).joined(separator: ".")
        }
        func withoutTags(_ path: String) -> Bool { !path.contains("field.semantics.") }
        let covered = Set(used.map(anySection))
        // NFC is left out, and told of; sections are those of the styles' examples.
        for path in Set(known.map(anySection)).filter(withoutTags).sorted()
        where path != ".nfc" && !PassStyle.allCases.contains(where: { path.hasPrefix(".\($0.rawValue).") }) {
            #expect(covered.contains(path), "no sample has \(path)")
        }
        for style in PassStyle.allCases { #expect(covered.contains(".\(style.rawValue)")) }
        for section in sections { #expect(used.contains(".eventTicket.\(section)"), "\(section)") }
    }

    @Test(arguments: PassSamples.all.map(\.name)) func isSignedAndAccepted(name: String) throws {
        let package = try #require(PassSamples.all.first { $0.name == name }).package
        #expect(authority.signer.problems(of: package, at: TestAuthority.now).map(\.description) == [])
        let bytes = try authority.signer.sign(package, at: TestAuthority.now)
        #expect(try authority.signer.sign(package, at: TestAuthority.now) == bytes)
        let check = authority.check(bytes)
        #expect(check.problems.map(\.description) == [])
        #expect(check.isAccepted && check.package == package && check.signature?.isRight == true)
        #expect(check.chain?.certificates.count == 3 && check.chain?.problem == nil)
        #expect(check.files.allSatisfy { $0.isRight == true } && check.files.count == package.files.count)
    }

    /// Python reads the archive, the manifest and each sum; openssl verifies the signature; unzip tests the archive.
    @Test func otherToolsAgree() throws {
        let workshop = try Workshop()
        try workshop.write("root.pem", authority.authority.bytes("root.pem"))
        try workshop.write("check.py", Self.python.bytes)
        for (index, sample) in PassSamples.all.enumerated() {
            try workshop.write("\(index).pkpass", try authority.signer.sign(sample.package, at: TestAuthority.now))
        }
        let told = try workshop.run("python3", ["check.py", "\(PassSamples.all.count)"])
        #expect(told.status == 0, "\(told.text)")
        #expect(told.text.contains("checked \(PassSamples.all.count) passes"))
        let unzipped = try workshop.run("unzip", ["-t", "1.pkpass"])
        #expect(unzipped.text.contains("No errors detected"), "\(unzipped.text)")
    }

    private static let python = """
        import hashlib, json, subprocess, sys, zipfile
        count = int(sys.argv[1])
        for index in range(count):
            with zipfile.ZipFile(f"{index}.pkpass") as archive:
                assert archive.testzip() is None
                names = archive.namelist()
                assert len(names) == len(set(names))
                manifest = archive.read("manifest.json")
                sums = json.loads(manifest)
                assert set(sums) == set(names) - {"manifest.json", "signature"}, names
                for name, stated in sums.items():
                    assert hashlib.sha1(archive.read(name)).hexdigest() == stated, name
                json.loads(archive.read("pass.json"))
                assert all(info.date_time == (1980, 1, 1, 0, 0, 0) for info in archive.infolist())
                open("manifest.json", "wb").write(manifest)
                open("signature", "wb").write(archive.read("signature"))
            run = subprocess.run(["openssl", "cms", "-verify", "-binary", "-inform", "DER", "-in", "signature",
                "-content", "manifest.json", "-CAfile", "root.pem", "-purpose", "any", "-attime", "1800000000",
                "-out", "verified"], capture_output=True)
            assert run.returncode == 0, run.stderr
            assert open("verified", "rb").read() == manifest
        print("checked", count, "passes")
        """

    /// Archives of other programs: deflated, with folders, with sizes behind the files.
    @Test func readsWhatOthersPack() throws {
        let workshop = try Workshop()
        let package = PassSamples.whole
        try workshop.write("made.pkpass", try authority.signer.sign(package, at: TestAuthority.now))
        let script = """
            import io, sys, zipfile
            class Pipe(io.RawIOBase):
                def __init__(self, file): self.file = file
                def writable(self): return True
                def write(self, data): return self.file.write(data)
            made = zipfile.ZipFile("made.pkpass")
            with zipfile.ZipFile("deflated.pkpass", "w", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr("en.lproj/", b"")
                for name in made.namelist(): archive.writestr(name, made.read(name))
            with open("streamed.pkpass", "wb") as file:
                with zipfile.ZipFile(Pipe(file), "w", zipfile.ZIP_DEFLATED) as archive:
                    for name in made.namelist(): archive.writestr(name, made.read(name))
            """
        try workshop.write("pack.py", script.bytes)
        try workshop.make("python3", ["pack.py"])
        for name in ["deflated.pkpass", "streamed.pkpass"] {
            let check = authority.check(try workshop.read(name))
            #expect(check.problems.map(\.description) == [], "\(name)")
            #expect(check.package == package)
        }
    }

    @Test func applesCertificatesAreTheirs() throws {
        let root = try #require(AppleCertificates.roots.first)
        let intermediate = try #require(AppleCertificates.intermediates.first)
        // The fingerprints that Apple publishes.
        #expect(
            root.fingerprint().hexadecimal == "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024")
        #expect(
            intermediate.fingerprint().hexadecimal
                == "ea4757885538dd8cb59ff4556f676087d83c85e70902c122e42c0808b5bce14c")
        #expect(root.isIssued(by: root) && intermediate.isIssued(by: root))
        #expect(intermediate.subject.title == "Apple Worldwide Developer Relations Certification Authority")
    }

    @Test func languagesAreRead() throws {
        let package = try #require(PassSamples.all.first { $0.name == "languages" }).package
        #expect(package.languages == ["de", "en", "zh-Hans"])
        #expect(package.texts(in: "de") == ["SEAT": "Sitz", "EVENT": "Veranstaltung \"x\""])
        #expect(package.texts(in: "zh-Hans") == ["SEAT": "座位"])
        #expect(package.texts(in: "fr") == [:])
    }

    /// Apple's tools write characters beyond 16 bits as two escapes.
    @Test func escapedTextsAreRead() throws {
        func text(_ escaped: String) -> String? { PassStrings("\"k\" = \"\(escaped)\";".bytes)?.texts["k"] }
        #expect(text(#"\U00e4\u20AC \UD83D\UDE00"#) == "ä€ 😀")
        for broken in [#"\UD83D"#, #"\UD83Dx"#, #"\UD83D\n"#, #"\UD83D\U0041"#, #"\UDE00"#, #"\U12"#] {
            #expect(text(broken) == nil, "\(broken)")
        }
    }

    @Test(arguments: [
        ("2026-12-24T19:30+01:00", 1_798_137_000.0), ("2026-12-24T18:30:00Z", 1_798_137_000),
        ("2026-12-24T18:30:00.250Z", 1_798_137_000), ("2024-02-29T00:00-05:00", 1_709_182_800),
    ])
    func datesAreMoments(text: String, seconds: Double) throws {
        #expect(try PassDate(text).date.timeIntervalSince1970 == seconds)
    }

    @Test func datesWithoutZoneAreToldApart() {
        for text in ["2026-12-24T19:30", "2026-12-24T19:30:00", "2026-12-24"] {
            #expect(throws: PassDate.DateError.withoutZone) { try PassDate(text) }
        }
        for text in [
            "", "2026-13-01T00:00Z", "2026-02-30T00:00Z", "2026-12-24T24:00Z", "24.12.2026", "2026-12-24T19:30+1",
        ] {
            #expect(throws: PassDate.DateError.wrong) { try PassDate(text) }
        }
    }
}

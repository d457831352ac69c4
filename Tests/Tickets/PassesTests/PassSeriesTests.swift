import CertificateWorkshop
import Formats
import Foundation
import Printing
import Testing
import Tickets

@testable import Passes

struct PassSeriesTests {
    let authority: TestAuthority
    let workshop: Workshop

    init() throws {
        authority = try TestAuthority.shared.get()
        workshop = try Workshop()
    }

    func template(_ style: PassStyle = .eventTicket, _ edit: (String) -> String = { $0 }) throws -> PassTemplate {
        let files = NewPassTemplate.files(style)
        let toml = edit(String(decoding: files["pass.toml"] ?? [], as: UTF8.self))
        return try PassTemplate(toml: toml, files: files.filter { $0.key != "pass.toml" })
    }

    func rows(_ csv: String) throws -> LabelSource {
        var pieces = [csv.bytes]
        return try LabelSource.csv { pieces.popLast() }
    }

    func series(_ csv: String, _ edit: (String) -> String = { $0 }) throws -> PassSeries {
        try PassSeries(template(.eventTicket, edit), rows: rows(csv), signer: authority.signer, at: TestAuthority.now)
    }

    func refusal(_ body: () throws -> Void) throws -> [PassProblem] {
        do {
            try body()
            return []
        } catch let refusal as PassError {
            return refusal.problems
        }
    }

    static let guests = "name,seat,gate,code\nAda,12A,B2,A-1\n\"Grace \"\"Amazing\"\" Hopper\",,B3,A-2\n"

    @Test(arguments: PassStyle.allCases) func newTemplatesAreRight(style: PassStyle) throws {
        let template = try template(style)
        let made = try PassSeries(
            template, rows: rows("name,seat,gate,code,from,to,balance\nAda,1,B,C,X,Y,7.5\n"), signer: authority.signer,
            at: TestAuthority.now)
        let item = try #require(made.items.first)
        #expect(item.package.problems.map(\.description) == [])
        let check = authority.check(try authority.signer.sign(item.package, at: TestAuthority.now))
        #expect(check.problems.isEmpty && check.pass?.style == style)
        #expect(
            check.pass?.passTypeIdentifier == "pass.org.example.ticket" && check.pass?.teamIdentifier == "A1B2C3D4E5")
        if style == .storeCard { #expect(check.pass?.fields.first?.value == 7.5) }
    }

    @Test func rowsFillFieldsAndEmptyOnesAreLeftOut() throws {
        let series = try series(Self.guests)
        let passes = try series.items.map { try $0.package.pass() }
        #expect(passes.map { $0.serialNumber } == ["1", "2"])
        #expect(passes[0].fields(in: .auxiliaryFields).map(\.shownValue) == ["12A"])
        #expect(passes[1].fields(in: .auxiliaryFields).isEmpty)
        #expect(passes[1].fields(in: .secondaryFields).map(\.shownValue) == ["Grace \"Amazing\" Hopper"])
        #expect(passes[1].barcodes.map(\.message) == ["A-2"])
    }

    @Test func aSecondRunMakesNothingTwice() throws {
        let (folder, now) = (workshop.path("tickets"), TestAuthority.now)
        let series = try series(Self.guests)
        #expect(try series.sign(into: folder, by: authority.signer, at: now) == .init(made: 2, madeBefore: 0))
        let first = try workshop.read("tickets/1.pkpass")
        #expect(authority.check(first).isAccepted)
        // Later, and with a file that was moved away.
        try FileManager.default.removeItem(atPath: workshop.path("tickets/2.pkpass"))
        let later = now.addingTimeInterval(3600)
        #expect(try series.sign(into: folder, by: authority.signer, at: later) == .init(made: 0, madeBefore: 2))
        #expect(try workshop.read("tickets/1.pkpass") == first)
        #expect(!FileManager.default.fileExists(atPath: workshop.path("tickets/2.pkpass")))
        // One guest more is one pass more.
        let more = try self.series(Self.guests + "Alan,9,B4,A-3\n")
        #expect(try more.sign(into: folder, by: authority.signer, at: later) == .init(made: 1, madeBefore: 2))
    }

    @Test func changedPassesWantAWord() throws {
        let (folder, now) = (workshop.path("tickets"), TestAuthority.now)
        _ = try series(Self.guests).sign(into: folder, by: authority.signer, at: now)
        let changed = try series(Self.guests.replacingOccurrences(of: "12A", with: "12B"))
        let problems = try refusal { _ = try changed.sign(into: folder, by: authority.signer, at: now) }
        #expect(problems.map(\.kind) == [.madeDifferently] && problems[0].description.contains("row on line 2"))
        let report = try changed.sign(into: folder, by: authority.signer, updates: true, at: now)
        #expect(report == .init(made: 1, madeBefore: 1))
        let pass = try #require(authority.check(try workshop.read("tickets/1.pkpass")).pass)
        #expect(pass.fields(in: .auxiliaryFields).map(\.shownValue) == ["12B"])
    }

    @Test func filesOfOthersAreNotOverwritten() throws {
        let (folder, now) = (workshop.path("tickets"), TestAuthority.now)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try workshop.write("tickets/2.pkpass", "a ticket of somebody else".bytes)
        let series = try series(Self.guests)
        let problems = try refusal { _ = try series.sign(into: folder, by: authority.signer, at: now) }
        #expect(problems.map(\.kind) == [.fileOfOther] && problems[0].description.contains("2.pkpass already exists"))
        #expect(try workshop.read("tickets/2.pkpass") == "a ticket of somebody else".bytes)
        #expect(!FileManager.default.fileExists(atPath: workshop.path("tickets/1.pkpass")))
        // What a run left that was killed before it wrote the line is its own.
        try workshop.write("tickets/2.pkpass", authority.signer.sign(series.items[1].package, at: now))
        #expect(try series.sign(into: folder, by: authority.signer, at: now) == .init(made: 2, madeBefore: 0))
    }

    @Test func twoRunsAtOnceAreRefused() throws {
        let (folder, now) = (workshop.path("tickets"), TestAuthority.now)
        let series = try series(Self.guests)
        var told: [String] = []
        let report = try series.sign(into: folder, by: authority.signer, at: now) { _ in
            do throws(PassProblem) {
                _ = try PassLedger.lock(folder: folder)
            } catch {
                told.append(error.words)
            }
        }
        #expect(report.made == 2)
        #expect(told.count == 2 && told[0].contains("another run is making passes here"))
        #expect(try series.sign(into: folder, by: authority.signer, at: now).madeBefore == 2)
    }

    /// A run that ends after each pass goes on where it was.
    @Test func interruptedRunsGoOn() throws {
        struct Stop: Error {}
        let (folder, now) = (workshop.path("tickets"), TestAuthority.now)
        let series = try series("name,seat,gate,code\n" + (0..<5).map { "N\($0),\($0),B,C\($0)\n" }.joined())
        for _ in 0..<5 {
            var count = 0
            let before =
                (try? PassLedger(folder: folder)).map { ledger in (1...5).count { ledger["\($0)"] != nil } } ?? 0
            do {
                _ = try series.sign(into: folder, by: authority.signer, at: now) { done in
                    count = done
                    if done > before { throw Stop() }
                }
            } catch is Stop {}
            #expect(count == before + 1)
        }
        // A line that breaks off is written over.
        let ledger = try workshop.read("tickets/passes.jsonl")
        try workshop.write("tickets/passes.jsonl", Array(ledger.dropLast(30)))
        #expect(try series.sign(into: folder, by: authority.signer, at: now) == .init(made: 1, madeBefore: 4))
        #expect(try workshop.read("tickets/passes.jsonl") == ledger)
        try workshop.write("tickets/passes.jsonl", "no ledger\n".bytes)
        #expect(throws: PassProblem.self) { try series.sign(into: folder, by: authority.signer, at: now) }
    }

    @Test func whatAKilledRunHasLeftIsRemovedByTheNext() throws {
        let (folder, now) = (workshop.path("tickets"), TestAuthority.now)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // No process has the first number; the second is that of one that runs.
        for name in ["1.pkpass.99999999.new", "2.pkpass.1.new"] { try workshop.write("tickets/\(name)", [1]) }
        let report = try series(Self.guests).sign(into: folder, by: authority.signer, at: now)
        #expect(report == .init(made: 2, madeBefore: 0))
        let left = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".new") }
        #expect(left == ["2.pkpass.1.new"])
    }

    @Test func wrongRowsAreToldBeforeAnythingIsMade() throws {
        func serial(_ toml: String) -> String { toml.replacingOccurrences(of: "\"{n}\"", with: "\"{code}\"") }
        let twice = try refusal { _ = try series(Self.guests.replacingOccurrences(of: "A-2", with: "A-1"), serial) }
        #expect(twice.map(\.kind) == [.serialTwice] && twice[0].description.contains("row on line 3"))
        let missing = try refusal { _ = try series("name,seat\nAda,1\n") }
        #expect(
            missing.first?.description.contains("no row has the fields {code}, {gate}: use {name}, {seat}, {n}")
                == true)
        let empty = try refusal { _ = try series("name,seat,gate,code\nAda,1,B,\n", serial) }
        #expect(empty.contains { $0.kind == .keyMissing && $0.description.contains("row on line 2: serialNumber") })
        let team = try refusal { _ = try series(Self.guests) { "teamIdentifier = \"ZZZZZZZZZZ\"\n" + $0 } }
        #expect(team.map(\.kind) == [.teamDiffers, .teamDiffers])
        let zone = try refusal { _ = try series(Self.guests) { "expirationDate = \"2027-01-01T10:00\"\n" + $0 } }
        #expect(zone.allSatisfy { $0.kind == .dateWithoutZone } && zone.count == 2)
    }

    @Test func templatesThatAreNone() {
        for (toml, word) in [
            ("serialNumber = ", "line 1"), ("description = \"{name\"", "unmatched"),
            ("expirationDate = 2027-01-01", "quotes"),
            ("a = \"\u{0}\"", "NUL"),
        ] {
            do throws(PassProblem) {
                _ = try PassTemplate(toml: toml, files: [:])
                Issue.record("\(toml) was taken")
            } catch {
                #expect(error.description.contains(word), "\(error)")
            }
        }
        #expect(throws: PassProblem.self) { try PassTemplate(folder: "/nonexistent/template") }
    }

    @Test func namesOfFilesAreSafeAndDifferent() {
        let numbers = [
            "1", "a/b", "a-b", "..", ".", "ä", "%2f", "A B", String(repeating: "x", count: 300),
            String(repeating: "x", count: 301),
        ]
        let names = numbers.map { PassSeries.fileName(of: $0) }
        #expect(Set(names).count == names.count)
        for name in names {
            #expect(name.utf8.count <= 255 && !name.contains("/") && !name.hasPrefix(".") && name.hasSuffix(".pkpass"))
        }
        #expect(names[1] == "a%2fb.pkpass")
    }

    @Test func bundlesHoldTenAndAreReadAgain() throws {
        let pass = try authority.signer.sign(PassSamples.whole, at: TestAuthority.now)
        let bundle = try PassBundle.archive((1...10).map { ("\($0).pkpass", pass) })
        let found = try PassBundle.passes(in: bundle, named: "all.pkpasses")
        #expect(found.count == 10 && found.allSatisfy { authority.check($0.bytes).isAccepted })
        #expect(throws: PassProblem.self) { try PassBundle.archive((1...11).map { ("\($0).pkpass", pass) }) }
        #expect(try PassBundle.passes(in: pass, named: "one").map(\.name) == ["one"])
        // Others may put more into one than iOS takes, but not any number.
        func filled(_ count: Int) -> [UInt8] { RawZip((1...count).map { ("\($0).pkpass", [1]) }).bytes }
        #expect(
            try PassBundle.passes(in: filled(PassBundle.maximumFilesRead), named: "many").count
                == PassBundle.maximumFilesRead)
        #expect(throws: PassProblem.self) {
            try PassBundle.passes(in: filled(PassBundle.maximumFilesRead + 1), named: "many")
        }
        #expect {
            try PassBundle.passes(in: RawZip([("1.pkpass", [1]), (".DS_Store", [1])]).bytes, named: "more")
        } throws: { "\($0)".contains(".DS_Store") }
    }

    /// Each pass alone is as large as a pass may be; together they are not read.
    @Test func bundlesThatInflateToGigabytesAreRefused() throws {
        var inner = RawZip([("zeros.png", [0])])
        inner.entries[0].method = 8
        inner.entries[0].size = 60 << 20
        func told(_ count: Int) throws -> String? {
            let bundle = RawZip((1...count).map { ("\($0).pkpass", inner.bytes) }).bytes
            do throws(PassProblem) {
                _ = try PassBundle.passes(in: bundle, named: "bomb")
                return nil
            } catch {
                return error.description
            }
        }
        #expect(try told(2) == nil)
        #expect(try told(3)?.contains("larger than 128 MiB") == true)
    }

    @Test func ticketsArePrinted() throws {
        let layout = try PageLayout.plain(
            .a4, name: "A4", label: PaperSize(width: 95, height: 138), margin: 10, gutter: 0)
        // One of the names has a letter that PDF's own fonts lack.
        let guests = Self.guests + "Łukasz,1,B1,A-3\n"
        let series = try PassSeries(template(), rows: rows(guests), isPrinted: true, at: TestAuthority.now)
        let (job, source) = try PassTicket.job(series, layout: layout)
        var pdf: [UInt8] = []
        let made = try job.write(source, as: .pdf) { pdf += $0 }
        #expect(made.labels == 3 && made.pages == 1)
        #expect(String(decoding: pdf, as: UTF8.self).contains("01410075006b00610073007a>"))
        #expect(pdf.starts(with: "%PDF-".bytes))
        let without = try PassSeries(
            template(.eventTicket) { $0.replacingOccurrences(of: "[[barcodes]]", with: "[userInfo]") },
            rows: rows(Self.guests), isPrinted: true, at: TestAuthority.now)
        #expect(throws: PassProblem.self) { try PassTicket.job(without, layout: layout) }
    }

    @Test func drawingsTellFrontCodeBackAndVerdict() throws {
        let package = try #require(PassSamples.all.first { $0.name == "languages" }).package
        let bytes = try authority.signer.sign(package, at: TestAuthority.now)
        let check = authority.check(bytes)
        func texts(_ lines: [PassDrawing.Line]) -> String {
            lines.map { line in
                switch line {
                case .text(let text), .heading(let text), .right(let text), .caution(let text), .wrong(let text): text
                case .code(let rows): rows.joined(separator: "\n")
                }
            }.joined(separator: "\n")
        }
        let front = texts(PassDrawing(check, language: "de").pass(isTerminal: false))
        for text in ["Event ticket · Example Events", "Sitz", "12A", "The Beat Goes On", "serial number: E-0001"] {
            #expect(front.contains(text), "\(text): \(front)")
        }
        let verdict = texts(PassDrawing(check).verdict)
        for text in [
            "icon.png: \(package.files["icon.png"]?.count ?? 0) bytes, as signed",
            "valid, of 2027-01-15 08:00 UTC, SHA-256",
            "Pass Type ID: pass.org.example.ticket, 2024-01-01 to 2049-01-01", "Apple Root CA",
            "valid, but Wallet rejects this pass: its root is not Apple's",
        ] { #expect(verdict.contains(text), "\(text): \(verdict)") }
        let coded = try #require(PassSamples.all.first { $0.name == "event ticket" }).package
        let lines = PassDrawing(authority.check(try authority.signer.sign(coded, at: TestAuthority.now)), columns: 80)
            .pass(isTerminal: false)
        #expect(lines.contains { line in if case .code(let rows) = line { rows.count > 10 } else { false } })
    }
}

@testable import FullScreen
@testable import Services
import CertificateWorkshop
import Files
import Foundation
import Passes
import Screens
import Testing

/// What the screen that issues passes comes to, with certificates shaped like Apple's.
@Suite struct IssueDraftTests {
    private let workshop: Workshop
    private let authority: AppleShapedAuthority
    /// One for all: tests run side by side, and its files have one name.
    private static let leaf = Result { try AppleShapedAuthority.shared.get().leaf("drafts") }

    init() throws {
        workshop = try Workshop()
        authority = try AppleShapedAuthority.shared.get()
        try workshop.write("leaf.pem", Self.leaf.get())
        for name in ["leaf.key", "intermediate.pem", "root.pem"] { try workshop.write(name, authority.bytes(name)) }
        try FileManager.default.createDirectory(atPath: workshop.path("concert"), withIntermediateDirectories: true)
        for (name, bytes) in NewPassTemplate.files(.eventTicket) where !name.contains("/") {
            try workshop.write("concert/\(name)", bytes)
        }
    }

    private func request(_ guests: String = "Ada,12A,B2,A-1\nGrace,1,B3,A-2\n") throws -> IssueRequest {
        try workshop.write("guests.csv", Array("name,seat,gate,code\n\(guests)".utf8))
        var request = IssueRequest()
        (request.template, request.guests) = (workshop.path("concert"), workshop.path("guests.csv"))
        (request.certificate, request.key) = (workshop.path("leaf.pem"), workshop.path("leaf.key"))
        (request.intermediate, request.root) = (workshop.path("intermediate.pem"), workshop.path("root.pem"))
        request.folder = workshop.path("tickets")
        return request
    }

    private func draft(_ request: IssueRequest) -> IssueDraft { IssueDraft(request, at: Date()) }

    private func names() -> [String] { (Folder.names(in: workshop.path("tickets")) ?? []).sorted() }

    @Test func aSecondRunMakesNothingTwice() throws {
        var request = try request()
        (request.bundle, request.tickets) = (workshop.path("all.pkpasses"), workshop.path("tickets.pdf"))
        let first = draft(request)
        #expect(first.errors == [] && first.count == 2 && first.unsignedCount == 2 && first.overwritten == [])
        #expect(first.question.title == "Sign 2 passes?" && first.question.weight == .light)
        let made = first.make(StopFlag()) { _ in }
        #expect(made.problem == nil && made.lines.count == 3, "\(made)")
        #expect(names() == ["1.pkpass", "2.pkpass", "passes.jsonl"])
        let bundle = try workshop.read("all.pkpasses")
        #expect(try workshop.read("tickets.pdf").starts(with: Array("%PDF-".utf8)))
        let passes = try ["1", "2"].map { try workshop.read("tickets/\($0).pkpass") }
        let second = draft(request)
        #expect(second.madeBefore == 2 && second.unsignedCount == 0 && second.overwritten.count == 2)
        #expect(second.question.weight == .grave)
        #expect(second.make(StopFlag()) { _ in }.problem == nil)
        #expect(try ["1", "2"].map { try workshop.read("tickets/\($0).pkpass") } == passes)
        #expect(try workshop.read("all.pkpasses") == bundle)
        (request.bundle, request.tickets) = ("", "")
        #expect(draft(request).isDone)
    }

    @Test func everyProblemIsNamedAndTheFirstPassDrawn() throws {
        let draft = draft(try request("Ada,12A,B2,A-1\nGrace,1,B3,\nEve,2,B3,\n"))
        #expect(draft.errors.count == 2 && draft.series == nil)
        #expect(draft.errors.allSatisfy { $0.contains("barcodes[0].message") })
        #expect(draft.first?.pass?.serialNumber == "1")
        let blocks = IssuePreview(draft).report.blocks(width: 60, RenderContext())
        #expect(blocks.contains { $0.text.contains("row on line 3") } && blocks.contains { $0.text.contains("Ada") })
    }

    @Test func aChangedPassIsMadeAnewOnRequestOnly() throws {
        #expect(draft(try request()).make(StopFlag()) { _ in }.problem == nil)
        var changed = try request("Ada,12A,B2,A-1\nGrace,99,B3,A-2\n")
        #expect(draft(changed).errors.count == 1)
        #expect(draft(changed).errors.first?.contains("with other content") == true)
        changed.makesAnew = true
        let anew = draft(changed)
        #expect(anew.errors == [] && anew.unsignedCount == 1)
        #expect(anew.make(StopFlag()) { _ in }.lines.first?.hasPrefix("1 pass signed, 1 made before") == true)
    }

    @Test func aFileOfOthersIsAnError() throws {
        let request = try request()
        try FileManager.default.createDirectory(atPath: workshop.path("tickets"), withIntermediateDirectories: true)
        try workshop.write("tickets/2.pkpass", [1])
        let errors = draft(request).errors
        #expect(errors.count == 1 && errors.first?.contains("2.pkpass already exists") == true, "\(errors)")
    }

    /// A report stands as long as its screen does, and its passes may have many files.
    @Test func reportsKeepNoFiles() throws {
        let first = try #require(draft(try request()).first)
        #expect(first.package != nil && PassReport.Part(first).check.package == nil)
    }

    @Test func whatIsStoppedGoesOnLater() throws {
        let request = try request((1...9).map { "Guest \($0),\($0),A,C-\($0)\n" }.joined())
        let stop = StopFlag()
        var told: [IssueUnderWay] = []
        let outcome = draft(request).make(stop) { news in
            told.append(news)
            stop.set()
        }
        #expect(told.first == IssueUnderWay("passes signed", done: 1, of: 9))
        #expect(outcome.problem?.hasPrefix("Stopped.") == true)
        #expect(outcome.lines.first?.hasPrefix("2 of 9 passes are in") == true, "\(outcome.lines)")
        #expect(draft(request).unsignedCount == 7)
        #expect(
            draft(request).make(StopFlag()) { _ in }.lines.first?.hasPrefix("7 passes signed, 2 made before") == true)
    }

    @Test func aLockedKeyIsToldBeforeItsPasswordIsAsked() throws {
        try workshop.make(
            "openssl",
            [
                "pkcs12", "-export", "-inkey", "leaf.key", "-in", "leaf.pem", "-certfile", "intermediate.pem",
                "-passout", "pass:geheim", "-out", "pass.p12",
            ])
        var request = try request()
        (request.certificate, request.key, request.intermediate) = (workshop.path("pass.p12"), "", "")
        let locked = draft(request)
        #expect(locked.lockedFile == workshop.path("pass.p12") && locked.errors == [] && locked.count == 2)
        let files = request.resolved.signingFiles
        #expect(throws: UserError.self) { try files.signer(read: PassFile.bytes) { _ in "falsch" } }
        let signer = try files.signer(read: PassFile.bytes) { _ in "geheim" }
        let open = IssueDraft(request, signer: signer, at: Date())
        #expect(open.lockedFile == nil && open.errors == [] && open.unsignedCount == 2)
    }

    @Test func whatCannotBeWrittenIsSaidAndNothingIsLost() throws {
        var request = try request()
        request.tickets = workshop.path("none/tickets.pdf")
        let outcome = draft(request).make(StopFlag()) { _ in }
        #expect(outcome.lines.first?.hasPrefix("2 passes signed") == true)
        #expect(outcome.problem?.contains("none/tickets.pdf") == true)
        #expect(names().count == 3)
    }

    @Test func wrongFilesGiveALineEach() throws {
        for (change, word): ((inout IssueRequest) -> Void, String) in [
            ({ $0.template += "-none" }, "pass new"), ({ $0.guests += ".none" }, "No such file"),
            ({ $0.certificate = $0.guests }, "certificate"), ({ $0.key = $0.guests }, "private key"),
            ({ $0.guests = $0.template }, "is not a file"), ({ $0.root = "" }, "root"),
        ] {
            var request = try request()
            change(&request)
            let errors = draft(request).errors
            #expect(errors.contains { $0.contains(word) }, "\(word): \(errors)")
        }
        #expect(draft(try request("")).errors == ["The guest list is empty: there is nothing to issue"])
    }

    @Test func aLookThatNobodyNeedsEnds() throws {
        let stop = StopFlag()
        stop.set()
        let draft = IssueDraft(try request(), stop: stop, at: Date())
        #expect(draft.series == nil && !draft.errors.isEmpty)
    }

    @Test func passesWithoutAFolderGoBesideTheirBundle() throws {
        var request = try request()
        (request.folder, request.bundle) = ("", "/tmp/all.pkpasses")
        #expect(request.resolved.folder == "/tmp/all")
    }
}

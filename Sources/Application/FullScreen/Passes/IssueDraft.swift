import Services
import Files
import Foundation
import Passes
import Printing
import Screens

/// What a request comes to before anything is made: the passes of all rows, and all that is wrong.
///
///     let draft = IssueDraft(request, at: Date())
///     if draft.errors.isEmpty, draft.lockedFile == nil { draft.make(…) }
struct IssueDraft: Sendable {
    /// As it was typed.
    let request: IssueRequest
    /// The same with whole paths.
    let paths: IssueRequest
    /// The passes; nil if they cannot be made.
    private(set) var series: PassSeries?
    /// Who signs; nil for nobody, and where the key is locked or wrong.
    private(set) var signer: PassSigner?
    /// The file whose password is needed; nil for none.
    private(set) var lockedFile: String?
    /// What is wrong, a line each; empty if all can be made.
    private(set) var errors: [String] = []
    /// Which of the passes were made before.
    private(set) var former = PassSeries.Former()
    /// Files that are there, and would be overwritten.
    private(set) var overwritten: [String] = []
    /// The first pass, which nobody has signed; nil if there is none.
    private(set) var first: PassCheck?

    private struct LockedKey: Error { let path: String }
    private struct FirstFound: Error {}

    /// Reads everything that the request names.
    ///
    /// - Parameters:
    ///   - signer: who signs, where the key was opened already; nil opens it, unless it is locked.
    ///   - stop: ends it at the next row, with an error that nobody needs; nil by default.
    init(_ request: IssueRequest, signer: PassSigner? = nil, stop: StopFlag? = nil, at moment: Date) {
        (self.request, paths, self.signer) = (request, request.resolved, signer)
        do {
            let template = try PassTemplate(folder: paths.template)
            let guests = try PassFile.bytes(paths.guests)
            if request.isSigned, signer == nil { openKey() }
            try take(template, guests, stop, moment)
        } catch {
            errors.append("\(error)")
        }
    }

    private mutating func openKey() {
        do {
            signer = try paths.signingFiles.signer(read: PassFile.bytes) { throw LockedKey(path: $0) }
        } catch let locked as LockedKey {
            lockedFile = locked.path
        } catch {
            errors.append("\(error)")
        }
    }

    private mutating func take(
        _ template: PassTemplate, _ guests: [UInt8], _ stop: StopFlag?, _ moment: Date
    ) throws {
        first = try Self.firstPass(of: template, guests, signer).map { package in
            PassCheck(try package.archive(signature: []), at: moment)
        }
        guard first != nil else { throw UserError("The guest list is empty: there is nothing to issue") }
        let series: PassSeries
        do {
            series = try PassSeries(
                template, rows: try Self.rows(guests, stop), signer: signer, codes: try template.ticketCodes,
                isPrinted: signer == nil, at: moment)
        } catch let refusal as PassError {
            errors += refusal.problems.map(\.description)
            return
        }
        self.series = series
        if !paths.folder.isEmpty {
            former = try series.former(in: paths.folder)
            // What a template leaves to the certificate is not known before the key is open.
            if signer != nil {
                errors += ((request.makesAnew ? [] : former.problems) + former.filesOfOthers).map(\.description)
            }
        }
        if !paths.tickets.isEmpty { _ = try series.ticketJob() }
        let files = (paths.bundle.isEmpty ? [] : series.bundleNames(paths.bundle)) + [paths.tickets]
        overwritten = files.filter { !$0.isEmpty && Folder.contains($0) }
    }

    private static func rows(_ bytes: [UInt8], _ stop: StopFlag? = nil) throws -> LabelSource {
        var pieces = [bytes]
        let rows = try LabelSource.csv { pieces.popLast() }
        return LabelSource(fields: rows.fields) { take in
            try rows.forEach { row in
                if stop?.isSet == true { throw CancellationError() }
                try take(row)
            }
        }
    }

    /// The first pass, also where a later one is wrong.
    private static func firstPass(
        of template: PassTemplate, _ guests: [UInt8], _ signer: PassSigner?
    ) throws -> PassPackage? {
        var first: PassPackage?
        // The code of a ticket is signed when the series is made.
        let placeholders = ["n": "1", TicketCodeTemplate.name: "TICKET"]
        do {
            try rows(guests).forEach { row in
                first = template.package(type: signer?.passType, team: signer?.team) { name in
                    row.value(name) ?? placeholders[name]
                }
                throw FirstFound()
            }
        } catch is FirstFound {}
        return first
    }

    /// How many passes there are.
    var count: Int { series?.items.count ?? 0 }
    /// How many of them are to be signed.
    var unsignedCount: Int { request.isSigned ? count - madeBefore : 0 }
    /// How many were made before, and stay as they are.
    var madeBefore: Int { former.unchanged + (signer == nil ? former.changed : 0) }
    /// Whether everything was made before.
    var isDone: Bool { unsignedCount == 0 && request.bundle.isEmpty && request.tickets.isEmpty }
}

extension IssueRequest {
    /// The same with whole paths. Where no folder is named, passes go to one that is called as their bundle.
    var resolved: IssueRequest {
        func path(_ typed: String) -> String { typed.isEmpty ? "" : SaveTarget.resolved(typed, name: "") }
        var all = self
        (all.template, all.guests) = (path(template), path(guests))
        (all.certificate, all.key, all.intermediate) = (path(certificate), path(key), path(intermediate))
        (all.root, all.folder, all.bundle, all.tickets) = (path(root), path(folder), path(bundle), path(tickets))
        if all.folder.isEmpty, !all.bundle.isEmpty {
            all.folder = all.bundle.hasSuffix(".pkpasses") ? String(all.bundle.dropLast(9)) : all.bundle + " passes"
        }
        return all
    }

    /// Who signs, of a request with whole paths.
    var signingFiles: SigningFiles {
        SigningFiles(
            certificate: certificate, key: key.isEmpty ? nil : key,
            intermediates: intermediate.isEmpty ? [] : [intermediate], roots: root.isEmpty ? [] : [root])
    }
}

import Services
import ArgumentParser
import Files
import Foundation
import History
import Passes
import Printing

struct PassSignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign", abstract: "Create passes from a template and sign them.",
        discussion: """
            Before signing, all passes are checked against Wallet's rules and the certificate: its pass type, team, \
            dates and issuer. Identifiers missing from the template are taken from the certificate.

            With --csv, -o is a folder: it gets a file for each row, named by the serial number, and passes.jsonl, \
            which lists what was made. A second run makes only what is not listed; --update reissues passes whose \
            content has changed.

            If the template has a table [ticket], {ticket} is a code that `quietzone door` checks, signed with the key \
            of `quietzone pass key` that it names:

              [ticket]
              key = "2026-a"
              time = "2026-12-24 19:30"
              seat = "{seat}"
              serial = "{number}"

            --guests writes a guest list from the same rows for `quietzone door import`; the door then notes for each \
            guest that the pass's own signature was not verified.

            Passwords are asked for on the terminal, or read with --password-fd; they are never arguments.

              quietzone pass sign concert --field name=Ada --field code=A-1 \\
                --field seat=12 --field gate=B2 --certificate pass.p12 -o ada.pkpass
              quietzone pass sign concert --csv guests.csv --certificate pass.pem \\
                --key key.pem -o tickets

            Exit status: 0 made, 2 an error occurred, such as a pass that Wallet would reject.
            """)

    @OptionGroup var rows: PassRows

    @OptionGroup(title: "Signature") var signing: PassSigningOptions

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write to a file; with --csv to a folder.", valueName: "FILE"), completion: .file())
    var output: String

    @Option(
        help: ArgumentHelp(
            "With --csv: put all passes into bundles (.pkpasses) as well, \(PassBundle.maximumPasses) in each.",
            valueName: "FILE"),
        completion: .file())
    var bundle: String?

    @Option(
        help: ArgumentHelp(
            "With --csv: write the guest list for the door as well, with the rows' fields seat, name, group, note and people.",
            valueName: "FILE"), completion: .file())
    var guests: String?

    @Flag(help: "With --csv: reissue passes whose content has changed.")
    var update = false

    @OptionGroup var overwriting: OverwritingOption

    func validate() throws {
        if rows.csv == nil, bundle != nil { throw ValidationError("--bundle requires --csv") }
        if rows.csv == nil, guests != nil { throw ValidationError("--guests requires --csv") }
        if guests == "-" { throw ValidationError("--guests writes a file: use --guests FILE") }
        if rows.csv != nil, output == "-" { throw ValidationError("--csv makes a file for each row: -o FOLDER") }
        if rows.csv == nil, update { throw ValidationError("--update requires --csv; --force overwrites a file") }
    }

    func run() throws {
        let template = try PassTemplate(folder: rows.template)
        let source = try rows.source()
        let signer = try signing.signer()
        let now = Date()
        do {
            let codes = try template.ticketCodes
            let series = try PassSeries(template, rows: source, signer: signer, codes: codes, at: now)
            series.cautions.forEach { Output.complain("caution: \($0)") }
            guard rows.csv != nil else { return try signOne(series, signer, now) }
            try sign(series, signer, now)
        } catch let refusal as PassError {
            refusal.problems.forEach { Output.complain($0.description) }
            throw ExitCode.trouble
        }
    }

    private func signOne(_ series: PassSeries, _ signer: PassSigner, _ now: Date) throws {
        guard let item = series.items.first else { return }
        try write(try signer.sign(item.package, at: now), to: output)
        if output == "-" { return }
        Output.line(fromSymbol: "“\(item.serialNumber)” signed, written to \(output.onOneMarkedLine)")
    }

    private func sign(_ series: PassSeries, _ signer: PassSigner, _ now: Date) throws {
        guard !series.items.isEmpty else {
            Output.complain("nothing to sign: the CSV has no rows")
            throw ExitCode.nothingRead
        }
        let list = try guests.map { (path: $0, bytes: Array(try series.guestList().utf8)) }
        if !overwriting.force {
            // Before anything is signed: what is half done is hard to tell from what is done.
            if let list, Folder.contains(list.path), !PassFile.holds(list.bytes, list.path) {
                throw OverwritingOption.alreadyThere(list.path)
            }
            if let bundle, let changed = try series.changedBundles(of: output, at: bundle).first {
                throw OverwritingOption.alreadyThere(changed)
            }
        }
        let report = try ExportProgress.during("of \(series.items.count) passes signed") { progress in
            try series.sign(into: output, by: signer, updates: update, at: now) { progress.show($0) }
        }
        func passes(_ count: Int) -> String { count == 1 ? "1 pass" : "\(count) passes" }
        let before = report.madeBefore == 0 ? "" : ", \(report.madeBefore) made before"
        Output.line(fromSymbol: "\(passes(report.made)) signed\(before), in \(output.onOneMarkedLine)")
        // First, so that the door has it even where a bundle cannot be written.
        if let list, !PassFile.holds(list.bytes, list.path) {
            try write(list.bytes, to: list.path)
            Output.line(fromSymbol: "the guest list in \(list.path.onOneMarkedLine)")
        }
        if let bundle { try writeBundles(series, bundle) }
    }

    private func writeBundles(_ series: PassSeries, _ path: String) throws {
        do {
            try series.writeBundles(of: output, to: path, overwrite: overwriting.force) { name, count in
                Output.line(fromSymbol: "\(count) of them in \(name.onOneMarkedLine)")
            }
        } catch let error as ExportError where error.isAlreadyThere {
            throw UserError("\(error) Use --force to overwrite it.")
        }
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        if path == "-" {
            guard !Output.isTerminal else {
                throw UserError("a pass cannot be written to a terminal: use -o FILE.pkpass")
            }
            return Output.write(bytes)
        }
        try overwriting.write(bytes, to: path)
    }
}

extension PassRows {
    /// The rows of the CSV, or the one of --field.
    func source() throws -> LabelSource {
        if let csv { return try .csv(try InputBytes.pieces(of: csv)) }
        var values: [String: String] = [:]
        for text in field {
            guard let end = text.firstIndex(of: "=") else { continue }
            values[String(text[..<end])] = String(text[text.index(after: end)...])
        }
        let row = LabelRow(code: .text("")) { [values] in values[$0] }
        return LabelSource(fields: values.keys.sorted()) { try $0(row) }
    }
}

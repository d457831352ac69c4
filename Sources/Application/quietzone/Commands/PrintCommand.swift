import Files
import Services
import ArgumentParser
import Artwork
import Config
import Encoding
import Foundation
import History
import Printing

/// `quietzone print`: codes on sheets and rolls of labels, into a file or to a printer.
struct PrintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "print", abstract: "Print codes on label sheets and rolls, or write them as PDF.",
        discussion: """
            TEXT is the content of each code. With --series, --csv, --lines, --history or --collection it is a template: \
            names in braces stand for fields of the rows, as in 'https://example.org/{sku}'. Without TEXT a code contains the number, \
            the first cell, the line, the scan or the item. {n} is the label's number. In lines of text {code} is the code's content. \
            Scans have the fields text, symbology, kind, summary, time, session, note, product, tags, quantity, source, id, \
            payload.NAME and field.NAME.

            --template takes a TOML file or a name: \(LabelTemplate.shipped.map(\.name).joined(separator: ", ")), or a file \
            NAME.toml in the folder labels beside config.toml. A template sets the label's size, texts, lines, codes and pictures \
            (PNG, SVG). --show-template prints one to copy and change. Other options override the template.

              quietzone print --sheet L7160 --series 'S-{0001…0250}' -o labels.pdf
              quietzone print --template price --csv prices.csv -o prices.pdf
              quietzone print --template shelf --collection Pantry --preview

            If a code cannot be made, nothing is written. A printer prints only after confirmation.

            Exit status: 0 printed, 1 nothing to print, 2 an error occurred, such as a code too large for its label.
            """)

    @Flag(help: "List known label sheets by number.")
    var listSheets = false

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Write to a file, or - for standard output.", valueName: "FILE"),
        completion: .file())
    var output: String?

    @OptionGroup var overwriting: OverwritingOption

    @Option(
        help: ArgumentHelp(
            "pdf, or the language of a label printer: \(LabelLanguage.all.map(\.name).joined(separator: ", ")). Default: by the file extension or the printer.",
            valueName: "FORMAT"),
        completion: .list(["pdf"] + LabelLanguage.all.map(\.name)))
    var format: String?

    @Flag(help: "Show the first page in the terminal.")
    var preview = false

    @Option(
        help: ArgumentHelp(
            "Lay labels out by a template: a file, a name of your own, or \(LabelTemplate.shipped.map(\.name).joined(separator: ", ")).",
            valueName: "NAME"),
        completion: .file(extensions: ["toml"]))
    var template: String?

    @Option(help: ArgumentHelp("Print a template that comes with the program.", valueName: "NAME"))
    var showTemplate: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Move everything to the right and down, such as 1.5,-2, to correct a printer's alignment.", valueName: "X,Y"
        ))
    var offset: String?

    @OptionGroup(title: "Labels") var labels: LabelOptions

    @OptionGroup(title: "Rows") var rows: LabelRows

    @OptionGroup(title: "Printer") var printing: PrinterOptions

    @OptionGroup(title: "Code") var making: MakingOptions

    @Argument(help: ArgumentHelp("The content, or - for standard input.", valueName: "TEXT"))
    var text: String?

    func validate() throws {
        if listSheets || showTemplate != nil { return }
        if let format, format != "pdf", LabelLanguage.named(format) == nil {
            throw ValidationError(
                "there is no format \(format): pdf, \(LabelLanguage.all.map(\.name).joined(separator: ", "))")
        }
        let targets = [output != nil, preview, printing.printer != nil].count { $0 }
        guard targets == 1 else {
            throw ValidationError(
                targets == 0
                    ? "choose an output: -o FILE.pdf, --printer NAME or --preview"
                    : "use only one of -o, --printer and --preview")
        }
    }

    func run() throws {
        if listSheets { return Self.list() }
        if let showTemplate { return try Self.show(showTemplate) }
        let form = try self.form
        let (source, code) = try rows.source(text: text)
        let job = try job(code: code, form: form)
        if preview { return try show(job, source, form) }
        if let name = printing.printer { return try print(job, source, form, on: name) }
        guard let output else { return }
        try write(job, source, form, to: output)
    }

    private func job(code: FieldTemplate?, form: PrintJob.Form) throws -> PrintJob {
        var template = try template.map { name throws(UserError) in try LabelTemplates.named(name) } ?? LabelTemplate()
        let kinds = try making.kinds(proposals: [template.codes[0].kind ?? "qr-code"])
        // A kind that is named is that of the first code.
        template.codes[0].kind = nil
        var job = PrintJob(kind: kinds[0], layout: try labels.layout(of: template.size))
        job.options = making.options
        job.encoder = SymbolEncoder(elements: GS1ElementReader())
        job.template = try labels.template(template, code: code)
        if let offset { job.offset = try LabelOffset(offset) }
        (job.start, job.count, job.hasCutMarks) = (labels.start, try rows.labelCount, labels.cutMarks)
        job.moduleWidth = labels.moduleWidth
        job.dotsPerInch = labels.dpi ?? (form.isRaw ? 203 : 300)
        return job
    }

    private var form: PrintJob.Form {
        get throws {
            if let format { return LabelLanguage.named(format).map(PrintJob.Form.raw) ?? .pdf }
            if let name = printing.printer { return try Printer(name).isRaw ? .raw(.zpl) : .pdf }
            guard let output, output != "-" else { return .pdf }
            let ending = (output.split(separator: "/").last ?? "").split(separator: ".").last.map(String.init) ?? ""
            if ending.lowercased() == "pdf" { return .pdf }
            guard let language = LabelLanguage.named(ending) else {
                throw UserError(
                    "unknown file extension: \(output.onOneMarkedLine) (known: pdf, \(LabelLanguage.all.map(\.name).joined(separator: ", "))): use --format"
                )
            }
            return .raw(language)
        }
    }

    private func write(_ job: PrintJob, _ source: LabelSource, _ form: PrintJob.Form, to path: String) throws {
        let progress = ExportProgress("labels made")
        let made: PrintJob.Made
        do {
            defer { progress.clear() }
            guard path != "-" else {
                guard !Output.isTerminal else {
                    throw UserError("pages cannot be written to a terminal: use -o FILE.pdf or --preview")
                }
                let spool = try PrintSpool()
                made = try job.write(source, as: form, progress: { progress.show($0) }) { try spool.append($0) }
                try check(made, job, progress)
                return try spool.forEachPiece { Output.write($0) }
            }
            made = try overwriting.write(to: path) { sink in
                let made = try job.write(source, as: form, progress: { progress.show($0) }, sink)
                try check(made, job, progress)
                return made
            }
        }
        Output.line(fromSymbol: "\(made.words(job)), written to \(path.onOneMarkedLine)")
    }

    private func print(_ job: PrintJob, _ source: LabelSource, _ form: PrintJob.Form, on name: String) throws {
        let run = PrinterRun(printer: try Printer(name), ticket: printing.ticket, isAsked: !printing.yes)
        if run.isAsked, isatty(STDIN_FILENO) != 1 {
            throw UserError("printing needs confirmation: use --yes without a terminal")
        }
        let progress = ExportProgress("labels made")
        let spool = try PrintSpool()
        let made: PrintJob.Made
        do {
            defer { progress.clear() }
            made = try job.write(source, as: form, progress: { progress.show($0) }) { try spool.append($0) }
        }
        try check(made, job, progress)
        try run.print(spool, form, job.layout, what: made.words(job), name: name.onOneMarkedLine)
    }

    private func check(_ made: PrintJob.Made, _ job: PrintJob, _ progress: ExportProgress) throws {
        progress.clear()
        guard made.labels > 0 else {
            Output.complain("nothing to print: no rows found, or each has a count of 0")
            throw ExitCode.nothingRead
        }
        if let warning = made.warning { Output.complain(warning) }
        if let estimate = PrintEstimate(of: made, job), estimate.isBad { Output.complain(estimate.words) }
    }

    private func show(_ job: PrintJob, _ source: LabelSource, _ form: PrintJob.Form) throws {
        let size = Output.terminalSize ?? (columns: 80, rows: 40)
        let page = try job.preview(source, as: form, columns: size.columns, rows: max(20, size.rows - 2) * 2)
        page.lines.forEach { Output.line($0) }
    }

    private static func show(_ name: String) throws {
        guard let shipped = LabelTemplate.shipped.first(where: { $0.name == name }) else {
            let names = LabelTemplate.shipped.map(\.name).joined(separator: ", ")
            throw UserError("there is no template \(UserError.quoted(name)) in the program: there are \(names)")
        }
        Output.write(Array(shipped.toml.utf8))
    }

    private static func list() {
        func line(_ name: String, _ paper: String, _ layout: PageLayout, _ title: String) {
            let size = "\(millimetres(layout.label.width)) × \(millimetres(layout.label.height)) mm"
            Output.line("\(name)\t\(paper)\t\(layout.columns) × \(layout.rows)\t\(size)\t\(title)")
        }
        for sheet in LabelSheet.all {
            line(sheet.numbers.joined(separator: " "), sheet.paper, sheet.layout, sheet.title)
        }
        for own in Settings.load().labels {
            if let layout = try? own.layout { line(own.name, own.page, layout, "of the settings") }
        }
    }
}

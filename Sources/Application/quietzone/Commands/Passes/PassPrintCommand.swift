import Services
import ArgumentParser
import Foundation
import History
import Passes
import Printing

/// `quietzone pass print`: the tickets of a template on paper.
struct PassPrintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "print", abstract: "Write tickets as PDF, for guests without a phone.",
        discussion: """
            Each ticket has the code of its pass, above it the issuer and the primary fields (four lines at most), \
            below it the first eight other fields, except those on the back. An A4 page holds four tickets; --sheet, \
            --roll and --page change that. No certificate is needed.

              quietzone pass print concert --csv guests.csv -o tickets.pdf

            Exit status: 0 written, 2 an error occurred, such as a pass without a code.
            """)

    @OptionGroup var rows: PassRows

    @OptionGroup(title: "Labels") var labels: LabelOptions

    @Option(name: .shortAndLong, help: ArgumentHelp("Write to a file.", valueName: "FILE"), completion: .file())
    var output: String

    @OptionGroup var overwriting: OverwritingOption

    func run() throws {
        let template = try PassTemplate(folder: rows.template)
        do {
            // Who issues it does not matter on paper: identifiers that come from a certificate later are no obstacle.
            let series = try PassSeries(
                template, rows: try rows.source(), codes: try template.ticketCodes, isPrinted: true, at: Date())
            let (made, job) = try write(series)
            if let warning = made.warning { Output.complain(warning) }
            if let estimate = PrintEstimate(of: made, job), estimate.isBad { Output.complain(estimate.words) }
            Output.line(fromSymbol: "\(made.words(job)), written to \(output.onOneMarkedLine)")
        } catch let refusal as PassError {
            refusal.problems.forEach { Output.complain($0.description) }
            throw ExitCode.trouble
        }
    }

    private func write(_ series: PassSeries) throws -> (PrintJob.Made, PrintJob) {
        var (job, source) = try series.ticketJob(layout: try layout)
        if !labels.above.isEmpty || !labels.below.isEmpty {
            let own = try labels.template()
            (job.template.above, job.template.below) = (own.above, own.below)
        }
        (job.start, job.hasCutMarks, job.moduleWidth) = (labels.start, labels.cutMarks, labels.moduleWidth)
        if let dpi = labels.dpi { job.dotsPerInch = dpi }
        let progress = ExportProgress("tickets made")
        defer { progress.clear() }
        let final = job
        let made = try overwriting.write(to: output) { sink in
            try final.write(source, as: .pdf, progress: { progress.show($0) }, sink)
        }
        return (made, final)
    }

    /// Nil where nothing is said of the paper.
    private var layout: PageLayout? {
        get throws {
            labels.sheet != nil || labels.roll != nil || labels.page != nil ? try labels.layout() : nil
        }
    }
}

import Formats
import Services
import ArgumentParser
import Foundation
import Printing
import Synchronization

/// Which printer, and how it prints, as the command line says it.
struct PrinterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Print on this printer: a name that `quietzone printers` lists, ipp://…, or for label printers socket://HOST[:9100] or a device path.",
            valueName: "PRINTER"), completion: .printers)
    var printer: String?

    @Option(help: ArgumentHelp("With --printer: the number of copies.", valueName: "N"))
    var copies: Int?

    @Option(help: ArgumentHelp("With --printer: draft, normal or high.", valueName: "QUALITY"))
    var quality: PrintTicket.Quality?

    @Option(
        help: ArgumentHelp(
            "With --printer: the IPP paper name, such as iso_a4_210x297mm. Default: the labels' paper.",
            valueName: "NAME"))
    var media: String?

    @Option(
        help: ArgumentHelp("With --printer: wait this many seconds for an answer. Default: 30.", valueName: "SECONDS"))
    var patience: Int?

    @Flag(help: "With --printer: do not wait until the job is printed.")
    var noWait = false

    @Flag(help: "With --printer: print without asking.")
    var yes = false

    func validate() throws {
        if printer == nil {
            let others: [(String, Bool)] = [
                ("copies", copies != nil), ("quality", quality != nil), ("media", media != nil),
                ("patience", patience != nil), ("no-wait", noWait), ("yes", yes),
            ]
            if let other = others.first(where: \.1) {
                let advice = other.0 == "copies" ? ": use --count for more of each code" : ""
                throw ValidationError("--\(other.0) requires --printer\(advice)")
            }
        }
        if let copies, !(1...9999).contains(copies) { throw ValidationError("--copies must be 1 to 9999") }
        if let patience, !(1...3600).contains(patience) {
            throw ValidationError("--patience must be 1 to 3600 seconds")
        }
    }

    /// How the job is printed.
    var ticket: PrintTicket {
        var ticket = PrintTicket()
        (ticket.copies, ticket.quality, ticket.media) = (copies ?? 1, quality, media)
        (ticket.patience, ticket.isFollowed) = (patience ?? 30, !noWait)
        return ticket
    }
}

extension CompletionKind {
    /// The names of the printers that CUPS knows, asked for when they are wanted.
    static var printers: CompletionKind {
        .custom { _, _, _ in ((try? KnownPrinter.all()) ?? []).map(\.name) }
    }
}

extension PrintTicket.Quality: ExpressibleByArgument {}

/// Printing of a job that is made, and what is told of it.
struct PrinterRun {
    let printer: Printer
    let ticket: PrintTicket
    let isAsked: Bool

    /// Asks, sends and follows the job.
    ///
    /// - Parameter what: how many labels on how many sheets.
    /// - Throws: `UserError`, also where the answer is no.
    func print(_ spool: PrintSpool, _ form: PrintJob.Form, _ layout: PageLayout, what: String, name: String) throws {
        let cancellation = PrintCancellation()
        let line = StatusLine()
        let waiting = "waiting for \(name) …"
        let plan = try line.showing(waiting) {
            try cancellation.whileInterruptCancels { try printer.plan(form, layout, ticket, cancellation) }
        }
        plan.warnings.forEach { Output.complain($0) }
        let times = ticket.copies == 1 ? "" : ", \(ticket.copies) copies"
        if isAsked {
            try HistoryQuestion.confirm(
                "\(what)\(times). Print on \(name)?", doing: "printing", refusal: "nothing printed")
        }
        let outcome = try line.showing(waiting) {
            try cancellation.whileInterruptCancels {
                try printer.print(spool, plan, ticket, cancellation) { line.show($0.text) }
            }
        }
        switch outcome {
        case .printed(let job): Output.line(fromSymbol: "\(what)\(times), printed\(job.map { ": job \($0)" } ?? "")")
        case .sent(let job): Output.line(fromSymbol: "\(what)\(times), sent: job \(job)")
        case .cancelled:
            Output.complain("cancelled: the printer was asked to stop, but some labels may have been printed already")
            throw ExitCode.trouble
        }
    }
}

/// One line on standard error that the next one replaces; on a terminal alone.
private final class StatusLine: Sendable {
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let state = Mutex<(hasNews: Bool, shownAt: ContinuousClock.Instant?)>((false, nil))

    /// Shows a line, at most ten a second.
    func show(_ text: String) {
        state.withLock { state in
            state.hasNews = true
            guard isTerminal, state.shownAt.map({ .now - $0 >= .milliseconds(100) }) ?? true else { return }
            StandardError.write("\r\(SafeText.visible(text))\u{1B}[K")
            state.shownAt = .now
        }
    }

    /// Does `body`, and removes the line at the end. Where nothing is shown for a few seconds, it is `waiting`, without a terminal, too.
    func showing<Value>(_ waiting: String, _ body: () throws -> Value) rethrows -> Value {
        state.withLock { $0.hasNews = false }
        let notice = WaitNotice { [self] in
            guard !state.withLock({ $0.hasNews }) else { return }
            isTerminal ? show(waiting) : Output.complain(waiting)
        }
        defer {
            notice.end()
            state.withLock { if $0.shownAt.take() != nil { StandardError.write("\r\u{1B}[K") } }
        }
        return try body()
    }
}

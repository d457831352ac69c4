import Artwork
import Files
import Glibc

extension Printer {
    /// What can be said before anything is sent: that it is there, takes such jobs, and how.
    package struct Plan: Sendable {
        let format: String
        let media: String?
        let isUnscaled: Bool
        /// What a person should know: other paper, a printer that is stopped.
        package let warnings: [String]
    }

    /// What a printer says of itself; nil for those that take bytes and say nothing.
    ///
    /// - Throws: `UserError` where it cannot be reached.
    package func facts(patience: Int, _ cancellation: PrintCancellation) throws(UserError) -> PrinterFacts? {
        guard case .ipp(let target) = self else { return nil }
        return try IPPPrinter(target, patience: patience, cancellation).facts()
    }

    /// Looks whether a job can be printed.
    ///
    /// - Throws: `UserError` where the printer does not take it.
    package func plan(
        _ form: PrintJob.Form, _ layout: PageLayout, _ ticket: PrintTicket, _ cancellation: PrintCancellation
    ) throws(UserError) -> Plan {
        guard case .ipp(let target) = self else {
            guard case .raw = form else {
                throw UserError(
                    "this printer accepts only raw bytes: use --format zpl, epl or escpos with --roll, or a printer that supports IPP"
                )
            }
            return Plan(format: "", media: nil, isUnscaled: false, warnings: [])
        }
        let facts = try IPPPrinter(target, patience: ticket.patience, cancellation).facts()
        let name = UserError.quoted(target)
        guard facts.takesJobs else { throw UserError("the printer \(name) accepts no jobs: \(Self.words(facts))") }
        guard ticket.copies <= max(1, facts.maximumCopies) else {
            throw UserError(
                "the printer \(name) makes at most \(max(1, facts.maximumCopies)) copies: use --count for more")
        }
        if let quality = ticket.quality, !facts.qualities.isEmpty, !facts.qualities.contains(quality.rawValue) {
            throw UserError(
                "the printer \(name) prints \(facts.qualities.joined(separator: ", ")), and not \(quality.rawValue)")
        }
        var warnings: [String] = []
        if facts.state == .stopped { warnings.append("the printer \(name) is stopped: \(Self.words(facts))") }
        let media = try Self.media(facts, form, layout, ticket, name, &warnings)
        return Plan(
            format: try Self.format(form, facts, name), media: media, isUnscaled: facts.scalings.contains("none"),
            warnings: warnings)
    }

    /// Sends a job, and follows it until it is printed.
    ///
    /// - Parameters:
    ///   - news: told whenever more was sent, or the job's state is another one.
    ///   - cancellation: takes the job back.
    /// - Throws: `UserError` where it is not printed.
    package func print(
        _ spool: PrintSpool, _ plan: Plan, _ ticket: PrintTicket, _ cancellation: PrintCancellation,
        news: (PrintNews) -> Void
    ) throws -> PrintOutcome {
        let raw = RawPrinter(patience: ticket.patience, isCancelled: { cancellation.isCancelled })
        let total = spool.count * ticket.copies
        func tell(_ sent: Int) { news(.sent(bytes: sent, of: total)) }
        switch self {
        case .socket(let host, let port):
            return try raw.send(spool, copies: ticket.copies, host: host, port: port, progress: tell)
        case .device(let path): return try raw.send(spool, copies: ticket.copies, device: path, progress: tell)
        case .ipp(let target):
            let printer = try IPPPrinter(target, patience: ticket.patience, cancellation)
            let job = try printer.submit(
                spool, format: plan.format, ticket, media: plan.media, isUnscaled: plan.isUnscaled)
            guard ticket.isFollowed else { return .sent(job: job) }
            return try Self.follow(job, of: printer, cancellation, news)
        }
    }

    // MARK: - IPP

    /// Milliseconds between two queries of a job's state.
    private static let pause: Int32 = 500

    private static func follow(
        _ job: Int, of printer: IPPPrinter, _ cancellation: PrintCancellation, _ news: (PrintNews) -> Void
    ) throws -> PrintOutcome {
        var told = ""
        while true {
            if cancellation.isCancelled {
                try printer.cancel(job: job)
                return .cancelled
            }
            let (state, reasons, message, pages): (Int, [String], String, Int)
            var held = ""
            do throws(UserError) {
                (state, reasons, message, pages) = try printer.state(ofJob: job)
                // A queue that is stopped says so itself, and nothing of its jobs.
                if [3, 6].contains(state), PrintReason.text(reasons).isEmpty { held = try printer.facts().why }
            } catch {
                // What was asked while it was cancelled came to nothing.
                if cancellation.isCancelled { continue }
                throw error
            }
            // What is under way has messages of its progress.
            let why = PrintReason.text(reasons, message: [4, 6, 8].contains(state) ? message : held)
            switch state {
            case 9: return .printed(job: job)
            case 7: throw UserError("job \(job) was cancelled\(why.isEmpty || why == "cancelled" ? "" : ": \(why)")")
            case 8:
                throw UserError("job \(job) was not printed: \(why.isEmpty ? "the printer gives no reason" : why)")
            default: break
            }
            let words =
                "job \(job) \(Self.words(ofJob: state))\(pages > 0 ? ", \(pages) page\(pages == 1 ? "" : "s") printed" : "")\(why.isEmpty ? "" : ": \(why)")"
            if words != told { news(.atPrinter(job: job, words)) }
            told = words
            cancellation.wait(milliseconds: pause)
        }
    }

    /// The states of a job (RFC 8011, 5.3.7) that it does not end with.
    private static func words(ofJob state: Int) -> String {
        switch state {
        case 3: "waits"
        case 4: "is held"
        case 5: "is being printed"
        case 6: "is stopped"
        default: "is in an unknown state"
        }
    }

    private static func words(_ facts: PrinterFacts) -> String {
        facts.why.isEmpty ? "it gives no reason" : facts.why
    }

    private static func format(_ form: PrintJob.Form, _ facts: PrinterFacts, _ name: String) throws(UserError)
        -> String
    {
        switch form {
        case .pdf:
            guard facts.takesPDF else {
                throw UserError(
                    "the printer \(name) does not accept PDF: set it up in CUPS, which converts PDF for it")
            }
            return "application/pdf"
        case .raw(let language):
            guard let format = facts.rawFormat else {
                throw UserError(
                    "the printer \(name) does not accept \(language.title): use --format pdf, or its socket://HOST")
            }
            return format
        }
    }

    private static func media(
        _ facts: PrinterFacts, _ form: PrintJob.Form, _ layout: PageLayout, _ ticket: PrintTicket, _ name: String,
        _ warnings: inout [String]
    ) throws(UserError) -> String? {
        if let media = ticket.media {
            guard facts.media.isEmpty || facts.media.contains(media) else {
                throw UserError(
                    "the printer \(name) has no paper \(UserError.quoted(media)): use \(facts.media.prefix(12).joined(separator: ", "))"
                )
            }
            return media
        }
        // Labels in a printer's own language say how large they are, and nobody scales them.
        guard case .pdf = form, layout.feed != .continuousRoll else { return nil }
        if let media = facts.media(of: layout.page) { return media }
        warnings.append(
            "the printer \(name) lists no paper of \(millimetres(layout.page.width)) × \(millimetres(layout.page.height)) mm: it may scale the labels"
        )
        return nil
    }
}

import Config
import Encoding
import Files
import Formats
import Foundation
import History
import Printing
import Screens
import Services
import Surface
import Widgets

/// Printing codes on labels.
final class PrintingFeature: FeatureBase, Feature {
    static let purpose = "Making codes"
    static let contexts: [KeyContext] = [.printing]
    static let commands: [FeatureCommand<PrintingFeature>] = [
        FeatureCommand(
            onScreen: .printScans, [.scanner, .history], [.control("p")],
            "Print labels of marked, found or all scans"
        ).inMenu("Print labels").found(by: "sheet pdf label printer"),
        FeatureCommand(
            onScreen: .back, [.printing], [.escape], label: "back", "Go to the previous screen"),
        FeatureCommand(
            onScreen: .printLabels, [.printing], [.enter], label: "print",
            "Print the labels or save a PDF (asks first)"),
        FeatureCommand(
            .cancelPrinting, [.printing, .making], [.function(8)], label: "cancel",
            "Cancel printing",
            idle: { $0.printing.underWay == nil },
            refusal: { $0.printing.underWay == nil ? "Nothing is being printed" : nil }
        ) { $0.cancellation?.cancel() }.found(by: "stop"),
    ]

    /// What the Print screen wants to show: the newest counts, and one is made at a time.
    private var wanted: PrintRequest?
    private var isMaking = false
    private var awaitingYes: (request: PrintRequest, labels: MadeLabels)?
    /// Takes back the job that was sent; nil where none is.
    private var cancellation: PrintCancellation?
    /// Whether the last job went to its printer in full.
    private var hasArrived = false

    private func openPrinting(_ content: PrintRequest.Content, kind: String, options: MakeOptions = MakeOptions()) {
        jobs.run {
            ((try? KnownPrinter.all()) ?? [], PrintScreen.Template.all)
        } then: { [self] (result: Result<([KnownPrinter], [PrintScreen.Template]), any Error>) in
            let (known, templates) = (try? result.get()) ?? ([], [])
            let printers = known.sorted { $0.isDefault && !$1.isDefault }.map(\.name)
            let screen = PrintScreen(
                content, kind: kind, options: options, sheets: PrintScreen.Sheet.all(own: settings.labels),
                printers: printers, templates: templates)
            display.push(screen)
            for effect in screen.opening { perform(effect) }
        }
    }

    private var sources: LabelJobSources {
        LabelJobSources(sheets: settings.labels, history: records.history, collections: app.start.collections)
    }

    /// Does what the Print screen asks for.
    func perform(_ effect: PrintingEffect) throws {
        switch effect {
        case .preview(let request): preview(request)
        case .clear:
            wanted = nil
            model.printing.preview = nil
        case .ask(let request): ask(request)
        case .write(let request, let path, let overwrite): write(request, to: path, overwrite: overwrite)
        case .send(let request): try send(request)
        case .cancel: awaitingYes = nil
        case .scans(let scope): openPrinting(.scans(scope), kind: "qr-code")
        case .collection(let name): openPrinting(.collection(name), kind: "qr-code")
        case .receipt(let text): openPrinting(.receipt(text), kind: "qr-code")
        case .code(let request): openPrinting(.code(request.source), kind: request.kind, options: request.options)
        }
    }

    // MARK: - The first page

    private func preview(_ request: PrintRequest) {
        wanted = request
        guard !isMaking else { return }
        isMaking = true
        let (columns, rows) = display.terminal.size
        let room = PrintScreen.room(in: Rect(x: 0, y: 0, width: columns, height: rows))
        let sources = sources
        jobs.run {
            Self.preview(request, sources, room)
        } then: { [self] (result: Result<PrintPreview, any Error>) in
            isMaking = false
            guard let wanted = wanted else { return }
            model.printing.preview = try? result.get()
            display.needsDrawing = true
            if wanted != request { preview(wanted) }
        }
    }

    /// More labels than these are counted when they are made.
    private static let maximumCounted = 2000

    private static func preview(
        _ request: PrintRequest, _ sources: LabelJobSources, _ room: (columns: Int, rows: Int)
    ) -> PrintPreview {
        struct EnoughCounted: Error {}
        do {
            let labels = try LabelJob(request, sources)
            let page = try labels.job.preview(labels.source, as: labels.form, columns: room.columns, rows: room.rows)
            var words = "more than \(maximumCounted) labels"
            var estimate: PrintEstimate?
            do {
                let made = try labels.job.write(labels.source, as: labels.form) { count in
                    if count > maximumCounted { throw EnoughCounted() }
                } _: { _ in
                }
                words = made.words(labels.job)
                estimate = PrintEstimate(of: made, labels.job)
                if made.labels == 0 { return PrintPreview(request, problem: "There is nothing to print") }
            } catch is EnoughCounted {}
            return PrintPreview(
                request, page: page, words: words,
                quality: estimate.map { .init(words: $0.words, isBad: $0.isBad) })
        } catch {
            return PrintPreview(request, problem: "\(error)")
        }
    }

    // MARK: - All of it

    private func ask(_ request: PrintRequest) {
        guard cancellation == nil else {
            return warn("A job is being printed: wait for it, or cancel it")
        }
        guard case .printer(let name) = request.target else {
            return askForFile("Save the labels", name: "labels.pdf") {
                [.printing(.write(request, path: $0, overwrite: false))]
            }
        }
        let making = Notice("Making the labels …", isUnderWay: true)
        show(making, seconds: 600)
        let sources = sources
        jobs.run(isWork: true) {
            try MadeLabels(try LabelJob(request, sources))
        } then: { [self] (result: Result<MadeLabels, any Error>) in
            hide(making)
            switch result {
            case .success(let labels) where labels.count == 0: show(Notice("There is nothing to print"))
            case .success(let labels):
                awaitingYes = (request, labels)
                let copies =
                    request.ticket.copies == 1 ? [] : [Confirmation.Line.text("\(request.ticket.copies) copies.")]
                display.stack.ask(
                    Confirmation(
                        title: "Print on \(Canvas.fitting(SafeText.visible(name), width: 40))?",
                        lines: [.text("\(labels.words).")] + labels.quality + copies
                            + labels.warnings.map { .warning("\($0).") },
                        yes: [.printing(.send(request))]))
                display.needsDrawing = true
            case .failure(let error): warn("\(error)", seconds: 8)
            }
        }
    }

    private func write(_ request: PrintRequest, to typed: String, overwrite: Bool) {
        let sources = sources
        let making = Notice("Making the labels …", isUnderWay: true)
        show(making, seconds: 600)
        writeFile(typed, name: "labels.pdf", overwrite: overwrite) {
            .printing(.write(request, path: $0, overwrite: true))
        } _: { path in
            let labels = try LabelJob(request, sources)
            return try ExportFile.write(to: path, overwrite: overwrite) { sink in
                let made = try labels.job.write(labels.source, as: .pdf, sink)
                guard made.labels > 0 else { throw UserError("There is nothing to print") }
                return [made.words(labels.job), made.warning].compactMap { $0 }.joined(separator: "; ")
            }
        } ended: { [self] in
            hide(making)
        } done: { [self] words, path in
            show(Notice("\(words), written to \(SaveTarget.shown(path))"), seconds: 8)
            keepPrinted(request)
        }
    }

    private func send(_ request: PrintRequest) throws {
        guard let (made, labels) = awaitingYes, made == request, case .printer(let name) = request.target else {
            throw UserError("The labels have changed in the meantime: print again")
        }
        awaitingYes = nil
        let printer = try Printer(name)
        let cancellation = PrintCancellation()
        self.cancellation = cancellation
        hasArrived = false
        model.printing.underWay = JobUnderWay(printer: name, labels: labels.words)
        let report = jobs.forward { [self] (warning: String) in
            model.printing.underWay?.state = warning
            display.needsDrawing = true
        }
        let tell = jobs.forward { [self] (news: PrintNews) in
            model.printing.underWay?.state = news.text
            if case .atPrinter = news { model.printing.underWay?.isAtPrinter = true }
            display.needsDrawing = true
        }
        jobs.run(isWork: true) {
            let plan = try printer.plan(labels.form, labels.layout, request.ticket, cancellation)
            plan.warnings.forEach { report($0) }
            return try printer.print(labels.spool, plan, request.ticket, cancellation) { tell($0) }
        } then: { [self] (result: Result<PrintOutcome, any Error>) in
            self.cancellation = nil
            model.printing.underWay = nil
            if case .success(let outcome) = result { hasArrived = outcome != .cancelled }
            switch result {
            case .success(.printed(let number)):
                show(Notice("\(labels.words), printed" + (number.map { ": job \($0)" } ?? "")), seconds: 8)
                keepPrinted(request)
            case .success(.sent(let number)): show(Notice("\(labels.words), sent: job \(number)"), seconds: 8)
            case .success(.cancelled):
                warn("Print cancelled: some labels may have been printed already")
            case .failure(let error): warn("\(error)", seconds: 12)
            }
            display.needsDrawing = true
        }
    }

    /// Leaves what is being printed to the printer, as far as it has it; the rest is broken off in order.
    func finish(within patience: Duration) -> String? {
        jobs.followUp()
        guard let job = model.printing.underWay, let cancellation else { return nil }
        if job.isAtPrinter { return "\(job.printer) goes on printing: \(job.state)" }
        cancellation.cancel()
        jobs.followUp(atMost: patience) { self.cancellation != nil }
        return hasArrived ? nil : "not all labels went to \(job.printer): \(job.labels), \(job.state)"
    }

    /// A code that was printed is one that was made.
    private func keepPrinted(_ request: PrintRequest) {
        guard case .code(let source) = request.content else { return }
        perform(.making(.keep(MakeRequest(source, kind: request.kind ?? "qr-code", options: request.options))))
    }
}

/// Labels that were made, in a file that goes from thread to thread and is used by one at a time.
// SAFETY: a job lets go of it before the loop's thread gets it, and that before the job that sends it begins.
private struct MadeLabels: @unchecked Sendable {
    let spool: PrintSpool
    let form: PrintJob.Form
    let layout: PageLayout
    let count: Int
    /// How many there are on how many sheets.
    let words: String
    let warnings: [String]
    /// How well they will be printed: a line, or none.
    let quality: [Confirmation.Line]

    init(_ labels: LabelJob) throws {
        let spool = try PrintSpool()
        let made = try labels.job.write(labels.source, as: labels.form) { try spool.append($0) }
        (self.spool, form, layout) = (spool, labels.form, labels.job.layout)
        (count, words) = (made.labels, made.words(labels.job))
        warnings = [made.warning].compactMap { $0 }
        quality =
            PrintEstimate(of: made, labels.job).map { estimate in
                [estimate.isBad ? .warning("\(estimate.words).") : .text("\(estimate.words).")]
            } ?? []
    }
}

import Services
import Formats
import Config
import Encoding
import Files
import Foundation
import History
import Printing
import Screens
import Surface
import Widgets

/// Printing codes on labels.
extension Feature {
    static let printing = Feature(
        "Making codes",
        contexts: [.printing],
        [
            FeatureCommand(
                onScreen: .printScans, .on([.history]), [.control("p")],
                "Print codes of the marked scans on labels, else of those that were found, else of all"),
            FeatureCommand(
                onScreen: .back, .on([.printing]), [.escape], label: "back", "Go back to the screen before"),
            FeatureCommand(
                onScreen: .printLabels, .on([.printing]), [.enter], label: "print",
                "Print the labels, or write them to a PDF file (asks first)"),
            FeatureCommand(
                .cancelPrinting, .on([.printing, .making]), [.function(8)], label: "take back",
                "Take back the job that is being printed",
                idle: { $0.printing.underWay == nil },
                refusal: { $0.printing.underWay == nil ? "Nothing is being printed" : nil }
            ) { $0.printingUnderWay.cancellation?.cancel() },
        ])
}

/// What is being printed.
struct PrintingUnderWay {
    /// What the Print screen wants to show: the newest counts, and one is made at a time.
    var wanted: PrintRequest?
    /// Whether a page is being made.
    var isMaking = false
    /// What was made and waits for a yes.
    var made: (request: PrintRequest, spool: PrintSpool, words: String, form: PrintJob.Form, layout: PageLayout)?
    /// Takes back the job that was sent; nil where none is.
    var cancellation: PrintCancellation?
    /// What became of it when the program was left; nil for nothing worth a word.
    var remark: String?
    /// Whether the last job went to its printer in full.
    var hasArrived = false
    /// Whether a job is under way.
    var isBusy: Bool { cancellation != nil }
}

/// A file of what was made that goes from thread to thread, used by one at a time.
// SAFETY: the job that makes it lets go of it before the loop's thread gets it.
private struct MadeLabels: @unchecked Sendable {
    let spool: PrintSpool
    let made: PrintJob.Made
    let labels: LabelJob
}

extension ScannerApp {
    /// Shows the Print screen for a code.
    func openPrinting(_ content: PrintRequest.Content, kind: String, options: MakeOptions = MakeOptions()) {
        jobs.run {
            (try? KnownPrinter.all()) ?? []
        } then: { [self] (result: Result<[KnownPrinter], any Error>) in
            let printers = ((try? result.get()) ?? []).sorted { $0.isDefault && !$1.isDefault }.map(\.name)
            let screen = PrintScreen(
                content, kind: kind, options: options, sheets: PrintScreen.Sheet.all(own: settings.labels),
                printers: printers)
            let opening = screen.opening
            display.stack.push(screen)
            opening.forEach(perform)
            display.needsDrawing = true
        }
    }

    /// Does what the Print screen asks for.
    func perform(_ effect: PrintingEffect) throws {
        switch effect {
        case .preview(let request): preview(request)
        case .clear:
            printingUnderWay.wanted = nil
            model.printing.preview = nil
        case .ask(let request): ask(request)
        case .write(let request, let path, let overwrite): write(request, to: path, overwrite: overwrite)
        case .send(let request): try send(request)
        case .cancel: printingUnderWay.made = nil
        case .scans(let scope): openPrinting(.scans(scope), kind: "qr-code")
        }
    }

    // MARK: - The first page

    private func preview(_ request: PrintRequest) {
        printingUnderWay.wanted = request
        guard !printingUnderWay.isMaking else { return }
        printingUnderWay.isMaking = true
        let (columns, rows) = display.terminal.size
        let room = PrintScreen.room(in: Rect(x: 0, y: 0, width: columns, height: rows))
        let (own, history) = (settings.labels, records.history)
        jobs.run {
            Self.preview(request, own, history, room)
        } then: { [self] (result: Result<PrintPreview, any Error>) in
            printingUnderWay.isMaking = false
            guard let wanted = printingUnderWay.wanted else { return }
            model.printing.preview = try? result.get()
            display.needsDrawing = true
            if wanted != request { preview(wanted) }
        }
    }

    /// More labels than these are counted when they are made.
    private static let mostCounted = 2000

    private static func preview(
        _ request: PrintRequest, _ own: [LabelSettings], _ history: HistoryStore,
        _ room: (columns: Int, rows: Int)
    ) -> PrintPreview {
        struct EnoughCounted: Error {}
        do {
            let labels = try LabelJob(request, own: own, history: history)
            let page = try labels.job.preview(labels.source, as: labels.form, columns: room.columns, rows: room.rows)
            var words = "more than \(mostCounted) labels"
            do {
                let made = try labels.job.write(labels.source, as: labels.form) { count in
                    if count > mostCounted { throw EnoughCounted() }
                } _: { _ in
                }
                words = made.words(labels.job)
                if made.labels == 0 { return PrintPreview(request, problem: "There is nothing to print") }
            } catch is EnoughCounted {}
            return PrintPreview(request, page: page, words: words)
        } catch {
            return PrintPreview(request, problem: "\(error)")
        }
    }

    // MARK: - All of it

    private func ask(_ request: PrintRequest) {
        guard !printingUnderWay.isBusy else {
            return show(Notice("A job is being printed: wait for it, or take it back", isWarning: true))
        }
        guard case .printer(let name) = request.target else {
            return display.stack.ask(
                Prompt(title: "Write the labels", hint: SaveTarget.hint, text: SaveTarget.free("labels.pdf", in: ".")) {
                    [.printing(.write(request, path: $0, overwrite: false))]
                })
        }
        let making = Notice("Making the labels …", isUnderWay: true)
        show(making, seconds: 600)
        let (own, history) = (settings.labels, records.history)
        jobs.run {
            let labels = try LabelJob(request, own: own, history: history)
            let spool = try PrintSpool()
            let made = try labels.job.write(labels.source, as: labels.form) { try spool.append($0) }
            return MadeLabels(spool: spool, made: made, labels: labels)
        } then: { [self] (result: Result<MadeLabels, any Error>) in
            hide(making)
            switch result {
            case .success(let made) where made.made.labels == 0: show(Notice("There is nothing to print"))
            case .success(let made):
                let words = made.made.words(made.labels.job)
                printingUnderWay.made = (request, made.spool, words, made.labels.form, made.labels.job.layout)
                let copies =
                    request.ticket.copies == 1 ? [] : [Confirmation.Line.text("\(request.ticket.copies) copies.")]
                display.stack.ask(
                    Confirmation(
                        title: "Print on \(Canvas.fitting(SafeText.visible(name), width: 40))?",
                        lines: [.text("\(words).")] + copies, yes: [.printing(.send(request))]))
                display.needsDrawing = true
            case .failure(let error): show(Notice("\(error)", isWarning: true), seconds: 8)
            }
        }
    }

    private func write(_ request: PrintRequest, to typed: String, overwrite: Bool) {
        let path = SaveTarget.resolved(typed, name: "labels.pdf")
        if !overwrite, Folder.contains(path) {
            let effect = Effect.printing(.write(request, path: path, overwrite: true))
            return display.stack.ask(.overwriting(path, by: effect), aboutAnswer: true)
        }
        let (own, history) = (settings.labels, records.history)
        let making = Notice("Making the labels …", isUnderWay: true)
        show(making, seconds: 600)
        jobs.run {
            let labels = try LabelJob(request, own: own, history: history)
            return try ExportFile.write(to: path, overwrite: overwrite) { sink in
                let made = try labels.job.write(labels.source, as: .pdf, sink)
                guard made.labels > 0 else { throw Trouble("There is nothing to print") }
                return made.words(labels.job)
            }
        } then: { [self] (result: Result<String, any Error>) in
            hide(making)
            switch result {
            case .success(let words):
                display.stack.acceptAnswer()
                show(Notice("\(words), written to \(SaveTarget.shown(path))"), seconds: 8)
                keepPrinted(request)
            case .failure(let error): rejectAnswer(error)
            }
            display.needsDrawing = true
        }
    }

    private func send(_ request: PrintRequest) throws {
        guard let made = printingUnderWay.made, made.request == request, case .printer(let name) = request.target else {
            throw Trouble("What was to be printed has changed: print it again")
        }
        printingUnderWay.made = nil
        let printer = try Printer(name)
        let cancellation = PrintCancellation()
        printingUnderWay.cancellation = cancellation
        printingUnderWay.hasArrived = false
        model.printing.underWay = JobUnderWay(printer: name, labels: made.words)
        let job = MadeJob(spool: made.spool, form: made.form, layout: made.layout)
        let warn = jobs.forward { [self] (warning: String) in
            model.printing.underWay?.state = warning
            display.needsDrawing = true
        }
        let tell = jobs.forward { [self] (news: PrintNews) in
            model.printing.underWay?.state = news.text
            if case .atPrinter = news { model.printing.underWay?.isAtPrinter = true }
            display.needsDrawing = true
        }
        jobs.run {
            let plan = try printer.plan(job.form, job.layout, request.ticket, cancellation)
            plan.warnings.forEach { warn($0) }
            return try printer.print(job.spool, plan, request.ticket, cancellation) { tell($0) }
        } then: { [self] (result: Result<PrintOutcome, any Error>) in
            printingUnderWay.cancellation = nil
            model.printing.underWay = nil
            if case .success(let outcome) = result { printingUnderWay.hasArrived = outcome != .cancelled }
            switch result {
            case .success(.printed(let number)):
                show(Notice("\(made.words), printed" + (number.map { ": job \($0)" } ?? "")), seconds: 8)
                keepPrinted(request)
            case .success(.sent(let number)): show(Notice("\(made.words), sent: job \(number)"), seconds: 8)
            case .success(.cancelled):
                show(Notice("Taken back: labels may have been printed already", isWarning: true))
            case .failure(let error): show(Notice("\(error)", isWarning: true), seconds: 12)
            }
            display.needsDrawing = true
        }
    }

    /// Leaves what is being printed to the printer, as far as it has it; the rest is broken off in order.
    ///
    /// - Returns: what a person should know of it; nil where nothing is left.
    func leavePrinting(atMost patience: Duration) -> String? {
        jobs.followUp()
        guard let job = model.printing.underWay, let cancellation = printingUnderWay.cancellation else { return nil }
        if job.isAtPrinter { return "\(job.printer) goes on printing: \(job.state)" }
        cancellation.cancel()
        let end = ContinuousClock.now + patience
        while printingUnderWay.isBusy, ContinuousClock.now < end {
            usleep(20_000)
            jobs.followUp()
        }
        return printingUnderWay.hasArrived
            ? nil : "not all labels went to \(job.printer): \(job.labels), \(job.state)"
    }

    /// A code that was printed is one that was made.
    private func keepPrinted(_ request: PrintRequest) {
        guard case .code(let source) = request.content else { return }
        let made = MakeRequest(source, kind: request.kind, options: request.options)
        if let symbol = try? CodeMaking.symbol(made, by: making.maker) { keepMade(made, symbol) }
    }
}

/// What is sent, from thread to thread, used by one at a time.
// SAFETY: the loop's thread has let go of the spool before the job that sends it begins.
private struct MadeJob: @unchecked Sendable {
    let spool: PrintSpool
    let form: PrintJob.Form
    let layout: PageLayout
}

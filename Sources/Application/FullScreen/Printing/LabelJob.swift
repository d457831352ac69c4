import Files
import Services
import Config
import Encoding
import Foundation
import History
import Printing
import Screens
import Widgets

/// A job as the Print screen has it, ready to be made.
// SAFETY: it is made and used up in one job beside the loop; its rows are read by that thread alone.
struct LabelJob: @unchecked Sendable {
    let job: PrintJob
    let source: LabelSource
    let form: PrintJob.Form

    /// - Parameter owns: the sheets of the settings.
    /// - Throws: `UserError` for what cannot be printed so.
    init(_ request: PrintRequest, own: [LabelSettings], history: HistoryStore) throws {
        guard let kind = SymbolKind.named(request.kind) else {
            throw UserError("there is no kind of code called \(request.kind)")
        }
        var job = PrintJob(kind: kind, layout: try Self.layout(request.paper, own))
        job.options = request.options
        job.encoder = SymbolEncoder(elements: GS1ElementReader())
        (job.start, job.count, job.hasCutMarks) = (request.start, request.count, request.hasCutMarks)
        (job.dotsPerInch, job.moduleWidth) = (request.dotsPerInch, request.moduleWidth)
        job.template.hasFrame = request.hasFrame
        if !request.text.isEmpty { job.template.below = [try FieldTemplate(request.text)] }
        switch request.content {
        case .code(let source): self.source = .one(source)
        case .series(let text): source = .series(try LabelSeries(text, check: request.seriesCheck))
        case .file(let path, let code):
            source = try .file(path)
            if !code.isEmpty { job.template.code = try FieldTemplate(code) }
        case .scans(let scope): source = .scans(HistorySelection(scope, now: Date()), of: history)
        }
        self.job = job
        guard case .printer(let name) = request.target else {
            form = .pdf
            return
        }
        form = try Printer(name).isRaw ? .raw(.zpl) : .pdf
    }

    private static func layout(_ paper: PrintRequest.Paper, _ own: [LabelSettings]) throws -> PageLayout {
        switch paper {
        case .sheet(let name): try .sheet(name, own: own)
        case .roll(let size): try .roll(size)
        case .page(let name): try .plain(try PaperSize(name), name: name, label: nil, margin: 10, gutter: 0)
        }
    }
}

extension PrintScreen.Sheet {
    /// Every sheet that can be chosen, those of the settings first.
    static func all(own: [LabelSettings]) -> [PrintScreen.Sheet] {
        own.map { .init(name: $0.name, title: "\($0.name): \($0.label) mm on \($0.page)") }
            + LabelSheet.all.compactMap { sheet in
                guard let number = sheet.numbers.first else { return nil }
                let size = "\(millimetres(sheet.layout.label.width)) × \(millimetres(sheet.layout.label.height)) mm"
                return .init(
                    name: number, title: "\(sheet.brand) \(number): \(size), \(sheet.layout.capacity) on \(sheet.paper)"
                )
            }
    }
}

import Files
import Services
import Collections
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

    /// - Throws: `UserError` for what cannot be printed so.
    init(_ request: PrintRequest, _ sources: LabelJobSources) throws {
        let own = sources.sheets
        var template = try request.template.map { name throws(UserError) in try LabelTemplates.named(name) }
        let name = request.kind ?? template?.codes[0].kind ?? "qr-code"
        template?.codes[0].kind = nil
        guard let kind = SymbolKind.named(name) else { throw UserError("there is no kind of code called \(name)") }
        var job = PrintJob(kind: kind, layout: try Self.layout(request.paper, own, template))
        if let template { job.template = template }
        job.options = request.options
        job.encoder = SymbolEncoder(elements: GS1ElementReader())
        (job.start, job.count, job.hasCutMarks) = (request.start, request.count, request.hasCutMarks)
        job.offset = request.offset
        (job.dotsPerInch, job.moduleWidth) = (request.dotsPerInch, request.moduleWidth)
        job.template.hasFrame = job.template.hasFrame || request.hasFrame
        if !request.text.isEmpty {
            job.template.texts.append(LabelText(try FieldTemplate(request.text), at: .below))
        }
        switch request.content {
        case .code(let source): self.source = .one(source)
        case .series(let text): source = .series(try LabelSeries(text, check: request.seriesCheck))
        case .file(let path, let code):
            source = try .file(path)
            if !code.isEmpty { job.template.code = try FieldTemplate(code) }
        case .scans(let scope): source = .scans(HistorySelection(scope, now: Date()), of: sources.history)
        case .collection(let name):
            source = try .collection(name, in: try CollectionStore(sources.collections, for: .reading))
        case .receipt(let text):
            source = .one(.text(text))
            let lines = text.split(separator: "\n").map { FieldTemplate(String($0)) { _ in false } }
            job.template.texts += lines.map { LabelText($0, at: .above, alignment: .left) }
        }
        self.job = job
        guard case .printer(let name) = request.target else {
            form = .pdf
            return
        }
        form = try Printer(name).isRaw ? .raw(.zpl) : .pdf
    }

    private static func layout(
        _ paper: PrintRequest.Paper, _ own: [LabelSettings], _ template: LabelTemplate?
    ) throws -> PageLayout {
        switch paper {
        case .sheet(let name): return try .sheet(name, own: own)
        case .roll(let size): return try .roll(size)
        case .page(let name): return try .plain(try PaperSize(name), name: name, label: nil, margin: 10, gutter: 0)
        case .template:
            guard let size = template?.size else {
                throw UserError("the template names no labels: choose them under Labels")
            }
            return try .template(size, own: own)
        }
    }
}

/// Where the rows of labels and their sheets come from.
struct LabelJobSources: Sendable {
    /// The sheets of the settings.
    let sheets: [LabelSettings]
    let history: HistoryStore
    /// The file of the collections.
    let collections: String
}

extension PrintScreen.Template {
    /// Every template that can be chosen; those that cannot be read are shown, too, and say why.
    static var all: [PrintScreen.Template] {
        LabelTemplates.names().map { name in
            .init(name: name, hasSize: (try? LabelTemplates.named(name))?.size != nil)
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

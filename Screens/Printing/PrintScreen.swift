import Encoding
import Printing
import Surface
import Widgets

extension KeyContext {
    package static let printing = KeyContext(title: "Print labels")
}

extension Command {
    package static let printLabels = Command("print-labels")
    package static let cancelPrinting = Command("cancel-printing")
    package static let printScans = Command("print-scans")
}

/// How codes are printed on labels is filled in at the left, and the first page stands at the right.
package struct PrintScreen: FormScreen {
    var form: Form
    private let content: PrintRequest.Content
    private let kind: SymbolKind?
    private let options: MakeOptions
    private let printers: [String]
    private let sheets: [Sheet]
    private let templates: [Template]
    /// The template that was chosen last.
    private var template = 0
    private(set) var request: PrintRequest?
    private(set) var problem: String?

    /// A sheet that can be chosen.
    package struct Sheet: Sendable, Hashable {
        /// What `PrintRequest.Paper.sheet` calls it.
        package var name: String
        /// For people: its number, paper and labels.
        package var title: String

        package init(name: String, title: String) { (self.name, self.title) = (name, title) }
    }

    /// A template of labels that can be chosen.
    package struct Template: Sendable, Hashable {
        package var name: String
        /// Whether it names the labels that it is made for.
        package var hasSize: Bool

        package init(name: String, hasSize: Bool) { (self.name, self.hasSize) = (name, hasSize) }
    }

    /// A screen for printing `content` in codes of a kind, on one of `sheets`, of which there is one at least; the usual printer is the
    /// first.
    package init(
        _ content: PrintRequest.Content, kind: String, options: MakeOptions, sheets: [Sheet], printers: [String],
        templates: [Template] = []
    ) {
        (self.content, self.options, self.sheets, self.printers) = (content, options, sheets, printers)
        self.templates = templates
        self.kind = SymbolKind.named(kind)
        form = Form(title: "Print labels", fields: [])
        form = Form(title: "Print labels", fields: fields)
        // A code is copied; instead of scans, labels are often numbered. Enter prints in both fields.
        switch content {
        case .code: form.focus(on: "count")
        case .receipt:
            form.choose(sheets.count, of: "sheet")
            form.focus(on: "printer")
        default: break
        }
        update()
    }

    /// What can be chosen besides sheets and known printers.
    private static let (roll, plain, another) = ("a roll", "plain paper", "another")
    private static let ofTemplate = "as the template says"
    private static let kinds = SymbolKind.all
    private static let dots = [203, 300, 600, 1200]

    private var fields: [FormField] {
        let checks: [String] = CheckScheme.ofSeries.map(\.name)
        let rows: [FormField] = [
            .text("series", label: "Series", placeholder: "e.g. S-{001..250}"),
            .text("file", label: "Rows from a file", isPath: true, placeholder: "CSV: first column; or lines"),
            .text("code", label: "Code of a row", placeholder: "{column}; the first one").rare(),
            .choice("check", label: "Check characters", ["none"] + checks).rare(),
        ]
        // A code that was made keeps its kind; rows have that of the template, or else the usual one.
        var kindNumber = 0
        if case .code = content { kindNumber = 1 + (Self.kinds.firstIndex { $0.name == kind?.name } ?? -1) }
        // A roll is as long as the receipt.
        let roll = if case .receipt = content { "80" } else { "" }
        let usual = "automatic (\(kind?.title ?? "QR Code"))"
        let codes: [String] = [usual] + Self.kinds.map(\.title)
        let ofTemplate: [String] = templates.contains(where: \.hasSize) ? [Self.ofTemplate] : []
        let sizes: [String] = sheets.map(\.title) + [Self.roll, Self.plain] + ofTemplate
        let labels: [FormField] = [
            .choice("template", label: "Template", ["none"] + templates.map(\.name)),
            .choice("kind", label: "Code", codes, selected: kindNumber),
            .choice("sheet", label: "Labels", sizes),
            .text("roll", label: "Roll or paper", LineEditor(roll), placeholder: "62x29, 62; A4, Letter")
                .only(with: "sheet", [Self.roll, Self.plain]),
            .number("start", label: "Start at label", 1, in: 1...PageLayout.maximumLabels),
            .text("count", label: "Copies of each", LineEditor("1"), placeholder: "1, or {quantity}"),
            .text("text", label: "Text below", placeholder: "e.g. {code} or No {n}"),
            .choice("printer", label: "Printer", ["a PDF file"] + printers + [Self.another]),
            .text("address", label: "Another printer", placeholder: "ipp://…, socket://HOST")
                .only(with: "printer", [Self.another]),
            .check("frame", label: "Frame").rare(),
            .check("cut", label: "Cut marks").rare(),
            .number("copies", label: "Copies of all", 1, in: 1...9999).rare(),
            .choice("quality", label: "Quality", ["automatic"] + PrintTicket.Quality.allCases.map(\.rawValue)).rare(),
            .choice("dpi", label: "Dots per inch", Self.dots.map(String.init), selected: 1).rare(),
            .text("module", label: "Module, mm", placeholder: "fit").rare(),
            .text("offset", label: "Move by, mm", placeholder: "0,0; right,down").rare(),
        ]
        return rows + labels
    }

    package var context: KeyContext { .printing }

    static var useCommand: Command { .printLabels }

    /// A file is followed by what is to be said of its rows.
    var entersNext: Bool { form.focused == "file" }

    package var opening: [Effect] { effects }

    mutating func formChanged() -> [Effect] {
        let former = (request, problem)
        let chosen = form.values.choice("template") ?? 0
        if chosen != template, chosen > 0, templates[chosen - 1].hasSize {
            form.choose(sheets.count + 2, of: "sheet")
        } else if chosen == 0, template > 0, form.values.choice("sheet") == sheets.count + 2 {
            form.choose(0, of: "sheet")
        }
        template = chosen
        update()
        return former.0 == request && former.1 == problem ? [] : effects
    }

    private var effects: [Effect] {
        [.printing(request.map(PrintingEffect.preview) ?? .clear)]
    }

    private mutating func update() {
        (request, problem) = (nil, nil)
        let values = form.values
        let module = values.text("module").trimmingBlanks.replacing(",", with: ".")
        let width = Double(module)
        guard module.isEmpty || width.map({ (0.05...100).contains($0) }) == true else {
            problem = "A module is 0.05 to 100 mm wide; leave it empty to fit the label"
            return
        }
        guard let target = target(values), let paper = paper(values) else { return }
        guard let content = content(values) else { return }
        guard let (count, offset) = counts(values) else { return }
        let chosen = values.choice("kind") ?? 0
        let kind = chosen > 0 ? Self.kinds[chosen - 1] : nil
        var ticket = PrintTicket()
        ticket.copies = values.number("copies") ?? 1
        ticket.quality = values.choice("quality").flatMap { $0 > 0 ? PrintTicket.Quality.allCases[$0 - 1] : nil }
        let check = values.choice("check").flatMap { $0 > 0 ? CheckScheme.ofSeries[$0 - 1].name : nil }
        request = PrintRequest(
            content: content, template: template > 0 ? templates[template - 1].name : nil, kind: kind?.name,
            // What was chosen for one kind need not be possible for another.
            options: kind?.name == self.kind?.name ? options : MakeOptions(),
            seriesCheck: content.isSeries ? check : nil, paper: paper, start: values.number("start") ?? 1,
            count: count, offset: offset, text: values.text("text"), hasFrame: values.isChecked("frame"),
            hasCutMarks: values.isChecked("cut"), dotsPerInch: Self.dots[values.choice("dpi") ?? 1],
            moduleWidth: width, ticket: ticket, target: target)
    }

    /// What is printed: what the screen was opened for, unless a series or a file is named.
    private mutating func content(_ values: FormValues) -> PrintRequest.Content? {
        let (series, file) = (values.text("series").trimmingBlanks, values.text("file").trimmingBlanks)
        switch (series.isEmpty, file.isEmpty) {
        case (true, true): return content
        case (false, true): return .series(series)
        case (true, false): return .file(file, code: values.text("code").trimmingBlanks)
        case (false, false):
            problem = "Leave either the series or the file empty"
            return nil
        }
    }

    private mutating func counts(_ values: FormValues) -> (LabelCount, LabelOffset)? {
        let (count, offset) = (values.text("count").trimmingBlanks, values.text("offset").trimmingBlanks)
        do {
            return (
                try LabelCount(count.isEmpty ? "1" : count), offset.isEmpty ? .none : try LabelOffset(offset)
            )
        } catch {
            problem = "\(error)"
            return nil
        }
    }

    private mutating func target(_ values: FormValues) -> PrintRequest.Target? {
        // Who types an address wants it, whatever else is chosen.
        let address = values.text("address").trimmingBlanks
        guard address.isEmpty else { return .printer(address) }
        let chosen = values.choice("printer") ?? 0
        if chosen == 0 { return .file }
        if chosen <= printers.count { return .printer(printers[chosen - 1]) }
        problem = "Enter the other printer's name or address: ipp://…, socket://HOST, a device's path"
        return nil
    }

    private mutating func paper(_ values: FormValues) -> PrintRequest.Paper? {
        let chosen = values.choice("sheet") ?? 0
        let size = values.text("roll").trimmingBlanks
        if chosen < sheets.count {
            guard size.isEmpty else {
                problem = "Choose “a roll” or “plain paper” under Labels for \(size), or leave Roll, or paper empty"
                return nil
            }
            return .sheet(sheets[chosen].name)
        }
        if chosen == sheets.count + 2 {
            guard template > 0 else {
                problem = "Choose a template, or other labels"
                return nil
            }
            return .template
        }
        guard !size.isEmpty else {
            problem =
                chosen == sheets.count
                ? "Enter the roll's size in millimetres: 62x29, or 62 for continuous rolls"
                : "Enter the paper: A4, Letter, or its sides in millimetres as 100x150"
            return nil
        }
        return chosen == sheets.count ? .roll(size) : .page(size)
    }

    /// Does what keys and clicks ask for.
    package mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        switch command {
        case .back: [.pop]
        case .printLabels: use()
        default: [.run(command)]
        }
    }

    func use() -> [Effect] {
        if let request { return [.printing(.ask(request))] }
        return [.notice(Notice(problem ?? "There is nothing to print", isWarning: true))]
    }

    // MARK: - Drawing

    private static func layout(_ bounds: Rect) -> (frame: Rect, form: Rect, facts: Rect, page: Rect, isFramed: Bool) {
        let height = bounds.height - 1
        let left = min(52, max(34, bounds.width / 2))
        let facts = min(5, height / 3)
        let page = Rect(x: left + 1, y: 0, width: max(0, bounds.width - left - 1), height: height)
        let isFramed = bounds.width >= 100 && height >= 30
        return (
            Rect(x: 0, y: 0, width: left, height: height),
            Rect(x: 1, y: 1, width: left - 2, height: max(0, height - 2 - facts)),
            Rect(x: 2, y: height - 1 - facts, width: left - 4, height: facts),
            isFramed ? page.inset(columns: 1, rows: 1) : page, isFramed
        )
    }

    /// How many points a page's preview has room for in a window.
    package static func room(in bounds: Rect) -> (columns: Int, rows: Int) {
        let page = layout(bounds).page
        return (max(8, page.width), max(8, 2 * page.height))
    }

    /// Gives the keys to the field that is clicked.
    package mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect] {
        form.click(column: column, row: row, in: Self.layout(bounds).form) ? formChanged() : []
    }

    /// Draws the form, what will be printed in words, and the first page.
    package func render(into canvas: inout Canvas, context: RenderContext) {
        let layout = Self.layout(canvas.bounds)
        let printing = context.model.printing
        let preview = request == nil ? nil : printing.preview
        let wrong = problem ?? preview?.problem
        // A warning stands above what is printed: there may be room for a few lines only.
        let quality =
            wrong != nil
            ? []
            : preview?.quality.map { quality in
                Paragraph.wrap(quality.isBad ? "! \(quality.words)" : quality.words, width: layout.facts.width)
                    .map { ($0, quality.isBad ? Role.warning : .text) }
            } ?? []
        let words =
            Paragraph.wrap(
                wrong.map { "! \($0)" } ?? preview?.words ?? "", width: layout.facts.width, maximum: layout.facts.height
            ).map { ($0, wrong == nil ? Role.text : .warning) }
        let lines =
            Paragraph.wrap(printing.underWay?.words ?? "", width: layout.facts.width).filter { !$0.isEmpty }.map {
                ($0, Role.good)
            }
            + (preview?.quality?.isBad == true ? quality + words : words + quality)
        renderForm(
            into: &canvas, frame: layout.frame, area: layout.form, facts: lines, in: layout.facts, context.theme)
        if layout.isFramed {
            let frame = layout.page.inset(columns: -1, rows: -1)
            canvas.frame(frame, context.theme[.border], title: "First page")
        }
        guard let page = preview?.page else { return }
        // A notice may take rows of the window: the page is cut then, not left out.
        let height = min(page.height, 2 * layout.page.height)
        let modules = CodeModules(width: page.width, height: height, isDark: page.isDark)
        let terminal = context.model.picture.painter.terminal
        CodeDrawing(modules, in: layout.page, on: terminal, hasSextants: false)?
            .render(into: &canvas, isOnWhite: context.isOnWhite)
    }
}

import Artwork
import Encoding
import Files

/// What is to be printed: which code and text on which labels.
///
///     var job = PrintJob(kind: kind, layout: try LabelSheet.named("L7160").layout)
///     job.template.below = [try FieldTemplate("{code}")]
///     let source = LabelSource.series(try LabelSeries("S-{0001…0250}"))
///     let made = try job.write(source, as: .pdf) { try file.append($0) }
///     print(made.words(job))       // 250 labels on 12 sheets of Avery L7160; a module takes 5 dots at 300 dpi: 0.42 mm
package struct PrintJob: Sendable {
    package static let maximumLabels = 1_000_000

    package var kind: SymbolKind
    package var options = MakeOptions()
    package var template = LabelTemplate()
    package var layout: PageLayout
    /// The place on the first page that the first label gets, from 1.
    package var start = 1
    package var count = 1
    /// The printer's dots per inch: modules and places are whole dots.
    package var dotsPerInch = 300
    /// The width of a module in millimetres, which becomes whole dots; nil for as wide as fits.
    package var moduleWidth: Double?
    package var hasCutMarks = false
    /// Who makes the codes.
    package var encoder = SymbolEncoder()

    package init(kind: SymbolKind, layout: PageLayout) { (self.kind, self.layout) = (kind, layout) }

    /// What a job is made into.
    package enum Form: Sendable {
        /// Pages for every printer, and for files.
        case pdf
        /// A language of label printers, for rolls.
        case raw(LabelLanguage)

        package var isRaw: Bool { if case .raw = self { true } else { false } }
    }

    /// What was made.
    package struct Made: Hashable, Sendable {
        package internal(set) var labels = 0
        package internal(set) var pages = 0
        /// The dots of the narrowest and the widest module.
        package internal(set) var dots: ClosedRange<Int>?
        /// Characters that no font has, at most `maximumMissing` of them.
        package internal(set) var missing: [Unicode.Scalar] = []

        static let maximumMissing = 8

        mutating func note(_ drawing: LabelDrawing) {
            for character in drawing.missing where missing.count < Self.maximumMissing && !missing.contains(character) {
                missing.append(character)
            }
        }
    }

    /// Makes all labels, one after the other: no more than a page is in memory, and the same rows give the same bytes.
    ///
    /// - Parameters:
    ///   - source: the rows.
    ///   - progress: gets how many labels there are after each; what it throws ends the job.
    ///   - sink: takes the bytes. What it got before an error is of no use.
    /// - Throws: `UserError`, with the label's number where one cannot be made; what source, sink and progress throw.
    package func write(
        _ source: LabelSource, as form: Form, progress: (Int) throws -> Void = { _ in },
        _ sink: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws -> Made {
        try check(form)
        switch form {
        case .pdf:
            var pages = PDFPages(layout, start: start - 1, dot: dot, hasCutMarks: hasCutMarks, sink)
            return try write(source, on: &pages, isBitmap: false, progress)
        case .raw(let language):
            var pages = RawPages(language, sink)
            return try write(source, on: &pages, isBitmap: true, progress)
        }
    }

    /// The first page in points of a terminal.
    ///
    /// - Parameters:
    ///   - columns: the most points across.
    ///   - rows: the most points down.
    /// - Throws: as `write`.
    package func preview(_ source: LabelSource, as form: Form = .pdf, columns: Int, rows: Int) throws -> PagePreview {
        struct PageIsFull: Error {}
        try check(form)
        var pages = PreviewPages(layout, start: start - 1, dot: dot, columns: columns, rows: rows)
        do {
            _ = try write(source, on: &pages, isBitmap: form.isRaw) { labels in
                if labels + start - 1 >= layout.capacity { throw PageIsFull() }
            }
        } catch is PageIsFull {}
        return pages.preview
    }

    /// Millimetres of a dot.
    var dot: Double { 25.4 / Double(dotsPerInch) }

    /// The dots of a module where its width is given.
    private var dotsPerModule: Int? { moduleWidth.map { max(1, Int(($0 / dot).rounded())) } }

    private func check(_ form: Form) throws(UserError) {
        guard (1...layout.capacity).contains(start) else {
            throw UserError("\(layout.name) has \(layout.capacity) labels, so there is no label \(start)")
        }
        guard (1...Self.maximumLabels).contains(count) else {
            throw UserError("each code is printed 1 to \(Self.maximumLabels) times")
        }
        guard !hasCutMarks || !CutMarks.lines(layout, height: layout.page.height).isEmpty else {
            throw UserError("\(layout.name) has no margin for cut marks: leave out --cut-marks")
        }
        if case .raw(let language) = form {
            guard layout.feed != .sheets else {
                throw UserError("\(language.title) is for rolls: use --roll 62x29, or another printer")
            }
            guard !hasCutMarks else {
                throw UserError("\(language.title) printers cut automatically: leave out --cut-marks")
            }
        }
    }

    private func write<Pages: LabelPages>(
        _ source: LabelSource, on pages: inout Pages, isBitmap: Bool, _ progress: (Int) throws -> Void
    ) throws -> Made {
        if let fields = source.fields { try template.check(against: fields) }
        let composer = LabelComposer(
            kind: kind, options: options, layout: layout, dotsPerInch: dotsPerInch, dotsPerModule: dotsPerModule,
            isBitmap: isBitmap, encoder: encoder)
        var made = Made()
        // Where rows have fields of their own, a name that none has is known at the end.
        var unseen = source.fields == nil ? template.fields.subtracting(LabelTemplate.ownFields) : []
        var last: (content: LabelContent, drawing: LabelDrawing)?
        try source.forEach { row in
            if !unseen.isEmpty { unseen = unseen.filter { row.value($0) == nil } }
            for _ in 0..<count {
                let number = made.labels + 1
                guard number <= Self.maximumLabels else {
                    throw UserError("there are more than \(Self.maximumLabels) labels: split them into several jobs")
                }
                do throws(UserError) {
                    let content = try template.content(of: row, number: number)
                    if content.source.bytes.isEmpty { try template.checkCode(of: row, source.examples) }
                    if last?.content != content { last = (content, try composer.drawing(of: content)) }
                } catch {
                    throw UserError("label \(number)\(row.place.map { ", \($0)" } ?? ""): \(error)")
                }
                guard let drawing = last?.drawing else { return }
                try pages.add(drawing)
                made.note(drawing)
                made.labels = number
                let dots = made.dots ?? drawing.dotsPerModule...drawing.dotsPerModule
                made.dots = min(dots.lowerBound, drawing.dotsPerModule)...max(dots.upperBound, drawing.dotsPerModule)
                try progress(number)
            }
        }
        if made.labels > 0, let name = unseen.min() { throw UserError(LabelTemplate.unknown(name, source.examples)) }
        if made.labels > 0 { try pages.finish() }
        made.pages = pages.pages
        return made
    }
}

extension PrintJob.Made {
    /// What there is, for people: `250 labels on 12 sheets of Avery L7160; a module takes 5 dots at 300 dpi: 0.42 mm`.
    package func words(_ job: PrintJob) -> String {
        var words = labels == 1 ? "1 label" : "\(labels) labels"
        if job.layout.feed == .sheets {
            words += " on \(pages) \(pages == 1 ? "sheet" : "sheets") of \(job.layout.name)"
        } else {
            words += " on \(job.layout.name)"
        }
        guard let dots else { return words }
        let widths = [dots.lowerBound, dots.upperBound].map { millimetres(Double($0) * job.dot) }
        let isOne = dots.lowerBound == dots.upperBound
        words += "; a module takes \(isOne ? "" : "\(dots.lowerBound) to ")\(dots.upperBound) "
        words += "\(dots.upperBound == 1 ? "dot" : "dots") at \(job.dotsPerInch) dpi: "
        words += isOne ? "\(widths[0]) mm" : "\(widths[0]) to \(widths[1]) mm"
        if let wanted = job.moduleWidth, abs(Double(dots.lowerBound) * job.dot - wanted) > wanted / 1000 {
            words += " instead of \(millimetres(wanted)) mm"
        }
        return words
    }
}

extension PrintJob.Made {
    /// What a person should know before these labels are used; nil for nothing.
    package var warning: String? {
        guard !missing.isEmpty else { return nil }
        let names = missing.map(PrintableText.name).joined(separator: ", ")
        return
            "no font has \(names): \(missing.count == 1 ? "it is" : "they are") drawn as \(missing.count == 1 ? "a box" : "boxes"). Install a font that has \(missing.count == 1 ? "it" : "them") (Debian: fonts-noto-core, fonts-noto-cjk, fonts-noto-color-emoji)"
    }
}

/// The first page alone, for a terminal.
private struct PreviewPages: LabelPages {
    private let layout: PageLayout
    private let dot: Double
    private var place: Int
    private let room: (columns: Int, rows: Int)
    private(set) var preview: PagePreview
    var pages: Int { 1 }

    init(_ layout: PageLayout, start: Int, dot: Double, columns: Int, rows: Int) {
        (self.layout, place, self.dot, room) = (layout, start, dot, (columns, rows))
        preview = PagePreview(layout.page, columns: columns, rows: rows)
        guard layout.feed != .continuousRoll else { return }
        for place in 0..<layout.capacity {
            let origin = layout.origin(of: place)
            preview.outline(x: origin.x, y: origin.y, width: layout.label.width, height: layout.label.height)
        }
    }

    mutating func add(_ drawing: LabelDrawing) {
        guard place < layout.capacity else { return }
        if layout.feed == .continuousRoll {
            let size = PaperSize(width: layout.page.width, height: Double(drawing.height) * dot)
            preview = PagePreview(size, columns: room.columns, rows: room.rows)
            preview.outline(x: 0, y: 0, width: size.width, height: size.height)
        }
        let origin = layout.origin(of: place)
        preview.draw(drawing, x: origin.x, y: origin.y, dot: dot)
        place += 1
    }

    func finish() {}
}

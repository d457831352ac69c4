import Artwork
import Encoding
import Files

/// What is to be printed: which code and text on which labels.
///
///     var job = PrintJob(kind: kind, layout: try LabelSheet.named("L7160").layout)
///     job.template.below = [try FieldTemplate("{code}")]
///     let source = LabelSource.series(try LabelSeries("S-{0001…0250}"))
///     let made = try job.write(source, as: .pdf) { try file.append($0) }
///     print(made.words(job))       // 250 labels on 12 sheets of Avery L7160; 5 dots per module at 300 dpi (0.42 mm)
package struct PrintJob: Sendable {
    package static let maximumLabels = 1_000_000

    package var kind: SymbolKind
    package var options = MakeOptions()
    package var template = LabelTemplate()
    package var layout: PageLayout
    /// The place on the first page that the first label gets, from 1.
    package var start = 1
    /// How often each row is printed.
    package var count: LabelCount = 1
    /// How far everything is moved, because a printer does not print where it should.
    package var offset = LabelOffset.none
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
        /// The code with the fewest dots per module, the first of them.
        package internal(set) var smallestCode: PrintedCode?
        /// Characters that no font has, at most `maximumMissing` of them.
        package internal(set) var missing: [Unicode.Scalar] = []

        static let maximumMissing = 8

        mutating func note(_ drawing: LabelDrawing) {
            for code in drawing.codes where code.dotsPerModule < smallestCode?.dotsPerModule ?? .max {
                smallestCode = PrintedCode(
                    symbol: code.symbol, dotsPerModule: code.dotsPerModule, space: drawing.space(around: code))
            }
            for character in drawing.missing where missing.count < Self.maximumMissing && !missing.contains(character) {
                missing.append(character)
            }
        }
    }

    /// A code as it is printed.
    package struct PrintedCode: Hashable, Sendable {
        package let symbol: MadeSymbol
        package let dotsPerModule: Int
        /// Light dots around its quiet zone.
        package let space: Int
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
        let composer = try LabelComposer(self, isBitmap: form.isRaw)
        switch form {
        case .pdf:
            var pages = PDFPages(self, composer.pictures, sink)
            return try write(source, composer, on: &pages, progress)
        case .raw(let language):
            var pages = RawPages(language, offset.dots(dot), sink)
            return try write(source, composer, on: &pages, progress)
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
        var pages = PreviewPages(self, columns: columns, rows: rows)
        do {
            _ = try write(source, try LabelComposer(self, isBitmap: form.isRaw), on: &pages) { labels in
                if labels + start - 1 >= layout.capacity { throw PageIsFull() }
            }
        } catch is PageIsFull {}
        return pages.preview
    }

    /// Millimetres of a dot.
    var dot: Double { 25.4 / Double(dotsPerInch) }

    /// The dots of a module where its width is given.
    var dotsPerModule: Int? { moduleWidth.map { max(1, Int(($0 / dot).rounded())) } }

    private func check(_ form: Form) throws(UserError) {
        guard (1...layout.capacity).contains(start) else {
            throw UserError("\(layout.name) has \(layout.capacity) labels, so there is no label \(start)")
        }
        try count.check()
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
        _ source: LabelSource, _ composer: LabelComposer, on pages: inout Pages, _ progress: (Int) throws -> Void
    ) throws -> Made {
        if let fields = source.fields { try template.check(against: fields, and: count.fields) }
        var made = Made()
        // Where rows have fields of their own, a name that none has is known at the end.
        var unseen =
            source.fields == nil ? template.fields.union(count.fields).subtracting(LabelTemplate.ownFields) : []
        var last: (content: LabelContent, drawing: LabelDrawing)?
        try source.forEach { row in
            if !unseen.isEmpty { unseen = unseen.filter { row.value($0) == nil } }
            for _ in 0..<(try count(for: row, after: made.labels)) {
                let number = made.labels + 1
                guard number <= Self.maximumLabels else {
                    throw UserError("there are more than \(Self.maximumLabels) labels: split them into several jobs")
                }
                do throws(UserError) {
                    let content = try template.content(of: row, number: number)
                    if content.sources.contains(where: { $0.bytes.isEmpty }) {
                        try template.checkCode(of: row, source.fields ?? source.examples)
                    }
                    if last?.content != content { last = (content, try composer.drawing(of: content)) }
                } catch {
                    throw UserError("label \(number)\(row.place.map { ", \($0)" } ?? ""): \(error)")
                }
                guard let drawing = last?.drawing else { return }
                try pages.add(drawing)
                made.note(drawing)
                made.labels = number
                let (dots, others) = (drawing.dotsPerModule, made.dots ?? drawing.dotsPerModule)
                made.dots = min(dots.lowerBound, others.lowerBound)...max(dots.upperBound, others.upperBound)
                try progress(number)
            }
        }
        if made.labels > 0, let name = unseen.min() { throw UserError(LabelTemplate.unknown(name, source.examples)) }
        if made.labels > 0 { try pages.finish() }
        made.pages = pages.pages
        return made
    }

    private func count(for row: LabelRow, after labels: Int) throws(UserError) -> Int {
        do throws(UserError) {
            return try count.number(for: row)
        } catch {
            throw UserError("label \(labels + 1)\(row.place.map { ", \($0)" } ?? ""): \(error)")
        }
    }
}

extension PrintJob.Made {
    /// What there is, for people: `250 labels on 12 sheets of Avery L7160; 5 dots per module at 300 dpi (0.42 mm)`.
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
        words += "; \(isOne ? "" : "\(dots.lowerBound) to ")\(dots.upperBound) "
        words += "\(dots.upperBound == 1 ? "dot" : "dots") per module at \(job.dotsPerInch) dpi "
        words += "(\(isOne ? "" : "\(widths[0]) to ")\(widths[1]) mm"
        if let wanted = job.moduleWidth, abs(Double(dots.lowerBound) * job.dot - wanted) > wanted / 1000 {
            words += " instead of \(millimetres(wanted)) mm"
        }
        return words + ")"
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

    init(_ job: PrintJob, columns: Int, rows: Int) {
        (layout, place, dot, room) = (job.layout, job.start - 1, job.dot, (columns, rows))
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

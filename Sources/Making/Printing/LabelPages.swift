import Artwork
import Encoding

/// Takes labels, one after another, and makes of them what a printer gets.
protocol LabelPages {
    /// How many pages were begun.
    var pages: Int { get }
    /// Puts a label in the next place.
    mutating func add(_ drawing: LabelDrawing) throws
    /// Ends the last page, and what follows pages.
    mutating func finish() throws
}

/// Labels on pages of PDF: no more than one page is in memory.
struct PDFPages: LabelPages {
    private let layout: PageLayout
    private let dot: Double
    private let hasCutMarks: Bool
    private var writer: PDFWriter
    private var content = PDFContent()
    private var place: Int
    private var isOpen = false
    private var height: Double

    private let offset: (x: Int, y: Int)

    /// - Parameter pictures: those of the job's template, in dots.
    init(_ job: PrintJob, _ pictures: [MonoBitmap], _ sink: @escaping PDFWriter.Sink) {
        (layout, place, dot, hasCutMarks) = (job.layout, job.start - 1, job.dot, job.hasCutMarks)
        offset = job.offset.dots(dot)
        writer = PDFWriter(hasBold: job.template.texts.contains(where: \.isBold), pictures: pictures, sink)
        height = layout.page.height
    }

    var pages: Int { writer.pages + (isOpen ? 1 : 0) }

    mutating func add(_ drawing: LabelDrawing) throws {
        if layout.feed == .continuousRoll { height = Double(drawing.height) * dot }
        let origin = layout.origin(of: place)
        isOpen = true
        let (x, y) = (Int((origin.x / dot).rounded()), Int((origin.y / dot).rounded()))
        let moved = try drawing.moved(
            by: offset,
            within: (-x...max(0, Int(layout.page.width / dot)) - x, -y...max(0, Int((height / dot).rounded())) - y))
        draw(moved, x: Double(x), y: Double(y))
        place += 1
        if place == layout.capacity { try endPage() }
    }

    mutating func finish() throws {
        if isOpen { try endPage() }
        try writer.finish()
    }

    private mutating func endPage() throws {
        if hasCutMarks {
            for mark in CutMarks.lines(layout, height: height) {
                content.line(
                    from: (points(mark.start.x), points(height - mark.start.y)),
                    to: (points(mark.end.x), points(height - mark.end.y)), width: 0.25)
            }
        }
        try writer.addPage(width: points(layout.page.width), height: points(height), content)
        content = PDFContent()
        (place, isOpen) = (0, false)
    }

    private func points(_ millimetres: Double) -> Double { millimetres * 72 / 25.4 }

    /// - Parameters:
    ///   - x: the label's left edge in dots.
    ///   - y: its upper edge in dots from that of the page.
    private mutating func draw(_ drawing: LabelDrawing, x: Double, y: Double) {
        let (points, top) = (dot * 72 / 25.4, self.points(height))
        for code in drawing.codes {
            content.draw(
                code.outline, points: Double(code.dotsPerModule) * points, x: (x + Double(code.x)) * points,
                y: top - (y + Double(code.y)) * points, dark: .black, light: .white)
        }
        for picture in drawing.pictures {
            let (wide, high) = (Double(picture.dots.width), Double(picture.dots.height))
            content.draw(
                picture: picture.index, x: (x + Double(picture.x)) * points,
                y: top - (y + Double(picture.y) + high) * points, width: wide * points, height: high * points)
        }
        for line in drawing.lines {
            let start = (x + Double(line.x)) * points
            let baseline = top - (y + Double(line.y) + line.baseline) * points
            switch line.letters {
            case .plain(let bytes, let isBold):
                content.write(bytes, size: line.size * points, isBold: isBold, x: start, y: baseline)
            case .outline(let outline): content.fill(outline, size: line.size * points, x: start, y: baseline)
            case .dots: break
            }
        }
        if drawing.hasFrame {
            // Half of a line of half a point lies outside of its middle.
            content.frame(
                x: x * points + 0.25, y: top - (y + Double(drawing.height)) * points + 0.25,
                width: Double(drawing.width) * points - 0.5, height: Double(drawing.height) * points - 0.5, line: 0.5)
        }
    }
}

/// Labels in a language of printers, each a page.
struct RawPages: LabelPages {
    private let language: LabelLanguage
    private let sink: PDFWriter.Sink
    private(set) var pages = 0
    /// The last label and its bytes: what is repeated is drawn once.
    private var last: (drawing: LabelDrawing, bytes: [UInt8])?

    private let offset: (x: Int, y: Int)

    /// - Parameter offset: how far labels are moved, in dots.
    init(_ language: LabelLanguage, _ offset: (x: Int, y: Int), _ sink: @escaping PDFWriter.Sink) {
        (self.language, self.offset, self.sink) = (language, offset, sink)
    }

    mutating func add(_ drawing: LabelDrawing) throws {
        if last?.drawing != drawing {
            let moved = try drawing.moved(by: offset, within: (0...drawing.width, 0...drawing.height))
            last = (drawing, try language.label(try moved.bitmap()))
        }
        try last?.bytes.withUnsafeBytes(sink)
        pages += 1
    }

    func finish() {}
}

/// Short lines that show where to cut: beyond the outer labels' edges, and across the end of a roll's label.
enum CutMarks {
    /// How far marks are from labels, and how long they are, in millimetres.
    private static let gap = 1.0
    private static let length = 4.0

    typealias Mark = (start: (x: Double, y: Double), end: (x: Double, y: Double))

    /// The marks of a page, in millimetres from its upper left corner.
    static func lines(_ layout: PageLayout, height: Double) -> [Mark] {
        let width = layout.page.width
        guard layout.feed == .sheets else {
            // Just before the end, so that all of the line is on the label.
            let y = height - 0.1
            return [((0, y), (length, y)), ((width - length, y), (width, y))]
        }
        let last = layout.origin(of: layout.capacity - 1)
        let (right, bottom) = (last.x + layout.label.width, last.y + layout.label.height)
        var marks: [Mark] = []
        for column in 0..<layout.columns {
            let left = layout.origin(of: column).x
            for x in [left, left + layout.label.width] {
                marks.append(((x, max(0, layout.top - gap - length)), (x, max(0, layout.top - gap))))
                marks.append(((x, bottom + gap), (x, min(height, bottom + gap + length))))
            }
        }
        for row in 0..<layout.rows {
            let top = layout.origin(of: row * layout.columns).y
            for y in [top, top + layout.label.height] {
                marks.append(((max(0, layout.left - gap - length), y), (max(0, layout.left - gap), y)))
                marks.append(((right + gap, y), (min(width, right + gap + length), y)))
            }
        }
        return marks.filter { $0.start.x < $0.end.x || $0.start.y < $0.end.y }
    }
}

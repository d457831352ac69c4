import Artwork
import Encoding
import Files

/// Puts codes, text and pictures on a label: modules of whole dots, as large as the label lets.
///
/// From above: text and pictures above, the codes with what stands left and right of them, text and pictures below.
struct LabelComposer {
    /// The smallest module that a label gets: 6.7 mil, what common readers resolve.
    static let minimumModule = 0.169
    /// The widest modules that a label gets by itself, of bars and of others.
    static let widestModule = (bars: 0.5, others: 1.0)
    /// The modules that text beside codes leaves them, where it can be smaller: near the least of EAN-13 in shops.
    static let comfortableModule = (bars: 0.25, others: 0.38)
    /// What stays free at the edges, and between code and text.
    static let padding = 1.5
    /// The height of text, and the least that can be read.
    static let textSize = (usual: 3.2, least: 1.4)
    /// The least height of bars.
    static let minimumBars = 5.0

    let kind: SymbolKind
    let options: MakeOptions
    let template: LabelTemplate
    let layout: PageLayout
    let dotsPerInch: Int
    /// The dots of a module; nil for as many as fit.
    let dotsPerModule: Int?
    /// Whether text is drawn in letters of dots.
    let isBitmap: Bool
    let encoder: SymbolEncoder
    /// The template's pictures in dots.
    let pictures: [MonoBitmap]

    /// A composer for the labels of a job.
    ///
    /// - Throws: `UserError` for a picture that cannot be drawn, and a kind of code that there is not.
    init(_ job: PrintJob, isBitmap: Bool) throws(UserError) {
        (kind, options, template) = (job.kind, job.options, job.template)
        (layout, dotsPerInch, dotsPerModule) = (job.layout, job.dotsPerInch, job.dotsPerModule)
        (self.isBitmap, encoder) = (isBitmap, job.encoder)
        let dot = job.dot
        pictures = try job.template.pictures.map { picture throws(UserError) in try picture.dots(dot) }
        for case let name? in template.codes.map(\.kind) where SymbolKind.named(name) == nil {
            throw UserError("unknown kind of code \(UserError.quoted(name))")
        }
    }

    /// Millimetres of a dot.
    var dot: Double { 25.4 / Double(dotsPerInch) }

    var padding: Int { Int((Self.padding / dot).rounded()) }

    /// - Throws: `UserError` for a content that the code or the label cannot hold.
    func drawing(of content: LabelContent) throws(UserError) -> LabelDrawing {
        let width = Int((layout.label.width / dot).rounded(.down))
        let inside = width - 2 * padding
        let isContinuous = layout.feed == .continuousRoll
        // A roll that is cut behind each label is as long as printers take at all.
        let room = Int((layout.label.height / dot).rounded(.down)) - 2 * padding
        let (above, below) = (try column(.above, content, inside), try column(.below, content, inside))
        let gap = (above.isEmpty ? 0 : padding / 2, below.isEmpty ? 0 : padding / 2)
        let textHeight = above.height + below.height + gap.0 + gap.1
        let symbols = try symbols(content.sources)
        let sides = try sides(content, symbols, inside, room - textHeight)
        let codes = try placed(symbols, inside - sides.width, room - textHeight)
        let middle = max(codes.height, sides.left.height, sides.right.height)
        let height = isContinuous ? middle + textHeight + 2 * padding : room + 2 * padding
        let top = padding + above.height + gap.0
        let y = top + max(0, height - 2 * padding - textHeight - middle) / 2
        // The codes stand in the middle of what the sides leave.
        let left = padding + sides.left.width + sides.gap(sides.left)
        let right = width - padding - sides.right.width - sides.gap(sides.right)
        let origin = (x: (left + right - codes.width) / 2, y: y + (middle - codes.height) / 2)
        var drawn = LabelColumn.Placed()
        above.place(&drawn, x: padding, y: max(0, y - gap.0 - above.height), width: inside)
        below.place(&drawn, x: padding, y: y + middle + gap.1, width: inside)
        sides.left.place(&drawn, x: padding, y: y + (middle - sides.left.height) / 2, width: sides.left.width)
        sides.right.place(
            &drawn, x: width - padding - sides.right.width, y: y + (middle - sides.right.height) / 2,
            width: sides.right.width)
        return LabelDrawing(
            width: width, height: height,
            codes: codes.codes.map { code in
                LabelDrawing.Code(
                    symbol: code.symbol, outline: code.outline, dotsPerModule: code.dotsPerModule, x: origin.x + code.x,
                    y: origin.y + code.y)
            }, lines: drawn.lines, pictures: drawn.pictures, hasFrame: template.hasFrame)
    }

    // MARK: - Beside the codes

    private struct Sides {
        var left: LabelColumn
        var right: LabelColumn
        let space: Int

        func gap(_ column: LabelColumn) -> Int { column.isEmpty ? 0 : space }
        var width: Int { left.width + right.width + gap(left) + gap(right) }
    }

    /// What stands beside the codes: it leaves them modules that are read well, or where text would be too small, the smallest.
    private func sides(
        _ content: LabelContent, _ symbols: [MadeSymbol], _ width: Int, _ height: Int
    ) throws(UserError) -> Sides {
        do throws(UserError) {
            return try sides(content, width - leastWidth(symbols, isComfortable: true), height)
        } catch {
            return try sides(content, width - leastWidth(symbols, isComfortable: false), height)
        }
    }

    /// - Parameters:
    ///   - width: the room besides that of the codes.
    ///   - height: the room.
    private func sides(_ content: LabelContent, _ width: Int, _ height: Int) throws(UserError) -> Sides {
        let places = [LabelPlace.left, .right].filter { place in
            template.pictures.contains { $0.place == place }
                || zip(template.texts, content.lines).contains { $0.place == place && !Self.isBlank($1) }
        }
        guard !places.isEmpty else { return Sides(left: LabelColumn(), right: LabelColumn(), space: 0) }
        let space = padding / 2
        var room = width - places.count * space
        // Pictures are as wide as they are; text has what they leave.
        let fixed = { (place: LabelPlace) in
            zip(template.pictures, pictures).filter { $0.0.place == place }.map(\.1.width).max() ?? 0
        }
        let hasText = places.filter { place in
            zip(template.texts, content.lines).contains { $0.place == place && !Self.isBlank($1) }
        }
        if hasText.count == 2 {
            room /= 2
        } else {
            room -= places.filter { !hasText.contains($0) }.map(fixed).reduce(0, +)
        }
        func side(_ place: LabelPlace) throws(UserError) -> LabelColumn {
            guard places.contains(place) else { return LabelColumn() }
            let room = hasText.contains(place) ? room : fixed(place)
            let column = try column(place, content, room)
            guard column.height > height else { return column }
            // Smaller letters once, by as much as they are too high together.
            let share = Double(max(1, height - column.pictureHeight)) / Double(column.height - column.pictureHeight)
            let smaller = column.lines.isEmpty ? column : try self.column(place, content, room, share)
            guard smaller.height <= height else {
                throw UserError(
                    "what stands \(place.rawValue) of its code is \(millimetres(Double(smaller.height) * dot)) mm high, and \(layout.name) has room for \(millimetres(max(0, Double(height) * dot))): use larger labels, or less text"
                )
            }
            return smaller
        }
        return Sides(left: try side(.left), right: try side(.right), space: space)
    }

    /// Pictures and then text of a place, below each other.
    ///
    /// - Parameters:
    ///   - width: the room in dots.
    ///   - share: how large letters are, of what the template says.
    private func column(
        _ place: LabelPlace, _ content: LabelContent, _ width: Int, _ share: Double = 1
    ) throws(UserError) -> LabelColumn {
        var column = LabelColumn()
        for (index, picture) in template.pictures.enumerated() where picture.place == place {
            let dots = pictures[index]
            guard dots.width <= width else {
                throw UserError(
                    "its picture is \(millimetres(Double(dots.width) * dot)) mm wide, and \(layout.name) has room for \(millimetres(max(0, Double(width) * dot))): set a smaller height, or use larger labels"
                )
            }
            column.add(LabelDrawing.Picture(index: index, dots: dots), picture.alignment)
        }
        for (text, line) in zip(template.texts, content.lines) where text.place == place && !Self.isBlank(line) {
            for line in try lines(of: text, line, room: Double(width), share) { column.add(line, text.alignment) }
        }
        return column
    }

    private static func isBlank(_ line: String) -> Bool { line.allSatisfy(\.isWhitespace) }
}

/// What stands below each other at a place of a label.
struct LabelColumn {
    private enum Part {
        case line(LabelDrawing.Line)
        case picture(LabelDrawing.Picture)
    }

    /// What is placed so far.
    struct Placed {
        var lines: [LabelDrawing.Line] = []
        var pictures: [LabelDrawing.Picture] = []
    }

    private var parts: [(part: Part, alignment: LabelAlignment, width: Double, height: Int)] = []

    var isEmpty: Bool { parts.isEmpty }
    /// What is off by less than a thousandth is arithmetic.
    var width: Int { Int(((parts.map(\.width).max() ?? 0) - 0.001).rounded(.up)) }
    var height: Int { parts.reduce(0) { $0 + $1.height } }

    var lines: [LabelDrawing.Line] {
        parts.compactMap { if case .line(let line) = $0.part { line } else { nil } }
    }

    /// The part of the height that no letters have.
    var pictureHeight: Int {
        parts.reduce(0) { if case .picture = $1.part { $0 + $1.height } else { $0 } }
    }

    mutating func add(_ line: LabelDrawing.Line, _ alignment: LabelAlignment) {
        parts.append((.line(line), alignment, line.width, Int(line.height.rounded(.up))))
    }

    mutating func add(_ picture: LabelDrawing.Picture, _ alignment: LabelAlignment) {
        parts.append((.picture(picture), alignment, Double(picture.dots.width), picture.dots.height))
    }

    /// Puts all of it into `drawn`, from an upper left corner.
    func place(_ drawn: inout Placed, x left: Int, y top: Int, width: Int) {
        var y = top
        for (part, alignment, wide, high) in parts {
            let free = Double(width) - wide
            let x =
                switch alignment {
                case .left: left
                case .center: left + Int((free / 2).rounded())
                case .right: left + Int(free.rounded(.down))
                }
            switch part {
            case .line(var line):
                (line.x, line.y) = (x, y)
                drawn.lines.append(line)
            case .picture(var picture):
                (picture.x, picture.y) = (x, y)
                drawn.pictures.append(picture)
            }
            y += high
        }
    }
}

import Artwork
import Formats
import Grading
import Printing

/// A report on the print quality of codes as PDF: a page for each, and before them a list where there are several.
struct GradePages {
    /// A4 in points, and what stays free at its edges.
    private static let (width, height, margin) = (595.0, 842.0, 40.0)
    private static let (size, line, title) = (9.0, 13.0, 14.0)
    /// A character of Courier is this part of its size wide.
    private static let pitch = 0.6
    /// The largest side of a picture and of a drawing.
    private static let picture = 230.0
    private static let barWidth = 80.0

    private let millimetres: Double?
    private let photographs: [GreyPNG?]

    private init(_ codes: [GradedCode], millimetres: Double?) {
        self.millimetres = millimetres
        photographs = codes.map { code in code.png.flatMap { GreyPNG($0) } }
    }

    /// The whole file.
    static func bytes(_ codes: [GradedCode], millimetres: Double?) -> [UInt8] {
        var bytes: [UInt8] = []
        let pages = GradePages(codes, millimetres: millimetres)
        // Nothing is thrown: bytes are appended in memory.
        try? pages.write(codes) { bytes += $0 }
        return bytes
    }

    private func write(_ codes: [GradedCode], to sink: @escaping PDFWriter.Sink) throws {
        var writer = PDFWriter(hasBold: true, photographs: photographs.compactMap(\.self), sink)
        if codes.count > 1 {
            for page in overview(codes) { try writer.addPage(width: Self.width, height: Self.height, page) }
        }
        var number = 0
        for (code, photograph) in zip(codes, photographs) {
            let page = page(of: code, photograph.map { (number, $0) })
            try writer.addPage(width: Self.width, height: Self.height, page)
            if photograph != nil { number += 1 }
        }
        try writer.finish()
    }

    /// Where the next line stands on a page.
    private struct Sheet {
        var content = PDFContent()
        var y = GradePages.height - GradePages.margin

        mutating func write(_ text: String, size: Double = GradePages.size, isBold: Bool = false, indent: Double = 0) {
            let room = GradePages.width - 2 * GradePages.margin - indent
            if write(inAnyScript: text, size: size, isBold: isBold, room: room, indent: indent) { return }
            for line in GradePages.wrapped(GradePages.characters(text), Int(room / (size * GradePages.pitch))) {
                y -= max(GradePages.line, size + 4)
                content.write(line, size: size, isBold: isBold, x: GradePages.margin + indent, y: y)
            }
        }

        /// Writes a line whose letters Courier lacks; false where it has all of them, or the line cannot be drawn otherwise.
        private mutating func write(
            inAnyScript text: String, size: Double, isBold: Bool, room: Double, indent: Double
        ) -> Bool {
            let shown = SafeText.visible(text)
            guard shown.unicodeScalars.contains(where: { $0.value > 0xFF }),
                let line = OutlinedText(shown, size: size, room: room, isBold: isBold)
            else { return false }
            y -= max(GradePages.line, size + 4)
            content.fill(line.outline, size: line.size, x: GradePages.margin + indent, y: y)
            return true
        }
    }

    private func overview(_ codes: [GradedCode]) -> [PDFContent] {
        let perPage = Int((Self.height - 2 * Self.margin) / Self.line) - 4
        return stride(from: 0, to: codes.count, by: perPage).map { first in
            var sheet = Sheet()
            sheet.write("Print quality of \(codes.count) codes", size: Self.title, isBold: true)
            sheet.y -= Self.line
            for code in codes[first..<min(codes.count, first + perPage)] {
                let columns = Int((Self.width - 2 * Self.margin) / (Self.size * Self.pitch))
                sheet.write(code.cells.filter { !$0.isEmpty }.joined(separator: "  ").singleLine(limit: columns))
            }
            return sheet.content
        }
    }

    private func page(of code: GradedCode, _ photograph: (number: Int, picture: GreyPNG)?) -> PDFContent {
        var sheet = Sheet()
        sheet.write("\(code.symbology) \(code.text.singleLine(limit: 200))", size: Self.title, isBold: true)
        sheet.write(code.path)
        guard let grade = code.grade, let overall = code.overall else {
            sheet.write("Not graded: \(code.obstacle).")
            return sheet.content
        }
        sheet.y -= Self.line
        sheet.write("\(GradedCode.letters(overall)), estimated after \(grade.standard)", size: Self.title, isBold: true)
        sheet.write("A camera is not a calibrated verifier.")
        sheet.y -= Self.line
        let top = sheet.y
        if let (number, picture) = photograph {
            let scale = Self.picture / Double(max(picture.width, picture.height))
            let (wide, high) = (Double(picture.width) * scale, Double(picture.height) * scale)
            sheet.content.draw(picture: number, x: Self.margin, y: top - high, width: wide, height: high)
        }
        draw(grade, x: Self.width / 2, top: top, into: &sheet.content)
        sheet.y = top - Self.picture - Self.line
        for (parameter, measured) in grade.measured {
            sheet.write(parameter.title)
            let value = Self.characters(GradedCode.value(measured.value, of: parameter))
            sheet.content.write(value, size: Self.size, x: Self.margin + 170, y: sheet.y)
            let bar = (x: Self.margin + 240, y: sheet.y - 1)
            sheet.content.fill(x: bar.x, y: bar.y, width: Self.barWidth, height: 8, Self.ground)
            sheet.content.fill(
                x: bar.x, y: bar.y, width: Self.barWidth * measured.grade.value / 4, height: 8,
                Self.ink(measured.grade.letter))
            sheet.content.write(
                Self.characters(GradedCode.letters(measured.grade)), size: Self.size, x: bar.x + Self.barWidth + 10,
                y: sheet.y)
        }
        sheet.y -= Self.line
        for advice in grade.advice(millimetres: millimetres) { sheet.write("- \(advice)") }
        return sheet.content
    }

    // MARK: - Drawings

    private static let ground = Ink(red: 0xDD, green: 0xDD, blue: 0xDD)

    private static func ink(_ letter: Grade.Letter) -> Ink {
        switch letter {
        case .a: Ink(red: 0x17, green: 0x6D, blue: 0x2C)
        case .b: Ink(red: 0x7A, green: 0x9A, blue: 0)
        case .c: Ink(red: 0xD0, green: 0x8A, blue: 0)
        case .d: Ink(red: 0xE0, green: 0x5A, blue: 0)
        case .f: Ink(red: 0xB0, green: 0, blue: 0x20)
        }
    }

    private func draw(_ grade: PrintGrade, x: Double, top: Double, into content: inout PDFContent) {
        if case .matrix(let matrix) = grade {
            Self.modules(matrix, x: x, top: top, into: &content)
        } else if let lines = grade.lines {
            Self.scanLines(lines, x: x, top: top, into: &content)
        }
    }

    /// Modules, with those that are weak or wrong in colour.
    private static func modules(_ grade: MatrixGrade, x: Double, top: Double, into content: inout PDFContent) {
        let side = picture / Double(max(grade.columns, grade.rows))
        for place in grade.margins.indices {
            let ink: Ink? =
                switch (grade.margins[place], grade.isDark[place]) {
                case (0, _): Self.ink(.f)
                case (..<Grade.clearMargin, true): Ink(red: 0x8A, green: 0x5A, blue: 0)
                case (..<Grade.clearMargin, false): Ink(red: 0xF0, green: 0xB0, blue: 0x50)
                case (_, true): .black
                default: nil
                }
            guard let ink else { continue }
            content.fill(
                x: x + Double(place % grade.columns) * side, y: top - Double(place / grade.columns + 1) * side,
                width: side, height: side, ink)
        }
    }

    /// The bars as each scan line crosses them, with the line's grade beside it.
    private static func scanLines(_ grade: LinearGrade, x: Double, top: Double, into content: inout PDFContent) {
        let (width, height) = (190.0, picture / Double(max(1, grade.profiles.count)))
        for (number, profile) in grade.profiles.enumerated() {
            let samples = profile.reflectances
            let middle = ((samples.min() ?? 0) + (samples.max() ?? 0)) / 2
            let y = top - Double(number + 1) * height
            var start: Int?
            for (sample, value) in samples.enumerated() {
                if value < middle {
                    start = start ?? sample
                } else if let first = start.take() {
                    let step = width / Double(samples.count)
                    content.fill(
                        x: x + Double(first) * step, y: y + 1, width: Double(sample - first) * step,
                        height: height - 2, .black)
                }
            }
            content.write(
                characters(GradedCode.letters(profile.grade)), size: size, x: x + width + 6, y: y + height / 2 - 3)
        }
    }

    // MARK: - Text

    /// As bytes of WinAnsiEncoding, which has Latin letters alone.
    private static func characters(_ text: String) -> [UInt8] {
        SafeText.visible(text).unicodeScalars.map { scalar in
            switch scalar.value {
            case 0x20..<0x7F, 0xA0...0xFF: UInt8(scalar.value)
            default: UInt8(ascii: "?")
            }
        }
    }

    /// Lines of at most `columns` characters, broken at blanks where there are any.
    private static func wrapped(_ text: [UInt8], _ columns: Int) -> [[UInt8]] {
        var (lines, rest): ([[UInt8]], ArraySlice<UInt8>) = ([], text[...])
        while rest.count > columns {
            let blank = rest.prefix(columns + 1).lastIndex(of: 0x20)
            let end = blank.flatMap { $0 > rest.startIndex ? $0 : nil } ?? rest.startIndex + columns
            lines.append(Array(rest[..<end]))
            rest = rest[end...].drop { $0 == 0x20 }
        }
        return lines + [Array(rest)]
    }
}

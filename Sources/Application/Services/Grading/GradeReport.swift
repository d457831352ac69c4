import Foundation
import Formats
import Grading
import Symbols

/// A report on the print quality of codes, as a file.
package enum GradeReport {
    /// The formats by the endings of their files.
    package enum Format: String, CaseIterable, Sendable {
        case html
        case pdf
        case txt
        case json

        /// Whether it has pictures of codes.
        package var showsPictures: Bool { self == .html || self == .pdf }

        /// Nil for a name with another ending.
        package init?(ofFile path: String) {
            guard let dot = path.lastIndex(of: ".") else { return nil }
            self.init(rawValue: path[path.index(after: dot)...].lowercased())
        }
    }

    /// The whole file.
    ///
    /// - Parameter millimetres: the width of a module, where it is known.
    package static func bytes(_ codes: [GradedCode], as format: Format, millimetres: Double?) -> [UInt8] {
        switch format {
        case .txt:
            Array(
                codes.map { code in code.lines(millimetres: millimetres).map { SafeText.visible($0) + "\n" }.joined() }
                    .joined(separator: "\n").utf8)
        case .json: Array((JSONValue.array(codes.map { $0.json(millimetres: millimetres) }).text + "\n").utf8)
        case .html: Array(html(codes, millimetres).utf8)
        case .pdf: GradePages.bytes(codes, millimetres: millimetres)
        }
    }

    // MARK: - HTML

    private static func html(_ codes: [GradedCode], _ millimetres: Double?) -> String {
        """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><title>Print quality of codes</title>
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
        <style>
        body { font: 15px sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; color: #222; background: #fff }
        table { border-collapse: collapse } td, th { padding: .2em .8em .2em 0; text-align: left }
        .bar { display: inline-block; width: 8em; background: #ddd } .bar i { display: block; height: .8em }
        .code { border-top: 1px solid #999; padding: 1em 0; break-inside: avoid }
        .pictures { display: flex; flex-wrap: wrap; gap: 1em; align-items: flex-start }
        .pictures > * { max-width: 22em; max-height: 22em }
        .letter { font-size: 2em; font-weight: bold }
        .A { color: #176d2c } .B { color: #4b6a00 } .C { color: #8a5a00 } .D { color: #a33d00 } .F { color: #b00020 }
        i.A { background: #176d2c } i.B { background: #7a9a00 } i.C { background: #d08a00 } i.D { background: #e05a00 } i.F { background: #b00020 }
        </style></head><body>
        <h1>Print quality of \(codes.count == 1 ? "a code" : "\(codes.count) codes")</h1>
        <p>Estimates after ISO/IEC 15416 and ISO/IEC 15415: a camera is not a calibrated verifier.</p>
        \(codes.count > 1 ? overview(codes) : "")\(codes.map { section($0, millimetres) }.joined())
        </body></html>

        """
    }

    private static func overview(_ codes: [GradedCode]) -> String {
        "<table><tr><th>Grade<th>Value<th>Lowest<th>Symbology<th>Picture<th>Text</tr>"
            + codes.map { "<tr>" + $0.cells.map { "<td>\(escaped($0))" }.joined() + "</tr>" }.joined(separator: "\n")
            + "</table>\n"
    }

    private static func section(_ code: GradedCode, _ millimetres: Double?) -> String {
        let title =
            "<h2>\(escaped(code.symbol.content.symbology.traits.title)) \(escaped(code.text))</h2><p>\(escaped(code.path))</p>"
        let picture =
            code.png.map { "<img alt=\"\" src=\"data:image/png;base64,\(Data($0).base64EncodedString())\">" } ?? ""
        guard let grade = code.grade, let overall = code.overall else {
            return
                "<div class=code>\(title)<div class=pictures>\(picture)</div><p>Not graded: \(escaped(code.obstacle)).</p></div>\n"
        }
        let letter = overall.letter.rawValue
        let rows = grade.measured.map { parameter, measured in
            let letter = measured.grade.letter.rawValue
            let width = Int((measured.grade.value * 25).rounded())
            return "<tr><td>\(parameter.title)<td>\(GradedCode.value(measured.value, of: parameter))"
                + "<td><span class=bar><i class=\(letter) style=\"width:\(width)%\"></i></span>"
                + "<td class=\(letter)>\(GradedCode.letters(measured.grade))</tr>"
        }
        let advice = grade.advice(millimetres: millimetres).map { "<li>\(escaped($0))" }.joined()
        return """
            <div class=code>\(title)
            <p><span class="letter \(letter)">\(letter)</span> \(GradedCode.decimal(overall.value, 1)), estimated after \(grade.standard)</p>
            <div class=pictures>\(picture)\(drawing(of: grade))</div>
            <table>\(rows.joined(separator: "\n"))</table>
            \(advice.isEmpty ? "" : "<ul>\(advice)</ul>")</div>

            """
    }

    /// The modules, with those that are weak or wrong in colour; of a linear symbol its scan lines, and the profile of the worst.
    private static func drawing(of grade: PrintGrade) -> String {
        switch grade {
        case .matrix(let grade):
            let squares = grade.margins.indices.compactMap { place -> String? in
                guard let colour = colour(grade, place) else { return nil }
                return "<path fill=\"\(colour)\" d=\"M\(place % grade.columns) \(place / grade.columns)h1v1h-1z\"/>"
            }
            return
                "<svg width=\"300\" viewBox=\"-1 -1 \(grade.columns + 2) \(grade.rows + 2)\" shape-rendering=\"crispEdges\">"
                + squares.joined() + "</svg>"
        case .stacked(let grade): return drawing(of: .linear(grade.lines))
        case .linear(let grade):
            guard let worst = grade.profiles.min(by: { $0.grade < $1.grade }), worst.reflectances.count > 1 else {
                return ""
            }
            let step = max(1, worst.reflectances.count / longestProfile)
            let places = stride(from: 0, to: worst.reflectances.count, by: step)
            let points = places.enumerated().map { number, place in
                "\(number),\(Int(((1 - worst.reflectances[place]) * profileHeight).rounded()))"
            }
            return scanLines(grade)
                + "<svg width=\"500\" viewBox=\"0 0 \(points.count) \(Int(profileHeight))\" preserveAspectRatio=\"none\" height=\"150\">"
                + "<polyline fill=\"none\" stroke=\"#222\" vector-effect=\"non-scaling-stroke\" points=\"\(points.joined(separator: " "))\"/></svg>"
        }
    }

    /// The bars as each scan line crosses them, with the line's grade beside it.
    private static func scanLines(_ grade: LinearGrade) -> String {
        let (width, height) = (500, 14)
        let lines = grade.profiles.enumerated().map { number, profile in
            let samples = profile.reflectances
            let middle = ((samples.min() ?? 0) + (samples.max() ?? 0)) / 2
            var path = ""
            var start: Int?
            func place(_ sample: Int) -> String {
                GradedCode.decimal(Double(sample * width) / Double(samples.count), 1)
            }
            for (sample, value) in samples.enumerated() {
                if value < middle {
                    start = start ?? sample
                } else if let first = start.take() {
                    path += "M\(place(first)) \(number * height)H\(place(sample))v\(height - 2)H\(place(first))z"
                }
            }
            let letter = profile.grade.letter.rawValue
            return "<path fill=\"#222\" d=\"\(path)\"/><text class=\(letter) fill=\"currentColor\" font-size=\"12\""
                + " x=\"\(width + 5)\" y=\"\((number + 1) * height - 4)\">\(GradedCode.letters(profile.grade))</text>"
        }
        return "<svg width=\"\(width + 60)\" viewBox=\"0 0 \(width + 60) \(grade.profiles.count * height)\">"
            + lines.joined() + "</svg>"
    }

    private static let longestProfile = 2000
    private static let profileHeight: Float = 200

    /// The colour of a module in a drawing; nil for a light one that is good.
    private static func colour(_ grade: MatrixGrade, _ place: Int) -> String? {
        switch (grade.margins[place], grade.isDark[place]) {
        case (0, _): "#b00020"
        case (..<Grade.clearMargin, true): "#8a5a00"
        case (..<Grade.clearMargin, false): "#f0b050"
        case (_, true): "#222"
        default: nil
        }
    }

    /// As text of HTML, with what is not shown on a line marked.
    private static func escaped(_ text: String) -> String {
        SafeText.visible(text).reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
    }
}

import Formats
import Frames
import Foundation
import Grading
import Payloads
import Symbols

/// A code in a picture with its grade, as `quietzone grade` prints it.
package struct GradedCode: Sendable {
    let symbol: Symbol
    /// Nil where it cannot be graded.
    package let grade: PrintGrade?
    let path: String
    /// A PNG of it, where pictures are asked for.
    let png: [UInt8]?
    /// The grades of the frames of a camera, whose mean is its grade; of a picture its own alone.
    let frames: [Grade]

    /// - Parameters:
    ///   - path: of the picture that it was read in.
    ///   - keepsPicture: whether the picture of it is kept in memory.
    package init(_ read: PictureReading.Read, path: String, keepsPicture: Bool) {
        (symbol, grade, self.path, png) = (read.symbol, read.grade, path, keepsPicture ? read.png : nil)
        frames = read.grade.map { [$0.grade] } ?? []
    }

    /// Grades a symbol, whose corners are in pixels of `frame`, and cuts its picture out.
    ///
    /// - Parameters:
    ///   - source: what it is called in reports.
    ///   - gamma: by what exponent luma becomes reflectance; default 1.
    package init(_ symbol: Symbol, in frame: Frame, of source: String, gamma: Double = 1) {
        let grade = frame.withLuma {
            PrintGrade.of(symbol, in: $0, width: frame.width, height: frame.height, gamma: gamma)
        }
        self.init(
            PictureReading.Read(symbol: symbol, grade: grade, png: SymbolPicture.png(of: symbol, in: frame)),
            path: source,
            keepsPicture: true)
    }

    /// The name of its symbology.
    package var symbology: String { symbol.content.symbology.traits.title }

    /// What frames of a camera showed of one code: the parameters are those of the frame in the middle of all.
    ///
    /// - Parameter reads: at least one.
    init(frames reads: [PictureReading.Read], path: String) {
        let graded = reads.filter { $0.grade != nil }.sorted {
            ($0.grade?.grade ?? .worst) < ($1.grade?.grade ?? .worst)
        }
        let middle = graded.isEmpty ? reads[0] : graded[graded.count / 2]
        (symbol, grade, self.path, png) = (middle.symbol, middle.grade, path, middle.png)
        frames = graded.compactMap { $0.grade?.grade }
    }

    /// The grade of the code; nil where it cannot be graded.
    var overall: Grade? { frames.isEmpty ? nil : Grade.mean(frames) }

    /// Whether its grade is below `letter`, or it has none; with nil, whether it has none.
    package func isBelow(_ letter: Grade.Letter?) -> Bool {
        guard let overall else { return true }
        return letter.map { overall.letter < $0 } ?? false
    }

    /// What it says.
    package var text: String { symbol.content.text ?? "\(symbol.content.bytes.count) bytes" }

    /// Why there is no grade.
    package var obstacle: String {
        PrintGrade.symbologies.contains(symbol.content.symbology)
            ? "its modules were not found again: take a picture from straight above, in which it is larger"
            : "\(symbol.content.symbology.traits.title) cannot be graded"
    }

    /// Grade, value, the lowest parameter, symbology, picture, text.
    package var cells: [String] {
        let lowest = grade?.measured.min { $0.measured.grade < $1.measured.grade }
        return [
            overall?.letter.rawValue ?? "-", overall.map { Self.decimal($0.value, 1) } ?? "-",
            lowest.map { $0.measured.grade < .best ? $0.parameter.title : "" } ?? obstacle,
            symbol.content.symbology.traits.title, path, text,
        ]
    }

    /// All parameters, then what to do.
    package func lines(millimetres: Double?) -> [String] {
        let name = "\(path.onOneMarkedLine): \(symbol.content.symbology.traits.title) \(text.onOneMarkedLine)"
        guard let grade, let overall else { return [name, "  Not graded: \(obstacle)."] }
        let mean = frames.count > 1 ? ", the mean of \(frames.count) frames" : ""
        var lines = [name, "  Estimate: \(Self.letters(overall))\(mean)"]
        let width = PrintParameter.allCases.map(\.title.count).max() ?? 0
        for (parameter, measured) in grade.measured {
            let value = Self.value(measured.value, of: parameter)
            let padding = String(repeating: " ", count: width - parameter.title.count + max(0, 8 - value.count))
            lines.append("  \(parameter.title)\(padding)\(value)   \(Self.letters(measured.grade))")
        }
        let growth = [grade.growth.across, grade.growth.down].compactMap(\.self).map { Self.growth($0, millimetres) }
        if !growth.isEmpty {
            lines.append("  Print growth: \(growth.joined(separator: " across, "))\(growth.count > 1 ? " down" : "")")
        }
        return lines + grade.advice(millimetres: millimetres).map { "  - \($0)" }
    }

    /// `path`, `symbology`, `text`, `corners`, `grade` and `letter` (null where it is not graded), `parameters`, `growth`, `module`,
    /// `advice`; and for linear codes `lines`.
    package func json(millimetres: Double?) -> JSONValue {
        guard case .object(let record) = SymbolRecord(origin: .path(path), symbol: symbol).json else { return .null }
        var members = record.filter { Self.named.contains($0.key) }
        members.append(.init("grade", overall.map { .number(Self.rounded($0.value)) } ?? .null))
        members.append(.init("letter", overall.map { .string($0.letter.rawValue) } ?? .null))
        guard let grade else { return .object(members + [.init("obstacle", .string(obstacle))]) }
        members.append(.init("standard", .string(grade.standard)))
        members.append(
            .init(
                "parameters",
                .object(
                    grade.measured.map {
                        .init(
                            $0.parameter.rawValue,
                            [
                                "value": .number(Self.rounded($0.measured.value)),
                                "grade": .number(Self.rounded($0.measured.grade.value)),
                            ])
                    })))
        let growth = grade.growth
        members.append(
            .init(
                "growth",
                [
                    "across": growth.across.map { .number(Self.rounded($0)) } ?? .null,
                    "down": growth.down.map { .number(Self.rounded($0)) } ?? .null,
                ]))
        members.append(.init("module", .number(Self.rounded(grade.module))))
        if let lines = grade.lines {
            members.append(.init("lines", .array(lines.profiles.map { .number(Self.rounded($0.grade.value)) })))
        }
        members.append(.init("advice", .array(grade.advice(millimetres: millimetres).map { .string($0) })))
        return .object(members)
    }

    private static let named: Set<String> = ["path", "pathBytes", "symbology", "text", "bytes", "corners"]

    /// To four decimals.
    private static func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }

    static func decimal(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }

    /// `B (3.0)`.
    package static func letters(_ grade: Grade) -> String { "\(grade.letter.rawValue) (\(decimal(grade.value, 1)))" }

    /// As it is printed: a percentage, or modules.
    package static func value(_ value: Double, of parameter: PrintParameter) -> String {
        switch parameter {
        case .decode: value == 1 ? "passed" : value == 0 ? "failed" : "\(Int((value * 100).rounded())) %"
        case .gridNonuniformity: decimal(value, 2)
        default: "\(Int((value * 100).rounded())) %"
        }
    }

    private static func growth(_ modules: Double, _ millimetres: Double?) -> String {
        let sign = abs(modules) < 0.005 ? "" : modules < 0 ? "-" : "+"
        let size = millimetres.map { " (\(sign)\(decimal(abs(modules) * $0, 3)) mm)" } ?? ""
        return "\(sign)\(decimal(abs(modules), 2)) modules\(size)"
    }
}

import Artwork
import Encoding
import Grading
import Printing
import Symbols

/// How well a made symbol will be printed: it is drawn in a printer's dots, which spread, and graded like a picture of a print.
///
///     let estimate = PrintEstimate(of: symbol, on: PrinterModel(dotsPerInch: 203), dotsPerModule: 1)
///     estimate?.words      // Estimated print quality at 203 dpi: D (modules of 1 dot, dark parts too wide by 0.05 mm): …
package struct PrintEstimate: Hashable, Sendable {
    package let grade: Grade
    let printer: PrinterModel
    /// Of a module.
    let dots: Double
    /// What to do; nil for a good grade.
    let advice: String?

    /// The letter below which there is a warning: that of GS1 for codes in shops (GS1 General Specifications, 5.12.3).
    package static let threshold = Grade.Letter.c
    /// Where a printer is not known: that of the coarsest office printers.
    package static let usualDotsPerInch = 300

    /// - Parameters:
    ///   - dotsPerModule: where it is no whole number, edges lie at the nearest dot.
    ///   - space: light modules beyond the symbol's own quiet zone; default 0.
    ///   - style: its colours count; default black on white.
    /// - Returns: nil for symbologies that are not graded.
    package init?(
        of symbol: MadeSymbol, on printer: PrinterModel, dotsPerModule: Double, space: Int = 0,
        style: ArtworkStyle = ArtworkStyle()
    ) {
        let quiet = symbol.horizontalQuietZone + space
        func grade(_ dots: Double) -> PrintGrade? {
            Self.grade(symbol, on: printer, dotsPerModule: dots, quiet: quiet, style)
        }
        // What is computed from millimetres is a little off.
        let nearest = dotsPerModule.rounded()
        let dotsPerModule = abs(dotsPerModule - nearest) < 0.01 ? nearest : dotsPerModule
        guard dotsPerModule > 0, Self.isGraded(symbol) else { return nil }
        let isQuiet = quiet >= symbol.kind.quietZone
        let found = grade(dotsPerModule)
        // Beside something dark a symbol may not be found at all.
        guard found != nil || !isQuiet else { return nil }
        (self.grade, self.printer, dots) = (found?.grade ?? .worst, printer, dotsPerModule)
        guard self.grade.letter < .b else {
            advice = nil
            return
        }
        if !isQuiet {
            advice = "leave \(symbol.kind.quietZone) light modules around it"
        } else if let contrast = found?.measured.first(where: { $0.parameter == .contrast })?.measured.grade,
            contrast.letter < .b
        {
            advice = "use a darker and a lighter colour"
        } else {
            let whole = dotsPerModule.rounded(.up)
            let larger = (dotsPerModule == whole ? 1 : 0)...(dotsPerModule == whole ? Self.steps : Self.steps - 1)
            let better = larger.map { whole + Double($0) }.first { (grade($0)?.grade.letter ?? .f) >= .b }
            advice =
                better.map { dots in
                    let size = decimal(dots * printer.dot, places: 2)
                    return "use modules of \(Self.words(dots: dots)) (\(size) mm) or more"
                } ?? "make it larger"
        }
    }

    /// How many more dots per module are tried.
    private static let steps = 3

    private static func isGraded(_ symbol: MadeSymbol) -> Bool {
        symbol.contentToRead.map { PrintGrade.symbologies.contains($0.symbology) } ?? false
    }

    private static func grade(
        _ symbol: MadeSymbol, on printer: PrinterModel, dotsPerModule: Double, quiet: Int, _ style: ArtworkStyle
    ) -> PrintGrade? {
        guard let expected = symbol.contentToRead else { return nil }
        func reflectance(_ ink: Ink) -> Double {
            PrintedPicture.ink + (PrintedPicture.paper - PrintedPicture.ink) * ink.redReflectance
        }
        let content = SymbolContent(
            symbology: expected.symbology, bytes: expected.bytes, text: expected.text, charset: nil)
        for scale in PrintedPicture.scales {
            let picture = PrintedPicture(
                symbol, on: printer, dotsPerModule: dotsPerModule, quiet: quiet, scale: scale,
                reflectances: (reflectance(style.light), reflectance(style.dark)))
            let drawn = Symbol(content: content, corners: picture.corners)
            if let grade = PrintGrade.of(drawn, in: picture.luma.span, width: picture.width, height: picture.height) {
                return grade
            }
        }
        return nil
    }

    /// Whether it is worse than readers should get.
    package var isBad: Bool { grade.letter < Self.threshold }

    /// In a line: the grade, and for less than a good one why and what to do.
    package var words: String {
        let letter = "Estimated print quality at \(printer.dotsPerInch) dpi: \(grade.letter.rawValue)"
        guard let advice else { return letter }
        let growth = decimal(printer.growth, places: 2)
        return "\(letter) (modules of \(Self.words(dots: dots)), dark parts too wide by \(growth) mm): \(advice)"
    }

    private static func words(dots: Double) -> String {
        dots == 1 ? "1 dot" : "\(decimal(dots, places: 1)) dots"
    }
}

extension PrintEstimate {
    /// Of the code of a job whose modules are smallest; nil where it is not graded.
    package init?(of made: PrintJob.Made, _ job: PrintJob) {
        guard let code = made.smallestCode else { return nil }
        self.init(
            of: code.symbol, on: PrinterModel(dotsPerInch: job.dotsPerInch), dotsPerModule: Double(code.dotsPerModule),
            space: code.space / code.dotsPerModule)
    }

    /// Of a picture whose pixels are a printer's dots.
    package init?(of symbol: MadeSymbol, _ style: ArtworkStyle, dotsPerInch: Int) {
        self.init(
            of: symbol, on: PrinterModel(dotsPerInch: dotsPerInch),
            dotsPerModule: style.moduleMillimetres * Double(dotsPerInch) / 25.4, style: style)
    }
}

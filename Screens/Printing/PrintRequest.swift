import Encoding
import Printing

/// What is to be printed, as the Print screen has it.
package struct PrintRequest: Sendable, Hashable {
    /// What codes are printed.
    package enum Content: Sendable, Hashable {
        case code(SymbolSource)
        /// One for each number of a series, as `S-{0001…0250}`.
        case series(String)
        /// One for each row of a CSV or each line of text in a file, by its path. Codes say what `code` does, a template; where that is
        /// empty, the first cell or the line.
        case file(String, code: String)
        case scans(HistoryScope)
        /// One for each item of a collection, by its name.
        case collection(String)
        /// The lines of a receipt, with a code that says the same.
        case receipt(String)

        var isSeries: Bool {
            if case .series = self { true } else { false }
        }
    }

    package var content: Content
    /// The name of the template that says what stands on a label; nil for none.
    package var template: String?
    /// The name of the kind of code; nil for that of the template.
    package var kind: String?
    package var options: MakeOptions
    /// The name of a check scheme that ends each number of a series; nil for none.
    package var seriesCheck: String?
    package var paper: Paper
    /// The first label that is used, from 1.
    package var start: Int
    /// How often each code is printed: a number, or a field of the rows.
    package var count: LabelCount
    package var offset: LabelOffset
    /// A line below each code, with fields in braces; empty for none.
    package var text: String
    package var hasFrame: Bool
    package var hasCutMarks: Bool
    package var dotsPerInch: Int
    /// The width of a module in millimetres; nil for as wide as fits.
    package var moduleWidth: Double?
    package var ticket: PrintTicket
    package var target: Target

    /// What is printed on.
    package enum Paper: Sendable, Hashable {
        /// A sheet by its number, or a name of the settings.
        case sheet(String)
        /// A roll, as `62x29`.
        case roll(String)
        /// Plain paper, with one label on each page, by its name.
        case page(String)
        /// What the template is made for.
        case template
    }

    /// Where it goes.
    package enum Target: Sendable, Hashable {
        /// A file, whose path is asked for.
        case file
        /// A printer by its name or address.
        case printer(String)
    }
}

/// A page as it will be printed.
package struct PrintPreview: Sendable, Hashable {
    package var request: PrintRequest
    /// The first page; nil where there is none.
    package var page: PagePreview?
    /// How many labels on how many sheets, and how wide a module is.
    package var words: String
    /// How well its smallest code will be printed; nil where that is not known.
    package var quality: Quality?
    /// Why nothing can be printed, and what to do; nil where it can.
    package var problem: String?

    /// An estimate in words.
    package struct Quality: Sendable, Hashable {
        package var words: String
        /// Whether readers may fail.
        package var isBad: Bool

        package init(words: String, isBad: Bool) { (self.words, self.isBad) = (words, isBad) }
    }

    package init(
        _ request: PrintRequest, page: PagePreview? = nil, words: String = "", quality: Quality? = nil,
        problem: String? = nil
    ) {
        (self.request, self.page, self.words) = (request, page, words)
        (self.quality, self.problem) = (quality, problem)
    }
}

/// What the Print screen knows beside what is filled in.
package struct PrintingModel: ModelPart, Hashable {
    package var preview: PrintPreview?
    package var underWay: JobUnderWay?

    package var questionAtEnd: Confirmation? { underWay?.questionAtEnd }

    package init() {}
}

/// A job that is being sent to a printer, or printed by it.
package struct JobUnderWay: Sendable, Hashable {
    /// The printer as it was named.
    package var printer: String
    /// How many labels on how many sheets.
    package var labels: String
    /// How it gets on: `job 12 is being printed`.
    package var state: String
    /// Whether the printer has all of it, and goes on without this program.
    package var isAtPrinter = false

    package init(printer: String, labels: String) {
        (self.printer, self.labels, state) = (printer, labels, "nothing has been sent yet")
    }

    package var words: String { "\(printer): \(state)" }

    var questionAtEnd: Confirmation {
        Confirmation(
            title: "Quit while labels are being printed?",
            lines: [
                .text("\(labels)."), .text("\(words)."),
                isAtPrinter
                    ? .text("The printer has all of them and goes on. To cancel, answer no and press F8.")
                    : .warning("The printer does not have all of them yet: the rest will not be printed."),
            ], yes: [.run(.quit)])
    }
}

/// Effects of the printing feature.
package enum PrintingEffect: FeatureEffect {
    case preview(PrintRequest)
    case clear
    /// Make all of it, and ask whether to print it; for a file, ask where it goes.
    case ask(PrintRequest)
    case write(PrintRequest, path: String, overwrite: Bool)
    /// Send what was made last to its printer; the user has said yes.
    case send(PrintRequest)
    /// Forget what was made last: the user has said no.
    case cancel
    case scans(HistoryScope)
    case collection(String)
    case receipt(String)
    case code(MakeRequest)
}

extension Effect {
    /// An effect of the printing feature.
    package static func printing(_ effect: PrintingEffect) -> Effect { .feature(effect) }
}

extension AppModel {
    package var printing: PrintingModel {
        get { self[PrintingModel.self] }
        set { self[PrintingModel.self] = newValue }
    }
}

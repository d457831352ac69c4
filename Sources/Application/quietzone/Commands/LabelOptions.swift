import Files
import Services
import ArgumentParser
import Config
import Printing

/// Which labels, and where a code and text stand on them, as the command line says it.
struct LabelOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A label sheet by number: L7160, avery-5160, herma-4457, or one from the settings.",
            valueName: "NUMBER"),
        completion: .list(LabelSheet.all.flatMap(\.numbers)))
    var sheet: String?

    @Option(help: ArgumentHelp("A label roll, in millimetres: 62 (continuous), or 62x29.", valueName: "SIZE"))
    var roll: String?

    @Option(help: ArgumentHelp("Plain paper: A4, Letter and others, or WIDTHxHEIGHT.", valueName: "SIZE"))
    var page: String?

    @Option(
        help: ArgumentHelp("With --page: the size of a label. Default: the whole page.", valueName: "SIZE"))
    var label: String?

    @Option(help: ArgumentHelp("With --page: the margin at the edges. Default: 10.", valueName: "MM"))
    var margin: Double?

    @Option(help: ArgumentHelp("With --page: the gap between labels. Default: 0.", valueName: "MM"))
    var gutter: Double?

    @Option(help: ArgumentHelp("Start at this label of the first sheet, from 1, row by row.", valueName: "N"))
    var start = 1

    @Flag(help: "Print cut marks.")
    var cutMarks = false

    @Flag(help: "Draw a line around each label.")
    var frame = false

    @Option(
        name: .customLong("text"),
        help: ArgumentHelp(
            "A line of text below the code, with {code}, {n} and fields. May be repeated.", valueName: "LINE"))
    var below: [String] = []

    @Option(name: .customLong("text-above"), help: ArgumentHelp("The same above the code.", valueName: "LINE"))
    var above: [String] = []

    @Option(
        help: ArgumentHelp(
            "The width of a module. Default: as wide as fits, up to 0.5 (bars) or 1.", valueName: "MM"))
    var moduleWidth: Double?

    @Option(
        help: ArgumentHelp(
            "The printer's dots per inch. Default: 300; label printers 203.",
            valueName: "N"))
    var dpi: Int?

    func validate() throws {
        if [sheet, roll, page].compactMap({ $0 }).count > 1 {
            throw ValidationError("use only one of --sheet, --roll and --page")
        }
        if page == nil, label != nil || margin != nil || gutter != nil {
            throw ValidationError("--label, --margin and --gutter require --page")
        }
        for (name, length) in [("margin", margin), ("gutter", gutter)] {
            guard let length, !(0...1000).contains(length) else { continue }
            throw ValidationError("--\(name) must be 0 to 1000 mm")
        }
        if let moduleWidth, !(0.05...100).contains(moduleWidth) {
            throw ValidationError("a module is 0.05 to 100 mm wide")
        }
        if let dpi, !(30...4800).contains(dpi) { throw ValidationError("printers have 30 to 4800 dots per inch") }
    }

    /// Where labels lie.
    ///
    /// - Parameter size: the labels of the template; nil where it names none.
    /// - Throws: `UserError` for what there is not.
    func layout(of size: String? = nil) throws -> PageLayout {
        if let sheet { return try .sheet(sheet, own: Settings.load().labels) }
        if let roll { return try .roll(roll) }
        if let page {
            return try .plain(
                try PaperSize(page), name: page,
                label: try label.map { text throws(UserError) in try PaperSize(text) },
                margin: margin ?? 10, gutter: gutter ?? 0)
        }
        guard let size else {
            throw UserError(
                "labels are needed: --sheet L7160, --roll 62x29 or --page A4; --list-sheets lists all sheets")
        }
        return try .template(size, own: Settings.load().labels)
    }

    /// What stands on each label.
    ///
    /// - Parameters:
    ///   - template: what a file says.
    ///   - code: what the code says; nil for what the file or rows say.
    /// - Throws: `UserError` for what is no template.
    func template(_ template: LabelTemplate = LabelTemplate(), code: FieldTemplate? = nil) throws -> LabelTemplate {
        var template = template
        if let code { template.code = code }
        template.texts += try above.map { text throws(UserError) in LabelText(try FieldTemplate(text), at: .above) }
        template.texts += try below.map { text throws(UserError) in LabelText(try FieldTemplate(text), at: .below) }
        template.hasFrame = template.hasFrame || frame
        return template
    }
}

import Files
import Services
import ArgumentParser
import Config
import Printing

/// Which labels, and where a code and text stand on them, as the command line says it.
struct LabelOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Labels of a sheet by its number, with its maker or without: L7160, avery-5160, herma-4457; or one of the settings.",
            valueName: "NUMBER"),
        completion: .list(LabelSheet.all.flatMap(\.numbers)))
    var sheet: String?

    @Option(help: ArgumentHelp("A roll by its width in millimetres, or by its labels: 62, 62x29.", valueName: "SIZE"))
    var roll: String?

    @Option(help: ArgumentHelp("Plain paper: A4, Letter and others, or WIDTHxHEIGHT.", valueName: "SIZE"))
    var page: String?

    @Option(
        help: ArgumentHelp("With --page: the size of a label; one as large as the page by default.", valueName: "SIZE"))
    var label: String?

    @Option(help: ArgumentHelp("With --page: what stays free at the edges; 10 by default.", valueName: "MM"))
    var margin: Double?

    @Option(help: ArgumentHelp("With --page: what stays free between labels; 0 by default.", valueName: "MM"))
    var gutter: Double?

    @Option(help: ArgumentHelp("Begin with this label of the first sheet, from 1, row by row.", valueName: "N"))
    var start = 1

    @Flag(help: "Show where to cut.")
    var cutMarks = false

    @Flag(help: "Draw a line around each label.")
    var frame = false

    @Option(
        name: .customLong("text"),
        help: ArgumentHelp(
            "A line below the code; {code}, {n} and the rows' fields in it. As often as wanted.", valueName: "LINE"))
    var below: [String] = []

    @Option(name: .customLong("text-above"), help: ArgumentHelp("The same above the code.", valueName: "LINE"))
    var above: [String] = []

    @Option(
        help: ArgumentHelp(
            "The width of a module; by default as wide as fits, up to 0.5 of bars and 1 of others.", valueName: "MM"))
    var moduleWidth: Double?

    @Option(
        help: ArgumentHelp(
            "The printer's dots per inch, of which modules take whole ones: 300 by default, 203 for label printers.",
            valueName: "N"))
    var dpi: Int?

    func validate() throws {
        if [sheet, roll, page].compactMap({ $0 }).count > 1 {
            throw ValidationError("--sheet, --roll and --page all say what is printed on: leave all but one out")
        }
        if page == nil, label != nil || margin != nil || gutter != nil {
            throw ValidationError("--label, --margin and --gutter go with --page")
        }
        for (name, length) in [("margin", margin), ("gutter", gutter)] {
            guard let length, !(0...1000).contains(length) else { continue }
            throw ValidationError("--\(name) takes 0 to 1000 mm")
        }
        if let moduleWidth, !(0.05...100).contains(moduleWidth) {
            throw ValidationError("a module is 0.05 to 100 mm wide")
        }
        if let dpi, !(30...4800).contains(dpi) { throw ValidationError("printers have 30 to 4800 dots per inch") }
    }

    /// - Throws: `UserError` for what there is not.
    var layout: PageLayout {
        get throws {
            if let sheet { return try .sheet(sheet, own: Settings.load().labels) }
            if let roll { return try .roll(roll) }
            guard let page else {
                throw UserError(
                    "say what is printed on: --sheet L7160, --roll 62x29 or --page A4; --list-sheets lists all sheets")
            }
            return try .plain(
                try PaperSize(page), name: page,
                label: try label.map { text throws(UserError) in try PaperSize(text) },
                margin: margin ?? 10, gutter: gutter ?? 0)
        }
    }

    /// What stands on each label.
    ///
    /// - Parameter code: what the code says; nil for what rows say.
    /// - Throws: `UserError` for what is no template.
    func template(code: FieldTemplate?) throws -> LabelTemplate {
        var template = LabelTemplate(code: code)
        template.above = try above.map { text throws(UserError) in try FieldTemplate(text) }
        template.below = try below.map { text throws(UserError) in try FieldTemplate(text) }
        template.hasFrame = frame
        return template
    }
}

import ArgumentParser
import Artwork

/// How a made symbol is drawn, as the command line says it.
struct DrawingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "\(ArtworkFormat.all.map(\.name).joined(separator: ", ")); Default: by the file extension.",
            valueName: "FORMAT"),
        completion: .list(ArtworkFormat.all.map(\.name)))
    var format: String?

    @Option(help: ArgumentHelp("The colour of bars, such as #003366. Default: black.", valueName: "COLOUR"))
    var dark: Ink?

    @Option(help: ArgumentHelp("The background colour. Default: white.", valueName: "COLOUR"))
    var light: Ink?

    @Option(help: ArgumentHelp("Pixels per module of a PNG. Default: 4.", valueName: "N"))
    var scale: Int?

    @Option(help: ArgumentHelp("The width of a module on paper. Default: 0.33.", valueName: "MM"))
    var moduleWidth: Double?

    @Option(
        help: ArgumentHelp(
            "The printer's dots per inch. Module widths are rounded to whole dots.", valueName: "N")
    )
    var dpi: Int?

    func validate() throws {
        if let format, ArtworkFormat.named(format) == nil {
            throw ValidationError(
                "there is no format \(format): \(ArtworkFormat.all.map(\.name).joined(separator: ", "))")
        }
        if let scale, !(1...1000).contains(scale) { throw ValidationError("a module must be 1 to 1000 pixels wide") }
        if let moduleWidth, !(0.01...100).contains(moduleWidth) {
            throw ValidationError("a module is 0.01 to 100 mm wide")
        }
        if let dpi, !(30...10_000).contains(dpi) { throw ValidationError("printers have 30 to 10000 dots per inch") }
        if scale != nil, dpi != nil {
            throw ValidationError("use either --scale or --dpi")
        }
    }

    /// The colours and sizes, and a line for each that does not come out as asked.
    var style: (style: ArtworkStyle, warnings: [String]) {
        var style = ArtworkStyle()
        style.dark = dark ?? style.dark
        style.light = light ?? style.light
        style.moduleMillimetres = moduleWidth ?? style.moduleMillimetres
        style.dotsPerModule = scale ?? style.dotsPerModule
        var warnings = [InkContrast.warning(dark: style.dark, light: style.light)].compactMap { $0 }
        if let dpi { warnings += style.snap(to: dpi).map { [$0] } ?? [] }
        return (style, warnings)
    }
}

extension Ink: ExpressibleByArgument {
    /// A colour as `Ink(_:)` takes it.
    package init?(argument: String) { self.init(argument) }
}

import Formats
import Services
import ArgumentParser
import Artwork
import Composing
import Encoding
import Files
import Foundation
import Payloads
import Printing
import Verification

/// `quietzone make`: a code of a text, as a picture or on the terminal.
struct MakeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make", abstract: "Make a code: QR Code, EAN, Code 128 and many others.",
        discussion: """
            TEXT is the code's content, byte for byte; - is standard input, including its last line break. The file extension sets the \
            format. Without -o a terminal shows the code, and a pipe gets a PNG: `quietzone make TEXT \
            | quietzone read -` prints TEXT. `quietzone make --list` shows the contents and options of each kind.

            With --lines or --csv each row makes one code and one file: {} in the file's name is the row's number. \
            TEXT is then a template in which names in braces stand for fields of the row: 'https://example.org/{sku}'. \
            Without TEXT a code contains the line, or the first cell. Empty lines are skipped. Codes are read back to \
            check them: with rows, the first 20 and then one in 50, or all of them with --check-all.

            --payload composes the content from a form's fields; `quietzone make --list-payloads` lists them.

              quietzone make -s ean-13 4012345678901 -o label.pdf
              quietzone make --payload wifi --ssid Home --password - -o wifi.svg
              quietzone make --csv stock.csv -o 'label-{}.png' 'https://example.org/{sku}'

            Exit status: 0 made, 2 an error occurred, such as text that does not fit.
            """)

    @Flag(help: "List all kinds, their contents and options.")
    var list = false

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Write to a file, or - for standard output.", valueName: "FILE"),
        completion: .file())
    var output: String?

    @OptionGroup var overwriting: OverwritingOption

    @Flag(help: "Print a JSON object with kind, size and version; draws only with -o FILE.")
    var json = false

    @OptionGroup(title: "Rows") var rows: InputRows

    @OptionGroup(title: "Earlier codes") var before: MadeBefore

    @Flag(help: "Do not check that the code reads back.")
    var noCheck = false

    @Flag(help: "With --lines or --csv: check every code. Default: the first 20, then one in 50.")
    var checkAll = false

    @OptionGroup(title: "Payload") var payload: PayloadOptions

    @OptionGroup(title: "Code") var making: MakingOptions

    @OptionGroup(title: "Drawing") var drawing: DrawingOptions

    @OptionGroup(title: "Safety") var safety: SandboxOptions

    @Option(
        help: ArgumentHelp("Encode the bytes of a file, or - for standard input.", valueName: "FILE"),
        completion: .file())
    var bytes: String?

    @Argument(help: ArgumentHelp("The text, or - for standard input.", valueName: "TEXT"))
    var text: String?

    func validate() throws {
        if list || payload.listPayloads || before.isListOrForget { return }
        let given = [
            rows.isGiven ? nil : text, bytes, payload.form, rows.lines, rows.csv, before.again.map(String.init),
        ]
        let count = given.count(where: { $0 != nil })
        guard count == 1 else {
            throw ValidationError(
                (count == 0 ? "no content: use one of " : "more than one content: use only one of ")
                    + "a text, - for standard input, --bytes FILE, --lines FILE, --csv FILE, --payload FORM, --again N")
        }
        if rows.isGiven, output?.contains("{}") != true {
            throw ValidationError("--lines and --csv need a file for each code: -o 'label-{}.png'")
        }
        if json, output == "-" { throw ValidationError("use either --json or -o -") }
        if let output, output != "-", drawing.format == nil, ArtworkFormat.ofFile(output) == nil {
            throw ValidationError(
                "unknown file extension: \(output) (known: \(ArtworkFormat.all.map(\.name).joined(separator: ", "))): use --format"
            )
        }
    }

    func run() throws {
        if list { return KindList.print() }
        if payload.listPayloads { return FormList.print() }
        if before.isListOrForget { return try before.run(isJSON: json) }
        let (style, warnings) = drawing.style
        warnings.forEach { Output.complain($0) }
        let file = MadeFile(
            output: output, format: drawing.format, isJSON: json, overwriting: overwriting, style: style)
        let encoder = safety.sandbox(log: { _ in }, warn: { Output.complain($0) }).encoder
        if let source = try rows.source() { return try makeAll(source, file, by: encoder) }
        let symbol: MadeSymbol
        if let number = before.again {
            symbol = try before.symbol(number, by: encoder)
        } else if let composed = try payload.composed() {
            symbol = try made(composed.content, of: composed.form, by: encoder)
        } else {
            symbol = try made(try source(), by: encoder)
        }
        tell(of: symbol)
        try file.write(symbol, to: output)
    }

    /// Says on standard error what may go wrong where it is read.
    ///
    /// - Parameters:
    ///   - place: what comes before each line.
    ///   - isRead: whether it is read; default true.
    private func tell(of symbol: MadeSymbol, place: String = "", isRead: Bool = true) {
        let doubt = isRead && !noCheck ? ReadBack.of(symbol).doubt : nil
        let estimate =
            isRead ? drawing.dpi.flatMap { PrintEstimate(of: symbol, drawing.style.style, dotsPerInch: $0) } : nil
        let quality = estimate.flatMap { $0.isBad ? $0.words : nil }
        for line in symbol.cautions + [doubt, quality].compactMap({ $0 }) { Output.complain(place + line) }
    }

    /// Whether the code of a place in a batch, from 0, is read. Reading takes longer than making, and what fails by its kind or size fails
    /// for all of them.
    private func isRead(_ index: Int) -> Bool { checkAll || index < 20 || index % 50 == 0 }

    private func made(_ source: SymbolSource, by encoder: SymbolEncoder) throws -> MadeSymbol {
        let kind = try making.kinds(proposals: ["qr-code"])[0]
        return try encoder.make(source, as: kind, options(for: kind))
    }

    private func options(for kind: SymbolKind, level: String? = nil) -> MakeOptions {
        var options = making.options
        // A screen is not as high as a label: bars are lower there where nobody says how high.
        if kind.layout == .bars, options.height == nil, MadeFile.isForScreen(output: output, format: drawing.format) {
            options.height = 16
        }
        if options.level == nil, kind.choices.levels.contains(where: { $0.name == level }) { options.level = level }
        return options
    }

    /// The symbol of what a form composed: of the first kind that holds it. A terminal is told what readers make of it.
    private func made(
        _ content: ComposedContent, of form: PayloadForm, by encoder: SymbolEncoder
    ) throws -> MadeSymbol {
        let proposals = content.symbolKinds.isEmpty ? [form.symbolKind] : content.symbolKinds
        let kinds = try making.kinds(proposals: proposals)
        let isGS1 = proposals.contains { SymbolKind.named($0)?.content.isGS1 == true }
        if isGS1, let kind = kinds.first, !kind.content.isGS1, !kind.name.hasPrefix("databar") {
            throw UserError(
                "\(kind.title) cannot mark its content as GS1 elements: use \(proposals.joined(separator: " or "))")
        }
        var refusal: EncodingError?
        for kind in kinds {
            do throws(EncodingError) {
                let source = SymbolSource(text: content.text, bytes: content.bytes)
                let symbol = try encoder.make(source, as: kind, options(for: kind, level: content.level))
                tell(content.payload(as: kind.symbology ?? .qrCode, isGS1: kind.content.isGS1))
                return symbol
            } catch {
                refusal = refusal ?? error
            }
        }
        if let refusal { throw refusal }
        throw UserError("this version of libzint supports none of \(proposals.joined(separator: ", "))")
    }

    private func tell(_ payload: Payload) {
        if isatty(STDERR_FILENO) == 1 { Output.complain("\(payload.kind.title): \(payload.summary)") }
    }

    private func source() throws -> SymbolSource {
        if let bytes { return .bytes(try InputBytes.read(bytes)) }
        guard let text, text != "-" else { return SymbolSource(try InputBytes.read("-")) }
        return SymbolSource(text.fileNameBytes)
    }

    /// A file for each row, whose number is in the file's name. One that cannot be made is told with its place, and the others are made
    /// all the same.
    private func makeAll(_ source: LabelSource, _ file: MadeFile, by encoder: SymbolEncoder) throws {
        let code = try text.map { text throws(UserError) in try FieldTemplate(text) }
        let kind = try making.kinds(proposals: ["qr-code"])[0]
        let options = options(for: kind)
        var hasFailed = false
        try source.forEachCode(saying: code) { place, number, source in
            do {
                let symbol = try encoder.make(try source.get(), as: kind, options)
                tell(of: symbol, place: "\(place): ", isRead: isRead(number - 1))
                try file.write(symbol, to: output?.replacing("{}", with: String(number)))
            } catch {
                Output.complain("\(place): \(error)")
                hasFailed = true
            }
        }
        if hasFailed { throw ExitCode.trouble }
    }
}

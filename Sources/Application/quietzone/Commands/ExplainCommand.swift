import Services
import ArgumentParser
import Charsets
import Config
import Files
import Payloads
import Symbols

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Explain a code's content: kind, fields, notes, risks.",
        discussion: """
            Nothing is opened, joined or fetched. Secrets are masked unless --secrets or --json is given.
            """)

    @Flag(help: "Print a JSON object, with secrets.")
    var json = false

    @Flag(help: "Show secrets, such as passwords.")
    var secrets = false

    @Option(
        help: ArgumentHelp("Explain the bytes of a file; - is standard input.", valueName: "FILE"), completion: .file())
    var bytes: String?

    @Option(
        help: ArgumentHelp(
            "The symbology, as `symbologies` names it. Products need it.", valueName: "SYMBOLOGY"),
        completion: .list(Symbology.allCases.map(\.rawValue)))
    var symbology: String?

    @Option(help: ArgumentHelp("The AIM symbology identifier, such as ]d2 (GS1 DataMatrix).", valueName: "IDENTIFIER"))
    var identifier: String?

    @Option(
        name: .customLong("add-on"),
        help: ArgumentHelp("The two or five digits beside an EAN or UPC symbol.", valueName: "DIGITS"))
    var addOn: String?

    @Argument(help: ArgumentHelp("The text, or - for standard input.", valueName: "TEXT"))
    var text: String?

    func validate() throws {
        guard (text == nil) != (bytes == nil) else {
            throw ValidationError("give a text, - for standard input, or --bytes FILE")
        }
        if let symbology, Symbology(rawValue: symbology) == nil {
            throw ValidationError("unknown symbology \(symbology): `quietzone symbologies` lists them")
        }
        if let addOn, ![2, 5].contains(addOn.utf8.count) || !addOn.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            throw ValidationError("an add-on has two or five digits")
        }
    }

    func run() throws {
        let payload = Payload.parse(try content())
        let rule = Settings.load().rules.first(for: payload)?.title
        if json { return Output.line(fromSymbol: payload.explanation(rule: rule).text) }
        for line in payload.explanationLines(rule: rule, showsSecrets: secrets) { Output.line(fromSymbol: line) }
    }

    private func content() throws -> SymbolContent {
        let symbology = symbology.flatMap(Symbology.init(rawValue:)) ?? .qrCode
        var content: SymbolContent
        if let text, text != "-" {
            let bytes = text.fileNameBytes
            content = Self.content(bytes, symbology)
        } else {
            content = Self.content(try InputBytes.read(bytes ?? "-"), symbology)
        }
        if let identifier { content.identifier = identifier }
        content.addOn = addOn
        return content
    }

    /// As `read` decodes a symbol's bytes.
    private static func content(_ bytes: [UInt8], _ symbology: Symbology) -> SymbolContent {
        let decoded = TextDecoding.decode(bytes, symbology: symbology)
        return SymbolContent(symbology: symbology, bytes: bytes, text: decoded?.text, charset: decoded?.charset)
    }
}

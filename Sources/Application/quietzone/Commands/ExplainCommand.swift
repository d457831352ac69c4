import Services
import ArgumentParser
import Charsets
import Config
import Files
import Glibc
import Payloads
import Symbols

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Explain a code's content: kind, fields, notes, risks.",
        discussion: """
            Nothing is opened, joined or fetched. Secrets are masked unless --secrets or --json is given. Marked line \
            breaks (␊, ␍) count as line breaks. Digits with a correct check digit are treated as a product unless \
            --symbology is given.

              quietzone explain "$(quietzone read contact.png)"
              quietzone watch --once | quietzone explain -
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
            "The symbology, such as ean-13; `quietzone symbologies` lists them.", valueName: "SYMBOLOGY"),
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
        // A pipe is standard input.
        guard text == nil || bytes == nil, text != nil || bytes != nil || isatty(STDIN_FILENO) == 0 else {
            throw ValidationError("no text: use one, - for standard input, or --bytes FILE")
        }
        if let symbology, Symbology(called: symbology) == nil {
            throw ValidationError.unknownSymbology(symbology, among: Symbology.allCases.map(\.rawValue))
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
        // Only for people: other programs get the lines alone.
        if !secrets, Output.isTerminal, payload.fields.contains(where: \.isSecret) {
            Output.complain("secrets are masked; --secrets shows them")
        }
    }

    private func content() throws -> SymbolContent {
        var bytes =
            if let text, text != "-" { text.fileNameBytes } else { try InputBytes.read(bytes ?? "-") }
        if self.bytes == nil { bytes = Self.line(bytes) }
        let symbology = symbology.flatMap(Symbology.init(called:)) ?? Self.productSymbology(of: bytes) ?? .qrCode
        var content = Self.content(bytes, symbology)
        if let identifier { content.identifier = identifier }
        content.addOn = addOn
        return content
    }

    /// A line that another command printed: its end is not part of it, and marked line breaks are line breaks.
    private static func line(_ bytes: [UInt8]) -> [UInt8] {
        var line = bytes[...]
        if line.last == 0x0A { line.removeLast() }
        guard !line.contains(0x0A), let text = String(validating: line, as: UTF8.self) else { return bytes }
        return Array(text.replacing("␊", with: "\n").replacing("␍", with: "\r").utf8)
    }

    /// The symbology that digits are most likely from; nil unless they are a product number with a right check digit.
    private static func productSymbology(of bytes: [UInt8]) -> Symbology? {
        let symbologies: [Int: Symbology] = [8: .ean8, 12: .upcA, 13: .ean13]
        guard let symbology = symbologies[bytes.count], bytes.allSatisfy({ 0x30...0x39 ~= $0 }),
            CheckDigits.isModulo10(bytes[...])
        else { return nil }
        return symbology
    }

    /// As `read` decodes a symbol's bytes.
    private static func content(_ bytes: [UInt8], _ symbology: Symbology) -> SymbolContent {
        let decoded = TextDecoding.decode(bytes, symbology: symbology)
        return SymbolContent(symbology: symbology, bytes: bytes, text: decoded?.text, charset: decoded?.charset)
    }
}

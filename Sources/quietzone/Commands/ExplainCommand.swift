import App
import ArgumentParser
import Config
import Decoding
import Files
import Glibc
import Payloads
import Symbols

/// `quietzone explain`: how a content is understood, without a camera.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Tell how the content of a symbol is understood: kind, fields, notes, risks.",
        discussion: """
            Nothing is opened, joined or fetched. Secrets are masked unless --secrets or --json is given.
            """)

    @Flag(help: "Print a JSON object; secrets are not masked.")
    var json = false

    @Flag(help: "Show secrets, such as passwords.")
    var secrets = false

    @Option(
        help: ArgumentHelp("Explain the bytes of a file; - is standard input.", valueName: "FILE"), completion: .file())
    var bytes: String?

    @Option(
        help: ArgumentHelp(
            "The symbology that holds it, as `symbologies` names it: products are known by it.", valueName: "SYMBOLOGY"),
        completion: .list(Symbology.allCases.map(\.rawValue)))
    var symbology: String?

    @Option(help: ArgumentHelp("The AIM symbology identifier, such as ]d2 (GS1 DataMatrix).", valueName: "IDENTIFIER"))
    var identifier: String?

    @Option(
        name: .customLong("add-on"),
        help: ArgumentHelp("The two or five digits beside an EAN or UPC symbol.", valueName: "DIGITS"))
    var addOn: String?

    @Argument(help: ArgumentHelp("The text; - is standard input.", valueName: "TEXT"))
    var text: String?

    /// More than any symbol or joined message holds.
    private static let mostBytes = 1 << 20

    func validate() throws {
        guard (text == nil) != (bytes == nil) else {
            throw ValidationError("give a text, - for standard input, or --bytes FILE")
        }
        if let symbology, Symbology(rawValue: symbology) == nil {
            throw ValidationError("there is no symbology \(symbology): `quietzone symbologies` lists them")
        }
        if let addOn, ![2, 5].contains(addOn.utf8.count) || !addOn.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            throw ValidationError("an add-on has two or five digits")
        }
    }

    func run() throws {
        let payload = Payload.parse(try content())
        let rule = Settings.load().rules.first(for: payload)?.title
        if json { return Output.line(payload.explanation(rule: rule).text) }
        for line in payload.explanationLines(rule: rule, showsSecrets: secrets) { Output.line(fromSymbol: line) }
    }

    private func content() throws -> SymbolContent {
        let symbology = symbology.flatMap(Symbology.init(rawValue:)) ?? .qrCode
        var content: SymbolContent
        if let text, text != "-" {
            let bytes = text.fileNameBytes
            content = Self.content(bytes, symbology)
        } else {
            content = Self.content(try Self.read(bytes ?? "-"), symbology)
        }
        if let identifier { content.identifier = identifier }
        content.addOn = addOn
        return content
    }

    private static func content(_ bytes: [UInt8], _ symbology: Symbology) -> SymbolContent {
        let text = String(validating: bytes, as: UTF8.self)
        return SymbolContent(symbology: symbology, bytes: bytes, text: text, charset: text == nil ? nil : "UTF-8")
    }

    private static func read(_ path: String) throws -> [UInt8] {
        func trouble(_ error: Int32) -> Trouble {
            Trouble(
                "\(path.onOneMarkedLine) cannot be read: \(String(cString: strerror(error))): name a file, or - for standard input"
            )
        }
        let file = path == "-" ? 0 : open(path.fileSystemPath, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw trouble(errno) }
        defer { if file > 0 { close(file) } }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= mostBytes {
            let count = Glibc.read(file, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw trouble(errno) }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
        throw Trouble("\(path.onOneMarkedLine): longer than 1 MiB, which no symbol holds")
    }
}

import Files
import Services
import Artwork
import Encoding
import Formats

/// Where a made symbol goes, and how.
struct MadeFile {
    /// The file; nil and `-` for standard output.
    let output: String?
    /// The name of its format; nil for what its ending says.
    let format: String?
    /// Whether an object is printed, which takes the place of the picture on standard output.
    let isJSON: Bool
    let overwriting: OverwritingOption
    let style: ArtworkStyle

    /// Whether it is shown in the cells of a terminal, or as text like that.
    static func isForScreen(output: String?, format: String?) -> Bool {
        if let format { return ArtworkFormat.named(format)?.isText == true }
        if let output, output != "-" { return ArtworkFormat.ofFile(output)?.isText == true }
        return Output.isTerminal
    }

    /// Draws `symbol`, and writes it to the file `path`, or to standard output.
    ///
    /// - Throws: `UserError` or `ExportError`, one line each; nothing is half written.
    func write(_ symbol: MadeSymbol, to path: String?) throws {
        if let path, path != "-" {
            let bytes = try (named ?? ArtworkFormat.ofFile(path) ?? .named("png"))?.draw(symbol, style) ?? []
            // A picture that a crash of the machine took can be made again: thousands would wait for the disk each.
            try overwriting.write(bytes, to: path, isDurable: false)
        } else if !isJSON {
            try writeToStandardOutput(symbol)
        }
        if isJSON { Output.line(fromSymbol: record(symbol, path: path).text) }
    }

    private var named: ArtworkFormat? { format.flatMap(ArtworkFormat.named) }

    private func writeToStandardOutput(_ symbol: MadeSymbol) throws {
        guard Output.isTerminal else {
            return Output.write(try (named ?? .named("png"))?.draw(symbol, style) ?? [])
        }
        guard let named else {
            // A line that is broken in two is no longer a code.
            let room = Output.terminalSize
            let lines = try TextBlocks(symbol, columns: room?.columns, rows: room?.rows).terminalLines
            return Output.write(Array((lines.joined(separator: "\n") + "\n").utf8))
        }
        guard named.isText else { throw UserError("\(named.name) cannot be written to a terminal: use -o FILE") }
        Output.write(try named.draw(symbol, style))
    }

    private func record(_ symbol: MadeSymbol, path: String?) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("kind", .string(symbol.kind.name)), .init("title", .string(symbol.kind.title)),
            .init("symbology", symbol.kind.symbology.map { .string($0.rawValue) } ?? .null),
            .init("bytes", .integer(Int64(symbol.source.bytes.count))),
            .init("width", .integer(Int64(symbol.grid.width))), .init("height", .integer(Int64(symbol.grid.height))),
            .init(
                "quietZone",
                .array([symbol.horizontalQuietZone, symbol.verticalQuietZone].map { .integer(Int64($0)) })),
        ]
        if let version = symbol.version { members.append(.init("version", .string(version))) }
        if let format = symbol.qrFormat {
            members.append(.init("level", .string(format.level)))
            members.append(.init("mask", .integer(Int64(format.mask))))
        }
        if let capacity = symbol.byteCapacity { members.append(.init("byteCapacity", .integer(Int64(capacity)))) }
        if let capacity = symbol.capacity {
            members.append(.init("capacity", .integer(Int64(capacity.most))))
            members.append(.init("capacityUnit", .string(capacity.unit.rawValue)))
        }
        if !symbol.texts.isEmpty { members.append(.init("text", .array(symbol.texts.map { .string($0.text) }))) }
        if let path { members.append(.init("path", .string(path))) }
        return .object(members)
    }
}

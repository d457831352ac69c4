import Services
import ArgumentParser
import Decoding
import Formats
import Symbols

struct SymbologiesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "symbologies", abstract: "List the symbologies that this build reads, and by which engine.")

    @Flag(help: "Print a JSON object for each symbology.")
    var json = false

    func run() throws {
        for symbology in Symbology.allCases where SymbologySupport.readable.contains(symbology) {
            let engines = EngineKind.allCases.filter { SymbologySupport.engines(for: symbology).contains($0) }
            Output.line(json ? Self.object(symbology, engines) : Self.line(symbology, engines))
        }
    }

    private static func line(_ symbology: Symbology, _ engines: [EngineKind]) -> String {
        symbology.rawValue.padded(26) + symbology.traits.title.padded(30)
            + engines.map(\.rawValue).joined(separator: ", ")
            + (symbology.traits.isReadByDefault ? "" : " (only if named with --only)")
    }

    private static func object(_ symbology: Symbology, _ engines: [EngineKind]) -> String {
        JSONValue.object([
            .init("symbology", .string(symbology.rawValue)), .init("title", .string(symbology.traits.title)),
            .init("identifier", .string(symbology.defaultIdentifier)),
            .init("engines", .array(engines.map { .string($0.rawValue) })),
            .init("default", .bool(symbology.traits.isReadByDefault)),
        ]).text
    }
}

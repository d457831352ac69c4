import Files
import Services
import ArgumentParser
import Encoding
import Formats
import Foundation
import History

/// The codes that were made on the screen and went out: listed, made again, forgotten.
struct MadeBefore: ParsableArguments {
    @Flag(name: .customLong("made"), help: "List codes made on the screen, newest first.")
    var isListed = false

    @Option(help: ArgumentHelp("Make the code with this number in --made once more.", valueName: "N"))
    var again: Int64?

    @Option(help: ArgumentHelp("Delete the code with this number in --made, or all.", valueName: "N|all"))
    var forget: String?

    /// Whether nothing is made.
    var isListOrForget: Bool { isListed || forget != nil }

    func validate() throws {
        if let forget, forget != "all", Int64(forget) == nil {
            throw ValidationError("--forget must be a number listed by --made, or all")
        }
    }

    /// Lists or forgets.
    func run(isJSON: Bool) throws {
        if let forget {
            let history = try HistoryStore.open(at: Paths.history)
            defer { history.close() }
            if let number = Int64(forget), try history.madeCode(number) == nil { throw Self.unknown(number) }
            return try history.forgetMadeCodes(Int64(forget))
        }
        let history = try HistoryStore.open(at: Paths.history, for: .reading)
        defer { history.close() }
        for code in try history.madeCodes() {
            let time = Timestamp(code.time).description
            guard isJSON else {
                Output.line(fromSymbol: "\(code.id)\t\(time)\t\(code.kind)\t\(code.summary)")
                continue
            }
            let record: JSONValue = .object([
                .init("id", .integer(code.id)), .init("time", .string(time)), .init("kind", .string(code.kind)),
                .init("summary", .string(code.summary)), .init("form", .string(code.form)),
                .init("bytes", .string(Data(code.bytes).base64EncodedString())),
            ])
            Output.line(fromSymbol: record.text)
        }
    }

    /// The symbol of a number, as it was made.
    func symbol(_ number: Int64, by encoder: SymbolEncoder) throws -> MadeSymbol {
        let history = try HistoryStore.open(at: Paths.history, for: .reading)
        defer { history.close() }
        guard let code = try history.madeCode(number) else { throw Self.unknown(number) }
        return try code.symbol(by: encoder)
    }

    private static func unknown(_ number: Int64) -> UserError {
        UserError("no made code has the number \(number): `quietzone make --made` lists them")
    }
}

import Config
import Files
import Formats
import Payloads
import Places

extension UserCommand {
    /// Whether it is offered for such a content.
    package func takes(_ payload: Payload) -> Bool { kinds.isEmpty || kinds.contains(payload.kind.rawValue) }

    /// Its program and arguments for a content.
    ///
    /// - Throws: `UserError` when a value holds a NUL, which ends an argument.
    package func arguments(for payload: Payload) throws -> [String] {
        let content = payload.content
        return try checked { name in
            switch name {
            case "text": content.text
            case "kind": payload.kind.rawValue
            case "symbology": content.symbology.rawValue
            case "summary": payload.summary
            default: payload.fields.first { "field:\($0.key)" == name }?.value
            }
        }
    }

    private func checked(_ value: (String) -> String?) throws -> [String] {
        let filled = filled(value)
        guard !filled.contains(where: { $0.utf8.contains(0) }) else {
            throw UserError("\(title): the content contains a NUL, which arguments cannot hold")
        }
        return filled
    }

    /// Runs it: the scan as a line of JSON on standard input. Blocks: not for the loop's thread.
    ///
    /// - Returns: the last line that it printed; empty for none.
    /// - Throws: `UserError` when it failed.
    package func run(on record: SymbolRecord) throws -> String {
        try run(try arguments(for: record.payload), on: record.json)
    }

    /// Runs it for a place that was entered or left: the place as a line of JSON on standard input. Blocks: not for the loop's thread.
    ///
    /// - Returns: the last line that it printed; empty for none.
    /// - Throws: `UserError` when it failed.
    package func run(on event: Geofences.Event) throws -> String {
        let (place, kind) =
            switch event {
            case .entered(let place): (place, "enter")
            case .left(let place): (place, "leave")
            }
        let arguments = try checked { ["text": place.id, "kind": kind, "summary": place.name][$0] }
        let object = JSONValue.object([.init("event", .string(kind)), .init("place", place.json)])
        return try run(arguments, on: object)
    }

    private func run(_ arguments: [String], on object: JSONValue) throws -> String {
        let line = Array((object.text + "\n").utf8)
        let run = ToolRun(arguments, input: .bytes(line), limit: .seconds(seconds))
        let ending = try run.run()
        guard ending.isSuccess else {
            if ending.hasTimedOut { throw UserError("\(title) was stopped after \(seconds) s") }
            throw ending.trouble("\(title) failed" + (ending.status.map { " (\($0))" } ?? ""))
        }
        return ending.lastLine
    }
}

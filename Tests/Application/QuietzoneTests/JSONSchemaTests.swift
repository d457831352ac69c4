import Foundation
import Testing

/// docs/reference/quietzone.schema.json describes what the program prints.
@Suite struct JSONSchemaTests {
    let program: Program
    private let schema: JSONSchema

    init() throws {
        program = try Program()
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        schema = try JSONSchema(Data(contentsOf: root.appendingPathComponent("docs/reference/quietzone.schema.json")))
    }

    private static let contents = [
        "https://user@example.org/", "WIFI:T:WPA;S:Cafe;P:espresso!;;", "Grüße",
        "BEGIN:VCARD\nFN:A\nEND:VCARD\nBEGIN:VCARD\nFN:B\nEND:VCARD",
    ]

    private func pictures() throws -> [String] {
        try Self.contents.enumerated().map { try program.picture("\($0).png", $1) }
    }

    @Test func whatIsReadMatches() async throws {
        let read = try await program.run(["read", "--json"] + pictures())
        try expectMatches(read.output, count: Self.contents.count)
    }

    @Test func whatIsWatchedStoredAndExportedMatches() async throws {
        for picture in try pictures() {
            let watched = try await program.run([
                "watch", "--json", "--source", picture, "--session", "Aisle", "--repeats", "count", "--tag", "late",
            ])
            try expectMatches(watched.output, count: 1)
        }
        _ = try await program.run(["history", "tag", "1", "--note", "left", "--quantity", "3", "--pin"])
        try expectMatches(try await program.run(["history", "list", "--json"]).output, count: Self.contents.count)
        try expectMatches(try await program.run(["history", "show", "1", "--json"]).output, count: 1)
        try expectMatches(
            try await program.run(["history", "export", "--format", "ndjson"]).output, count: Self.contents.count)
        let array = try await program.run(["history", "export", "--format", "json"]).output
        #expect(schema.problems(try JSONSerialization.jsonObject(with: Data(array.utf8))) == [])
    }

    @Test(arguments: [
        #"{}"#, #"{"path":"a","source":"b"}"#, #"{"symbology":"qrcode"}"#, #"{"corners":[[1,2]]}"#, #"{"text":3}"#,
        #"{"payload":{}}"#, #"{"time":"yesterday"}"#, #"{"colour":"red"}"#,
    ])
    func otherObjectsDoNotMatch(_ changes: String) async throws {
        let read = try await program.run(["read", "--json", try program.picture("a.png", "text")])
        var object = try #require(
            try JSONSerialization.jsonObject(with: Data(read.output.utf8)) as? [String: Any])
        let changed = try #require(try JSONSerialization.jsonObject(with: Data(changes.utf8)) as? [String: Any])
        object.merge(changed) { $1 }
        if changed.isEmpty { object["bytes"] = nil }
        #expect(schema.problems(object) != [])
    }

    private func expectMatches(_ output: String, count: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let lines = output.split(separator: "\n")
        #expect(lines.count == count, "\(output)", sourceLocation: sourceLocation)
        for line in lines {
            let problems = schema.problems(try JSONSerialization.jsonObject(with: Data(line.utf8)))
            #expect(problems == [], "\(line)", sourceLocation: sourceLocation)
        }
    }
}

/// As much of JSON Schema (2020-12) as the schema uses. Members that it does not name are problems too, except in a payload.
private struct JSONSchema {
    private let root: [String: Any]

    init(_ data: Data) throws {
        root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    func problems(_ value: Any) -> [String] { problems(value, root, "") }

    private func problems(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
        var schema = schema
        if let name = (schema["$ref"] as? String)?.split(separator: "/").last {
            let definitions = root["$defs"] as? [String: [String: Any]] ?? [:]
            schema = definitions[String(name)] ?? [:]
            if name == "payload" { schema["open"] = true }
        }
        var found: [String] = []
        func check(_ isRight: Bool, _ keyword: String) { if !isRight { found.append("\(path): \(keyword)") } }
        if let type = schema["type"] {
            check((type as? [String] ?? [type as? String ?? ""]).contains { Self.has(value, $0) }, "type")
        }
        if let names = schema["enum"] as? [String] { check(names.contains(value as? String ?? ""), "enum") }
        if let constant = schema["const"] as? Bool { check(value as? Bool == constant, "const") }
        if let pattern = schema["pattern"] as? String, let text = value as? String {
            check(text.range(of: pattern, options: .regularExpression) != nil, "pattern")
        }
        if let minimum = schema["minimum"] as? Double, let number = value as? Double {
            check(number >= minimum, "minimum")
        }
        for (keyword, isOne) in [("anyOf", false), ("oneOf", true)] {
            guard let choices = schema[keyword] as? [[String: Any]] else { continue }
            let all = choices.map { problems(value, $0, path) }
            let count = all.count { $0.isEmpty }
            check(isOne ? count == 1 : count > 0, "\(keyword) \(all)")
        }
        if let object = value as? [String: Any] {
            for name in schema["required"] as? [String] ?? [] { check(object[name] != nil, "\(name) is required") }
            let properties = schema["properties"] as? [String: [String: Any]]
            for (name, member) in object {
                if let property = properties?[name] ?? schema["additionalProperties"] as? [String: Any] {
                    found += problems(member, property, path + "/" + name)
                } else if properties != nil {
                    check(schema["open"] != nil, "\(name) is unknown")
                }
            }
        }
        if let array = value as? [Any] {
            check(
                array.count >= schema["minItems"] as? Int ?? 0 && array.count <= schema["maxItems"] as? Int ?? .max,
                "items")
            if let items = schema["items"] as? [String: Any] {
                for (index, item) in array.enumerated() { found += problems(item, items, "\(path)/\(index)") }
            }
        }
        return found
    }

    private static func has(_ value: Any, _ type: String) -> Bool {
        switch type {
        case "string": value is String
        case "null": value is NSNull
        case "array": value is [Any]
        case "object": value is [String: Any]
        case "boolean": value is Bool
        case "integer": value is Int
        case "number": value is Double
        default: false
        }
    }
}

import Formats
import Foundation
import Payloads
import Services
import Symbols

/// docs/reference/json.md, quietzone.schema.json and quietzone-json(5): the objects that `read`, `watch` and `history` print.
enum JSONPages {
    /// A member of the object.
    struct Member {
        let name: String
        /// Its type in words.
        let type: String
        let schema: JSONValue
        let text: String
        var isRequired = false
    }

    private static let string: JSONValue = ["type": "string"]
    private static let count: JSONValue = ["type": "integer", "minimum": 1]
    private static let base64: JSONValue = ["type": "string", "contentEncoding": "base64"]
    private static let time: JSONValue = [
        "type": "string", "pattern": #"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$"#,
    ]

    private static func names(_ names: [String]) -> JSONValue {
        ["type": "string", "enum": .array(names.map { .string($0) })]
    }

    private static func list(_ items: JSONValue, count: Int64? = nil) -> JSONValue {
        guard let count else { return ["type": "array", "items": items] }
        return ["type": "array", "items": items, "minItems": .integer(count), "maxItems": .integer(count)]
    }

    /// In the order of the output.
    static let members: [Member] = [
        Member(
            name: "id", type: "integer", schema: count, text: "The number of the scan in the history, if it is saved."),
        Member(
            name: "path", type: "string", schema: string,
            text: "The path of the picture; `-` is standard input. Only from `read`."),
        Member(
            name: "source", type: "string", schema: string,
            text:
                "What was scanned: a camera's name, a path, an address without password and query, `demo` or `-`. Not from `read`."
        ),
        Member(
            name: "page", type: "integer", schema: count,
            text: "The page of a file with several pages, from 1. Only from `read`."),
        Member(
            name: "frame", type: "integer or array",
            schema: ["anyOf": [count, list(["type": "integer", "minimum": 0], count: 2)]],
            text:
                "From `read --all-frames`: the number of the frame, from 1. From `history`: the width and height of the frame."
        ),
        Member(
            name: "time", type: "string", schema: time,
            text: "The time of the scan: ISO 8601 in UTC with milliseconds. Not from `read`."),
        Member(
            name: "symbology", type: "string", schema: names(Symbology.allCases.map(\.rawValue)),
            text: "The symbology, as named by `quietzone symbologies`.", isRequired: true),
        Member(
            name: "identifier", type: "string", schema: ["type": "string", "pattern": "^\\][A-Za-z][0-9A-Za-z]$"],
            text: "The AIM symbology identifier (ISO/IEC 15424), such as `]Q1`.", isRequired: true),
        Member(
            name: "text", type: "string or null", schema: ["type": ["string", "null"]],
            text: "The content as text; null if the bytes are not text.", isRequired: true),
        Member(name: "bytes", type: "string", schema: base64, text: "The exact bytes in Base64.", isRequired: true),
        Member(
            name: "charset", type: "string or null", schema: ["type": ["string", "null"]],
            text: "The charset used to decode the bytes.", isRequired: true),
        Member(
            name: "addOn", type: "string", schema: ["type": "string", "pattern": #"^(\d{2}|\d{5})$"#],
            text: "The digits of an EAN-2 or EAN-5 add-on beside the symbol, if there is one."),
        Member(
            name: "corners", type: "array", schema: list(list(["type": "number"], count: 2), count: 4),
            text:
                "Four points `[x, y]` in pixels of the picture before it is turned or mirrored, clockwise from the symbol's own "
                + "top left.", isRequired: true),
        Member(
            name: "payload", type: "object", schema: ["$ref": "#/$defs/payload"],
            text: "What the content means; see below.", isRequired: true),
        Member(
            name: "picture", type: "string", schema: string,
            text: "The path of the saved picture of the scan, if there is one."),
        Member(
            name: "pathBytes", type: "string", schema: base64,
            text: "The bytes of `path` in Base64, if it is not valid UTF-8. Follows `path` directly."),
        Member(name: "sourceBytes", type: "string", schema: base64, text: "The same for `source`."),
        Member(name: "pictureBytes", type: "string", schema: base64, text: "The same for `picture`."),
        Member(
            name: "kept", type: "boolean", schema: ["type": "boolean"],
            text: "From `watch --keep`: whether the scan is saved in the history."),
        Member(
            name: "quantity", type: "integer", schema: ["type": "integer", "minimum": 0],
            text: "How often the code was counted. From `history` only if it is not 1."),
        Member(
            name: "identity", type: "string", schema: string,
            text: "From `history`: an identifier of the scan that is the same on all machines."),
        Member(
            name: "zone", type: "string", schema: ["type": "string", "pattern": #"^[+-]\d\d:\d\d(:\d\d)?$"#],
            text: "From `history`: the offset of local time from UTC, such as `+02:00`."),
        Member(
            name: "lastSeen", type: "string", schema: time,
            text: "From `history`: when a counted code was last scanned."),
        Member(name: "session", type: "string", schema: string, text: "From `history`: the name of the session."),
        Member(name: "tags", type: "array", schema: list(string), text: "From `history`: the tags."),
        Member(name: "note", type: "string", schema: string, text: "From `history`: the note."),
        Member(
            name: "product", type: "string", schema: string,
            text: "From `history`: the name of the product, if it was looked up."),
        Member(
            name: "pinned", type: "boolean", schema: ["const": true],
            text: "From `history`: true if the scan is protected from automatic deletion."),
        Member(
            name: "fields", type: "object", schema: ["type": "object", "additionalProperties": string],
            text: "From `history`: other values by name, such as `shelf`, `place` and `grade`."),
        Member(
            name: "problem", type: "string", schema: string,
            text: "From `history`: why a stored scan cannot be read completely."),
    ]

    /// Members of `payload` that every kind has or may have; its fields come beside them.
    static let payloadMembers: [Member] = [
        Member(
            name: "kind", type: "string", schema: names(PayloadKind.all.map(\.rawValue)),
            text: "The kind of content, such as `url` or `wifi`.", isRequired: true),
        Member(
            name: "others", type: "array", schema: list(["type": "object"]),
            text: "The fields of the second and later records, such as further contacts of one code."),
        Member(
            name: "notes", type: "object", schema: ["type": "object", "additionalProperties": string],
            text: "Notes by the names of their fields, such as `check digit wrong` or `expires in 12 days`."),
        Member(
            name: "warnings", type: "array", schema: list(["type": "string", "pattern": "^[a-z0-9-]+$"]),
            text: "The names of warnings about the content."),
    ]

    // MARK: Pages

    static func markdown(_ program: CommandInfo) -> String {
        let others = program.all.filter { $0.json != nil && !isDescribed($0) }
        return Page.markdown(
            "JSON",
            introduction: """
                `quietzone read --json` and `quietzone watch --json` print one JSON object per line for each code. So do \
                `history list --json`, `history show --json` and exports as `.ndjson`; exports as `.json` are an array of such objects. \
                [Contents](contents.md) lists the kinds of `payload`. [quietzone.schema.json](quietzone.schema.json) is a JSON Schema \
                (2020-12) for both. The guide to \
                [scripts](../guide/scripts.md) has examples.
                """,
            body(link: true) + [
                .heading(1, "Other commands"),
                .text("These commands also have an option `--json`. The schema does not cover their output."),
                .table(header: ["command", "option"], rows: others.map { ["`\($0.title)`", $0.json ?? ""] }),
            ])
    }

    static func manual() -> String {
        Page.manual(
            "quietzone-json", section: 5, date: releaseDate, version: programName, summary: "JSON output of quietzone",
            [
                .heading(1, "Description"),
                .text(
                    "`quietzone read --json` and `quietzone watch --json` print one JSON object per line for each code. So do "
                        + "`quietzone history list --json`, `quietzone history show --json` and exports as `.ndjson`; exports as "
                        + "`.json` are an array of such objects."),
            ] + body(link: false) + [
                .heading(1, "See also"),
                .text(
                    "quietzone(1), quietzone-read(1), quietzone-watch(1), quietzone-history(1), quietzone-explain(1)"),
            ])
    }

    private static func body(link: Bool) -> [Page.Block] {
        [
            .heading(1, "Members"),
            .text(
                "Members without a value are left out, except `text` and `charset`. Later versions may add members: ignore those that "
                    + "you do not know."),
            link ? table(members) : entries(members),
            .heading(1, "The payload"),
            .text(
                "The object `payload` has these members, and the fields of its kind under their names. A field that may have several "
                    + "values is an array, even with one value. Secrets are not masked."),
            link ? table(payloadMembers) : entries(payloadMembers),
            .heading(1, "Examples"),
            .code(
                [
                    "quietzone read --json photos/ | jq -r .text",
                    "quietzone watch --json | jq -r 'select(.payload.kind == \"url\") | .payload.url'",
                    "quietzone history list --json kind:wifi | jq .payload",
                ], language: "sh"),
        ]
    }

    private static func table(_ members: [Member]) -> Page.Block {
        .table(header: ["member", "type", "value"], rows: members.map { ["`\($0.name)`", $0.type, $0.text] })
    }

    private static func entries(_ members: [Member]) -> Page.Block {
        .list(members.map { (Page.Term([.init(literal: $0.name, value: "(\($0.type))")]), $0.text) })
    }

    /// Whether the schema covers the output of a command.
    private static func isDescribed(_ command: CommandInfo) -> Bool {
        ["quietzone read", "quietzone watch", "quietzone history list", "quietzone history show"].contains(
            command.title)
    }

    // MARK: Schema

    static func schema() throws -> String {
        let schema: JSONValue = [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": .string("JSON of quietzone \(programVersion)"),
            "description":
                "An object that quietzone read --json, watch --json or history --json prints, or an array of them.",
            "anyOf": [["$ref": "#/$defs/scan"], ["type": "array", "items": ["$ref": "#/$defs/scan"]]],
            "$defs": [
                "scan": object(
                    members,
                    with: [
                        .init("oneOf", [["required": ["path"]], ["required": ["source"]]])
                    ]),
                "payload": object(payloadMembers),
            ],
        ]
        let value = try JSONSerialization.jsonObject(with: Data(schema.text.utf8))
        let data = try JSONSerialization.data(
            withJSONObject: value, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    private static func object(_ members: [Member], with more: [JSONValue.Member] = []) -> JSONValue {
        let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
        return .object(
            [
                .init("type", "object"), .init("properties", .object(members.map(property))),
                .init("required", .array(required)),
            ] + more)
    }

    private static func property(_ member: Member) -> JSONValue.Member {
        let text = member.text.filter { $0 != "`" }
        guard case .object(let schema) = member.schema else { return .init(member.name, member.schema) }
        return .init(member.name, .object(schema + [.init("description", .string(text))]))
    }
}

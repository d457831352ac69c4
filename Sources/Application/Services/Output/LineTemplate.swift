import Files
import Formats
import Foundation
import Payloads

/// How a scan is printed as a line: text in which names in braces stand for what is known of it.
///
///     try LineTemplate(#"{text}\t{symbology}"#)
///
/// `\t`, `\n`, `\r`, `\0` and `\\` stand for characters, `{{` and `}}` for braces; `{field:NAME}` is a field of the contents, by its
/// name in JSON.
package struct LineTemplate: Sendable {
    private enum Part: Sendable {
        case bytes([UInt8])
        case value(Name)
        case field(String)
    }

    /// What can stand in braces.
    package enum Name: String, CaseIterable, Sendable {
        case text, symbology, identifier, kind, summary, time, source, bytes, id, quantity, kept
    }

    private let parts: [Part]

    /// - Throws: `UserError` that says what is wrong with it.
    package init(_ template: String) throws {
        var parts: [Part] = []
        var literal: [UInt8] = []
        var rest = Substring(template)
        func flush() {
            if !literal.isEmpty { parts.append(.bytes(literal)) }
            literal = []
        }
        while let character = rest.popFirst() {
            switch character {
            case "\\":
                guard let next = rest.popFirst(), let byte = Self.escapes[next] else {
                    throw UserError("--format: \\ stands before t, n, r, 0 or \\ alone")
                }
                literal.append(byte)
            case "{" where rest.first == "{", "}" where rest.first == "}":
                rest.removeFirst()
                literal += Array(String(character).utf8)
            case "{":
                guard let end = rest.firstIndex(of: "}") else {
                    throw UserError("--format: a { is not closed; {{ is a brace")
                }
                let name = String(rest[..<end])
                rest = rest[rest.index(after: end)...]
                flush()
                parts.append(try Self.part(name))
            case "}": throw UserError("--format: a } closes nothing; }} is a brace")
            default: literal += Array(String(character).utf8)
            }
        }
        flush()
        self.parts = parts
    }

    private static let escapes: [Character: UInt8] = ["t": 0x09, "n": 0x0A, "r": 0x0D, "0": 0, "\\": 0x5C]

    private static func part(_ name: String) throws -> Part {
        if name.hasPrefix("field:"), name.count > 6 { return .field(String(name.dropFirst(6))) }
        guard let known = Name(rawValue: name) else {
            let names = Name.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
            throw UserError("--format: there is no {\(name.prefix(40))}; there are \(names) and {field:NAME}")
        }
        return .value(known)
    }

    /// The line for a scan, without its end; bytes that are no text stand as they are.
    package func line(for watched: WatchedScan) -> [UInt8] {
        let content = watched.scan.symbol.content
        let payload = Payload.parse(content)
        return parts.flatMap { part -> [UInt8] in
            switch part {
            case .bytes(let bytes): bytes
            case .field(let key):
                Array(payload.fields.filter { $0.key == key }.map(\.value).joined(separator: ", ").utf8)
            case .value(.text): content.text.map { Array($0.utf8) } ?? content.bytes
            case .value(let name): Array(Self.value(name, watched, payload).utf8)
            }
        }
    }

    private static func value(_ name: Name, _ watched: WatchedScan, _ payload: Payload) -> String {
        let content = watched.scan.symbol.content
        return switch name {
        case .text: content.text ?? ""
        case .symbology: content.symbology.rawValue
        case .identifier: content.identifier
        case .kind: payload.kind.rawValue
        case .summary: payload.summary
        case .time: Timestamp(watched.scan.time).description
        case .source: watched.scan.source.withVisibleBytes
        case .bytes: Data(content.bytes).base64EncodedString()
        case .id: watched.id.map(String.init) ?? ""
        case .quantity: String(watched.quantity ?? 1)
        case .kept: watched.id == nil ? "no" : "yes"
        }
    }
}

import Files
import Formats
import Foundation
import Payloads

/// How a scan is printed as a line: text in which names in braces stand for what is known of it.
///
///     try LineTemplate(#"{text}\t{symbology}"#)
///
/// `\t`, `\n`, `\r`, `\0` and `\\` stand for characters, `{{` and `}}` for braces; `{field:NAME}` is a field of the contents, by its
/// name in JSON. A control character of the template separates values; in a value it is marked, such as `␉`.
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
    /// The control characters of the template itself.
    private let separators: Set<UInt8>

    /// - Throws: `UserError` that says what is wrong with it.
    package init(_ template: String) throws {
        let fields: FieldTemplate
        do { fields = try FieldTemplate(template) } catch { throw UserError("--format: \(error.description)") }
        parts = try fields.parts.map { part in
            switch part {
            case .text(let literal): .bytes(try Self.bytes(literal))
            case .field(let name): try Self.part(name)
            }
        }
        separators = parts.reduce(into: []) { separators, part in
            if case .bytes(let bytes) = part { separators.formUnion(bytes.filter { $0 < 0x20 }) }
        }
    }

    private static let escapes: [Character: UInt8] = ["t": 0x09, "n": 0x0A, "r": 0x0D, "0": 0, "\\": 0x5C]

    private static func bytes(_ literal: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = literal[...]
        while let character = rest.popFirst() {
            guard character == "\\" else {
                bytes += Array(String(character).utf8)
                continue
            }
            guard let next = rest.popFirst(), let byte = escapes[next] else {
                throw UserError("--format: \\ must be followed by t, n, r, 0 or \\")
            }
            bytes.append(byte)
        }
        return bytes
    }

    private static func part(_ name: String) throws -> Part {
        if name.hasPrefix("field:"), name.count > 6 { return .field(String(name.dropFirst(6))) }
        guard let known = Name(rawValue: name) else {
            let names = Name.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
            throw UserError("--format: there is no {\(name.prefix(40))}: use \(names) or {field:NAME}")
        }
        return .value(known)
    }

    /// The line for a scan, without its end; bytes that are not text stand as they are, but for marks.
    package func line(for watched: WatchedScan, end: RecordEnd = .newline) -> [UInt8] {
        let content = watched.scan.symbol.content
        let payload = Payload.parse(content)
        let marked = separators.union(end.separators)
        return parts.flatMap { part -> [UInt8] in
            switch part {
            case .bytes(let bytes): bytes
            case .field(let key):
                Array(payload.fields.filter { $0.key == key }.map(\.value).joined(separator: ", ").utf8).marking(marked)
            case .value(.text): (content.text.map { Array($0.utf8) } ?? content.bytes).marking(marked)
            case .value(let name): Array(Self.value(name, watched, payload).utf8).marking(marked)
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

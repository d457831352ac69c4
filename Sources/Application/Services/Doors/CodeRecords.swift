import Files
import Formats
import Foundation
import Symbols

/// How the codes of an input are divided, each a record.
package enum CodeRecords: Sendable {
    /// A code a line.
    case lines
    /// A code to each NUL, exact.
    case nulls
    /// A JSON object a line, as `quietzone watch --json` writes it.
    case json

    /// The byte that ends a record.
    package var end: UInt8 { self == .nulls ? 0 : 0x0A }

    /// The most bytes of a record that are read: more than any symbol holds.
    package var maximumBytes: Int { self == .json ? 1 << 20 : 1 << 16 }

    /// The code of a record; nil for an empty one.
    ///
    /// - Throws: `UserError` for a line that is not JSON of a symbol.
    package func content(of record: [UInt8]) throws(UserError) -> SymbolContent? {
        if record.isEmpty { return nil }
        return self == .json ? try Self.content(ofJSON: record) : Self.content(exact: record)
    }

    /// A code as typed or printed, whose symbology is not known.
    package static func content(exact bytes: [UInt8]) -> SymbolContent {
        let text = String(validating: bytes, as: UTF8.self)
        return SymbolContent(symbology: .qrCode, bytes: bytes, text: text, charset: text == nil ? nil : "UTF-8")
    }

    private static func content(ofJSON record: [UInt8]) throws(UserError) -> SymbolContent {
        func text(_ key: String, _ json: JSONValue) -> String? {
            if case .string(let text)? = json[key: key] { text } else { nil }
        }
        guard let json = try? JSONValue(parsing: record), let base64 = text("bytes", json),
            let bytes = Data(base64Encoded: base64)
        else {
            throw UserError("a line is not a JSON object with bytes: use the output of `quietzone watch --json`")
        }
        var content = content(exact: Array(bytes))
        if let symbology = text("symbology", json).flatMap(Symbology.init(rawValue:)) { content.symbology = symbology }
        content.identifier = text("identifier", json) ?? content.symbology.defaultIdentifier
        if let words = text("text", json) { (content.text, content.charset) = (words, text("charset", json)) }
        content.addOn = text("addOn", json)
        return content
    }
}

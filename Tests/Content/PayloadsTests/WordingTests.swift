import Foundation
import Testing

/// The texts that contents are told with stand in `Sources/Content/Payloads/Wording` and nowhere else, as a translator wants them.
struct WordingTests {
    /// The texts of a type, as they stand in its file, with 0 for each value in them: `Note("longer than 0 characters")`.
    private static func texts(of type: String) throws -> [String] {
        let source = try String(contentsOf: sources.appending(path: "Wording/\(type).swift"), encoding: .utf8)
        // The last literal of a call is what people read: a warning's first is its name.
        let value = #"\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"#
        let call = try Regex(#"\#(type)\(\s*(?:"[a-z0-9-]+",\s*)?"((?:\#(value)|[^"\\])*)""#)
        return try source.matches(of: call).compactMap { match in
            try match.output[1].substring.map { String($0).replacing(try Regex(value), with: "0") }
        }
    }

    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/Content/Payloads")

    @Test(arguments: [("FieldName", 180), ("Note", 100), ("Summary", 30), ("PayloadWarning", 50), ("ActionTitle", 15)])
    func eachTextIsOneCleanLine(type: String, count: Int) throws {
        let texts = try Self.texts(of: type)
        #expect(texts.count >= count)
        for text in texts {
            let isClean = text.unicodeScalars.allSatisfy {
                ![.control, .format, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
            }
            #expect(isClean && !text.hasPrefix(" ") && !text.contains("  "), "\(text)")
        }
    }

    @Test func eachTextBeginsAndEndsAsItsKindDoes() throws {
        for text in try Self.texts(of: "FieldName") + Self.texts(of: "ActionTitle") where text.first != "0" {
            #expect(text.first?.isUppercase == true && text.last != ".", "\(text)")
        }
        for text in try Self.texts(of: "PayloadWarning") {
            #expect("0(".contains(text.first ?? " ") || text.first?.isUppercase == true, "\(text)")
            #expect(text.last == ".", "\(text)")
        }
        let names = ["IBAN", "combined"]
        for text in try Self.texts(of: "Note") where text.first != "0" {
            #expect(text.first?.isLowercase == true || names.contains { text.hasPrefix($0) }, "\(text)")
            #expect(text.last != ".", "\(text)")
        }
    }

    @Test func noTextIsThereTwice() throws {
        for type in ["FieldName", "Note", "Summary", "PayloadWarning", "ActionTitle"] {
            let texts = try Self.texts(of: type).filter { $0.contains(where: \.isLetter) }
            #expect(Dictionary(grouping: texts) { $0 }.filter { $0.value.count > 1 }.keys.isEmpty, "\(type)")
        }
    }

    /// The types let no literal in, but for what is meant for the content's own words.
    @Test func parsersHoldNoWords() throws {
        let files = FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil)
        let literal = try Regex(#"(?:\.given|\.tabled|\.asWritten|\.of)\(\s*"(?!\\\()"#)
        for case let file as URL in try #require(files) where file.pathExtension == "swift" {
            let source = try String(contentsOf: file, encoding: .utf8)
            #expect(!source.contains(literal), "\(file.lastPathComponent)")
        }
    }
}

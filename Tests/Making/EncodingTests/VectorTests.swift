import Encoding
import Foundation
import Testing

/// Compares modules with those of makers and standards that share nothing with libzint: `Vectors/vectors.tsv`.
@Suite struct VectorTests {
    struct Vector: Sendable {
        let kind: String
        let options: MakeOptions
        let content: String
        let form: String
        let modules: String
    }

    static let all: [Vector] = {
        guard let url = Bundle.module.url(forResource: "vectors", withExtension: "tsv", subdirectory: "Vectors"),
            let text = try? String(contentsOf: url, encoding: .utf8)
        else { return [] }
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 6 else { return nil }
            return Vector(
                kind: fields[0], options: options(fields[1]), content: fields[2], form: fields[3], modules: fields[4])
        }
    }()

    @Test func thereAreAHundredOfManyKinds() {
        #expect(Self.all.count >= 100)
        #expect(Set(Self.all.map(\.kind)).count >= 50)
    }

    @Test func modulesAreThoseOfOtherMakers() throws {
        for vector in Self.all {
            guard let kind = SymbolKind.named(vector.kind) else { continue }
            let made = try SymbolEncoder().make(.text(vector.content), as: kind, vector.options)
            let lines = (0..<made.grid.rows).map { row in
                String((0..<made.grid.width).map { made.grid.isDark($0, row: row) ? "1" : "0" })
            }
            #expect(Self.words(lines, vector.form) == vector.modules, "\(vector.kind) \(vector.content)")
        }
    }

    /// Modules as the file has them.
    private static func words(_ lines: [String], _ form: String) -> String {
        switch form {
        case "rows":
            var rows: [String] = []
            // Hexagons lie in rows of their own, equal or not.
            for line in lines where rows.last != line || lines.count == 33 { rows.append(line) }
            return "\(lines[0].count):" + rows.map(hexadecimal).joined(separator: "/")
        default:
            let bars = trimmed(lines[0])
            guard form == "ratio" else { return "\(bars.count):" + hexadecimal(bars) }
            var words = ""
            var rest = bars[...]
            while let first = rest.first {
                let run = rest.prefix { $0 == first }
                words += run.count > 1 ? "w" : "n"
                rest = rest.dropFirst(run.count)
            }
            return words
        }
    }

    private static func trimmed(_ line: String) -> String {
        var bars = line.drop { $0 == "0" }
        while bars.hasSuffix("0") { bars.removeLast() }
        return String(bars)
    }

    private static func hexadecimal(_ bits: String) -> String {
        let padded = bits + String(repeating: "0", count: (4 - bits.count % 4) % 4)
        return stride(from: 0, to: padded.count, by: 4).map { start in
            let four = padded.dropFirst(start).prefix(4)
            return String(Int(four, radix: 2) ?? 0, radix: 16)
        }.joined()
    }

    private static func options(_ text: String) -> MakeOptions {
        var options = MakeOptions()
        for pair in text.split(separator: " ") {
            let sides = pair.split(separator: "=").map(String.init)
            guard sides.count == 2 else { continue }
            switch sides[0] {
            case "size": options.size = sides[1]
            case "level": options.level = sides[1]
            case "mask": options.mask = Int(sides[1])
            case "columns": options.columns = Int(sides[1])
            case "check": options.check = .init(sides[1])
            default: Issue.record("no option \(sides[0])")
            }
        }
        return options
    }
}

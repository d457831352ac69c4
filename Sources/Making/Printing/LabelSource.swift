import Encoding
import Files

/// A row that a label is made of.
package struct LabelRow {
    /// Where it comes from, for messages: `row 18`; nil where its number is that of the label.
    package let place: String?
    /// What its code says where the template does not say it.
    let code: SymbolSource
    /// Whether a spreadsheet may have written it, which spoils long numbers.
    private let isOfSpreadsheet: Bool
    /// Why nothing can be made of it; nil as a rule.
    let problem: UserError?
    private let lookUp: (String) -> String?

    package init(
        place: String? = nil, code: SymbolSource, isOfSpreadsheet: Bool = false,
        problem: UserError? = nil, _ value: @escaping (String) -> String? = { _ in nil }
    ) {
        (self.place, self.code, self.isOfSpreadsheet, lookUp) = (place, code, isOfSpreadsheet, value)
        self.problem = problem
    }

    /// The value of a field; nil where it has none of that name.
    package func value(_ name: String) -> String? { lookUp(name) }

    /// - Throws: `UserError` where a spreadsheet has shortened the number in one of `fields`, or in the code where these are nil.
    package func checkNumbers(of fields: Set<String>?) throws(UserError) {
        guard isOfSpreadsheet else { return }
        for text in fields.map({ $0.compactMap(lookUp) }) ?? [codeText] {
            if let error = UserError.shortenedNumber(text) { throw error }
        }
    }

    var codeText: String { String(decoding: code.bytes, as: UTF8.self) }
}

/// Where the rows of labels come from: one at a time, so that a hundred thousand take no more memory than one.
package struct LabelSource {
    /// The names of the fields that rows have; nil where each has its own, and a template is checked at the end.
    package let fields: [String]?
    /// Fields that rows may have where each has its own, for messages.
    let examples: [String]
    /// Hands each row to its argument.
    package let forEach: ((LabelRow) throws -> Void) throws -> Void

    package init(
        fields: [String]?, examples: [String] = [], forEach: @escaping ((LabelRow) throws -> Void) throws -> Void
    ) {
        (self.fields, self.examples, self.forEach) = (fields, examples, forEach)
    }

    /// One code.
    package static func one(_ source: SymbolSource) -> LabelSource {
        LabelSource(fields: []) { try $0(LabelRow(code: source)) }
    }

    /// A series; each number's text is the field `serial`.
    package static func series(_ series: LabelSeries) -> LabelSource {
        LabelSource(fields: ["serial"]) { take in
            for index in 0..<series.count {
                let text = series.text(index)
                try take(LabelRow(code: .text(text)) { $0 == "serial" ? text : nil })
            }
        }
    }

    /// Lines of text, each the field `line`; empty ones are left out.
    ///
    /// - Parameter more: the next bytes; nil at the end.
    package static func lines(_ more: @escaping () throws -> [UInt8]?) -> LabelSource {
        LabelSource(fields: ["line"]) { take in
            var reader = LineReader(more)
            while let (number, bytes) = try reader.next() {
                if bytes.isEmpty { continue }
                let (place, text) = ("line \(number)", String(validating: bytes, as: UTF8.self))
                let problem = UserError("it is not UTF-8 text: make its code with `make --bytes`, or correct the line")
                try take(
                    LabelRow(
                        place: place, code: SymbolSource(text: text, bytes: Array(bytes)),
                        problem: text == nil ? problem : nil
                    ) { $0 == "line" ? text : nil })
            }
        }
    }

    /// Hands over what the code of each row says, or why it says nothing, with where the row comes from and its number from 1.
    ///
    /// - Parameter code: the template of that; nil for what rows say.
    /// - Throws: `UserError` for a field that no row has; what `take` throws.
    package func forEachCode(
        saying code: FieldTemplate?,
        _ take: (_ place: String, _ number: Int, Result<SymbolSource, UserError>) throws -> Void
    ) throws {
        let template = LabelTemplate(code: code)
        if let fields { try template.check(against: fields) }
        var number = 0
        try forEach { row in
            number += 1
            let content = Result { () throws(UserError) in try template.content(of: row, number: number).sources[0] }
            try take(row.place ?? "code \(number)", number, content)
        }
    }

    /// Rows of CSV (RFC 4180) with the fields' names in the first one; without a template the first cell is the code.
    ///
    /// - Parameter more: the next bytes; nil at the end.
    /// - Throws: `UserError` where the first row has no names, or one twice.
    package static func csv(_ more: @escaping () throws -> [UInt8]?) throws -> LabelSource {
        let meter = RowMeter()
        var reader = try CSVReader {
            let piece = try more()
            try meter.count(piece)
            return piece
        }
        guard let head = try reader.nextLine(), head.obstacle == nil, head.names.contains(where: { !$0.isEmpty }) else {
            throw UserError("the CSV has no first row: it needs one with the names of its fields")
        }
        var columns: [String: Int] = [:]
        for (index, name) in head.names.enumerated() where !name.isEmpty {
            guard columns.updateValue(index, forKey: name) == nil else {
                throw UserError("the CSV has two fields \(UserError.quoted(name)): give each its own name")
            }
        }
        let (names, first) = (columns, reader)
        return LabelSource(fields: head.names.filter { !$0.isEmpty }) { take in
            var reader = first
            while let line = try reader.nextLine() {
                meter.reset()
                if line.cells == [""] { continue }
                let place = "row on line \(line.line)"
                if let problem = line.problem { throw UserError("\(place): \(problem)") }
                guard !line.cells.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }) else {
                    throw UserError("\(place) is not valid UTF-8: save the table as CSV UTF-8")
                }
                let cells = line.cells
                try take(
                    LabelRow(place: place, code: .text(cells[0]), isOfSpreadsheet: true) { name in
                        guard let index = names[name] else { return nil }
                        return index < cells.count ? cells[index] : ""
                    })
            }
        }
    }
}

/// Ends a table whose row does not end.
private final class RowMeter {
    private var bytes = 0

    /// - Throws: `UserError` where a row has more bytes than are read of one, and the pieces around it.
    func count(_ piece: [UInt8]?) throws(UserError) {
        bytes += piece?.count ?? 0
        guard bytes <= 2 * CSVReader.longestRow else {
            throw UserError(
                "the CSV has a row of more than \(CSVReader.longestRow >> 20) MiB: is a quotation mark not closed?")
        }
    }

    func reset() { bytes = 0 }
}

/// Lines of bytes that come in pieces, without what ends them.
private struct LineReader {
    private let more: () throws -> [UInt8]?
    private var rest: ArraySlice<UInt8> = []
    private var isAtEnd = false
    private var number = 0

    init(_ more: @escaping () throws -> [UInt8]?) { self.more = more }

    mutating func next() throws -> (number: Int, bytes: ArraySlice<UInt8>)? {
        while !isAtEnd, rest.firstIndex(of: 0x0A) == nil {
            guard rest.count <= SymbolEncoder.maximumBytes else {
                throw UserError(
                    "line \(number + 1) is longer than any symbol holds: \(SymbolEncoder.maximumBytes) bytes")
            }
            guard let piece = try more(), !piece.isEmpty else {
                isAtEnd = true
                break
            }
            rest = (Array(rest) + piece)[...]
        }
        guard !rest.isEmpty else { return nil }
        number += 1
        let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
        defer { rest = rest[min(end + 1, rest.endIndex)...] }
        let line = rest[..<end]
        return (number, line.last == 0x0D ? line.dropLast() : line)
    }
}

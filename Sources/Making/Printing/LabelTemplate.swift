import Encoding
import Files

/// What stands on each label: a code, and lines of text above and below it.
package struct LabelTemplate: Hashable, Sendable {
    /// What the code says; nil for what the row itself says.
    package var code: FieldTemplate?
    package var above: [FieldTemplate] = []
    package var below: [FieldTemplate] = []
    package var hasFrame = false

    package init(code: FieldTemplate? = nil) { self.code = code }

    package var fields: Set<String> {
        ([code].compactMap { $0 } + above + below).reduce(into: []) { $0.formUnion($1.fields) }
    }

    /// Fields that every row has: what its code says, and the number of the label.
    static let ownFields: Set<String> = ["code", "n"]

    /// - Throws: `UserError` that names a field which no row has.
    func check(against known: [String]) throws(UserError) {
        let missing = fields.subtracting(known).subtracting(Self.ownFields)
        guard let name = missing.min() else { return }
        throw UserError(Self.unknown(name, known))
    }

    /// Says why a row's code is empty, where it lacks what the code is made of.
    func checkCode(of row: LabelRow, _ known: [String]) throws(UserError) {
        let missing = code?.fields.subtracting(Self.ownFields).filter { row.value($0) == nil }
        guard let name = missing?.min() else { return }
        let names = known.prefix(20).map { "{\(UserError.shown($0))}" }.joined(separator: ", ")
        throw UserError(
            "it has no field \(UserError.quoted("{\(name)}")) for its code\(known.isEmpty ? "" : ": there are \(names)")"
        )
    }

    static func unknown(_ name: String, _ known: [String]) -> String {
        let names = (known + ownFields.sorted()).prefix(20).map { "{\(UserError.shown($0))}" }
        return
            "no row has a field \(UserError.quoted("{\(name)}")): there are \(names.joined(separator: ", "))\(known.count > 18 ? " …" : "")"
    }

    /// What stands on the label of a row.
    ///
    /// - Parameter number: that of the label, from 1.
    /// - Throws: `UserError` where a spreadsheet has spoilt a number of it.
    func content(of row: LabelRow, number: Int) throws(UserError) -> LabelContent {
        if let problem = row.problem { throw problem }
        if code == nil { try row.checkNumbers(of: nil) }
        try row.checkNumbers(of: fields)
        func plain(_ name: String) -> String? { row.value(name) ?? (name == "n" ? String(number) : nil) }
        let source =
            code.map { template in
                SymbolSource.text(template.text { plain($0) ?? ($0 == "code" ? row.codeText : nil) })
            } ?? row.code
        let said = String(decoding: source.bytes, as: UTF8.self)
        func line(_ template: FieldTemplate) -> String {
            let text = template.text { plain($0) ?? ($0 == "code" ? said : nil) }
            // A cell may have several lines, and a label's line is one.
            return String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
        }
        return LabelContent(source: source, above: above.map(line), below: below.map(line), hasFrame: hasFrame)
    }
}

/// What stands on one label.
package struct LabelContent: Hashable, Sendable {
    package let source: SymbolSource
    package let above: [String]
    package let below: [String]
    package let hasFrame: Bool
}

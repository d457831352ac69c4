import Encoding
import Files

/// What stands on each label: codes, lines of text, pictures and a frame.
///
/// Text and pictures above and below the codes have the whole width; those at the left and right stand beside them.
///
///     var template = LabelTemplate(code: try FieldTemplate("{ean}"))
///     template.texts = [LabelText(try FieldTemplate("{price} €"), at: .right, size: 9, isBold: true)]
package struct LabelTemplate: Hashable, Sendable {
    package static let maximumCodes = 4
    package static let maximumTexts = 20
    package static let maximumPictures = 4

    /// The codes, one at least.
    package var codes: [LabelCode]
    package var texts: [LabelText] = []
    package var pictures: [LabelPicture] = []
    package var hasFrame = false
    /// Whether several codes stand one below the other; default side by side.
    package var isStacked = false
    /// The labels it is made for: a roll such as `50x30`, or a sheet by its name; nil for any.
    package var size: String?

    /// A template with one code.
    package init(code: FieldTemplate? = nil) { codes = [LabelCode(code)] }

    /// What the first code says; nil for what the row itself says.
    package var code: FieldTemplate? {
        get { codes[0].text }
        set { codes[0].text = newValue }
    }

    /// Plain lines of text above the code.
    package var above: [FieldTemplate] {
        get { lines(.above) }
        set { setLines(newValue, .above) }
    }

    /// Plain lines of text below the code.
    package var below: [FieldTemplate] {
        get { lines(.below) }
        set { setLines(newValue, .below) }
    }

    private func lines(_ place: LabelPlace) -> [FieldTemplate] {
        texts.filter { $0.place == place }.map(\.text)
    }

    private mutating func setLines(_ lines: [FieldTemplate], _ place: LabelPlace) {
        texts = texts.filter { $0.place != place } + lines.map { LabelText($0, at: place) }
    }

    package var fields: Set<String> {
        (codes.compactMap(\.text) + texts.map(\.text)).reduce(into: []) { $0.formUnion($1.fields) }
    }

    /// Fields that every row has: what its code says, and the number of the label.
    static let ownFields: Set<String> = ["code", "n"]

    /// - Throws: `UserError` that names a field which no row has.
    ///
    /// - Parameter others: fields that are asked for besides those of the template.
    func check(against known: [String], and others: Set<String> = []) throws(UserError) {
        let missing = fields.union(others).subtracting(known).subtracting(Self.ownFields)
        guard let name = missing.min() else { return }
        throw UserError(Self.unknown(name, known))
    }

    /// Says why a row's code is empty, where it lacks what the code is made of.
    func checkCode(of row: LabelRow, _ known: [String]) throws(UserError) {
        let fields = codes.reduce(into: Set<String>()) { $0.formUnion($1.text?.fields ?? []) }
        guard let name = fields.subtracting(Self.ownFields).filter({ row.value($0) == nil }).min() else { return }
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
        if codes.contains(where: { $0.text == nil }) { try row.checkNumbers(of: nil) }
        try row.checkNumbers(of: fields)
        func plain(_ name: String) -> String? { row.value(name) ?? (name == "n" ? String(number) : nil) }
        let sources = codes.map { code in
            code.text.map { template in
                SymbolSource.text(template.text { plain($0) ?? ($0 == "code" ? row.codeText : nil) })
            } ?? row.code
        }
        let said = String(decoding: sources[0].bytes, as: UTF8.self)
        let lines = texts.map { text in
            let line = text.text.text { plain($0) ?? ($0 == "code" ? said : nil) }
            // A cell may have several lines, and a label's line is one.
            return String(line.map { $0.isNewline || $0 == "\t" ? " " : $0 })
        }
        return LabelContent(sources: sources, lines: lines)
    }
}

/// What stands on one label.
package struct LabelContent: Hashable, Sendable {
    /// What each code says, in the order of the template.
    package let sources: [SymbolSource]
    /// What each text says; an empty one takes no line.
    package let lines: [String]
}

import Encoding
import Files

/// Where something stands on a label, by the codes.
package enum LabelPlace: String, CaseIterable, Sendable {
    case above, below, left, right
}

/// Where a line stands in its place.
package enum LabelAlignment: String, CaseIterable, Sendable {
    case left, center, right
}

/// A code of a label.
package struct LabelCode: Hashable, Sendable {
    /// What it says; nil for what the row itself says.
    package var text: FieldTemplate?
    /// The name of its kind; nil for that of the job.
    package var kind: String?
    /// The height of its bars in millimetres, also below what their standard says; nil for as high as there is room.
    package var height: Double?

    /// A code, by default of the job's kind and what the row says.
    package init(_ text: FieldTemplate? = nil, kind: String? = nil, height: Double? = nil) {
        (self.text, self.kind, self.height) = (text, kind, height)
    }
}

/// A text of a label.
package struct LabelText: Hashable, Sendable {
    /// What it says.
    package var text: FieldTemplate
    package var place: LabelPlace
    /// The height of its letters in millimetres; smaller where the text is long.
    package var size: Double
    package var isBold: Bool
    /// How many lines a long text may take.
    package var maximumLines: Int
    package var alignment: LabelAlignment

    package static let usualSize = LabelComposer.textSize.usual
    package static let linesAllowed = 1...20

    /// A text, by default one line in the middle.
    package init(
        _ text: FieldTemplate, at place: LabelPlace = .above, size: Double = usualSize, isBold: Bool = false,
        maximumLines: Int = 1, alignment: LabelAlignment = .center
    ) {
        (self.text, self.place, self.size, self.isBold) = (text, place, size, isBold)
        (self.maximumLines, self.alignment) = (maximumLines, alignment)
    }
}

/// How often the label of a row is printed: a number, or a field of the row.
///
///     try LabelCount("3")
///     try LabelCount("{qty}").number(for: row)    // 0 leaves the row out
package struct LabelCount: Hashable, Sendable, ExpressibleByIntegerLiteral {
    private let text: FieldTemplate?
    private let fixed: Int

    package static let maximum = PrintJob.maximumLabels

    package init(integerLiteral value: Int) { self.init(value) }

    /// The same number for each row.
    package init(_ number: Int) { self.init(nil, number) }

    /// A whole number from 1, or a text with fields in braces.
    ///
    /// - Throws: `UserError` for another text.
    package init(_ text: String) throws(UserError) {
        if let number = Self.number(text) {
            guard number >= 1 else { throw UserError("each code is printed 1 to \(Self.maximum) times") }
            self.init(number)
            return
        }
        let template = try FieldTemplate(text)
        guard !template.fields.isEmpty else {
            throw UserError(
                "\(UserError.quoted(text)) is not a count: use a whole number from 1 to \(Self.maximum), or a field such as '{qty}'"
            )
        }
        self.init(template, 1)
    }

    private init(_ text: FieldTemplate?, _ fixed: Int) { (self.text, self.fixed) = (text, fixed) }

    var fields: Set<String> { text?.fields ?? [] }

    /// - Throws: `UserError` where a fixed number is too small or too large.
    func check() throws(UserError) {
        guard (1...Self.maximum).contains(fixed) else {
            throw UserError("each code is printed 1 to \(Self.maximum) times")
        }
    }

    /// The number for a row.
    ///
    /// - Throws: `UserError` where the row says no whole number from 0.
    package func number(for row: LabelRow) throws(UserError) -> Int {
        guard let text else { return fixed }
        let value = text.text(row.value)
        guard let number = Self.number(value) else {
            let names = fields.sorted().map { "{\(UserError.shown($0))}" }.joined(separator: ", ")
            throw UserError(
                "its count \(UserError.quoted(value)) of \(names) is not a whole number from 0 to \(Self.maximum): correct it; 0 prints no label"
            )
        }
        return number
    }

    /// Digits with blanks around them, as tables have them.
    private static func number(_ text: String) -> Int? {
        let digits = text.split(separator: " ", omittingEmptySubsequences: true)
        guard digits.count == 1, digits[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(digits[0]), number <= maximum
        else { return nil }
        return number
    }
}

/// How far a printer moves everything to the right and down, in millimetres; less than 0 is to the left and up.
///
///     try LabelOffset("1.5,-2")
package struct LabelOffset: Hashable, Sendable {
    package var x = 0.0
    package var y = 0.0

    package static let range = -50.0...50.0
    package static let none = LabelOffset()

    private init() {}

    /// Two numbers with a comma between them.
    ///
    /// - Throws: `UserError` for another text.
    package init(_ text: String) throws(UserError) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
        let isPlain = parts.allSatisfy { part in
            (1...12).contains(part.utf8.count) && part.utf8.allSatisfy { (0x2B...0x39).contains($0) && $0 != 0x2F }
        }
        let numbers = parts.compactMap(Double.init)
        guard isPlain, parts.count == 2, numbers.count == 2, numbers.allSatisfy(Self.range.contains) else {
            throw UserError(
                "\(UserError.quoted(text)) is not an offset: use millimetres to the right and down, each -50 to 50, such as 1.5,-2"
            )
        }
        (x, y) = (numbers[0], numbers[1])
    }

    /// The same in dots.
    func dots(_ dot: Double) -> (x: Int, y: Int) { (Int((x / dot).rounded()), Int((y / dot).rounded())) }
}

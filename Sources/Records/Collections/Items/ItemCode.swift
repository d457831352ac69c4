import Files
import Formats
import Lookup
import Payloads

/// The identity of an item in a collection: the number of a product, or any other text of a code.
///
///     let code = try ItemCode("(01)04006381333931(17)270131(10)A7")
///     code.text          // 4006381333931
///     code.bestBefore    // 2027-01-31
package struct ItemCode: Hashable, Sendable {
    /// Bytes that a code has at most.
    package static let longest = 4096

    /// The number in its usual form, or the text without blanks around it.
    package let text: String
    /// The product that the code is of; nil for others.
    package let number: ProductNumber?
    /// The date of GS1 data: that of expiry (17), else best before (15).
    package let bestBefore: CivilDate?
    /// The batch or lot of GS1 data (10).
    package let lot: String?

    /// The code that a symbol says, or that somebody typed.
    ///
    /// - Throws: `UserError` where it is empty, too long, or a number that a spreadsheet has shortened.
    package init(_ text: String, today: CivilDate = .today) throws(UserError) {
        let text = text.trimmingBlanks
        guard !text.isEmpty else { throw UserError("the code is empty") }
        guard text.utf8.count <= Self.longest else { throw UserError("the code is longer than \(Self.longest) bytes") }
        guard !text.utf8.contains(0) else { throw UserError("the code contains a NUL") }
        if let error = UserError.shortenedNumber(text) { throw error }
        if let number = ProductNumber(typed: Self.withoutAddOn(text)) {
            (self.text, self.number, bestBefore, lot) = (number.text, number, nil, nil)
        } else if let elements = Self.elements(text), let number = Self.product(elements) {
            (self.text, self.number) = (number.text, number)
            bestBefore = Self.date(["17", "15"], elements, today)
            lot = elements.first { $0.identifier == "10" && $0.isWellFormed }?.value
        } else {
            (self.text, number, bestBefore, lot) = (text, nil, nil, nil)
        }
    }

    /// The text without the two or five digits beside an EAN or UPC symbol, which `read` and `watch` print behind ` +`.
    private static func withoutAddOn(_ text: String) -> Substring {
        let parts = text.split(separator: " +", omittingEmptySubsequences: false)
        guard parts.count == 2, [2, 5].contains(parts[1].count), parts[1].utf8.allSatisfy(ASCII.isDigit) else {
            return text[...]
        }
        return parts[0]
    }

    /// The elements of a text that is GS1 data and nothing else; nil for other texts.
    private static func elements(_ text: String) -> [GS1Element]? {
        guard let elements = GS1Message(text: text)?.elements else { return nil }
        return elements.allSatisfy { !$0.label.isEmpty && !$0.identifier.isEmpty } ? elements : nil
    }

    private static func product(_ elements: [GS1Element]) -> ProductNumber? {
        guard let element = elements.first(where: { ["01", "02"].contains($0.identifier) }), element.isWellFormed
        else { return nil }
        return ProductNumber(digits: Array(element.value.utf8)[...])
    }

    private static func date(_ identifiers: [String], _ elements: [GS1Element], _ today: CivilDate) -> CivilDate? {
        for identifier in identifiers {
            guard let element = elements.first(where: { $0.identifier == identifier }), element.isWellFormed,
                let date = CivilDate.bestBefore(element.reading(today: today).text)
            else { continue }
            return date
        }
        return nil
    }
}

extension CivilDate {
    /// The last day on which something is good: `2027-01-31`, or a month, `2027-01`, which ends it. Other forms such as `31.1.2027`
    /// are taken where they have one meaning.
    package static func bestBefore(_ text: some StringProtocol) -> CivilDate? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        if parts.count == 2, parts[0].count == 4, 1...2 ~= parts[1].count, let year = Int(parts[0]),
            let month = Int(parts[1]), 1...12 ~= month
        {
            return CivilDate(year: year, month: month, day: length(ofMonth: month, in: year))
        }
        let readings = LocalTime.readings(of: String(text))
        return readings.count == 1 && readings[0].seconds == nil ? readings[0].day : nil
    }
}

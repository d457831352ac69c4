import Encoding
import Files

/// Numbers that follow each other in a text: `S-{0001…0250}`, or with `..` or `...`; the first one's digits say how many there are at least.
///
///     let series = try LabelSeries("S-{0001…0250}", check: "mod43")
///     series.text(0)        // S-00011: with its check character
package struct LabelSeries: Sendable {
    private let prefix: String
    private let suffix: String
    private let first: Int
    private let step: Int
    private let digits: Int
    private let check: CheckScheme?
    package let count: Int

    /// - Parameters:
    ///   - text: with one range of numbers, of at most 18 digits each, up or down.
    ///   - step: from a number to the next, at least 1; default 1.
    ///   - check: the name of a check character that each text gets at its end; nil for none.
    /// - Throws: `UserError` for other texts, too many numbers, or a text that has no such check character.
    package init(_ text: String, step: Int = 1, check: String? = nil) throws(UserError) {
        guard let range = Self.range(in: text) else {
            throw UserError(
                "\(UserError.quoted(text)) is not a series: put its first and last number in braces, such as 'S-{0001..0250}'"
            )
        }
        guard (1...1_000_000_000).contains(step) else {
            throw UserError("the step of a series must be 1 to 1000000000")
        }
        (prefix, suffix, first, digits) = (range.prefix, range.suffix, range.first, range.digits)
        let span = abs(range.last - range.first)
        guard span / step < PrintJob.maximumLabels else {
            throw UserError("a series has at most \(PrintJob.maximumLabels) numbers, and this one \(span / step + 1)")
        }
        count = span / step + 1
        self.step = range.last < range.first ? -step : step
        self.check = try check.map { name throws(UserError) in
            guard let scheme = CheckScheme.ofSeries.first(where: { $0.name == name }) else {
                let names = CheckScheme.ofSeries.map(\.name).joined(separator: ", ")
                throw UserError(
                    "there is no check character \(UserError.quoted(name)) for series: there are \(names)")
            }
            return scheme
        }
        for index in [0, count - 1] where self.check != nil && checkCharacters(plain(index)) == nil {
            throw UserError("\(UserError.quoted(plain(index))) has no check character by \(check ?? "")")
        }
    }

    /// The text of a number, from 0.
    package func text(_ index: Int) -> String {
        let text = plain(index)
        return text + (checkCharacters(text) ?? "")
    }

    private func plain(_ index: Int) -> String {
        let number = String(first + index * step)
        return prefix + String(repeating: "0", count: max(0, digits - number.utf8.count)) + number + suffix
    }

    private func checkCharacters(_ text: String) -> String? {
        guard let check else { return nil }
        // Schemes of digits count the digits alone, whatever stands between them.
        let bytes = check.isOfDigits ? text.utf8.filter { (0x30...0x39).contains($0) } : Array(text.utf8)
        guard !bytes.isEmpty, let whole = check.adding(to: bytes) else { return nil }
        return String(decoding: whole.dropFirst(bytes.count), as: UTF8.self)
    }

    private static func range(in text: String)
        -> (prefix: String, suffix: String, first: Int, last: Int, digits: Int)?
    {
        guard let open = text.firstIndex(of: "{"), let close = text.lastIndex(of: "}"), open < close else { return nil }
        let inner = text[text.index(after: open)..<close].replacing("...", with: "..").replacing("…", with: "..")
        let ends = inner.split(separator: "..", omittingEmptySubsequences: false)
        let numbers = ends.compactMap { end in
            (1...18).contains(end.utf8.count) && end.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(end) : nil
        }
        guard ends.count == 2, numbers.count == 2 else { return nil }
        return (
            String(text[..<open]), String(text[text.index(after: close)...]), numbers[0], numbers[1],
            ends[0].utf8.count
        )
    }
}

import Formats

/// What somebody should know of a guest list that was taken in.
package struct GuestListSummary: Sendable {
    package var guests = 0
    /// Those who are turned away.
    package var revoked = 0
    /// Rows that have the number of an earlier one, whose place they take.
    package var repeated = 0
    /// The first of them: the number, the earlier line, and its own.
    package var firstRepeated: (number: String, former: Int, line: Int)?
    /// Words for how it stands with an order that are not known here: who has them is let in, or, where they stand in a column of who
    /// is revoked, turned away; and how many have them.
    package private(set) var unclear: [(word: String, isRevoked: Bool, guests: Int)] = []

    package init() {}

    /// Nothing is remembered of more than 20 words.
    mutating func note(_ word: String, isRevoked: Bool) {
        let word = word.singleLine(limit: 40)
        if let index = unclear.firstIndex(where: { $0.word == word && $0.isRevoked == isRevoked }) {
            unclear[index].guests += 1
        } else if unclear.count < 20 {
            unclear.append((word, isRevoked, 1))
        }
    }

    /// Lines for people: what may be other than was meant.
    package var remarks: [String] {
        var lines = [false, true].compactMap { isRevoked -> String? in
            let words = unclear.filter { $0.isRevoked == isRevoked }.map { "“\($0.word)” (\($0.guests))" }
            guard !words.isEmpty else { return nil }
            let what = isRevoked ? "are turned away" : "are admitted"
            return "guests with these unknown states \(what): \(words.joined(separator: ", "))"
        }
        if let first = firstRepeated {
            lines.append(
                "\(repeated) rows repeat an earlier number and replace that row: line \(first.line) replaces line \(first.former), \(first.number.singleLine(limit: 40))"
            )
        }
        return lines
    }
}

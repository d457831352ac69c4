/// A pattern that a whole text matches or not: `*` stands for any characters, `?` for one, all else for itself.
///
///     TextPattern("https://example.org/*").matches("https://example.org/a")  // true
///
/// Matching takes time in proportion to the text's length, times the pattern's at the very most (the greedy way with one point
/// to come back to: each `*` is settled when the next one is reached).
package struct TextPattern: Sendable, Hashable {
    /// As it was written.
    package let text: String
    private let scalars: [Unicode.Scalar]

    /// The most characters of a pattern.
    package static let longest = 256

    /// Nil for a pattern that is empty or longer than `longest`.
    package init?(_ text: String) {
        guard 1...Self.longest ~= text.unicodeScalars.count else { return nil }
        self.text = text
        // Several in a row are one.
        var scalars: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars where scalar != "*" || scalars.last != "*" { scalars.append(scalar) }
        self.scalars = scalars
    }

    /// Whether all of `text` matches; upper and lower case differ.
    package func matches(_ text: String) -> Bool {
        let text = Array(text.unicodeScalars)
        var (place, at) = (0, 0)
        var back: (place: Int, at: Int)?
        while place < text.count {
            if at < scalars.count, scalars[at] == "*" {
                back = (place, at)
                at += 1
            } else if at < scalars.count, scalars[at] == "?" || scalars[at] == text[place] {
                (place, at) = (place + 1, at + 1)
            } else if let last = back {
                back = (last.place + 1, last.at)
                (place, at) = (last.place + 1, last.at + 1)
            } else {
                return false
            }
        }
        return scalars[at...].allSatisfy { $0 == "*" }
    }
}

import Formats
import Foundation

/// Which scans somebody wants to see: words and conditions, all of which hold.
///
///     HistoryFilter(#"milk kind:product after:yesterday session:"Aisle 4" tag:late qty>1 -is:pinned"#)
///
/// Words are looked for as `TextSearch` does. A condition is a name, `:` (or a comparison) and a value, which quotation marks
/// hold together; a tag in quotation marks is the whole tag, without them the beginning of any of its words; `-` before one wants the contrary. What only looks like a condition, such as `https://…`, is a word.
package struct HistoryFilter: Hashable, Sendable {
    /// A condition.
    enum Condition: Hashable, Sendable {
        /// A folded word in what it is found by.
        case word(String)
        /// Any of these numbers.
        case id([Int64])
        /// Any of these kinds, by their names.
        case kind([String])
        /// Any of these symbologies, by their names.
        case symbology([String])
        /// A folded word in its source.
        case source(String)
        /// A session of that name, upper and lower case alike; with an empty name, any.
        case session(String)
        /// A field of its session or place with that value, upper and lower case alike; with an empty value or `none`, no such field.
        case field(String, String)
        /// A position within some metres.
        case near(NearCondition)
        /// A tag of that name, upper and lower case alike.
        case tag(String)
        /// A tag of which a word begins so.
        case tagWord(String)
        /// Not before that moment.
        case since(Date)
        /// Before that moment.
        case until(Date)
        case quantity(Comparison, Int)
        /// Something that it has: `note`, `tag`, `picture`, `session`.
        case has(Property)
        /// Kept in place at the top.
        case isPinned
    }

    /// How a quantity is compared.
    enum Comparison: String, Hashable, Sendable, CaseIterable {
        case atLeast = ">="
        case atMost = "<="
        case more = ">"
        case less = "<"
        case equal = "="
    }

    /// What a scan may have.
    enum Property: String, Hashable, Sendable, CaseIterable {
        case note, tag, picture, session
    }

    /// A condition, or its contrary.
    struct Term: Hashable, Sendable {
        var condition: Condition
        var isNegated = false
    }

    private(set) var terms: [Term] = []
    /// What could not be understood, a line each: it is left out of the conditions.
    package private(set) var problems: [String] = []

    /// Whether every scan is meant.
    package var isEmpty: Bool { terms.isEmpty }

    /// What `text` asks for.
    ///
    /// - Parameters:
    ///   - now: what `today` and `2h` are counted from.
    ///   - calendar: whose days are meant; default the user's.
    package init(_ text: String, now: Date = Date(), calendar: Calendar = .current) {
        // No control character is in what scans are found by, and one ends a text of SQLite's.
        let text = String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
        for part in Self.parts(text) {
            let isNegated = part.text.hasPrefix("-") && part.text.count > 1 && !part.isQuoted
            let body = isNegated ? String(part.text.dropFirst()) : part.text
            if part.isQuoted
                || !addCondition(body, isNegated, part.isExact, MomentParser(now: now, calendar: calendar))
            {
                // A hyphen at the beginning of a number or an option is meant as such only where a word follows a condition.
                for word in TextSearch(body).foldedWords {
                    terms.append(Term(condition: .word(word), isNegated: isNegated))
                }
            }
        }
    }

    /// Adds the condition that `text` is.
    ///
    /// - Parameter isExact: whether its value was in quotation marks.
    /// - Returns: false where it is a word.
    private mutating func addCondition(
        _ text: String, _ isNegated: Bool, _ isExact: Bool, _ moments: MomentParser
    ) -> Bool {
        guard let (name, comparison, value) = Self.split(text), let parser = Self.parsers[name] else { return false }
        guard comparison == .equal || Self.comparedNames.contains(name) else {
            problems.append("\(text): only quantities can be compared, such as qty>1; write \(name):\(value)")
            return true
        }
        switch parser(comparison, value, moments) {
        case .conditions(let conditions):
            // The contrary of a day is before or behind it: only single conditions are turned round.
            guard !isNegated || conditions.count == 1 else {
                problems.append("-\(text): only a single condition can be excluded")
                return true
            }
            terms += conditions.map { condition in
                if case .tag(let name) = condition, !isExact {
                    return Term(condition: .tagWord(name), isNegated: isNegated)
                }
                return Term(condition: condition, isNegated: isNegated)
            }
        case .problem(let line): problems.append(line)
        }
        return true
    }

    /// What a condition's text comes to.
    enum Outcome {
        case conditions([Condition])
        case problem(String)
    }

    /// A name, how it is compared (`:` as `=`), and the value.
    private static func split(_ text: String) -> (name: String, Comparison, value: String)? {
        guard let end = text.firstIndex(where: { ":<>=".contains($0) }), end > text.startIndex else { return nil }
        let name = text[..<end].lowercased()
        // `qty:>2` is written, too.
        let rest = text[end...].hasPrefix(":") ? text[end...].dropFirst() : text[end...]
        for comparison in Comparison.allCases where rest.hasPrefix(comparison.rawValue) {
            return (name, comparison, String(rest.dropFirst(comparison.rawValue.count)))
        }
        return (name, .equal, String(rest))
    }

    /// The parts of `text` between blanks; quotation marks hold blanks together and are left out.
    private static func parts(_ text: String) -> [(text: String, isQuoted: Bool, isExact: Bool)] {
        var parts: [(text: String, isQuoted: Bool, isExact: Bool)] = []
        var current = ""
        var isOpen = false
        var (beganQuoted, hasQuotes) = (false, false)
        for character in text {
            if character == "\"" {
                if current.isEmpty, !isOpen { beganQuoted = true }
                isOpen.toggle()
                hasQuotes = true
            } else if character.isWhitespace, !isOpen {
                if !current.isEmpty { parts.append((current, beganQuoted, hasQuotes)) }
                (current, beganQuoted, hasQuotes) = ("", false, false)
            } else {
                current.append(character)
            }
        }
        if !current.isEmpty { parts.append((current, beganQuoted, hasQuotes)) }
        return parts
    }
}

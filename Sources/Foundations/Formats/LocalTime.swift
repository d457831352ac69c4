import Foundation

/// A day, and perhaps a time of day, as somebody wrote it without a zone: `24.11.2026 20:00`, `11/24/26 8:30 pm`, `24 Nov 2026`.
///
///     LocalTime.readings(of: "24.11.2026 20:00").map(\.text)      // 2026-11-24 20:00
///     LocalTime.readings(of: "01/02/2026 20:00").map(\.text)      // 2026-02-01 20:00, 2026-01-02 20:00
package struct LocalTime: Hashable, Sendable {
    package let day: CivilDate
    /// Seconds since midnight; nil if only a day is written.
    package let seconds: Int?

    /// What a text may mean, the day before the month first: two where it can be read either way, none if it is no such time.
    package static func readings(of text: String) -> [LocalTime] {
        guard text.utf8.count <= 80 else { return [] }
        var tokens = tokens(in: text)[...]
        let days = days(&tokens)
        guard !days.isEmpty, let time = time(tokens) else { return [] }
        return days.map { LocalTime(day: $0, seconds: time.seconds) }
    }

    /// The form that means one time alone: `2026-11-24 20:00`.
    package var text: String {
        guard let seconds else { return day.description }
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        let clock = "\(hours.padded(to: 2)):\(minutes.padded(to: 2))" + (rest > 0 ? ":\(rest.padded(to: 2))" : "")
        return "\(day) \(clock)"
    }

    /// When it is by the clock of a zone; a day alone begins then, or ends.
    package func time(in zone: TimeZone = .current, isEnd: Bool = false) -> Timestamp? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let seconds = seconds ?? (isEnd ? 86_399 : 0)
        return calendar.date(
            from: DateComponents(
                year: day.year, month: day.month, day: day.day, hour: seconds / 3600, minute: seconds / 60 % 60,
                second: seconds % 60)
        ).map { Timestamp($0) }
    }

    // MARK: - Reading

    /// What is left behind a day; no seconds where nothing is.
    private struct TimeOfDay { var seconds: Int? }

    private enum Token: Equatable {
        case number(Int, digits: Int)
        case word(String)
        case mark(Character)
    }

    /// What stands between a day and a time, or after it, and says nothing.
    private static let fillers: Set = ["at", "um", "uhr", "à", "alle", "ore", "om", "las", "t"]

    private static func tokens(in text: String) -> [Token] {
        var tokens: [Token] = []
        var rest = text.lowercased().replacing("a.m.", with: "am").replacing("p.m.", with: "pm")[...]
        while let first = rest.first {
            if first.isWhitespace || first == "," {
                rest.removeFirst()
            } else if first.isASCII, first.isNumber {
                let digits = rest.prefix { $0.isASCII && $0.isNumber }
                rest = rest.dropFirst(digits.count)
                // Longer ones are part of no date.
                tokens.append(digits.count > 4 ? .mark("?") : .number(Int(digits) ?? 0, digits: digits.count))
            } else if first.isLetter {
                let word = rest.prefix { $0.isLetter }
                rest = rest.dropFirst(word.count)
                tokens.append(.word(String(word)))
            } else {
                rest.removeFirst()
                tokens.append(.mark(first))
            }
        }
        return tokens
    }

    /// Takes the day off the front, as each of what it may be.
    private static func days(_ tokens: inout ArraySlice<Token>) -> [CivilDate] {
        // A weekday says nothing new.
        if case .word(let word)? = tokens.first, month(word) == nil {
            tokens.removeFirst()
            if case .mark(".")? = tokens.first { tokens.removeFirst() }
        }
        let parts = Array(tokens.prefix(5))
        if parts.count == 5, case .number(let a, let digits) = parts[0], case .mark(let mark) = parts[1],
            "./-".contains(mark), case .number(let b, _) = parts[2], parts[3] == parts[1],
            case .number(let c, let last) = parts[4]
        {
            tokens.removeFirst(5)
            if digits == 4 { return [CivilDate(year: a, month: b, day: c)].compactMap(\.self) }
            guard last == 4 || last == 2 else { return [] }
            let year = last == 2 ? 2000 + c : c
            let dayFirst = CivilDate(year: year, month: b, day: a)
            let monthFirst = CivilDate(year: year, month: a, day: b)
            // With points the day is first everywhere.
            if mark == ".", let dayFirst { return [dayFirst] }
            return [dayFirst, monthFirst == dayFirst ? nil : monthFirst].compactMap(\.self)
        }
        var words = tokens.filter { $0 != .mark(".") }
        if case .number(let day, _)? = words.first, words.count >= 3,
            case .word(let name) = words[words.startIndex + 1],
            let month = month(name), case .number(let year, 4) = words[words.startIndex + 2]
        {
            words.removeFirst(3)
            tokens = words[...]
            return [CivilDate(year: year, month: month, day: day)].compactMap(\.self)
        }
        if case .word(let name)? = words.first, let month = month(name), words.count >= 3,
            case .number(let day, _) = words[words.startIndex + 1],
            case .number(let year, 4) = words[words.startIndex + 2]
        {
            words.removeFirst(3)
            tokens = words[...]
            return [CivilDate(year: year, month: month, day: day)].compactMap(\.self)
        }
        return []
    }

    private static let months = [
        ["jan"], ["feb", "fév", "fev"], ["mar", "mär", "mrz"], ["apr", "avr", "abr"], ["may", "mai"], ["jun", "juin"],
        ["jul", "juil"], ["aug", "aoû", "ago"], ["sep"], ["oct", "okt", "ott"], ["nov"], ["dec", "dez", "déc", "dic"],
    ]

    private static func month(_ word: String) -> Int? {
        months.firstIndex { $0.contains { word.hasPrefix($0) } }.map { $0 + 1 }
    }

    /// The time of day that is left; nil if something else is.
    private static func time(_ tokens: ArraySlice<Token>) -> TimeOfDay? {
        var words = tokens.filter { if case .word(let word) = $0 { !fillers.contains(word) } else { true } }
        guard !words.isEmpty else { return TimeOfDay(seconds: nil) }
        if words == [.word("noon")] { return TimeOfDay(seconds: 43_200) }
        if words == [.word("midnight")] { return TimeOfDay(seconds: 0) }
        var half: String?
        if case .word(let word)? = words.last, word == "am" || word == "pm" {
            half = word
            words.removeLast()
        }
        var numbers: [Int] = []
        for (index, token) in words.enumerated() {
            switch token {
            case .number(let number, let digits) where index % 2 == 0 && digits <= 2: numbers.append(number)
            case .mark(":") where index % 2 == 1, .mark(".") where index % 2 == 1, .word("h") where index % 2 == 1:
                break
            default: return nil
            }
        }
        // An hour alone is a time where something says so.
        guard (1...3).contains(numbers.count), numbers.count > 1 || half != nil || words.last == .word("h"),
            words.count == numbers.count * 2 - 1 || words.last == .word("h")
        else { return nil }
        var hour = numbers[0]
        if let half {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (half == "pm" ? 12 : 0)
        }
        let (minute, second) = (numbers.count > 1 ? numbers[1] : 0, numbers.count > 2 ? numbers[2] : 0)
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
        return TimeOfDay(seconds: hour * 3600 + minute * 60 + second)
    }
}

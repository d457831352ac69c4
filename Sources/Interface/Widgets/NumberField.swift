import Surface

/// A whole number that is typed, or changed by Left and Right.
package struct NumberField: Sendable, Hashable {
    /// What it may be.
    package let range: ClosedRange<Int>
    /// How far Left and Right go.
    package let step: Int
    /// The digits, with a `-` before them where the number is negative; empty while nothing is typed.
    package private(set) var text: String
    /// Whether digits are added to the text; the first one typed takes its place.
    private var isTyping = false

    /// A field that begins with `value`, as far as the range allows it.
    package init(_ value: Int, in range: ClosedRange<Int>, step: Int = 1) {
        self.range = range
        self.step = max(1, step)
        text = String(min(max(value, range.lowerBound), range.upperBound))
    }

    /// The number; nil when what is typed is none, or not in the range.
    package var value: Int? { Int(text).flatMap { range.contains($0) ? $0 : nil } }

    /// Why there is no value; nil when there is one.
    package var problem: String? { value == nil ? "A number from \(range.lowerBound) to \(range.upperBound)" : nil }

    /// Takes a key; false when it means nothing here.
    package mutating func handle(_ key: Key) -> Bool {
        var isTyping = false
        switch key {
        case .left: change(by: -1)
        case .right: change(by: 1)
        case .home: text = String(range.lowerBound)
        case .end: text = String(range.upperBound)
        case .delete, .control("u"), .control("w"): text = ""
        case .backspace:
            text = String(text.dropLast())
            isTyping = true
        case .character("-") where range.lowerBound < 0 && (text.isEmpty || !self.isTyping):
            text = "-"
            isTyping = true
        case .character(let digit) where ("0"..."9").contains(digit) && digit.isASCII:
            if !self.isTyping { text = "" }
            // No number of more digits is an Int.
            if text.count < 20 { text.append(digit) }
            isTyping = true
        default: return false
        }
        self.isTyping = isTyping
        return true
    }

    /// It gets the keys: the first digit begins another number.
    package mutating func enter() { isTyping = false }

    /// Changes the number by this many steps from what is typed, or from the nearest number that is allowed.
    package mutating func change(by steps: Int) {
        let typed = Int(text) ?? (steps < 0 ? range.upperBound : range.lowerBound)
        let (target, isTooLarge) = typed.addingReportingOverflow(steps.signum() * step)
        let end = steps < 0 ? range.lowerBound : range.upperBound
        text = String(isTooLarge ? end : min(max(target, range.lowerBound), range.upperBound))
    }
}

/// One of several, changed by Left, Right and the letter that a title begins with.
package struct ChoiceField: Sendable, Hashable {
    package let options: [String]
    /// The number of what is chosen, from 0; 0 where there is nothing.
    package private(set) var selected: Int

    package init(_ options: [String], selected: Int = 0) {
        self.options = options
        self.selected = min(max(0, selected), max(0, options.count - 1))
    }

    /// Its title; empty where there is nothing to choose.
    package var title: String { options.indices.contains(selected) ? options[selected] : "" }

    /// Takes a key; false when it means nothing here.
    package mutating func handle(_ key: Key) -> Bool {
        switch key {
        case .left: change(by: -1)
        case .right, .character(" "): change(by: 1)
        case .home: selected = 0
        case .end: selected = max(0, options.count - 1)
        case .character(let letter):
            let order = options.indices.map { (selected + 1 + $0) % options.count }
            guard let next = order.first(where: { options[$0].lowercased().hasPrefix(letter.lowercased()) }) else {
                return false
            }
            selected = next
        default: return false
        }
        return true
    }

    /// Selects the option this many places further; after the last comes the first.
    package mutating func change(by places: Int) {
        guard !options.isEmpty else { return }
        selected = ((selected + places % options.count) + options.count) % options.count
    }
}

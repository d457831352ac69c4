import Surface

/// A step through rows or lines that keys ask for; the same everywhere.
package enum Movement: Sendable, Hashable, CaseIterable {
    case previous, next, pageUp, pageDown, halfPageUp, halfPageDown, first, last

    /// The movement that `command` asks for; nil when it is none.
    package init?(_ command: Command) {
        switch command {
        case .selectPrevious: self = .previous
        case .selectNext: self = .next
        case .pageUp: self = .pageUp
        case .pageDown: self = .pageDown
        case .halfPageUp: self = .halfPageUp
        case .halfPageDown: self = .halfPageDown
        case .selectFirst: self = .first
        case .selectLast: self = .last
        default: return nil
        }
    }

    /// The movement of a key where no key map applies, as in questions; nil when it is none.
    package init?(_ key: Key) {
        switch key {
        case .up, .character("k"): self = .previous
        case .down, .character("j"): self = .next
        case .pageUp: self = .pageUp
        case .pageDown, .character(" "): self = .pageDown
        case .control("u"): self = .halfPageUp
        case .control("d"): self = .halfPageDown
        case .home, .character("g"): self = .first
        case .end, .character("G"): self = .last
        default: return nil
        }
    }

    /// Whether what is shown goes along, however far the cursor is from its edge.
    package var isByPages: Bool {
        switch self {
        case .pageUp, .pageDown, .halfPageUp, .halfPageDown: true
        default: false
        }
    }

    /// How many rows it goes down, negative up, where `height` rows are shown of `count`.
    ///
    /// A page keeps one row of what was shown, so that reading goes on where it was. `height` is 0 before anything was drawn.
    package func rows(height: Int, of count: Int) -> Int {
        let page = height == 0 ? 10 : max(1, height - 1)
        return switch self {
        case .previous: -1
        case .next: 1
        case .pageUp: -page
        case .pageDown: page
        case .halfPageUp: -max(1, page / 2)
        case .halfPageDown: max(1, page / 2)
        case .first: -count
        case .last: count
        }
    }
}

/// How many rows a notch of the wheel scrolls.
package let rowsPerNotch = 3

/// The commands that move through a list or a text.
extension Command {
    package static let selectPrevious = Command("select-previous")
    package static let selectNext = Command("select-next")
    package static let pageUp = Command("page-up")
    package static let pageDown = Command("page-down")
    package static let halfPageUp = Command("half-page-up")
    package static let halfPageDown = Command("half-page-down")
    package static let selectFirst = Command("select-first")
    package static let selectLast = Command("select-last")
}

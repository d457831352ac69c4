import Surface

/// What tmux, in which the program runs, says of itself and of the terminal that it draws on.
package struct TmuxFacts: Equatable, Sendable {
    /// Whether it hands sequences on to that terminal (`allow-passthrough`).
    var passesThrough = false
    /// Whether it reports the focus to programs (`focus-events`).
    var reportsFocus = false
    /// The name and version of that terminal, printable ASCII; nil if tmux does not know it.
    var terminal: String?

    /// What its command `display-message -p` is asked for (tmux(1), FORMATS): it has no sequence for that.
    package static let format = "#{allow-passthrough} #{focus-events} #{client_termtype}"

    init() {}

    /// Of the line that `format` makes, such as `1 0 kitty(0.41.1)`; nothing is known where it is no such line.
    package init(line: String) {
        let line = line.prefix { $0 != "\n" }
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count >= 2 else { return }
        passesThrough = Self.isOn(words[0])
        reportsFocus = Self.isOn(words[1])
        guard words.count == 3, 1...80 ~= words[2].utf8.count, words[2].utf8.allSatisfy({ 0x20..<0x7F ~= $0 })
        else { return }
        terminal = String(words[2])
    }

    private static func isOn(_ value: Substring) -> Bool { ["1", "2", "on", "all"].contains(value) }

    /// The terminal to which tmux hands sequences on; nil for none.
    var reachedTerminal: String? { passesThrough ? terminal : nil }

    /// Terminals, and their first version, that show pictures in cells of placeholders
    /// (https://sw.kovidgoyal.net/kitty/graphics-protocol/#unicode-placeholders).
    private static let knowingPlaceholders: [(name: String, version: [Int])] = [("kitty", [0, 28]), ("ghostty", [1])]

    /// Whether that terminal shows pictures by kitty's protocol through tmux.
    var showsPictures: Bool {
        reachedTerminal.map { TerminalVersion.isAmong(Self.knowingPlaceholders, $0) } ?? false
    }

    /// A sequence for that terminal (tmux(1), `allow-passthrough`).
    static func passedThrough(_ sequence: String) -> String {
        "\u{1B}Ptmux;\(sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}"))\u{1B}\\"
    }
}

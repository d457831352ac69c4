/// What a terminal reports by itself, or answers, that is not a key.
package enum TerminalReport: Hashable, Sendable {
    /// Its window has the focus now, or has lost it (mode 1004).
    case focus(Bool)
    /// Its colours have changed, and are called dark or light (mode 2031).
    case colors(TerminalBackground)
    /// The colour behind the text (the answer to OSC 11).
    case background(TerminalBackground)

    /// Its size (mode 2048).
    case size(TerminalSize)

    /// Of `CSI parameters final`; nil for others.
    init?(control parameters: [UInt8], _ final: UInt8) {
        switch (String(decoding: parameters, as: UTF8.self), final) {
        case ("", UInt8(ascii: "I")): self = .focus(true)
        case ("", UInt8(ascii: "O")): self = .focus(false)
        case ("?997;1", UInt8(ascii: "n")): self = .colors(.dark)
        case ("?997;2", UInt8(ascii: "n")): self = .colors(.light)
        case (let text, UInt8(ascii: "t")):
            // `48 ; rows ; columns ; height ; width`, to which more may be added after colons.
            let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map {
                Int($0.prefix { $0 != ":" })
            }
            guard numbers.count == 5, numbers[0] == 48, let rows = numbers[1], let columns = numbers[2],
                let size = TerminalSize(columns: columns, rows: rows, width: numbers[4] ?? 0, height: numbers[3] ?? 0)
            else { return nil }
            self = .size(size)
        default: return nil
        }
    }

    /// Of an OSC without its end; nil for others.
    init?(command: [UInt8]) {
        let text = String(decoding: command, as: UTF8.self)
        guard text.hasPrefix("11;"), let background = TerminalBackground(color: String(text.dropFirst(3))) else {
            return nil
        }
        self = .background(background)
    }
}

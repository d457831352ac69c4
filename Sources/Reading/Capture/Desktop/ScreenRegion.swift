import Frames

/// What of the screen is read.
package enum ScreenRegion: Hashable, Sendable {
    /// All of it, with all monitors.
    case whole
    /// A part, in pixels from the upper left corner.
    case part(x: Int, y: Int, width: Int, height: Int)
    /// What the user draws with the mouse.
    case chosen

    /// Reads what follows `screen:`: `WIDTHxHEIGHT+X+Y`, as X11 programs have it, or `select`.
    ///
    /// - Throws: `SourceError` in one line for anything else.
    init(_ text: String) throws(SourceError) {
        if text == "select" {
            self = .chosen
        } else if let part = Self.part(text) {
            self = part
        } else {
            throw SourceError(
                "\(text.onOneLine) is not a region of the screen: use screen, screen:WIDTHxHEIGHT+X+Y or screen:select")
        }
    }

    /// The part that `WIDTHxHEIGHT+X+Y` stands for; nil for anything else.
    static func part(_ text: String) -> ScreenRegion? {
        let numbers = text.split(separator: "+", omittingEmptySubsequences: false)
        guard numbers.count == 3 else { return nil }
        let size = numbers[0].split(separator: "x", omittingEmptySubsequences: false)
        guard size.count == 2 else { return nil }
        let values = (size + numbers[1...]).compactMap { number($0) }
        guard values.count == 4, values[0] > 0, values[1] > 0 else { return nil }
        return .part(x: values[2], y: values[3], width: values[0], height: values[1])
    }

    private static func number(_ text: Substring) -> Int? {
        guard text.utf8.count <= 5, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }
}

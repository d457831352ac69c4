import CLinux
import CNcurses
import Formats
import Glibc
import Surface

/// What a terminal can do, for a report: it is asked, and nothing of it stays changed.
package struct TerminalAbilities: Sendable, Hashable {
    /// How wide a terminal draws some characters.
    package struct Width: Sendable, Hashable {
        /// What they are, such as `braille`.
        package var name: String
        /// In columns; each should have one.
        package var columns: Int

        package init(name: String, columns: Int) { (self.name, self.columns) = (name, columns) }
    }

    /// What a terminal may have.
    package enum Feature: String, Sendable, Hashable, CaseIterable {
        case mouse
        case synchronizedOutput = "synchronised output"
        case kittyKeyboard = "kitty keyboard protocol"
        /// It has said that it takes text for the clipboard (OSC 52).
        case clipboard
    }

    /// TERM; untrusted.
    package var type = ""
    /// Whether terminfo has a description of it.
    package var isKnown = true
    package var columns = 0
    package var rows = 0
    /// How many colours; 16777216 for any shade.
    package var colorCount = 0
    /// Its name and version as it answers them, printable ASCII; nil if it does not.
    package var version: String?
    /// Whether it has answered any question.
    package var answers = false
    package var pictures: Set<PictureProtocol> = []
    package var features: Set<Feature> = []
    /// Of characters that the program draws with; empty where it could not be measured.
    package var widths: [Width] = []

    package init() {}

    /// Characters whose width is measured.
    private static let measured = [("braille", "⣿"), ("half blocks", "▀"), ("sextants", "🬓")]
    /// How long it is waited for the answers to one question.
    private static let patience = 300

    /// Asks the terminal of standard output, for at most a second; keys that are typed meanwhile are lost.
    ///
    /// - Returns: nil where standard output or input is no terminal, or TERM names one that places no cursor.
    package static func ask() -> TerminalAbilities? {
        guard isatty(0) == 1, isatty(1) == 1, let named = getenv("TERM").map({ String(cString: $0) }), !named.isEmpty,
            // A process in the background is stopped by the kernel when it changes the modes.
            tcgetpgrp(0) == getpgrp()
        else { return nil }
        _ = setlocale(LC_ALL, "")
        var abilities = TerminalAbilities()
        abilities.type = named
        abilities.isKnown = qz_terminfo_exists(named)
        if let size = TerminalSize(of: 1) { (abilities.columns, abilities.rows) = (size.columns, size.rows) }
        let type = TerminalType.chosen(named)
        guard (try? TerminalType.load(type)) != nil, let output = TerminalOutput(to: 1) else { return abilities }
        defer { output.close() }
        abilities.colorCount = max(0, Int(qz_terminfo_number("colors")))
        if qz_terminfo("kmous").pointee != 0 { abilities.features.insert(.mouse) }
        guard TerminalQuery.isSafe(type, cursorAddress: String(cString: qz_terminfo("cup"))) else { return abilities }
        let modes = TerminalModes(of: 0, 1)
        modes.setRaw()
        defer { modes.restore() }
        let isDirect = TerminalQuery.reachesTerminal(named) { name in getenv(name).map { String(cString: $0) } }
        let answer = TerminalQuery.ask(input: 0, output: output, isDirect: isDirect, milliseconds: patience)
        abilities.take(answer)
        if abilities.answers, String(cString: nl_langinfo(Int32(CODESET))) == "UTF-8" {
            abilities.widths = measure(output)
        }
        return abilities
    }

    private mutating func take(_ answer: TerminalQuery.Answer) {
        let facts = answer.facts
        answers = TerminalQuery.isFenced(answer.bytes)
        version = facts.version
        pictures = facts.pictures
        if facts.modes.contains(.synchronizedOutput) { features.insert(.synchronizedOutput) }
        if facts.hasKittyKeyboard { features.insert(.kittyKeyboard) }
        if Self.attributes(in: answer.bytes).contains(52) { features.insert(.clipboard) }
        let colorTerm = getenv("COLORTERM").map { String(cString: $0) } ?? ""
        let type = TerminalType.chosen(type, colorTerm: colorTerm, facts: facts)
        if type == "xterm-direct256" || facts.hasDirectColor {
            colorCount = 1 << 24
        } else {
            colorCount = max(colorCount, facts.colorCount ?? 0)
        }
    }

    /// What the answer to DA1 lists: `CSI ? 62 ; 4 ; 52 c`.
    static func attributes(in bytes: [UInt8]) -> Set<Int> {
        let start = Array("\u{1B}[?".utf8)
        var rest = bytes[...]
        while let place = rest.firstRange(of: start) {
            rest = rest[place.upperBound...]
            let body = rest.prefix { (0x30...0x3B).contains($0) }
            guard body.endIndex < rest.endIndex, rest[body.endIndex] == UInt8(ascii: "c") else { continue }
            // What comes first is what it is, not what it has.
            return Set(
                body.split(separator: UInt8(ascii: ";")).dropFirst().compactMap {
                    Int(String(decoding: $0, as: UTF8.self))
                })
        }
        return []
    }

    /// Draws each character at the left edge of the cursor's row, asks where the cursor is, and erases the row.
    private static func measure(_ output: TerminalOutput) -> [Width] {
        var widths: [Width] = []
        for (name, character) in measured {
            output.add("\r\(character)\u{1B}[6n")
            let bytes = TerminalQuery.bytes(
                from: 0, to: output, until: .now + .milliseconds(patience)
            ) { column(in: $0) != nil }
            output.add("\r\u{1B}[K")
            output.send()
            guard let column = column(in: bytes) else { break }
            widths.append(Width(name: name, columns: column - 1))
        }
        return widths
    }

    /// The column, from 1, of a report of the cursor's position: `CSI row ; column R`.
    static func column(in bytes: [UInt8]) -> Int? {
        var rest = bytes[...]
        while let place = rest.firstRange(of: Array("\u{1B}[".utf8)) {
            rest = rest[place.upperBound...]
            let body = rest.prefix { (0x30...0x3B).contains($0) }
            guard body.endIndex < rest.endIndex, rest[body.endIndex] == UInt8(ascii: "R") else { continue }
            let numbers = body.split(separator: UInt8(ascii: ";")).map { Int(String(decoding: $0, as: UTF8.self)) }
            if numbers.count == 2, let column = numbers[1], column > 0 { return column }
        }
        return nil
    }
}

import Services
import ArgumentParser
import Foundation
import Payloads

struct GS1Command: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gs1", abstract: "Read, check and convert GS1 data.",
        discussion: """
            TEXT is an element string in brackets, '(01)09521234543213(10)ABC', or as scanned, with FNC1 as ^, ␝ or \
            \\x1d, a Digital Link, or a GTIN. Prints the other two forms, each element with its meaning, and any \
            errors.

            Exit status: 0 the data is valid, 1 it is not, 2 an error occurred, such as text that is not GS1 data.
            """)

    @Flag(help: "Print a JSON object for each text.")
    var json = false

    @Argument(help: ArgumentHelp("Texts, or - for standard input, one per line.", valueName: "TEXT"))
    var texts: [String]

    func run() throws {
        var isWrong = false
        var isTrouble = false
        for (index, text) in try lines().enumerated() {
            guard let message = GS1Message(text: text) else {
                Output.complain(
                    "\(text.prefix(80)): not GS1 data; begin with (01) or another identifier in brackets")
                isTrouble = true
                continue
            }
            if json {
                Output.line(fromSymbol: message.json.text)
            } else {
                if index > 0 { Output.line("") }
                for line in Self.description(of: message) { Output.line(fromSymbol: line) }
            }
            isWrong = isWrong || !message.warnings.isEmpty
        }
        if isTrouble { throw ExitCode.trouble }
        if isWrong { throw ExitCode(1) }
    }

    /// The texts, with the lines of standard input instead of `-`.
    private func lines() throws -> [String] {
        try texts.flatMap { text -> [String] in
            guard text == "-" else { return [text] }
            let data = try FileHandle.standardInput.read(upToCount: 16 << 20) ?? Data()
            return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
        }
    }

    private static func description(of message: GS1Message) -> [String] {
        var lines = [
            row("Brackets", message.bracketed),
            row("As scanned", message.elementString.replacing("\u{1D}", with: "␝")),
            row("Digital Link", message.digitalLink ?? "cannot hold all of this"), "",
        ]
        for element in message.elements {
            let reading = element.reading()
            lines.append(row("(\(element.identifier))", "\(element.label): \(reading.text)"))
            if reading.text != element.value { lines.append(row("", "as scanned: \(element.value)")) }
            for note in element.problems + [reading.note].compactMap({ $0 }) { lines.append(row("", "- \(note)")) }
        }
        if !message.warnings.isEmpty { lines.append("") }
        return lines + message.warnings.map { row("Wrong", $0.message) }
    }

    private static func row(_ name: String, _ value: String) -> String {
        name + String(repeating: " ", count: max(1, 14 - name.count)) + value
    }
}

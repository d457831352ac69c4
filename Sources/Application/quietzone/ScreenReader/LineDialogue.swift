import ArgumentParser
import CLinux
import Files
import Formats
import Glibc
import Services

/// A talk with somebody who reads line by line: numbered choices, questions and answers, one below the other.
///
/// Nothing is drawn or written over, so that a screen reader speaks each line once.
final class LineDialogue {
    /// Standard input has ended: nobody is there any more.
    struct Ended: Error {}

    private var typed: [UInt8] = []
    /// Bytes of one answer: no name or text that is asked for is longer.
    private static let longestAnswer = 1 << 16

    /// Writes a line, which may hold text from a symbol.
    func say(_ line: String) { Output.line(SafeText.visible(line)) }

    /// Asks for a text. The question may hold text from a symbol.
    ///
    /// - Parameter standard: the answer of an empty line.
    func ask(_ question: String, standard: String = "") throws -> String {
        Output.write(Array(SafeText.visible(question + (standard.isEmpty ? "" : " [\(standard)]") + ": ").utf8))
        let answer = try line()
        return answer.isEmpty ? standard : answer
    }

    /// Asks for a yes or a no; an empty line is a no.
    func confirm(_ question: String) throws -> Bool {
        ["y", "yes"].contains(try ask("\(question) Type y for yes").lowercased())
    }

    /// Lists choices and asks for one.
    ///
    /// - Parameters:
    ///   - leaving: the answer that chooses nothing, an empty line or a word, and what it does.
    ///   - isKnown: whether the choices were listed before: then a question mark lists them.
    /// - Returns: its place; nil if none was chosen.
    func choose(
        _ title: String, _ choices: [String], leaving: (answer: String, does: String) = ("", "go back"),
        isKnown: Bool = false
    ) throws -> Int? {
        func list() {
            say("\(title):")
            for (index, choice) in choices.enumerated() { say("\(index + 1). \(choice)") }
        }
        if !isKnown { list() }
        let way = "\(leaving.answer.isEmpty ? "Enter" : leaving.answer) to \(leaving.does)"
        while true {
            let answer = try ask(isKnown ? "\(title): type a number, ? to list, \(way)" : "Type a number, or \(way)")
            if answer.lowercased() == leaving.answer { return nil }
            if let number = Int(answer), choices.indices.contains(number - 1) { return number - 1 }
            if answer == "?" || answer.isEmpty {
                list()
            } else {
                say("There is no choice \(answer). Type a number from 1 to \(choices.count).")
            }
        }
    }

    /// Runs a command as the command line does; an error is a line.
    ///
    /// - Returns: whether it ran to its end.
    @discardableResult
    func run(_ arguments: [String]) -> Bool {
        do {
            var command = try Quietzone.parseAsRoot(arguments)
            try command.run()
            return true
        } catch let status as ExitCode {
            return status.isSuccess
        } catch {
            say("Not done: \(Quietzone.message(for: error))")
            return false
        }
    }

    /// Takes the line that has stopped a scan, if one has: it answers nothing.
    func takeStop() throws {
        if isatty(STDIN_FILENO) == 1, qz_poll([STDIN_FILENO], 1, 0) & 1 != 0 { _ = try line() }
    }

    /// The next line that is typed, without its end.
    func line() throws -> String {
        while true {
            if let end = typed.firstIndex(of: 0x0A) {
                let line = String(decoding: typed[..<end], as: UTF8.self)
                typed.removeSubrange(...end)
                return line.trimmingCharacters(in: .whitespacesAndNewlines)
            }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0, typed.count < Self.longestAnswer else { throw Ended() }
            typed += buffer.prefix(count)
        }
    }
}

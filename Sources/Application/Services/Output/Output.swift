import Formats
import Files
import Foundation
import Symbols

/// Standard output and standard error.
package enum Output {
    /// Whether standard output is a terminal, for which text of symbols is filtered. A pipe gets it exact.
    package static let isTerminal = isatty(STDOUT_FILENO) == 1

    /// Whether what is written may be coloured: on a terminal that has colours, where nobody has said NO_COLOR (https://no-color.org).
    package static var hasColours: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
            && !["", "dumb"].contains(environment["TERM"] ?? "")
    }

    /// Writes `text`, which may come from a symbol, and a newline.
    package static func line(fromSymbol text: String) { line(isTerminal ? SafeText.visible(text) : text) }

    /// Writes cells that may come from a symbol, tabs between them, and a newline. Their control characters are marked: no cell
    /// makes another cell or line.
    package static func row(fromSymbol cells: [String]) {
        line(cells.map { isTerminal ? SafeText.visible($0) : $0.withMarkedControls }.joined(separator: "\t"))
    }

    /// Writes bytes of a symbol, and a newline; a terminal gets `text` filtered, or the bytes in hexadecimal.
    ///
    /// - Parameter prefix: what stands before them; a file's name in it is written by its bytes, its control characters marked.
    package static func line(exact bytes: [UInt8], text: String?, prefix: String = "") {
        if isTerminal {
            line(SafeText.visible(prefix) + shown(bytes, text))
        } else {
            write(prefix.withMarkedControls.fileNameBytes + bytes + [0x0A])
        }
    }

    /// Bytes of a symbol as they are written: to a terminal as filtered text, or in hexadecimal where they are none.
    ///
    /// - Parameter text: what the bytes say; nil to take them for UTF-8.
    package static func filtered(_ bytes: [UInt8], text: String? = nil) -> [UInt8] {
        isTerminal ? Array(shown(bytes, text ?? String(validating: bytes, as: UTF8.self)).utf8) : bytes
    }

    /// Filtered text, or bytes that are none in hexadecimal.
    private static func shown(_ bytes: [UInt8], _ text: String?) -> String {
        text.map { SafeText.visible($0) } ?? bytes.map { String(format: "%02X", $0) }.joined(separator: " ")
    }

    /// Writes what a symbol says as one line: line breaks in it are marked, an add-on stands behind it.
    ///
    /// A pipe gets the bytes as they are, but for text with line breaks, which is written in UTF-8 with the marks.
    /// - Parameters:
    ///   - path: its picture's path, which then stands before it, by its bytes but for control characters, which are marked; nil
    ///     for none.
    ///   - keepsLineBreaks: whether line breaks are written as they are, to a terminal too.
    package static func symbol(_ content: SymbolContent, path: String?, keepsLineBreaks: Bool) {
        let prefix = path.map { "\($0): " } ?? ""
        let addOn = content.addOn.map { " +\($0)" } ?? ""
        if keepsLineBreaks, isTerminal, let text = content.text {
            let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            return line(
                SafeText.visible(prefix) + lines.map { SafeText.visible($0) }.joined(separator: "\n")
                    + SafeText.visible(addOn))
        }
        let bytes = keepsLineBreaks || isTerminal ? content.bytes : content.bytes(ofRecordWith: .newline)
        line(exact: bytes + addOn.utf8, text: content.text.map { $0 + addOn }, prefix: prefix)
    }

    /// Writes what a symbol says, an add-on behind it, and a NUL; before that its picture's path and a NUL, where that is given.
    ///
    /// The bytes are exact, but for a NUL among them, which is marked. A terminal gets text filtered, a line each, and `␀` for the NULs.
    package static func field(_ content: SymbolContent, path: String?) {
        let addOn = content.addOn.map { " +\($0)" } ?? ""
        if isTerminal {
            let name = path.map { SafeText.visible($0.withVisibleBytes) + "␀" } ?? ""
            return line(name + shown(content.bytes, content.text) + SafeText.visible(addOn) + "␀")
        }
        write((path.map { $0.fileNameBytes + [0] } ?? []) + content.bytes(ofRecordWith: .null) + addOn.utf8 + [0])
    }

    /// Writes text of our own and a newline.
    package static func line(_ text: String) { write(Array(text.utf8) + [0x0A]) }

    /// Writes all of `bytes` to standard output. A reader that went away ends the program quietly, as it does others
    /// in a pipe.
    package static func write(_ bytes: [UInt8]) { bytes.withUnsafeBytes { write($0) } }

    /// Writes all of `buffer` to standard output.
    package static func write(_ buffer: UnsafeRawBufferPointer) {
        if !isWritten(buffer) { exit(0) }
    }

    /// Writes all of `bytes` to standard output.
    ///
    /// - Returns: false where the reader has gone.
    package static func isWritten(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { isWritten($0) } }

    private static func isWritten(_ buffer: UnsafeRawBufferPointer) -> Bool {
        var rest = buffer[...]
        while !rest.isEmpty {
            let written = Foundation.write(
                STDOUT_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if written < 0 {
                if errno == EINTR { continue }
                if errno == EPIPE { return false }
                complain("standard output: \(String(cString: strerror(errno)))")
                exit(2)
            }
            rest = rest.dropFirst(written)
        }
        return true
    }

    /// Writes a message to standard error after the program's name. Names of files and devices may stand in it.
    package static func complain(_ message: String) {
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map { SafeText.visible($0) }
        StandardError.write("quietzone: \(lines.joined(separator: "\n"))\n")
    }
}

extension String {
    /// The text with the pictures of control characters (U+2400 …) in their place, so that a file's name takes one line.
    package var withMarkedControls: String {
        if utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) { return self }
        return String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    guard scalar.value < 0x20 || scalar.value == 0x7F else { return scalar }
                    return SafeText.visible(String(scalar)).unicodeScalars.first ?? "\u{FFFD}"
                }))
    }

    /// A file's name for people, on one line.
    package var onOneMarkedLine: String { withVisibleBytes.withMarkedControls }
}

/// Bytes that come in pieces, shown on a terminal line by line through the filter.
package struct TerminalLines {
    private var rest: [UInt8] = []

    /// Nothing was written yet.
    package init() {}

    /// Shows the lines that are whole now.
    package mutating func write(_ bytes: UnsafeRawBufferPointer) {
        rest += bytes
        while let end = rest.firstIndex(of: 0x0A) {
            Output.line(SafeText.visible(String(decoding: rest[..<end].filter { $0 != 0x0D }, as: UTF8.self)))
            rest.removeSubrange(...end)
        }
    }

    /// Shows what is left.
    package mutating func finish() {
        if !rest.isEmpty { Output.line(SafeText.visible(String(decoding: rest, as: UTF8.self))) }
        rest = []
    }
}

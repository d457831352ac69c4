/// Why a symbol cannot be made, in one line.
package struct EncodingError: Error, CustomStringConvertible, Hashable, Sendable {
    /// A single line without control characters.
    package let description: String

    /// A line of who could not be asked.
    package init(line: String) { self.init(line) }

    init(_ description: String) {
        // libzint quotes the text, which may contain control characters.
        self.description = String(
            description.map { $0.isNewline || $0.asciiValue.map { $0 < 0x20 || $0 == 0x7F } == true ? " " : $0 })
    }
}

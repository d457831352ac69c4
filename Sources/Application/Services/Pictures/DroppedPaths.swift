import Files

/// Paths in text that was dropped or pasted onto a terminal: plain, quoted for a shell, or as file addresses.
///
///     DroppedPaths.paths(in: "'/home/ada/two words.png' /tmp/b.png", exists: Folder.contains)
package enum DroppedPaths {
    /// The most files of one drop.
    package static let maxCount = 1000
    /// Longer text is not a list of files.
    package static let maxBytes = 256 << 10

    /// The files that `text` names, in its order; none unless all of them are there.
    package static func paths(in text: String, exists: (String) -> Bool) -> [String] {
        guard text.utf8.count <= maxBytes else { return [] }
        let lines = text.split(whereSeparator: \.isNewline).map(trimmed).filter { !$0.isEmpty }
        // As it stands first: a name may hold blanks, quotes and backslashes.
        let readings = [
            lines, lines.map { fileAddress($0) ?? $0 }, lines.flatMap { words($0).map { fileAddress($0) ?? $0 } },
        ]
        for reading in readings where !reading.isEmpty && reading.count <= maxCount {
            let paths = reading.map { UserFolders.expanded($0) }
            if paths.allSatisfy({ !$0.isEmpty && exists($0) }) { return paths }
        }
        return []
    }

    private static func trimmed(_ line: Substring) -> String {
        var part = line
        while let first = part.first, first.isWhitespace { part.removeFirst() }
        while let last = part.last, last.isWhitespace { part.removeLast() }
        return String(part)
    }

    /// The path of `file:///home/ada/a%20b.png` (RFC 8089); nil for anything else.
    private static func fileAddress(_ text: String) -> String? {
        guard text.utf8.starts(with: "file://".utf8) else { return nil }
        var rest = text.utf8.dropFirst("file://".utf8.count)
        if rest.starts(with: "localhost/".utf8) { rest = rest.dropFirst("localhost".utf8.count) }
        guard rest.first == UInt8(ascii: "/") else { return nil }
        var bytes: [UInt8] = []
        var index = rest.startIndex
        while index < rest.endIndex {
            let byte = rest[index]
            let digits = rest[index...].dropFirst().prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                index = rest.index(index, offsetBy: 3)
            } else {
                bytes.append(byte)
                index = rest.index(after: index)
            }
        }
        return bytes.contains(0) ? nil : FileName.text(of: bytes)
    }

    /// Words as a shell reads them: blanks separate, quotes and backslashes keep together. Nothing is expanded.
    private static func words(_ line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in line {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if quote == nil, character.isWhitespace {
                if let done = word { words.append(done) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }
}

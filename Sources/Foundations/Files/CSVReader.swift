/// Rows of CSV (RFC 4180), one at a time: quoted cells may hold separators, ends of lines and doubled quotation marks. What ends a
/// line is LF, CR or both. A quotation mark that is not closed holds to the end. The one reader of tables: what spreadsheets do
/// otherwise, it takes, too: UTF-16 with a byte order mark, and a first line `sep=;` that names the separator.
///
///     CSVReader("a,\"b,c\"\n").map(\.cells)     // [["a", "b,c"]]
package struct CSVReader: Sequence, IteratorProtocol {
    /// A row.
    package struct Line: Hashable, Sendable {
        /// The number of the line that it begins on, from 1.
        package let line: Int
        package let cells: [String]
        /// Why its end is missing; nil if it is whole.
        package let obstacle: String?
        /// Whether a quotation mark is not closed, or text follows one that is: rows may have run together.
        package let hasStrayQuote: Bool
        /// Why its cells cannot be trusted; nil if they can.
        package var problem: String? {
            obstacle ?? (hasStrayQuote ? "a quotation mark is not closed, or text follows the one that closes it" : nil)
        }
        /// The cells of a first row as names of columns: without blanks around them.
        package var names: [String] {
            cells.map { cell in
                let head = cell.drop(while: \.isWhitespace)
                guard let last = head.lastIndex(where: { !$0.isWhitespace }) else { return "" }
                return String(head[...last])
            }
        }
    }

    /// Bytes of a row that are read of a file; no scan takes as much.
    package static let longestRow = 1 << 20
    /// Bytes of a longer row that are skipped in a file. Behind them nothing is read: a quotation mark that is not closed makes one row of
    /// all that follows.
    static let longestSkippedRow = 16 << 20
    /// Cells of a row that are read of a file.
    static let maximumCells = 1000

    private var bytes: [UInt8]
    private var index = 0
    private var more: (() throws -> [UInt8]?)?
    private var separator: UInt8
    private var line = 1
    /// Cells of the row before.
    private var width = 0
    /// Bytes that the row under way may still have.
    private var room = Int.max
    /// Whether a quotation mark of the row under way stands where none belongs.
    private var hasStrayQuote = false
    private let longest: Int

    /// The rows of `text`; a byte order mark is left out.
    ///
    /// - Parameter separator: what parts cells; nil, the default, for what a first line `sep=;` says, a tab or semicolon where the
    ///   first line has one and no comma, else a comma.
    package init(_ text: String, separator: Character? = nil) {
        bytes = Array(text.utf8)
        longest = .max
        self.separator = 0
        self.separator = separator?.asciiValue ?? Self.separator(of: bytes)
        skipMark()
        if separator == nil { try? takeSeparatorLine() }
    }

    /// The text of a table; nil if `bytes` are neither UTF-8 nor UTF-16 with a byte order mark.
    package static func text(of bytes: [UInt8]) -> String? { TableEncoding.text(of: bytes) }

    /// The rows of a file that comes piece by piece.
    package init(_ more: @escaping () throws -> [UInt8]?) throws {
        let more = try TableEncoding.utf8(more)
        bytes = []
        // The first line tells the separator; pieces may be as short as a byte.
        while bytes.count < 65_536, !bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }), let piece = try more(),
            !piece.isEmpty
        { bytes += piece }
        longest = Self.longestRow
        separator = Self.separator(of: bytes)
        self.more = more
        skipMark()
        try takeSeparatorLine()
    }

    private mutating func skipMark() { if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 } }

    /// Takes a first line such as `sep=;`, by which Excel is told the separator.
    private mutating func takeSeparatorLine() throws {
        let end = bytes[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
        var words = bytes[index..<end]
        let mark = UInt8(ascii: "\"")
        if words.count > 1, words.first == mark, words.last == mark { words = words.dropFirst().dropLast() }
        guard words.count == 5, String(decoding: words.prefix(4), as: UTF8.self).lowercased() == "sep=",
            let byte = words.last, byte < 0x80, byte != mark, !Character(Unicode.Scalar(byte)).isLetter,
            !Character(Unicode.Scalar(byte)).isNumber
        else { return }
        separator = byte
        index = end
        guard let first = try peek() else { return }
        index += 1
        if first == 0x0D, try peek() == 0x0A { index += 1 }
        line += 1
    }

    private static func separator(of bytes: [UInt8]) -> UInt8 {
        let first = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        return [UInt8(ascii: ","), 0x09, UInt8(ascii: ";")].first(where: first.contains) ?? UInt8(ascii: ",")
    }

    /// The next row; nil at the end, and where a file cannot be read any further. Empty lines are rows of one empty cell.
    package mutating func next() -> Line? { try? nextLine() }

    /// The same; throws what reading the file throws.
    package mutating func nextLine() throws -> Line? {
        guard try peek() != nil else { return nil }
        let start = line
        (room, hasStrayQuote) = (longest, false)
        var cells: [String] = []
        cells.reserveCapacity(width)
        var obstacle: String?
        while true {
            let cell = try cell()
            if cells.count < Self.maximumCells || more == nil {
                cells.append(cell)
            } else {
                obstacle = "more than \(Self.maximumCells) cells"
            }
            guard let byte = try peek() else { break }
            index += 1
            if byte == separator {
                room -= 1
                continue
            }
            if byte == 0x0D, try peek() == 0x0A { index += 1 }
            line += 1
            break
        }
        width = cells.count
        if room < 0 { obstacle = "longer than \(Self.longestRow >> 20) MiB" }
        if isGivenUp {
            obstacle =
                "longer than \(Self.longestSkippedRow >> 20) MiB; nothing after it is read. Close its quotation mark"
            (bytes, index, more) = ([], 0, { nil })
        }
        return Line(line: start, cells: cells, obstacle: obstacle, hasStrayQuote: hasStrayQuote)
    }

    /// Whether the row under way is too long to be skipped.
    private var isGivenUp: Bool { more != nil && room < Self.longestRow - Self.longestSkippedRow }

    /// The next byte, which stays; nil at the end.
    private mutating func peek() throws -> UInt8? {
        if isGivenUp { return nil }
        if index < bytes.count { return bytes[index] }
        guard let piece = try more?(), !piece.isEmpty else { return nil }
        (bytes, index) = (piece, 0)
        return piece[0]
    }

    private mutating func cell() throws -> String {
        guard let first = try peek() else { return "" }
        var cell: [UInt8] = []
        if first == UInt8(ascii: "\"") {
            index += 1
            let isClosed = try quoted(into: &cell)
            let next = try peek()
            hasStrayQuote = hasStrayQuote || !isClosed || ![nil, separator, 0x0A, 0x0D].contains(next)
        } else {
            // Nearly all are in one piece.
            let end = endOfPlain
            if end < bytes.count, end - index <= room {
                defer { index = end }
                room -= end - index
                return String(decoding: bytes[index..<end], as: UTF8.self)
            }
        }
        // What follows a closing quotation mark belongs to the cell still.
        repeat { take(to: endOfPlain, into: &cell) } while try index == bytes.count && peek() != nil
        return String(decoding: cell, as: UTF8.self)
    }

    /// The rest of a cell behind its quotation mark, up to behind the other one; false if there is none.
    private mutating func quoted(into cell: inout [UInt8]) throws -> Bool {
        let mark = UInt8(ascii: "\"")
        while try peek() != nil {
            let end = bytes[index...].firstIndex(of: mark) ?? bytes.count
            line += bytes[index..<end].count { $0 == 0x0A }
            take(to: end, into: &cell)
            guard end < bytes.count else { continue }
            index += 1
            guard try peek() == mark else { return true }
            // Of two the second is text.
            take(to: index + 1, into: &cell)
        }
        return false
    }

    /// Where a cell without quotation marks ends in the bytes at hand, at the latest behind them.
    private var endOfPlain: Int {
        let separator = separator
        return bytes[index...].firstIndex { $0 == separator || $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    }

    /// Takes the bytes before `end` into a cell, as far as the row has room.
    private mutating func take(to end: Int, into cell: inout [UInt8]) {
        if room > 0 { cell += bytes[index..<end].prefix(room) }
        room -= end - index
        index = end
    }
}

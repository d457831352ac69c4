/// Where keys, values and sections stand in the bytes of a TOML file, so that one value can be changed and nothing else.
///
/// Takes what the parser has found nothing wrong with; what is laid out in a way that is not known here is a problem, never a guess.
/// The grammar is that of TOML 1.0.
struct TOMLLayout {
    /// `key = value`.
    struct Entry {
        /// The names that lead to the value, those of its section first.
        var path: [String]
        /// The number of the header that it stands below; nil before the first.
        var header: Int?
        /// The value, without blanks around it.
        var value: Range<Int>
        /// The lines that it takes, with the end of the last.
        var lines: Range<Int>
        /// The first of them, from 1.
        var line: Int
        /// Whether a comment stands inside the value.
        var holdsComments: Bool
        /// Whether a comment stands behind the value.
        var hasComment: Bool
    }

    /// `[name]` or `[[name]]`.
    struct Header {
        var path: [String]
        var isArray: Bool
        var lines: Range<Int>
        var line: Int
    }

    private(set) var entries: [Entry] = []
    private(set) var headers: [Header] = []
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1

    init(_ bytes: [UInt8]) throws(SettingsProblem) {
        self.bytes = bytes
        // A byte order mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        while index < bytes.count { try takeLine() }
    }

    private mutating func takeLine() throws(SettingsProblem) {
        let (start, firstLine) = (index, line)
        skipBlanks()
        switch byte {
        case nil: return
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): try endLine()
        case UInt8(ascii: "#"):
            skipComment()
            try endLine()
        case UInt8(ascii: "["):
            try takeHeader(start: start, line: firstLine)
        default:
            try takeEntry(start: start, line: firstLine)
        }
    }

    private mutating func takeHeader(start: Int, line firstLine: Int) throws(SettingsProblem) {
        index += 1
        let isArray = byte == UInt8(ascii: "[")
        if isArray { index += 1 }
        let path = try takePath()
        for _ in 0..<(isArray ? 2 : 1) {
            guard byte == UInt8(ascii: "]") else { throw unknown() }
            index += 1
        }
        skipBlanks()
        if byte == UInt8(ascii: "#") { skipComment() }
        try endLine()
        headers.append(Header(path: path, isArray: isArray, lines: start..<index, line: firstLine))
    }

    private mutating func takeEntry(start: Int, line firstLine: Int) throws(SettingsProblem) {
        let path = try takePath()
        guard byte == UInt8(ascii: "=") else { throw unknown() }
        index += 1
        skipBlanks()
        let valueStart = index
        let holdsComments = try skipValue()
        var valueEnd = index
        while valueEnd > valueStart, [0x20, 0x09, 0x0D].contains(bytes[valueEnd - 1]) { valueEnd -= 1 }
        guard valueEnd > valueStart else { throw unknown() }
        skipBlanks()
        let hasComment = byte == UInt8(ascii: "#")
        if hasComment { skipComment() }
        try endLine()
        entries.append(
            Entry(
                path: (headers.last?.path ?? []) + path, header: headers.isEmpty ? nil : headers.count - 1,
                value: valueStart..<valueEnd, lines: start..<index, line: firstLine, holdsComments: holdsComments,
                hasComment: hasComment))
    }

    // MARK: - Keys

    /// Names joined by dots, with the blanks behind the last.
    private mutating func takePath() throws(SettingsProblem) -> [String] {
        var path: [String] = []
        repeat {
            if !path.isEmpty { index += 1 }
            skipBlanks()
            path.append(try takeName())
            skipBlanks()
        } while byte == UInt8(ascii: ".")
        return path
    }

    private mutating func takeName() throws(SettingsProblem) -> String {
        guard let first = byte else { throw unknown() }
        let start = index
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            guard !bytes[index...].starts(with: [first, first, first]) else { throw unknown() }
            try skipString()
            let inside = text((start + 1)..<(index - 1))
            guard first == UInt8(ascii: "\""), inside.contains("\\") else { return inside }
            // A name with escapes is none of ours; where it is cannot be told without them.
            throw unknown("there is a key with escapes here")
        }
        while let byte, Self.isBare(byte) { index += 1 }
        guard index > start else { throw unknown() }
        return text(start..<index)
    }

    /// Whether a name needs no quotes for it: a letter, a digit, - or _.
    static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }

    // MARK: - Values

    /// Goes behind a value; true when a comment stands inside.
    private mutating func skipValue() throws(SettingsProblem) -> Bool {
        var (depth, holdsComments) = (0, false)
        while let byte {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                try skipString()
                if depth == 0 { return holdsComments }
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                index += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                guard depth >= 0 else { throw unknown() }
                index += 1
                if depth == 0 { return holdsComments }
            case UInt8(ascii: "#"):
                if depth == 0 { return holdsComments }
                holdsComments = true
                skipComment()
            case UInt8(ascii: "\n"):
                if depth == 0 { return holdsComments }
                line += 1
                index += 1
            default: index += 1
            }
        }
        guard depth == 0 else { throw unknown() }
        return holdsComments
    }

    private mutating func skipString() throws(SettingsProblem) {
        guard let quote = byte else { throw unknown() }
        let isLong = bytes[index...].starts(with: [quote, quote, quote])
        index += isLong ? 3 : 1
        while let byte {
            if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                // An escaped end of line is counted as one.
                if index + 1 < bytes.count, bytes[index + 1] != UInt8(ascii: "\n") { index += 1 }
                index += 1
            } else if byte == quote {
                let run = bytes[index...].prefix { $0 == quote }.count
                if !isLong || run >= 3 {
                    // Up to two quotes may belong to the text before the three that end it.
                    index += isLong ? min(run, 5) : 1
                    return
                }
                index += run
            } else {
                if byte == UInt8(ascii: "\n") {
                    guard isLong else { throw unknown() }
                    line += 1
                }
                index += 1
            }
        }
        throw unknown()
    }

    // MARK: - Bytes

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private mutating func skipBlanks() { while byte == 0x20 || byte == 0x09 { index += 1 } }

    private mutating func skipComment() {
        while let byte, byte != UInt8(ascii: "\n") {
            if byte == UInt8(ascii: "\r"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "\n") { return }
            index += 1
        }
    }

    /// Goes behind the end of the line, or of the file.
    private mutating func endLine() throws(SettingsProblem) {
        if byte == UInt8(ascii: "\r") { index += 1 }
        guard let byte else { return }
        guard byte == UInt8(ascii: "\n") else { throw unknown() }
        index += 1
        line += 1
    }

    private func unknown(_ what: String = "this layout is not supported") -> SettingsProblem {
        SettingsProblem(line: line, "\(what): change it in the file")
    }
}

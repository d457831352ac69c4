import Formats

/// A JSON object or array (RFC 8259), shown with a line for each member.
enum JSONPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        let bytes = input.bytes.trimmed
        guard bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "["), bytes.count >= 2 else { return nil }
        var printer = JSONPrinter(bytes)
        guard printer.run() else { return nil }
        let isObject = bytes.first == UInt8(ascii: "{")
        let count = printer.count
        let noun = isObject ? (count == 1 ? "member" : "members") : (count == 1 ? "element" : "elements")
        let names = printer.names.prefix(12).map { $0.singleLine(limit: 40) }.joined(separator: ", ")
        var list = FieldList()
        list.add("type", .type, isObject ? "object" : "array")
        list.add("count", .holds, "\(count) \(noun)", json: .integer(Int64(count)))
        list.add(
            "value", .json, printer.text, json: .string(bytes.text),
            note: printer.isCut ? .shownInPart : printer.repeatedName.map { .isThereTwice($0) })
        return Payload(
            content: input.content, kind: .json,
            summary: .json(isObject: isObject, "\(count) \(noun)", names: names),
            fields: list.fields, warnings: bytes.text.hasHiddenCharacters ? [.hiddenCharacters] : [])
    }
}

/// Checks JSON and writes it with indentation in one pass, without building values: numbers and strings stay as written.
struct JSONPrinter {
    /// Deeper values are not JSON of a symbol's; a parser may refuse them (RFC 8259, 9).
    private static let maximumDepth = 128
    /// No more is shown, in bytes.
    private static let maximumOutput = 131_072

    private let bytes: ArraySlice<UInt8>
    private var index: Int
    private var output: [UInt8] = []
    /// The brackets that end what is open.
    private var open: [UInt8] = []
    /// Members or elements of the outermost value.
    private(set) var count = 0
    /// The first names of the outermost object.
    private(set) var names: [String] = []
    private var seen: Set<String> = []
    private(set) var repeatedName: String?
    private(set) var isCut = false

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    var text: String { String(decoding: output, as: UTF8.self) }

    /// Whether the text is one value and nothing else.
    mutating func run() -> Bool {
        guard value() else { return false }
        while let close = open.last {
            skipSpace()
            if takes(close) {
                open.removeLast()
                newLine()
                write([close])
                continue
            }
            guard takes(UInt8(ascii: ",")) else { return false }
            write([UInt8(ascii: ",")])
            guard entry() else { return false }
        }
        skipSpace()
        return index == bytes.endIndex
    }

    /// The next byte; nil at the end.
    private var byte: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

    private mutating func takes(_ wanted: UInt8) -> Bool {
        guard byte == wanted else { return false }
        index += 1
        return true
    }

    private mutating func takes(_ word: StaticString) -> Bool {
        guard word.withUTF8Buffer({ bytes[index...].starts(with: $0) }) else { return false }
        index += word.utf8CodeUnitCount
        return true
    }

    private mutating func skipSpace() {
        while let byte, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
    }

    private mutating func write(_ part: ArraySlice<UInt8>) {
        guard output.count + part.count <= Self.maximumOutput else { return isCut = true }
        if !isCut { output += part }
    }

    private mutating func newLine() { write([0x0A] + [UInt8](repeating: 0x20, count: 2 * open.count)) }

    /// A member or an element, on a line of its own.
    private mutating func entry() -> Bool {
        newLine()
        if open.count == 1 { count += 1 }
        guard open.last == UInt8(ascii: "}") else { return value() }
        skipSpace()
        let start = index
        guard string() else { return false }
        if open.count == 1 {
            let name = bytes[(start + 1)..<(index - 1)].prefix(200).text
            if names.count < 100 { names.append(name) }
            if !seen.insert(name).inserted, repeatedName == nil { repeatedName = name }
        }
        write(bytes[start..<index])
        skipSpace()
        guard takes(UInt8(ascii: ":")) else { return false }
        write(ArraySlice(": ".utf8))
        return value()
    }

    /// A value; of an object or array its beginning, up to the first entry's end.
    private mutating func value() -> Bool {
        while true {
            skipSpace()
            let start = index
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let close = byte == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]")
                guard open.count < Self.maximumDepth else { return false }
                index += 1
                write(bytes[start..<index])
                skipSpace()
                if takes(close) {
                    write([close])
                    return true
                }
                open.append(close)
                if close == UInt8(ascii: "}") { return entry() }
                newLine()
                if open.count == 1 { count += 1 }
            default:
                let isRight =
                    byte == UInt8(ascii: "\"") ? string() : takes("true") || takes("false") || takes("null") || number()
                if isRight { write(bytes[start..<index]) }
                return isRight
            }
        }
    }

    private mutating func string() -> Bool {
        guard takes(UInt8(ascii: "\"")) else { return false }
        while let byte {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return true
            case UInt8(ascii: "\\"): guard takesEscape() else { return false }
            case 0..<0x20: return false
            default: break
            }
        }
        return false
    }

    /// What stands behind a backslash.
    private mutating func takesEscape() -> Bool {
        if takes(UInt8(ascii: "u")) {
            let digits = bytes[index...].prefix(4)
            index = digits.endIndex
            return digits.count == 4 && digits.allSatisfy { ASCII.hexValue($0) != nil }
        }
        guard let byte, "\"\\/bfnrt".utf8.contains(byte) else { return false }
        index += 1
        return true
    }

    private mutating func number() -> Bool {
        _ = takes(UInt8(ascii: "-"))
        guard takes(UInt8(ascii: "0")) || takesDigits() else { return false }
        if takes(UInt8(ascii: ".")), !takesDigits() { return false }
        guard takes(UInt8(ascii: "e")) || takes(UInt8(ascii: "E")) else { return true }
        if !takes(UInt8(ascii: "+")) { _ = takes(UInt8(ascii: "-")) }
        return takesDigits()
    }

    private mutating func takesDigits() -> Bool {
        let digits = bytes[index...].prefix(while: ASCII.isDigit)
        index = digits.endIndex
        return !digits.isEmpty
    }
}

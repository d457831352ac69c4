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
            note: printer.isCut
                ? .shownInPart : printer.repeatedName.map { .isThereTwice($0) })
        return Payload(
            content: input.content, kind: .json,
            summary: .json(isObject: isObject, "\(count) \(noun)", names: names),
            fields: list.fields, warnings: bytes.text.hasHiddenCharacters ? [.hiddenCharacters] : [])
    }
}

/// Checks JSON and writes it with indentation in one pass, without building values: numbers and strings stay as written.
struct JSONPrinter {
    /// Deeper values are no JSON of a symbol's; a parser may refuse them (RFC 8259, 9).
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
            guard index < bytes.endIndex else { return false }
            if bytes[index] == close {
                open.removeLast()
                newLine()
                write(bytes[index...index])
                index += 1
                continue
            }
            guard bytes[index] == UInt8(ascii: ",") else { return false }
            index += 1
            write([UInt8(ascii: ",")])
            guard entry() else { return false }
        }
        skipSpace()
        return index == bytes.endIndex
    }

    private mutating func skipSpace() {
        while index < bytes.endIndex, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
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
        guard index < bytes.endIndex, bytes[index] == UInt8(ascii: ":") else { return false }
        index += 1
        write(ArraySlice(": ".utf8))
        return value()
    }

    /// A value; of an object or array its beginning, up to the first entry's end.
    private mutating func value() -> Bool {
        while true {
            skipSpace()
            guard index < bytes.endIndex else { return false }
            let start = index
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let close: UInt8 = bytes[index] == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]")
                guard open.count < Self.maximumDepth else { return false }
                index += 1
                write(bytes[start..<index])
                skipSpace()
                guard index < bytes.endIndex else { return false }
                if bytes[index] == close {
                    write(bytes[index...index])
                    index += 1
                    return true
                }
                open.append(close)
                if close == UInt8(ascii: "}") { return entry() }
                newLine()
                if open.count == 1 { count += 1 }
            case UInt8(ascii: "\""):
                guard string() else { return false }
                write(bytes[start..<index])
                return true
            default:
                guard word("true") || word("false") || word("null") || number() else { return false }
                write(bytes[start..<index])
                return true
            }
        }
    }

    private mutating func word(_ word: StaticString) -> Bool {
        guard let rest = bytes[index...].after(prefix: word) else { return false }
        guard word.withUTF8Buffer({ bytes[index..<rest.startIndex].elementsEqual($0) }) else { return false }
        index = rest.startIndex
        return true
    }

    private mutating func string() -> Bool {
        guard index < bytes.endIndex, bytes[index] == UInt8(ascii: "\"") else { return false }
        index += 1
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                return true
            case UInt8(ascii: "\\"):
                index += 1
                guard index < bytes.endIndex else { return false }
                if bytes[index] == UInt8(ascii: "u") {
                    guard index + 4 < bytes.endIndex,
                        bytes[(index + 1)...(index + 4)].allSatisfy({ ASCII.hexValue($0) != nil })
                    else { return false }
                    index += 5
                } else {
                    guard "\"\\/bfnrt".utf8.contains(bytes[index]) else { return false }
                    index += 1
                }
            case 0..<0x20: return false
            default: index += 1
            }
        }
        return false
    }

    private mutating func number() -> Bool {
        func isDigit(_ at: Int) -> Bool { at < bytes.endIndex && ASCII.isDigit(bytes[at]) }
        var place = index
        if place < bytes.endIndex, bytes[place] == UInt8(ascii: "-") { place += 1 }
        guard isDigit(place) else { return false }
        let hasZero = bytes[place] == 0x30
        let start = place
        while isDigit(place) { place += 1 }
        guard !hasZero || place == start + 1 else { return false }
        if place < bytes.endIndex, bytes[place] == UInt8(ascii: ".") {
            place += 1
            guard isDigit(place) else { return false }
            while isDigit(place) { place += 1 }
        }
        if place < bytes.endIndex, bytes[place] | 0x20 == UInt8(ascii: "e") {
            place += 1
            if place < bytes.endIndex, bytes[place] == UInt8(ascii: "+") || bytes[place] == UInt8(ascii: "-") {
                place += 1
            }
            guard isDigit(place) else { return false }
            while isDigit(place) { place += 1 }
        }
        index = place
        return true
    }
}

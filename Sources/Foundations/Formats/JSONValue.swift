/// A JSON value whose objects keep the order of their members, written without escaping slashes.
///
/// Foundation's JSONEncoder stores keyed containers in a dictionary, so it can only sort keys alphabetically; the documented
/// output has `kind` first and `payload` last.
///
///     let value: JSONValue = ["kind": "url", "port": 81]
///     value.text      // {"kind":"url","port":81}
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// An integer, written without a fraction.
    case integer(Int64)
    /// A floating-point number; written as `null` when it is not finite.
    case number(Double)
    /// Written with `\uXXXX` escapes for control characters.
    case string(String)
    /// Written without spaces.
    case array([JSONValue])
    /// An object; members are written in this order, duplicate keys included.
    case object([Member])

    /// One key of an object and its value.
    package struct Member: Hashable, Sendable {
        package var key: String
        package var value: JSONValue

        package init(_ key: String, _ value: JSONValue) { (self.key, self.value) = (key, value) }
    }

    /// The value on one line, without spaces or a final newline.
    package var text: String {
        var bytes: [UInt8] = []
        write(into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the value as UTF-8, on one line, without spaces or a final newline.
    ///
    /// Control characters, line separators and direction marks are escaped as `\u001b` (newline, return and tab by their
    /// short forms), so that printing the line on a terminal is safe.
    package func write(into buffer: inout [UInt8]) {
        switch self {
        case .null: buffer.append(contentsOf: "null".utf8)
        case .bool(let value): buffer.append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): buffer.append(contentsOf: String(value).utf8)
        case .number(let value): Self.write(value, into: &buffer)
        case .string(let value): Self.write(value, into: &buffer)
        case .array(let values):
            buffer.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { buffer.append(UInt8(ascii: ",")) }
                value.write(into: &buffer)
            }
            buffer.append(UInt8(ascii: "]"))
        case .object(let members):
            buffer.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { buffer.append(UInt8(ascii: ",")) }
                Self.write(member.key, into: &buffer)
                buffer.append(UInt8(ascii: ":"))
                member.value.write(into: &buffer)
            }
            buffer.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ value: Double, into buffer: inout [UInt8]) {
        guard value.isFinite else { return buffer.append(contentsOf: "null".utf8) }
        if let whole = Int64(exactly: value) {
            buffer.append(contentsOf: String(whole).utf8)
        } else {
            buffer.append(contentsOf: value.description.utf8)
        }
    }

    private static func write(_ value: String, into buffer: inout [UInt8]) {
        buffer.append(UInt8(ascii: "\""))
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": buffer.append(contentsOf: #"\""#.utf8)
            case "\\": buffer.append(contentsOf: #"\\"#.utf8)
            case "\n": buffer.append(contentsOf: #"\n"#.utf8)
            case "\r": buffer.append(contentsOf: #"\r"#.utf8)
            case "\t": buffer.append(contentsOf: #"\t"#.utf8)
            default:
                if scalar.isTerminalControl {
                    // All of them lie in the Basic Multilingual Plane: four digits are enough.
                    let digits = String(scalar.value, radix: 16)
                    buffer.append(contentsOf: #"\u"#.utf8)
                    buffer.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
                    buffer.append(contentsOf: digits.utf8)
                } else {
                    buffer.append(contentsOf: UTF8.encode(scalar)!)
                }
            }
        }
        buffer.append(UInt8(ascii: "\""))
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(floatLiteral value: Double) { self = .number(value) }
    package init(nilLiteral: ()) { self = .null }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object, its members in the order of the literal.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}

extension Unicode.Scalar {
    /// Whether it controls a terminal or the text layout: C0 and C1 controls, line and paragraph separators, direction
    /// marks, overrides and isolates, the byte order mark.
    package var isTerminalControl: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}

extension JSONValue {
    /// The value that `bytes` are (RFC 8259), which must be UTF-8 and nothing besides. Members stay in their order, also those that are there twice.
    ///
    /// - Parameter maximumDepth: how deeply arrays and objects may lie in each other; default 32.
    /// - Throws: `JSONError` for what is not JSON. Takes time and memory in proportion to the bytes; who calls bounds these.
    package init(parsing bytes: [UInt8], maximumDepth: Int = 32) throws(JSONError) {
        var reader = JSONReader(bytes, maximumDepth)
        self = try reader.whole()
    }

    /// The first value of a member of an object; nil if it has none of that name, or is not an object.
    package subscript(key key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }
}

/// Why bytes are not JSON.
package struct JSONError: Error, Hashable, CustomStringConvertible {
    /// Where it was noticed, in bytes from the start.
    package let offset: Int
    /// What is wrong there.
    package let words: String

    /// `a member has no name (byte 17)`.
    package var description: String { "\(words) (byte \(offset))" }
}

/// One pass over the bytes.
private struct JSONReader {
    private let bytes: [UInt8]
    private let maximumDepth: Int
    private var index = 0

    init(_ bytes: [UInt8], _ maximumDepth: Int) { (self.bytes, self.maximumDepth) = (bytes, maximumDepth) }

    mutating func whole() throws(JSONError) -> JSONValue {
        let value = try value(depth: 0)
        skipSpace()
        guard index == bytes.count else { throw problem("there is text after the value") }
        return value
    }

    private func problem(_ words: String) -> JSONError { JSONError(offset: index, words: words) }

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    private mutating func takes(_ character: Unicode.Scalar) -> Bool {
        guard byte == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        skipSpace()
        guard let byte else { throw problem("a value is missing") }
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard depth < maximumDepth else { throw problem("values are nested more than \(maximumDepth) deep") }
            index += 1
            return byte == UInt8(ascii: "{") ? try object(depth + 1) : try array(depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard bytes[index...].starts(with: word.utf8) else { throw problem("this is not a value") }
        index += word.utf8.count
        return value
    }

    private mutating func array(_ depth: Int) throws(JSONError) -> JSONValue {
        var elements: [JSONValue] = []
        skipSpace()
        if takes("]") { return .array([]) }
        while true {
            elements.append(try value(depth: depth))
            skipSpace()
            if takes("]") { return .array(elements) }
            guard takes(",") else { throw problem("a comma or ] is missing") }
        }
    }

    private mutating func object(_ depth: Int) throws(JSONError) -> JSONValue {
        var members: [JSONValue.Member] = []
        skipSpace()
        if takes("}") { return .object([]) }
        while true {
            skipSpace()
            guard byte == UInt8(ascii: "\"") else { throw problem("a member has no name") }
            let key = try string()
            skipSpace()
            guard takes(":") else { throw problem("a colon is missing") }
            members.append(JSONValue.Member(key, try value(depth: depth)))
            skipSpace()
            if takes("}") { return .object(members) }
            guard takes(",") else { throw problem("a comma or } is missing") }
        }
    }

    private mutating func string() throws(JSONError) -> String {
        index += 1
        var text: [UInt8] = []
        while let byte {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                guard let valid = String(validating: text, as: UTF8.self) else {
                    throw problem("a string is not valid UTF-8")
                }
                return valid
            case 0..<0x20: throw problem("a string contains a control character")
            case UInt8(ascii: "\\"):
                index += 1
                text += UTF8.encode(try escaped()) ?? .init()
            default:
                text.append(byte)
                index += 1
            }
        }
        throw problem("a string is not closed")
    }

    private mutating func escaped() throws(JSONError) -> Unicode.Scalar {
        guard let byte else { throw problem("a string is not closed") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let first = try fourDigits()
            if let scalar = Unicode.Scalar(first) { return scalar }
            // UTF-16: a high surrogate and a low one.
            guard first < 0xDC00, takes("\\"), takes("u") else { throw problem("half of a surrogate pair is missing") }
            let second = try fourDigits()
            guard 0xDC00...0xDFFF ~= second,
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            else { throw problem("half of a surrogate pair is missing") }
            return scalar
        default: throw problem("there is no such escape sequence")
        }
    }

    private mutating func fourDigits() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw problem("\\u needs four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }

    private mutating func digits() throws(JSONError) {
        guard let byte, 0x30...0x39 ~= byte else { throw problem("this is not a value") }
        while let byte = self.byte, 0x30...0x39 ~= byte { index += 1 }
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = index
        _ = takes("-")
        if !takes("0") { try digits() }
        var isWhole = true
        if takes(".") {
            isWhole = false
            try digits()
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            isWhole = false
            index += 1
            if !takes("+") { _ = takes("-") }
            try digits()
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isWhole, let whole = Int64(text) { return .integer(whole) }
        guard let number = Double(text), number.isFinite else { throw problem("a number is too large") }
        return .number(number)
    }
}

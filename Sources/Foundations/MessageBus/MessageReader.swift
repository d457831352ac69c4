import CLoaded

/// Reads the values of a message. What comes is hostile: nesting, the number of values and the bytes of texts are bounded.
struct MessageReader {
    /// Containers within one another.
    static let maximumDepth = 16
    /// Values of a message, those in containers included.
    static let maximumValues = 100_000
    /// Bytes of all texts and arrays of bytes of a message.
    static let maximumBytes = 4 << 20

    // SAFETY: the caller keeps the message as long as the reader.
    private let message: OpaquePointer
    private var values = 0
    private var bytes = 0

    /// Reads all values of a message.
    ///
    /// - Returns: nil for a message beyond the bounds, and for one with a type that is not supported.
    static func values(of message: OpaquePointer) -> [BusValue]? {
        var reader = MessageReader(message: message)
        return reader.all(depth: 0)
    }

    private init(message: OpaquePointer) { self.message = message }

    /// The values up to the end of the container or message.
    private mutating func all(depth: Int) -> [BusValue]? {
        var result: [BusValue] = []
        while true {
            var (type, contents) = (CChar(0), UnsafePointer<CChar>?.none)
            let outcome = qz_bus_peek(message, &type, &contents)
            guard outcome >= 0 else { return nil }
            if outcome == 0 { return result }
            guard let value = next(UInt8(bitPattern: type), contents, depth: depth) else { return nil }
            result.append(value)
        }
    }

    private mutating func next(_ type: UInt8, _ contents: UnsafePointer<CChar>?, depth: Int) -> BusValue? {
        values += 1
        guard values <= Self.maximumValues else { return nil }
        switch type {
        case UInt8(ascii: "s"), UInt8(ascii: "o"), UInt8(ascii: "g"): return text(type)
        case UInt8(ascii: "a"):
            guard let contents else { return nil }
            return contents[0] == CChar(UInt8(ascii: "y")) ? byteArray() : array(contents, depth: depth)
        case UInt8(ascii: "v"):
            guard let contents, let members = inside(type, contents, depth: depth), members.count == 1 else {
                return nil
            }
            return .variant(members[0])
        case UInt8(ascii: "r"):
            guard let contents, let members = inside(type, contents, depth: depth) else { return nil }
            return .structure(members)
        default: return number(type)
        }
    }

    private mutating func inside(_ type: UInt8, _ contents: UnsafePointer<CChar>, depth: Int) -> [BusValue]? {
        guard depth < Self.maximumDepth, qz_bus_enter(message, CChar(bitPattern: type), contents) > 0,
            let members = all(depth: depth + 1), qz_bus_exit(message) >= 0
        else { return nil }
        return members
    }

    private mutating func array(_ contents: UnsafePointer<CChar>, depth: Int) -> BusValue? {
        let element = String(cString: contents)
        guard element.hasPrefix("{") else {
            return inside(UInt8(ascii: "a"), contents, depth: depth).map { .array($0, of: element) }
        }
        guard depth < Self.maximumDepth, qz_bus_enter(message, CChar(UInt8(ascii: "a")), contents) > 0 else {
            return nil
        }
        var pairs: [BusValue.Pair] = []
        while true {
            var (type, inner) = (CChar(0), UnsafePointer<CChar>?.none)
            let outcome = qz_bus_peek(message, &type, &inner)
            guard outcome >= 0 else { return nil }
            if outcome == 0 { break }
            guard type == CChar(UInt8(ascii: "e")), let inner,
                let members = inside(UInt8(ascii: "e"), inner, depth: depth + 1), members.count == 2
            else { return nil }
            pairs.append(.init(members[0], members[1]))
        }
        guard qz_bus_exit(message) >= 0 else { return nil }
        // A key has a signature of one character: it is of a basic type.
        return .dictionary(
            pairs, key: String(element.dropFirst().prefix(1)), value: String(element.dropFirst(2).dropLast()))
    }

    private mutating func text(_ type: UInt8) -> BusValue? {
        var text: UnsafePointer<CChar>?
        guard qz_bus_read_text(message, CChar(bitPattern: type), &text) > 0, let text else { return nil }
        let string = String(cString: text)
        bytes += string.utf8.count
        guard bytes <= Self.maximumBytes else { return nil }
        switch type {
        case UInt8(ascii: "o"): return .path(string)
        case UInt8(ascii: "g"): return .signature(string)
        default: return .string(string)
        }
    }

    private mutating func byteArray() -> BusValue? {
        var (start, count) = (UnsafeRawPointer?.none, 0)
        guard qz_bus_read_bytes(message, &start, &count) >= 0 else { return nil }
        bytes += count
        guard bytes <= Self.maximumBytes else { return nil }
        return .bytes(Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)))
    }

    private func number(_ type: UInt8) -> BusValue? {
        var (number, real) = (Int64(0), 0.0)
        guard qz_bus_read_number(message, CChar(bitPattern: type), &number, &real) > 0 else { return nil }
        switch type {
        case UInt8(ascii: "y"): return .byte(UInt8(truncatingIfNeeded: number))
        case UInt8(ascii: "n"): return .int16(Int16(truncatingIfNeeded: number))
        case UInt8(ascii: "q"): return .uint16(UInt16(truncatingIfNeeded: number))
        case UInt8(ascii: "i"): return .int32(Int32(truncatingIfNeeded: number))
        case UInt8(ascii: "u"): return .uint32(UInt32(truncatingIfNeeded: number))
        case UInt8(ascii: "x"): return .int64(number)
        case UInt8(ascii: "t"): return .uint64(UInt64(bitPattern: number))
        case UInt8(ascii: "b"): return .bool(number != 0)
        case UInt8(ascii: "d"): return .double(real)
        default: return nil
        }
    }
}

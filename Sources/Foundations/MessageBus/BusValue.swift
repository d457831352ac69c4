/// A value in a message of D-Bus (D-Bus Specification, "Type System"). Descriptors of files are not supported.
///
///     let filter: BusValue = .options(["Transport": .string("le"), "DuplicateData": .bool(true)])
///     filter["Transport"]?.string     // le
package enum BusValue: Hashable, Sendable {
    case byte(UInt8)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case bool(Bool)
    case double(Double)
    /// A text. What stands behind a NUL is not sent: D-Bus has none in texts.
    case string(String)
    /// The path of an object.
    case path(String)
    /// A signature.
    case signature(String)
    /// An array of bytes.
    case bytes([UInt8])
    /// An array whose elements have the signature `of`.
    case array([BusValue], of: String)
    /// A dictionary: pairs in their order, with the signatures of keys and values.
    case dictionary([Pair], key: String, value: String)
    case structure([BusValue])
    /// A value that brings its signature with it.
    indirect case variant(BusValue)

    /// A key of a dictionary and its value.
    package struct Pair: Hashable, Sendable {
        package var key: BusValue
        package var value: BusValue

        package init(_ key: BusValue, _ value: BusValue) { (self.key, self.value) = (key, value) }
    }

    /// A dictionary of texts and variants (`a{sv}`), sorted by the texts.
    package static func options(_ options: [String: BusValue]) -> BusValue {
        let pairs = options.sorted { $0.key < $1.key }.map { Pair(.string($0.key), .variant($0.value)) }
        return .dictionary(pairs, key: "s", value: "v")
    }

    /// The signature of its type.
    package var signature: String {
        switch self {
        case .byte: "y"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .bool: "b"
        case .double: "d"
        case .string: "s"
        case .path: "o"
        case .signature: "g"
        case .bytes: "ay"
        case .array(_, let element): "a" + element
        case .dictionary(_, let key, let value): "a{\(key)\(value)}"
        case .structure(let members): "(" + members.map(\.signature).joined() + ")"
        case .variant: "v"
        }
    }
}

/// What a value is, whether it stands in a variant or not. Each is nil for a value of another type.
extension BusValue {
    /// The value without variants around it.
    package var content: BusValue {
        var value = self
        while case .variant(let inner) = value { value = inner }
        return value
    }

    /// A text, a path or a signature.
    package var string: String? {
        switch content {
        case .string(let text), .path(let text), .signature(let text): text
        default: nil
        }
    }

    /// An integer of any width; nil for one above `Int.max`.
    package var integer: Int? {
        switch content {
        case .byte(let value): Int(value)
        case .int16(let value): Int(value)
        case .uint16(let value): Int(value)
        case .int32(let value): Int(value)
        case .uint32(let value): Int(value)
        case .int64(let value): Int(value)
        case .uint64(let value): Int(exactly: value)
        default: nil
        }
    }

    package var bool: Bool? {
        guard case .bool(let value) = content else { return nil }
        return value
    }

    package var double: Double? {
        guard case .double(let value) = content else { return nil }
        return value
    }

    package var bytes: [UInt8]? {
        guard case .bytes(let value) = content else { return nil }
        return value
    }

    /// The elements of an array or the members of a structure.
    package var elements: [BusValue]? {
        switch content {
        case .array(let values, _), .structure(let values): values
        case .bytes(let bytes): bytes.map { .byte($0) }
        default: nil
        }
    }

    /// The pairs of a dictionary.
    package var pairs: [Pair]? {
        guard case .dictionary(let pairs, _, _) = content else { return nil }
        return pairs
    }

    /// The value of a dictionary's key that is a text or a path.
    package subscript(key: String) -> BusValue? { pairs?.first { $0.key.string == key }?.value }
}

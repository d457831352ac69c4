import CLoaded

/// Appends values to a message that was not sent yet.
enum MessageWriter {
    /// Appends a value.
    ///
    /// - Returns: whether D-Bus allows the value: a path that is none, or an array whose elements have another signature, is refused.
    static func append(_ value: BusValue, to message: OpaquePointer) -> Bool {
        switch value {
        case .byte(let number): return self.number("y", Int64(number), message)
        case .int16(let number): return self.number("n", Int64(number), message)
        case .uint16(let number): return self.number("q", Int64(number), message)
        case .int32(let number): return self.number("i", Int64(number), message)
        case .uint32(let number): return self.number("u", Int64(number), message)
        case .int64(let number): return self.number("x", number, message)
        case .uint64(let number): return self.number("t", Int64(bitPattern: number), message)
        case .bool(let truth): return number("b", truth ? 1 : 0, message)
        case .double(let real): return qz_bus_append_number(message, type("d"), 0, real) == 0
        case .string(let text): return qz_bus_append_text(message, type("s"), text) == 0
        case .path(let text): return qz_bus_append_text(message, type("o"), text) == 0
        case .signature(let text): return qz_bus_append_text(message, type("g"), text) == 0
        case .bytes(let bytes):
            return bytes.withUnsafeBytes { qz_bus_append_bytes(message, $0.baseAddress, $0.count) } == 0
        case .array(let values, let element): return container("a", element, values, message)
        case .structure(let members): return container("r", members.map(\.signature).joined(), members, message)
        case .variant(let inner): return container("v", inner.signature, [inner], message)
        case .dictionary(let pairs, let key, let value):
            guard qz_bus_open_container(message, type("a"), "{\(key)\(value)}") == 0 else { return false }
            for pair in pairs {
                guard container("e", key + value, [pair.key, pair.value], message) else { return false }
            }
            return qz_bus_close_container(message) == 0
        }
    }

    private static func container(
        _ kind: Unicode.Scalar, _ contents: String, _ members: [BusValue], _ message: OpaquePointer
    ) -> Bool {
        qz_bus_open_container(message, type(kind), contents) == 0
            && members.allSatisfy { append($0, to: message) } && qz_bus_close_container(message) == 0
    }

    private static func number(_ kind: Unicode.Scalar, _ number: Int64, _ message: OpaquePointer) -> Bool {
        qz_bus_append_number(message, type(kind), number, 0) == 0
    }

    private static func type(_ kind: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: kind.value) }
}

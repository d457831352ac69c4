import Formats

/// JSON that somebody signed.
enum SignedObject {
    /// Whether it is an object without a member that is there twice: of two readers one would take the first of them and another the
    /// last (RFC 7515, 4; RFC 7519, 4).
    static func isPlain(_ bytes: [UInt8]) -> Bool {
        guard let value = try? JSONValue(parsing: bytes), case .object = value else { return false }
        return hasEachOnce(value)
    }

    private static func hasEachOnce(_ value: JSONValue) -> Bool {
        switch value {
        case .object(let members):
            Set(members.map(\.key)).count == members.count && members.allSatisfy { hasEachOnce($0.value) }
        case .array(let values): values.allSatisfy(hasEachOnce)
        default: true
        }
    }
}

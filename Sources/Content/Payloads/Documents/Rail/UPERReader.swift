import Formats

/// Reads values of ASN.1 in unaligned packed encoding rules (ITU-T X.691), within bounds of depth and number.
///
/// Lengths of more than 16,383 (fragments) are not read: no symbol holds as much. Extensions of later versions are skipped.
struct UPERReader {
    private let bytes: [UInt8]
    private let schema: ASN1Schema
    /// In bits.
    private var position = 0
    private var count = 0

    private static let maximumDepth = 20
    private static let maximumCount = 10_000

    /// The value of a type that `bytes` hold, with nothing but zeros behind; nil when they do not hold one.
    ///
    /// - Parameter version: of the schema, 1 to 3; there is no value of others.
    static func value(of type: String, in bytes: some Sequence<UInt8>, version: Int) -> ASN1Value? {
        guard ASN1Schema.railTickets.indices.contains(version - 1) else { return nil }
        var reader = UPERReader(bytes: Array(bytes), schema: ASN1Schema.railTickets[version - 1])
        guard let value = reader.structure(type, depth: 0), reader.hasOnlyZerosLeft else { return nil }
        return value
    }

    private init(bytes: [UInt8], schema: ASN1Schema) { (self.bytes, self.schema) = (bytes, schema) }

    private var bitsLeft: Int { bytes.count * 8 - position }

    private var hasOnlyZerosLeft: Bool {
        let partial = position % 8 == 0 ? 0 : bytes[position / 8] & (0xFF >> UInt8(position % 8))
        return partial == 0 && bytes.dropFirst((position + 7) / 8).allSatisfy { $0 == 0 }
    }

    /// An unsigned number of at most 64 bits.
    private mutating func bits(_ width: Int) -> UInt64? {
        guard 0...64 ~= width, width <= bitsLeft else { return nil }
        var value: UInt64 = 0
        for _ in 0..<width {
            value = value << 1 | UInt64(bytes[position / 8] >> UInt8(7 - position % 8) & 1)
            position += 1
        }
        return value
    }

    private mutating func flag() -> Bool? { bits(1).map { $0 == 1 } }

    /// An integer within bounds: its distance from the lower one, in as many bits as the greatest has.
    private mutating func integer(in range: ClosedRange<Int>) -> Int? {
        let span = UInt64(range.upperBound - range.lowerBound)
        guard let distance = bits(64 - span.leadingZeroBitCount), distance <= span else { return nil }
        return range.lowerBound + Int(distance)
    }

    /// A length (X.691, 11.9): seven bits, or fourteen behind a one and a zero.
    private mutating func length() -> Int? {
        guard let isLong = flag() else { return nil }
        guard isLong else { return bits(7).map { Int($0) } }
        return flag() == false ? bits(14).map { Int($0) } : nil
    }

    /// A number that is small as a rule (X.691, 11.6).
    private mutating func smallNumber() -> Int? {
        guard let isLarge = flag() else { return nil }
        guard isLarge else { return bits(6).map { Int($0) } }
        guard let octets = length(), octets <= 4 else { return nil }
        return bits(octets * 8).map { Int($0) }
    }

    private mutating func octets() -> [UInt8]? {
        guard let length = length(), length * 8 <= bitsLeft else { return nil }
        return (0..<length).map { _ in UInt8(bits(8) ?? 0) }
    }

    /// An integer without bounds, in two's complement; its bytes where it has more than 64 bits.
    private mutating func integer() -> ASN1Value? {
        guard let octets = octets(), let first = octets.first else { return nil }
        guard octets.count <= 8 else { return .bytes(octets) }
        let value = octets.reduce(first >= 0x80 ? ~UInt64(0) : 0) { $0 << 8 | UInt64($1) }
        return .integer(Int(Int64(bitPattern: value)))
    }

    private mutating func ia5(_ bounds: ClosedRange<Int>?) -> String? {
        guard let length = bounds.map({ integer(in: $0) }) ?? length(), length * 7 <= bitsLeft else { return nil }
        return String(decoding: (0..<length).map { _ in UInt8(bits(7) ?? 0) }, as: UTF8.self)
    }

    private mutating func value(of form: ASN1Schema.Form, depth: Int) -> ASN1Value? {
        count += 1
        guard count <= Self.maximumCount else { return nil }
        switch form {
        case .boolean: return flag().map { .boolean($0) }
        case .integer(let range?): return integer(in: range).map { .integer($0) }
        case .integer(nil): return integer()
        case .enumeration(let known):
            guard let isLater = flag() else { return nil }
            return (isLater ? smallNumber().map { known + $0 } : integer(in: 0...known - 1)).map { .integer($0) }
        case .ia5(let bounds): return ia5(bounds).map { .text($0) }
        case .utf8: return octets().flatMap { String(validating: $0, as: UTF8.self) }.map { .text($0) }
        case .bytes: return octets().map { .bytes($0) }
        case .list(let item):
            // Each takes at least a bit.
            guard let length = length(), length <= bitsLeft else { return nil }
            var items: [ASN1Value] = []
            for _ in 0..<length {
                guard let value = value(of: item, depth: depth) else { return nil }
                items.append(value)
            }
            return .list(items)
        case .named(let name): return structure(name, depth: depth + 1)
        }
    }

    private mutating func structure(_ name: String, depth: Int) -> ASN1Value? {
        guard depth <= Self.maximumDepth, let structure = schema.structures[name] else { return nil }
        var isExtended = false
        if structure.isExtensible {
            guard let flag = flag() else { return nil }
            isExtended = flag
        }
        return structure.isChoice
            ? choice(of: structure, isExtended: isExtended, depth: depth)
            : sequence(of: structure, isExtended: isExtended, depth: depth)
    }

    private mutating func choice(of structure: ASN1Schema.Structure, isExtended: Bool, depth: Int) -> ASN1Value? {
        if isExtended { return smallNumber() != nil && octets() != nil ? .fields([:]) : nil }
        guard let index = integer(in: 0...max(0, structure.fields.count - 1)), structure.fields.indices.contains(index),
            let value = value(of: structure.fields[index].form, depth: depth)
        else { return nil }
        return .fields([structure.fields[index].name: value])
    }

    private mutating func sequence(of structure: ASN1Schema.Structure, isExtended: Bool, depth: Int) -> ASN1Value? {
        var present: [ASN1Schema.Field] = []
        for field in structure.fields {
            guard let isThere = field.isOptional ? flag() : true else { return nil }
            if isThere { present.append(field) }
        }
        var fields: [String: ASN1Value] = [:]
        for field in present {
            guard let value = value(of: field.form, depth: depth) else { return nil }
            fields[field.name] = value
        }
        return isExtended && !skipExtensions() ? nil : .fields(fields)
    }

    /// Skips the fields that a later version added: how many there are, which are there, and each with its length.
    private mutating func skipExtensions() -> Bool {
        guard let last = smallNumber(), last < bitsLeft else { return false }
        var present = 0
        for _ in 0...last {
            guard let isThere = flag() else { return false }
            if isThere { present += 1 }
        }
        for _ in 0..<present where octets() == nil { return false }
        return true
    }
}

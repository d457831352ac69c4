/// A value of CBOR (RFC 8949), decoded within bounds of depth and size.
package indirect enum CBOR: Hashable, Sendable {
    case unsigned(UInt64)
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    case map([Pair])
    case tagged(UInt64, CBOR)
    case bool(Bool)
    case null
    case number(Double)

    /// A key of a map with its value.
    package struct Pair: Hashable, Sendable {
        package let key: CBOR
        package let value: CBOR
    }

    /// Values that are nested deeper are none.
    private static let maximumDepth = 16
    private static let maximumCount = 10_000

    /// The first value of `bytes`; nil when they do not hold one.
    package static func decode(_ bytes: [UInt8]) -> CBOR? {
        var reader = Reader(rest: bytes[...])
        return reader.value(depth: 0)
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>
        var count = 0

        mutating func value(depth: Int) -> CBOR? {
            count += 1
            guard depth <= maximumDepth, count <= maximumCount, let head = rest.popFirst() else { return nil }
            if head == 0xFF { return nil }
            let (major, info) = (head >> 5, head & 31)
            if info == 31 { return indefinite(major, depth: depth) }
            guard let argument = argument(info) else { return nil }
            switch major {
            case 0: return .unsigned(argument)
            case 1: return .negative(argument)
            case 2: return take(argument).map { .bytes(Array($0)) }
            case 3: return take(argument).flatMap { String(validating: $0, as: UTF8.self) }.map { .text($0) }
            case 4: return items(argument, depth: depth).map { .array($0) }
            case 5:
                guard argument <= UInt64(rest.count), let items = items(argument * 2, depth: depth) else { return nil }
                return .map(Self.pairs(items))
            case 6: return value(depth: depth + 1).map { .tagged(argument, $0) }
            default: return simple(info, argument)
            }
        }

        private mutating func argument(_ info: UInt8) -> UInt64? {
            if info < 24 { return UInt64(info) }
            guard info < 28, let bytes = take(1 << UInt64(info - 24)) else { return nil }
            return bytes.reduce(0) { $0 << 8 | UInt64($1) }
        }

        private mutating func take(_ length: UInt64) -> ArraySlice<UInt8>? {
            guard length <= UInt64(rest.count) else { return nil }
            defer { rest = rest.dropFirst(Int(length)) }
            return rest.prefix(Int(length))
        }

        private mutating func items(_ count: UInt64, depth: Int) -> [CBOR]? {
            // Each takes at least a byte.
            guard count <= UInt64(rest.count) else { return nil }
            var items: [CBOR] = []
            for _ in 0..<count {
                guard let item = value(depth: depth + 1) else { return nil }
                items.append(item)
            }
            return items
        }

        /// A value whose parts go on until a break.
        private mutating func indefinite(_ major: UInt8, depth: Int) -> CBOR? {
            guard 2...5 ~= major else { return nil }
            var items: [CBOR] = []
            while let next = rest.first, next != 0xFF {
                guard let item = value(depth: depth + 1) else { return nil }
                items.append(item)
            }
            guard rest.popFirst() == 0xFF else { return nil }
            switch major {
            case 2:
                return .bytes(items.flatMap { item -> [UInt8] in if case .bytes(let part) = item { part } else { [] } })
            case 3:
                return .text(
                    items.map { item -> String in if case .text(let part) = item { part } else { "" } }.joined())
            case 4: return .array(items)
            default: return items.count.isMultiple(of: 2) ? .map(Self.pairs(items)) : nil
            }
        }

        private static func pairs(_ items: [CBOR]) -> [Pair] {
            stride(from: 0, to: items.count - 1, by: 2).map { Pair(key: items[$0], value: items[$0 + 1]) }
        }

        private func simple(_ info: UInt8, _ argument: UInt64) -> CBOR? {
            switch info {
            case 20: .bool(false)
            case 21: .bool(true)
            case 22, 23: .null
            case 25: .number(Double(Float16(bitPattern: UInt16(argument))))
            case 26: .number(Double(Float(bitPattern: UInt32(argument))))
            case 27: .number(Double(bitPattern: argument))
            default: nil
            }
        }
    }

    /// The value under an integer key; nil when this is not a map that has it.
    package subscript(key: Int) -> CBOR? {
        self[key >= 0 ? .unsigned(UInt64(key)) : .negative(UInt64(-1 - key))]
    }

    /// The value under a text; nil when this is not a map that has it.
    package subscript(key: String) -> CBOR? { self[.text(key)] }

    private subscript(key: CBOR) -> CBOR? {
        guard case .map(let pairs) = self else { return nil }
        return pairs.first { $0.key == key }?.value
    }

    package var textValue: String? {
        switch self {
        case .text(let text): text
        case .unsigned(let number): String(number)
        case .tagged(_, let value): value.textValue
        default: nil
        }
    }

    package var bytesValue: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }

    package var items: [CBOR] { if case .array(let items) = self { items } else { [] } }

    /// Seconds since 1970, from a whole number or another (CWT's NumericDate).
    package var seconds: Int64? {
        switch self {
        case .unsigned(let number): Int64(exactly: number)
        case .number(let number) where abs(number) < 1e12: Int64(number)
        case .tagged(1, let value): value.seconds
        default: nil
        }
    }
}

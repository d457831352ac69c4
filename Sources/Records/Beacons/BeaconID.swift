/// What names a beacon: the same in each of its advertisements.
///
///     BeaconID("e2c56db5-dffb-48d2-b060-d0f5a71096e0:1:42")     // an iBeacon
///     BeaconID("eddystone:edd1ebeac04e5defa017:0bdb87539b67")
package enum BeaconID: Hashable, Sendable {
    /// Apple's iBeacon: 16 bytes of a UUID, and two numbers.
    case iBeacon(uuid: BeaconUUID, major: UInt16, minor: UInt16)
    /// Google's Eddystone-UID: a namespace of 10 bytes and an instance of 6 bytes.
    case eddystone(namespace: [UInt8], instance: [UInt8])
    /// Radius Networks' AltBeacon: 20 bytes, the first 16 of which name an organisation.
    case altBeacon([UInt8])

    /// The format: `ibeacon`, `eddystone` or `altbeacon`.
    package var kind: String {
        switch self {
        case .iBeacon: "ibeacon"
        case .eddystone: "eddystone"
        case .altBeacon: "altbeacon"
        }
    }

    /// What `init(_:)` reads: `UUID:MAJOR:MINOR`, `eddystone:NAMESPACE:INSTANCE` or `altbeacon:ID`, in lower case.
    package var text: String {
        switch self {
        case .iBeacon(let uuid, let major, let minor): "\(uuid.text):\(major):\(minor)"
        case .eddystone(let namespace, let instance):
            "eddystone:\(Hexadecimal.text(namespace)):\(Hexadecimal.text(instance))"
        case .altBeacon(let id): "altbeacon:\(Hexadecimal.text(id))"
        }
    }

    /// Reads what `text` writes; capital letters, and the word `ibeacon:` in front, are allowed. nil for anything else.
    package init?(_ text: String) {
        guard text.utf8.count <= 100 else { return nil }
        var parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let kind = parts.count > 1 ? parts[0].lowercased() : ""
        if ["ibeacon", "eddystone", "altbeacon"].contains(kind) { parts.removeFirst() }
        switch (kind, parts.count) {
        case ("eddystone", 2):
            guard let namespace = Hexadecimal.bytes(parts[0], count: 10),
                let instance = Hexadecimal.bytes(parts[1], count: 6)
            else { return nil }
            self = .eddystone(namespace: namespace, instance: instance)
        case ("altbeacon", 1):
            guard let id = Hexadecimal.bytes(parts[0], count: 20) else { return nil }
            self = .altBeacon(id)
        case ("eddystone", _), ("altbeacon", _): return nil
        case (_, 3):
            guard let uuid = BeaconUUID(parts[0]), let major = Self.number(parts[1]), let minor = Self.number(parts[2])
            else { return nil }
            self = .iBeacon(uuid: uuid, major: major, minor: minor)
        default: return nil
        }
    }

    private static func number(_ text: String) -> UInt16? {
        text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? UInt16(text) : nil
    }
}

/// The UUID of an iBeacon: 16 bytes.
package struct BeaconUUID: Hashable, Sendable {
    /// The first 8 bytes and the last 8, each with its first byte as the highest.
    private let high, low: UInt64

    /// Takes the 16 bytes of an advertisement. nil for another count.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Reads 32 hexadecimal digits, with or without the hyphens of a UUID. nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 1 || parts.map(\.utf8.count) == [8, 4, 4, 4, 12],
            let bytes = Hexadecimal.bytes(parts.joined(), count: 16)
        else { return nil }
        self.init(bytes)
    }

    /// The 16 bytes in their order.
    package var bytes: [UInt8] {
        [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * UInt64($0))) } }
    }

    /// `e2c56db5-dffb-48d2-b060-d0f5a71096e0`.
    package var text: String {
        let digits = Array(Hexadecimal.text(bytes))
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }
}

/// Bytes as hexadecimal digits.
enum Hexadecimal {
    static func text(_ bytes: [UInt8]) -> String {
        func digit(_ value: UInt8) -> UInt8 { value + UInt8(ascii: value < 10 ? "0" : "W") }
        return String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
            for (index, byte) in bytes.enumerated() {
                text[2 * index] = digit(byte >> 4)
                text[2 * index + 1] = digit(byte & 15)
            }
            return 2 * bytes.count
        }
    }

    /// nil where it is not this many bytes.
    static func bytes(_ text: String, count: Int) -> [UInt8]? {
        let digits = text.utf8.map { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
            default: nil
            }
        }
        guard digits.count == 2 * count else { return nil }
        var bytes: [UInt8] = []
        for index in 0..<count {
            guard let high = digits[2 * index], let low = digits[2 * index + 1] else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}

import Cryptography
import Formats
import Foundation
import Symbols

/// What a scan is known by wherever its history goes: 16 bytes in the form of a UUID, the same in every copy of it.
///
///     ScanIdentity.new().description   // "0193565e-3c00-7a41-9d2e-5b0f6c1e8a77"
package struct ScanIdentity: Hashable, Sendable, CustomStringConvertible {
    /// 16 of them.
    package let bytes: [UInt8]

    /// Nil for any other count of bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// The identity that `text` names as `description` does, in upper or lower case; nil for anything else.
    package init?(_ text: String) {
        guard text.utf8.count == 36, let uuid = UUID(uuidString: text) else { return nil }
        bytes = withUnsafeBytes(of: uuid.uuid, Array.init)
    }

    /// A new one of version 7 (RFC 9562, section 5.7): it begins with the time, so that an index grows at its end.
    package static func new(at time: Date = Date()) -> ScanIdentity {
        var random = SystemRandomNumberGenerator()
        return versioned(
            7, of: milliseconds(time) + (0..<10).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }

    /// That of a scan which was given none, such as one of an earlier version or of another program: by what it holds (version
    /// 8, RFC 9562, section 5.8), so that two copies of one scan have the same.
    ///
    /// - Parameter twin: which one of several scans of the same time, source and bytes it is, from 0.
    package static func derived(from scan: Scan, twin: Int = 0) -> ScanIdentity {
        let content = scan.symbol.content
        let time = milliseconds(scan.time)
        let names: [UInt8] = Array("\(content.symbology.rawValue)\0\(scan.source)\0".utf8)
        let message: [UInt8] = time + [UInt8(clamping: twin)] + names + content.bytes
        return versioned(8, of: time + Digest.sha256.of(message).prefix(10))
    }

    private static func versioned(_ version: UInt8, of bytes: [UInt8]) -> ScanIdentity {
        var bytes = bytes
        bytes[6] = bytes[6] & 0x0F | version << 4
        bytes[8] = bytes[8] & 0x3F | 0x80
        return ScanIdentity(unchecked: bytes)
    }

    private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

    /// Milliseconds since 1970 in six bytes; 0 for a time before that.
    private static func milliseconds(_ time: Date) -> [UInt8] {
        let milliseconds = UInt64(max(0, Timestamp(time).milliseconds))
        return (0..<6).map { UInt8(truncatingIfNeeded: milliseconds >> (40 - 8 * UInt64($0))) }
    }

    /// `0193565e-3c00-7a41-9d2e-5b0f6c1e8a77`.
    package var description: String { NSUUID(uuidBytes: bytes).uuidString.lowercased() }
}

import Cryptography
import struct Foundation.Date
import Formats

/// What one-time passwords are made of (RFC 4226 by count, RFC 6238 by time).
///
///     let key = OneTimePassword(payload)
///     key?.code(at: Date())            // 287082
///     key?.secondsLeft(at: Date())     // 12
package struct OneTimePassword: Hashable, Sendable {
    /// The hash function.
    package enum Algorithm: String, Sendable {
        case sha1 = "SHA1"
        case sha256 = "SHA256"
        case sha512 = "SHA512"
    }

    /// The key, decoded.
    let secret: [UInt8]
    /// SHA-1 unless the key says otherwise.
    package let algorithm: Algorithm
    /// How many digits a password has, 6 to 8.
    package let digits: Int
    /// Seconds that a password holds; nil for passwords by count.
    package let period: Int?
    /// The next count; nil for passwords by time.
    package let counter: UInt64?

    /// - Parameters:
    ///   - digits: 6 to 8.
    ///   - period: at least a second; nil for passwords by count.
    init?(secret: [UInt8], algorithm: Algorithm = .sha1, digits: Int = 6, period: Int? = 30, counter: UInt64? = nil) {
        guard !secret.isEmpty, 6...8 ~= digits, period ?? 1 > 0, period != nil || counter != nil else { return nil }
        (self.secret, self.algorithm, self.digits) = (secret, algorithm, digits)
        (self.period, self.counter) = (period, counter)
    }

    /// The key in `payload`; nil if there is none, or none that a password can be made of.
    package init?(_ payload: Payload) {
        guard payload.kind == .oneTimePassword else { return nil }
        self.init(fields: payload.fields)
    }

    /// The key that the fields of one account tell of.
    init?(fields: [PayloadField]) {
        func value(_ key: String) -> String? { fields.first { $0.key == key }?.value }
        guard !fields.contains(where: { $0.record > 0 }),
            let secret = value("secret").flatMap(Base32.decode),
            let algorithm = Self.algorithm(named: value("algorithm") ?? "SHA1"),
            let digits = Int(value("digits") ?? "6")
        else { return nil }
        let isByCount = fields.first { $0.key == "type" }?.json == .string("hotp")
        // A code by a guessed count would be wrong.
        let counter = isByCount ? value("counter").flatMap { UInt64($0) } : nil
        self.init(
            secret: secret, algorithm: algorithm, digits: digits,
            period: isByCount ? nil : Int(value("period") ?? "30"), counter: counter)
        if !isByCount, period == nil { return nil }
    }

    static func algorithm(named name: String) -> Algorithm? {
        Algorithm(rawValue: name.uppercased().replacing("-", with: "").replacing("HMAC", with: ""))
    }

    /// The password at `time`, or at the key's count; digits with zeros in front.
    package func code(at time: Date) -> String { code(secondsSince1970: Self.seconds(time)) }

    /// The password that many seconds after 1970-01-01 UTC.
    func code(secondsSince1970 seconds: UInt64) -> String {
        let count = period.map { seconds / UInt64($0) } ?? counter ?? 0
        let message = (0..<8).map { UInt8(truncatingIfNeeded: count >> UInt64(56 - 8 * $0)) }
        let hash =
            switch algorithm {
            case .sha1: Digest.sha1.authenticationCode(of: message, key: secret)
            case .sha256: Digest.sha256.authenticationCode(of: message, key: secret)
            case .sha512: Digest.sha512.authenticationCode(of: message, key: secret)
            }
        // Dynamic truncation (RFC 4226, 5.3).
        let offset = Int(hash[hash.count - 1] & 15)
        var value = hash[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        var text: [UInt8] = []
        for _ in 0..<digits {
            text.append(UInt8(value % 10) + 0x30)
            value /= 10
        }
        return String(decoding: text.reversed(), as: UTF8.self)
    }

    /// Seconds until the next password; nil for passwords by count.
    package func secondsLeft(at time: Date) -> Int? {
        period.map { $0 - Int(Self.seconds(time) % UInt64($0)) }
    }

    private static func seconds(_ time: Date) -> UInt64 {
        let seconds = time.timeIntervalSince1970
        return seconds.isFinite && seconds > 0 && seconds < 1e15 ? UInt64(seconds) : 0
    }
}

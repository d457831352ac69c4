import Formats
import Foundation
import Glibc

/// The host of a web address, normalised as browsers do (URL Standard, 3.5).
package struct WebHost: Hashable, Sendable {
    /// The host that a browser connects to: lower case, non-ASCII labels in punycode, numbers as an IP address.
    package let ascii: String
    /// `ascii` with punycode decoded; equal to `ascii` when nothing is encoded.
    package let unicode: String
    /// Whether `ascii` is an IPv4 address, or an IPv6 address in brackets.
    package let isIPAddress: Bool
    /// Whether a label begins with `xn--` but is not valid punycode.
    package let hasInvalidPunycode: Bool
    /// Whether it was written in an obscured form: percent-encoded, with full-width or invisible characters, or as an IP
    /// address that is not in its canonical form.
    package let isObscured: Bool

    /// The labels of `unicode`, top-level domain last.
    var labels: [Substring] { unicode.split(separator: ".") }

    /// The registrable domain of `ascii`, which identifies the owner; the address itself for an IP address.
    package let registrableDomain: String

    /// The labels of `ascii` before the registrable domain, which its owner may choose freely.
    var subdomainLabels: [Substring] { ascii.dropLast(registrableDomain.count).split(separator: ".") }

    /// The labels of `unicode` before the public suffix, which somebody has chosen.
    var nameLabels: ArraySlice<Substring> { labels.dropLast(suffixLabelCount) }

    private var suffixLabelCount: Int {
        isIPAddress || !registrableDomain.contains(".") ? 0 : PublicSuffix.labelCount(of: ascii)
    }

    /// `ascii`; when a long subdomain could hide the registrable domain, only that after an ellipsis: `….evil.example`.
    package var abbreviated: String {
        ascii.utf8.count - registrableDomain.utf8.count <= 20 ? ascii : "….\(registrableDomain)"
    }

    /// Parses `raw`, the part of an address between user and port; nil when it is not a valid host.
    ///
    /// Follows the host parser of the URL Standard (url.spec.whatwg.org, 3.5), with NFKC and lower case
    /// for the mapping of UTS 46.
    init?(_ raw: ArraySlice<UInt8>) {
        guard !raw.isEmpty, raw.count <= 1024 else { return nil }
        if raw.first == UInt8(ascii: "[") {
            guard let address = Self.ipv6(raw) else { return nil }
            // An address of version 4 inside one of version 6 leads to the former (RFC 4291, 2.5.5).
            self = WebHost(ipAddress: address, isObscured: address.contains("."))
            return
        }
        let decoded = raw.percentDecoded
        guard let text = String(validating: decoded, as: UTF8.self) else { return nil }
        let mapped = Self.mapped(text)
        var labels = mapped.split(separator: ".", omittingEmptySubsequences: false)
        if labels.count > 1, labels.last == "" { labels.removeLast() }

        if let last = labels.last, Self.isNumber(last) {
            guard let address = Self.ipv4(labels) else { return nil }
            self = WebHost(ipAddress: address, isObscured: Array(address.utf8) != Array(raw))
            return
        }
        var forms: [(ascii: String, unicode: String?)] = []
        for label in labels {
            guard let form = Self.forms(of: label) else { return nil }
            forms.append(form)
        }
        ascii = forms.map(\.ascii).joined(separator: ".")
        guard ascii.utf8.count <= 253 else { return nil }
        unicode = forms.map { $0.unicode ?? $0.ascii }.joined(separator: ".")
        registrableDomain = PublicSuffix.registrableDomain(of: ascii)
        (isIPAddress, hasInvalidPunycode) = (false, forms.contains { $0.unicode == nil })
        isObscured =
            decoded.count != raw.count || mapped != text.lowercased().precomposedStringWithCanonicalMapping
    }

    private init(ipAddress: String, isObscured: Bool) {
        (ascii, unicode, registrableDomain) = (ipAddress, ipAddress, ipAddress)
        (isIPAddress, hasInvalidPunycode, self.isObscured) = (true, false, isObscured)
    }

    private static func mapped(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            // Ignored by UTS 46: soft hyphen, word joiners, variation selectors, byte order mark.
            case 0xAD, 0x34F, 0x180B...0x180D, 0x200B, 0x2060, 0x2064, 0xFE00...0xFE0F, 0xFEFF: continue
            // Ideographic and full-width full stops separate labels too (RFC 3490, 3.1).
            case 0x3002, 0xFF0E, 0xFF61: kept.append(".")
            default: kept.append(scalar)
            }
        }
        return String(kept).precomposedStringWithCompatibilityMapping.lowercased()
            .precomposedStringWithCanonicalMapping
    }

    /// The encoded and the decoded form of a label; `unicode` is nil for invalid punycode. Returns nil for an invalid label.
    private static func forms(of label: Substring) -> (ascii: String, unicode: String?)? {
        guard !label.isEmpty else { return nil }
        let bytes = label.utf8Slice
        guard bytes.allSatisfy({ $0 < 0x80 }) else {
            guard label.unicodeScalars.allSatisfy(isAllowed), let encoded = Punycode.encode(String(label)) else {
                return nil
            }
            return ("xn--" + encoded, String(label))
        }
        guard bytes.count <= 63, label.unicodeScalars.allSatisfy(isAllowed) else { return nil }
        guard let encoded = bytes.after(prefix: "xn--") else { return (String(label), String(label)) }
        // Reject encodings that are not the canonical one, and characters that are not allowed in a label.
        guard let decoded = Punycode.decode(encoded), decoded.unicodeScalars.allSatisfy(isAllowed),
            decoded.utf8.contains(where: { $0 >= 0x80 }), Punycode.encode(decoded) == encoded.text
        else { return (String(label), nil) }
        return (String(label), decoded)
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x80 else {
            let byte = UInt8(scalar.value)
            return ASCII.isAlphanumeric(byte) || "-_".utf8.contains(byte)
        }
        switch scalar.properties.generalCategory {
        case .control, .privateUse, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator, .spaceSeparator:
            return false
        case .format:
            // Joiners are needed inside words of Persian and Indic scripts (RFC 5892, A.1 and A.2).
            return scalar.value == 0x200C || scalar.value == 0x200D
        default:
            return true
        }
    }

    private static func isNumber(_ label: Substring) -> Bool {
        let bytes = label.utf8Slice
        if let digits = bytes.after(prefix: "0x") { return digits.allSatisfy { ASCII.hexValue($0) != nil } }
        return !bytes.isEmpty && bytes.allSatisfy(ASCII.isDigit)
    }

    /// The dotted decimal form of an IPv4 address in any form that browsers accept: 1 to 4 numbers, decimal, octal (`0…`) or
    /// hexadecimal (`0x…`), the last of which fills the remaining bytes.
    private static func ipv4(_ labels: [Substring]) -> String? {
        guard labels.count <= 4 else { return nil }
        var address: UInt64 = 0
        for (index, label) in labels.enumerated() {
            guard isNumber(label), label.utf8.count <= 16 else { return nil }
            let number: UInt64?
            if label.hasPrefix("0x") {
                number = label.utf8.count == 2 ? 0 : UInt64(label.dropFirst(2), radix: 16)
            } else if label.hasPrefix("0"), label.utf8.count > 1 {
                number = UInt64(label, radix: 8)
            } else {
                number = UInt64(label)
            }
            guard let number else { return nil }
            let isLast = index == labels.count - 1
            let bits = isLast ? 8 * (4 - index) : 8
            guard number < 1 << UInt64(bits) else { return nil }
            address = address << UInt64(bits) | number
        }
        return [24, 16, 8, 0].map { String(address >> UInt64($0) & 255) }.joined(separator: ".")
    }

    /// The shortest form of a bracketed IPv6 address, with its brackets.
    private static func ipv6(_ raw: ArraySlice<UInt8>) -> String? {
        guard raw.count <= 64, raw.last == UInt8(ascii: "]"), !raw.contains(0) else { return nil }
        var address = in6_addr()
        guard inet_pton(AF_INET6, raw.dropFirst().dropLast().text, &address) == 1 else { return nil }
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, &address, &buffer, socklen_t(buffer.count)) != nil else { return nil }
        return "[" + String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) + "]"
    }
}

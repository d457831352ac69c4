import Formats

/// Tells e-mail addresses from other text (RFC 5321, 4.1.2; RFC 6531 for characters beyond ASCII).
package enum EmailAddress {
    /// Whether `bytes` are `local@domain` with at most 64 and 253 bytes; a quoted local part and an address in brackets count.
    package static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count <= 320, let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return false }
        let (local, domain) = (bytes[..<at], bytes[(at + 1)...])
        return (isDotAtom(local) || isQuoted(local)) && local.count <= 64 && (isDomain(domain) || isLiteral(domain))
    }

    /// Whether `bytes` are an address and nothing else: its domain ends like one.
    static func isBare(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard isValid(bytes), let at = bytes.lastIndex(of: UInt8(ascii: "@")), isDotAtom(bytes[..<at]) else {
            return false
        }
        let labels = bytes[(at + 1)...].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count >= 2, let top = labels.last, top.count >= 2 else { return false }
        return top.allSatisfy { ASCII.isLetter($0) || $0 >= 0x80 } || top.after(prefix: "xn--") != nil
    }

    private static func isDotAtom(_ local: ArraySlice<UInt8>) -> Bool {
        let parts = local.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isAtomText) }
    }

    private static func isAtomText(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || byte >= 0x80 || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }

    private static func isQuoted(_ local: ArraySlice<UInt8>) -> Bool {
        local.count > 2 && local.first == UInt8(ascii: "\"") && local.last == UInt8(ascii: "\"")
            && local.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    private static func isDomain(_ domain: ArraySlice<UInt8>) -> Bool {
        guard domain.count <= 253 else { return false }
        let labels = domain.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.allSatisfy { label in
            !label.isEmpty && label.count <= 63 && label.first != UInt8(ascii: "-")
                && label.last != UInt8(ascii: "-")
                && label.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 >= 0x80 }
        }
    }

    private static func isLiteral(_ domain: ArraySlice<UInt8>) -> Bool {
        domain.count > 2 && domain.first == UInt8(ascii: "[") && domain.last == UInt8(ascii: "]")
            && domain.dropFirst().dropLast().allSatisfy {
                ASCII.hexValue($0) != nil || ".:IPVipv".utf8.contains($0)
            }
    }
}

import Glibc

/// A numeric IP address, and what kind it is.
struct IPAddress: Hashable {
    /// 4 bytes of IPv4, or 16 of IPv6.
    let bytes: [UInt8]

    /// Reads `192.168.1.5` or `fd00::5`; nil for anything else.
    init?(_ text: String) {
        var four = in_addr()
        var sixteen = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: &four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &sixteen) == 1 {
            bytes = withUnsafeBytes(of: &sixteen) { Array($0) }
        } else {
            return nil
        }
    }

    /// As browsers write it: lower case, the longest zeros left out.
    var text: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether it is one host's: not all addresses of a machine, not a group's, not everybody's.
    var isSingle: Bool {
        bytes.count == 4
            ? bytes[0] != 0 && bytes[0] < 224
            : bytes[0] != 0xFF && bytes.contains { $0 != 0 }
    }

    /// Whether it means something only together with an interface (fe80::/10).
    var needsInterface: Bool { bytes.count == 16 && bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80 }

    /// Whether it is one of a private network (RFC 1918): nobody outside reaches it.
    var isPrivate: Bool {
        guard bytes.count == 4 else { return false }
        return bytes[0] == 10 || bytes[0] == 172 && bytes[1] & 0xF0 == 16 || bytes[0] == 192 && bytes[1] == 168
    }
}

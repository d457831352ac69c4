import Glibc

extension WebHost {
    /// How far away an address in numbers is.
    enum Reach: Hashable {
        /// Somewhere in the world.
        case world
        /// In a network of one's own, such as a router.
        case ownNetwork
        /// The computer that opens it.
        case ownComputer
    }

    /// How far away it is; `world` for a name.
    var reach: Reach {
        guard isIPAddress else { return .world }
        if ascii.first != "[" { return Self.reach(ofIPv4: ascii.split(separator: ".").compactMap { UInt8($0) }) }
        var address = in6_addr()
        guard inet_pton(AF_INET6, String(ascii.dropFirst().dropLast()), &address) == 1 else { return .world }
        return withUnsafeBytes(of: &address) { Self.reach(ofIPv6: Array($0)) }
    }

    /// RFC 1122 (127/8, 0/8), RFC 1918, RFC 3927 (169.254/16), RFC 6598 (100.64/10).
    private static func reach(ofIPv4 bytes: [UInt8]) -> Reach {
        guard bytes.count == 4 else { return .world }
        switch (bytes[0], bytes[1]) {
        case (127, _), (0, _): return .ownComputer
        case (10, _), (192, 168), (172, 16...31), (169, 254), (100, 64...127): return .ownNetwork
        default: return .world
        }
    }

    /// RFC 4291 (::, ::1, fe80::/10, and an address of version 4 inside), RFC 4193 (fc00::/7), RFC 6052 (64:ff9b::/96),
    /// RFC 3056 (2002::/16).
    private static func reach(ofIPv6 bytes: [UInt8]) -> Reach {
        let start = bytes[..<12]
        if start.allSatisfy({ $0 == 0 }) {
            let isLoopback = bytes[12...14].allSatisfy { $0 == 0 } && bytes[15] <= 1
            return isLoopback ? .ownComputer : reach(ofIPv4: Array(bytes[12...]))
        }
        if start.elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
            || start.elementsEqual([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0])
        {
            return reach(ofIPv4: Array(bytes[12...]))
        }
        if bytes[0] == 0x20, bytes[1] == 0x02 { return reach(ofIPv4: Array(bytes[2..<6])) }
        let isOwn = bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80 || bytes[0] & 0xFE == 0xFC
        return isOwn ? .ownNetwork : .world
    }
}

import Files
import Frames
import Glibc

/// The private network that this machine is in, and its address there.
///
///     let address = try LocalNetwork.machine.address()     // "192.168.1.5"
struct LocalNetwork {
    /// An IPv4 address that an interface has.
    struct Interface: Hashable {
        let name: String
        let address: String
    }

    /// Interfaces that are up and lead to more than one other machine: neither loopback nor tunnels.
    let interfaces: [Interface]
    /// The kernel's table of IPv4 routes, as /proc/net/route has it.
    let routes: String

    /// Those of this machine.
    static var machine: LocalNetwork {
        let bytes = (try? FileBytes.beginning(of: "/proc/net/route", count: 1 << 16)) ?? []
        return LocalNetwork(interfaces: interfacesOfMachine(), routes: String(decoding: bytes, as: UTF8.self))
    }

    /// The private address of the interface that has the default route; where several have, of the one with the lowest metric.
    ///
    /// - Throws: `SourceError` where there is none, or several could be meant.
    func address() throws(SourceError) -> String {
        let isPrivate = { (interface: Interface) in IPAddress(interface.address)?.isPrivate ?? false }
        let known = interfaces.filter(isPrivate)
        let defaults = defaultRoutes.filter { route in known.contains { $0.name == route.interface } }
        let lowest = defaults.map(\.metric).min()
        let names = Set(defaults.filter { $0.metric == lowest }.map(\.interface))
        let found = known.filter { names.contains($0.name) }
        if found.count == 1 { return found[0].address }
        let list = (found.isEmpty ? known : found).map { "\($0.address) (\($0.name))" }.joined(separator: ", ")
        if found.isEmpty {
            throw SourceError(
                "this machine has no private network with a default route: name an address of it with "
                    + "`quietzone phone --bind ADDRESS` or --source phone:ADDRESS"
                    + (list.isEmpty ? "" : ", such as \(list)"))
        }
        throw SourceError(
            "the phone may be in several networks: choose one with `quietzone phone --bind ADDRESS` or --source phone:ADDRESS: \(list)"
        )
    }

    /// The interfaces with a route to everywhere, and the metrics of those routes (proc_net(5), fields in hexadecimal but for the metric).
    private var defaultRoutes: [(interface: String, metric: Int)] {
        routes.split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split { $0 == "\t" || $0 == " " }
            guard fields.count >= 8, fields[1] == "00000000", fields[7] == "00000000",
                let flags = Int(fields[3], radix: 16), flags & 1 != 0, let metric = Int(fields[6])
            else { return nil }
            return (String(fields[0]), metric)
        }
    }

    private static func interfacesOfMachine() -> [Interface] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: [Interface] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            let flags = Int(entry.ifa_flags)
            let isUsable =
                flags & IFF_UP != 0 && flags & IFF_RUNNING != 0 && flags & (IFF_LOOPBACK | IFF_POINTOPOINT) == 0
            guard isUsable, let socket = entry.ifa_addr, Int32(socket.pointee.sa_family) == AF_INET else { continue }
            var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
            // SAFETY: an address of the family AF_INET is a sockaddr_in; the list lives until freeifaddrs.
            let isRead = socket.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
                inet_ntop(AF_INET, &address.pointee.sin_addr, &text, socklen_t(text.count)) != nil
            }
            guard isRead else { continue }
            found.append(
                Interface(
                    name: String(cString: entry.ifa_name),
                    address: String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)))
        }
        return found
    }
}

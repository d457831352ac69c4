/// Where kept scans are delivered to as well.
///
///     [destination.stock]
///     to = "https://stock.example/scans"
///     secret-file = "/etc/quietzone/stock.key"
package struct DestinationSettings: Sendable, Hashable {
    /// What people call it.
    package let name: String
    /// Its address: `https://…`, `file:/…`, `unix:/…`, `mqtt://…`, `postgresql://…`, or `command`.
    package var address = ""
    /// The program and its arguments, of a command.
    package var arguments: [String] = []
    /// How a scan is sent, with placeholders; nil for its JSON.
    package var template: String?
    /// Lines of a request's head, by their names.
    package var headers: [String: String] = [:]
    /// The file that holds the secret, or the password.
    package var secretFile: String?
    /// The variable of the environment that does.
    package var secretVariable: String?
    /// Who logs in.
    package var user: String?
    /// The table that rows go to.
    package var table: String?
    /// The size at which a file is put aside, in megabytes; 0 for never.
    package var rotateMegabytes = 0
    /// How long a delivery may take, in seconds.
    package var seconds = 30
    /// How often an item is tried before it is put aside; 0 for ever.
    package var tries = 0
    /// Whether the answer is shown with the scan.
    package var showsAnswer = false

    /// A destination without an address.
    package init(_ name: String) { self.name = name }

    /// The scheme of the address, in lower case: `https`.
    package var scheme: String {
        address.split(separator: ":", maxSplits: 1).first.map { $0.lowercased() } ?? ""
    }

    /// The address as a message about it may show it: without what stands before the last `@`, which may be a password.
    var shownAddress: String {
        guard let at = address.lastIndex(of: "@") else { return address }
        return "\(scheme):…\(address[at...])"
    }

    /// The path of an address such as `file:/…` or `file:///…`.
    var path: String {
        let path = String(address.dropFirst(scheme.count + 1))
        return path.hasPrefix("//") ? String(path.dropFirst(2)) : path
    }
}

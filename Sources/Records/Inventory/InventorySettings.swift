/// What `[inventory.NAME]` says of a server.
package struct InventorySettings: Hashable, Sendable {
    package let name: String
    /// The name of its profile.
    package var profile = ""
    /// `https://grocy.example`, with a path where the server has one.
    package var address = ""
    /// The file or the variable of the environment that holds the secret.
    package var secretFile: String?
    package var secretVariable: String?
    /// Values of fields, such as the location.
    package var values: [String: String] = [:]
    /// The longest time for a request, in seconds.
    package var seconds = 20

    package init(_ name: String) { self.name = name }
}

import Inventory
import TOMLKit

extension InventorySettings {
    /// `[inventory.NAME]` in default.toml.
    static let section = UserSection(
        "inventory", title: "inventory.NAME", follows: "lookup",
        """
        # Inventory servers that scans act on, each under a name of your own. `quietzone inventory profiles` lists the profiles.
        # [inventory.home]
        # profile = "grocy"
        # address = "https://grocy.example"
        # secret-file = "/home/me/.grocy.key"    # or secret-variable = "GROCY_KEY"
        # values = { location = "2" }            # fields of its actions
        # seconds = 20                           # for a request
        """)

    /// The servers of a settings file, by their names.
    static func servers(of file: TOMLTable, _ problems: inout [SettingsProblem]) -> [InventorySettings] {
        section.sections(of: file, longest: 40, &problems).compactMap { server($0.name, $0.section, &problems) }
    }

    private static func server(
        _ name: String, _ section: SettingsSection, _ problems: inout [SettingsProblem]
    ) -> InventorySettings? {
        var section = section
        var server = InventorySettings(name)
        let text = SettingFormat<String>.text()
        section.read("profile", text, into: &server.profile)
        section.read("address", text, into: &server.address)
        section.read("secret-file", text.optional, into: &server.secretFile)
        section.read("secret-variable", text.optional, into: &server.secretVariable)
        section.texts("values") { server.values = $0 }
        section.read("seconds", .whole(1...120), into: &server.seconds)
        let found = section.finish()
        problems += found
        guard found.isEmpty else { return nil }
        for (key, value, example) in [
            ("profile", server.profile, "grocy"), ("address", server.address, "https://host.example"),
        ] where value.isEmpty {
            problems.append(SettingsProblem("[inventory.\(name)]", "needs \(key) = \"\(example)\""))
            return nil
        }
        if server.secretFile != nil, server.secretVariable != nil {
            problems.append(
                SettingsProblem("[inventory.\(name)]", "use either secret-file or secret-variable for the secret"))
            return nil
        }
        return server
    }
}

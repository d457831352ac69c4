import TOMLKit

/// Settings that hold while scans belong to a place, instead of those for everywhere.
///
///     settings.at("shop").repeats     // what [place.shop.history] sets, or else [history]
package struct PlaceSettings: Sendable {
    /// The id of the place.
    package let id: String
    private var values: Settings
    private var rows: [SettingRow] = []

    /// `[place.ID.SECTION]` in default.toml.
    static let section = UserSection(
        "place", title: "place.ID.SECTION", follows: "places",
        """
        # Settings that hold while scans belong to a place, by its id: any setting above or below that takes effect at once, except
        # those in [places].
        # [place.shop.history]
        # repeats = "count"
        # [place.shop.display]
        # theme = "light"
        """)

    /// What a file sets for each place, on top of `settings`, which are those for everywhere.
    static func places(
        of file: TOMLTable, over settings: Settings, _ scope: SettingsScope, _ problems: inout [SettingsProblem]
    ) -> [PlaceSettings] {
        guard file.contains(key: section.name) else { return [] }
        guard let places = file[section.name]?.table else {
            problems.append(SettingsProblem(section.name, "must be sections: [\(section.title)]"))
            return []
        }
        return places.keys.sorted().compactMap { id in
            guard let table = places[id]?.table else {
                problems.append(SettingsProblem("[place] \(id)", "must be sections: [place.\(id).SECTION]"))
                return nil
            }
            return PlaceSettings(id, table, settings, scope, &problems)
        }
    }

    private init(
        _ id: String, _ place: TOMLTable, _ settings: Settings, _ scope: SettingsScope,
        _ problems: inout [SettingsProblem]
    ) {
        (self.id, values) = (id, settings)
        for name in place.keys.sorted() {
            let path = "[place.\(id).\(name)]"
            let known = SettingRow.all.filter { $0.id.section == name }
            guard name != "places", known.contains(where: \.isLive), let table = place[name]?.table else {
                let names = SettingRow.sections.filter { section in
                    section != "places" && SettingRow.all.contains { $0.id.section == section && $0.isLive }
                }
                problems.append(
                    SettingsProblem(
                        path,
                        "a place can have sections \(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")")
                )
                continue
            }
            var section = SettingsSection(table, called: path + " ")
            for row in known {
                guard row.isLive else {
                    section.refuse(row.id.key, "takes effect after a restart, so it cannot differ between places")
                    continue
                }
                row.read(&section, &values, scope)
                if section.isSet(row.id.key) { rows.append(row) }
            }
            problems += section.finish()
        }
    }

    /// What it sets.
    package var settingIDs: [SettingID] { rows.map(\.id) }

    fileprivate func put(into settings: inout Settings) {
        for row in rows { row.copy(values, &settings) }
    }
}

extension Settings {
    /// The settings that hold while scans belong to the place with this id; nil for none.
    package func at(_ place: String?) -> Settings {
        var settings = self
        places.first { $0.id == place }?.put(into: &settings)
        return settings
    }
}

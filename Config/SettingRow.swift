/// A setting, and all that is known of it: its name, the property of `Settings` that holds it (whose initial value is the default), what
/// it may be, whether a change counts at once, what it is for. Files are read by it, and the settings screen and default.toml made of it.
///
///     SettingRow("display", "mouse", \.wantsMouse, .toggle, live: true, "Clicks and the wheel."),
struct SettingRow: Sendable {
    /// Its name.
    let id: SettingID
    /// What the settings screen offers.
    let kind: @Sendable (SettingsScope) -> SettingItem.Kind
    /// Whether a change counts at once; else from the next start.
    let isLive: Bool
    /// What it is for: sentences, in lines as default.toml has them.
    let help: String
    /// The default.
    let standard: SettingValue?
    /// Takes it from its section of a file.
    let read: @Sendable (inout SettingsSection, inout Settings, SettingsScope) -> Void
    /// Copies it from the first settings to the second.
    let copy: @Sendable (Settings, inout Settings) -> Void

    /// The row of `key` in `[section]`; it counts from the next start by default.
    ///
    /// - Parameter help: `{limits}` in it stands for those of a whole number.
    init<Value: Sendable>(
        _ section: String, _ key: String, _ path: any WritableKeyPath<Settings, Value> & Sendable,
        _ format: SettingFormat<Value>, live: Bool = false, _ help: String
    ) {
        id = SettingID(section, key)
        kind = format.kind
        isLive = live
        if case .whole(let range) = format.kind(SettingsScope()) {
            self.help = help.replacing("{limits}", with: range.words)
        } else {
            self.help = help
        }
        standard = format.write(Settings()[keyPath: path])
        read = { section, settings, scope in section.read(key, format, into: &settings[keyPath: path], scope) }
        copy = { from, to in to[keyPath: path] = from[keyPath: path] }
    }

    /// The same for the settings screen.
    func item(in scope: SettingsScope) -> SettingItem {
        SettingItem(
            id: id, kind: kind(scope), isLive: isLive, help: help.split(separator: "\n").joined(separator: " "),
            standard: standard)
    }
}

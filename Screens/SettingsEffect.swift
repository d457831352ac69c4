import Config

/// Effects of the settings feature.
package enum SettingsEffect: FeatureEffect {
    /// Read it again.
    case reload
    case set(SettingID, SettingValue)
    /// The same for a setting that is not on the screen: of the file as it is now, and without a notice.
    case put(SettingID, SettingValue)
    /// Set a setting to what was typed into a prompt, which comes back where that cannot be.
    case type(SettingID, String)
    /// Set a setting to its default.
    case reset(SettingID)
}

extension Effect {
    /// An effect of the settings feature.
    package static func settings(_ effect: SettingsEffect) -> Effect { .feature(effect) }
}

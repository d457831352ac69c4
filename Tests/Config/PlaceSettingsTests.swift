import Testing

@testable import Config

/// Settings of places: `[place.ID.SECTION]`.
@Suite struct PlaceSettingsTests {
    private func read(_ text: String) -> (settings: Settings, problems: [String]) {
        let (settings, problems) = Settings.read(text, previews: ["ascii", "braille"])
        return (settings, problems.map(\.description))
    }

    @Test func settingsOfAPlaceHoldThereAlone() {
        let (settings, problems) = read(
            """
            [history]
            repeats = "unique"
            [display]
            mouse = false
            [place.shop.history]
            repeats = "count"
            [place.shop.display]
            preview = "braille"
            theme = "night"
            [place."hall.2".scanner]
            interest-box = false
            [theme.night]
            base = "dark"
            box = "green"
            """)
        #expect(problems.isEmpty)
        let shop = settings.at("shop")
        #expect(shop.repeats == .count && shop.preview == "braille" && shop.themeName == "night")
        #expect(shop.themeStyles.count == 1)
        // What it does not set is as everywhere.
        #expect(!shop.wantsMouse && shop.isInterestBoxOn)
        #expect(!settings.at("hall.2").isInterestBoxOn && settings.at("hall.2").repeats == .unique)
        for place in [nil, "elsewhere"] {
            let other = settings.at(place)
            #expect(other.repeats == .unique && other.preview == "ascii" && other.isInterestBoxOn)
        }
        #expect(
            settings.places.first { $0.id == "shop" }?.settingIDs.map(\.description).sorted() == [
                "[display] preview", "[display] theme", "[history] repeats",
            ])
    }

    /// What is set for everywhere after the file was read holds, where a place does not set it.
    @Test func changesForEverywhereAreKept() {
        var (settings, _) = read("[place.shop.history]\nrepeats = \"count\"\n")
        settings.wantsMouse = false
        settings.repeats = .unique
        #expect(!settings.at("shop").wantsMouse && settings.at("shop").repeats == .count)
    }

    @Test func whatAPlaceCannotSetIsNamedWithItsLine() {
        let (settings, problems) = read(
            """
            [place.shop.reading]
            only = ["qr-code"]
            [place.shop.places]
            beacons = true
            [place.shop.display]
            mouse = 3
            mose = true
            screen-reader = true
            [place]
            yard = 4
            """)
        let sections = "a place can have sections scanner, pictures, history, display and lookup"
        #expect(
            problems == [
                "[place.shop.reading]: \(sections)",
                "[place.shop.places]: \(sections)",
                "[place.shop.display] mouse: must be true or false",
                "[place.shop.display] mose: there is no such setting; the settings are \(settings.displayKeys)",
                "[place.shop.display] screen-reader: takes effect after a restart, so it cannot differ between places",
                "[place] yard: must be sections: [place.yard.SECTION]",
            ])
        #expect(settings.at("shop").wantsMouse && !settings.at("shop").usesScreenReader)
    }
}

extension Settings {
    fileprivate var displayKeys: String {
        SettingRow.all.map(\.id).filter { $0.section == "display" }.map(\.key).sorted().joined(separator: ", ")
    }
}

import Testing

@testable import Config

/// What the settings want done when a place is entered or left.
@Suite struct PlaceActionTests {
    private static let command = "[command.note]\nrun = [\"note\"]\n"

    @Test func actionsAreReadAsTheyAreWritten() {
        let (settings, problems) = Settings.read(
            Self.command + "[places]\non-enter = \"show\"\non-leave = \"run note\"")
        #expect(problems.isEmpty)
        #expect(settings.onEnteringPlace == .showItems)
        #expect(settings.onLeavingPlace == .run("note"))
        for action in [PlaceAction.notice, .showItems, .run("note")] { #expect(PlaceAction(action.text) == action) }
    }

    @Test(arguments: [
        ("on-enter = \"run other\"", "needs a [command.NAME]"), ("on-leave = \"run other\"", "none called \"other\""),
        ("on-enter = \"open\"", "\"show\" or \"run NAME\""), ("on-leave = \"show\"", "\"\" or \"run NAME\""),
        ("on-enter = \"run \"", "\"run NAME\""),
    ])
    func aWrongActionIsNamed(line: String, words: String) {
        let (settings, problems) = Settings.read(Self.command + "[places]\n" + line)
        #expect(problems.map(\.description).count { $0.contains(words) } == 1)
        #expect(settings.onLeavingPlace == .notice || line.contains("other"))
    }
}

import FullScreen
import Config
import Frames
import Screens
import Surface
import Symbols
import Testing

@Suite struct SettingsTests {
    @Test func theDefaultFileSaysWhatTheDefaultsAre() {
        let (settings, problems) = Settings.read(Settings.defaultFile)
        let defaults = Settings()
        #expect(problems.isEmpty)
        // All remaining settings, including future ones.
        for (read, own) in zip(Mirror(reflecting: settings).children, Mirror(reflecting: defaults).children)
        where read.label != "keys" {
            #expect(String(describing: read.value) == String(describing: own.value), "\(read.label ?? "")")
        }
    }

    @Test func theDefaultFileNamesEveryRole() {
        for role in Role.allCases { #expect(Settings.defaultFile.contains(role.rawValue), "\(role)") }
    }

    @Test func readsWhatIsSet() {
        let (settings, problems) = Settings.read(
            """
            [display]
            figures = true
            [scanner]
            reappearance-seconds = 2
            box = [0, 0.25, 1, 0.5]
            [styles]
            outline = "bright-red on 17 bold underline"
            [keys]
            freeze = ["F2", "Ctrl-F"]
            """, commands: Features.commands)
        #expect(problems.isEmpty)
        #expect(settings.showsFigures)
        #expect(settings.reappearanceSeconds == 2)
        #expect(settings.interestBox == [0, 0.25, 1, 0.5])
        #expect(
            settings.theme(on: TerminalTraits())[.outline] == Style(.palette(9), on: .palette(17), [.bold, .underline]))
        #expect(settings.keys.command(for: .control("f"), in: .scanner) == Command("freeze"))
    }

    @Test func themesHaveNamesAndStylesStandOnTopOfThem() {
        let light = TerminalTraits(background: .light)
        for (name, theme) in [
            ("auto", Theme.light), ("dark", .dark), ("light", .light), ("high-contrast", .highContrast),
            ("mono", .monochrome), ("standard", .dark), ("monochrome", .monochrome),
        ] {
            let (settings, problems) = Settings.read(
                "[display]\ntheme = \"\(name)\"\n[styles]\nbox = \"#0af on #102030\"\n")
            #expect(problems.isEmpty)
            #expect(settings.theme(on: light)[.warning] == theme[.warning], "\(name)")
            #expect(settings.theme(on: light)[.box] == Style(.rgb(0, 170, 255), on: .rgb(16, 32, 48)))
            #expect(settings.wantsColor == !name.hasPrefix("mono"))
        }
        let (settings, problems) = Settings.read("[styles]\nbox = \"#12345\"\nkey = \"#ggg\"\n")
        #expect(problems.count == 2)
        #expect(settings.theme(on: TerminalTraits(colorCount: 0))[.key] == Theme.monochrome[.key])
    }

    @Test func camerasHaveAFormatOfTheRightForm() {
        for format in ["low", "photo", "1280x720", "640x480@30", "1280x720@29.97/MJPG", "@15", "/YUYV"] {
            #expect(Settings.read("[scanner]\nformat = \"\(format)\"\n").problems.isEmpty, "\(format)")
        }
        for format in ["", "huge", "1280", "1280x", "640x480@", "640x480/MJ", "x480", "640x480 @30"] {
            #expect(Settings.read("[scanner]\nformat = \"\(format)\"\n").problems.count == 1, "\(format)")
        }
    }

    @Test func picturesHaveAFormatThatIsKnown() {
        let (settings, problems) = Settings.read("[pictures]\nformat = \"png\"\nkeep-scans = true\n")
        #expect(problems.isEmpty)
        #expect(settings.pictureFormat == "png")
        #expect(settings.keepsScanPictures)
        let wrong = Settings.read("[pictures]\nformat = \"gif\"\nkeep-scans = 1\n")
        #expect(
            wrong.problems.map(\.description) == [
                "[pictures] format: must be \"jpeg\" or \"png\"", "[pictures] keep-scans: must be true or false",
            ])
        #expect(wrong.settings.pictureFormat == "jpeg")
        #expect(!wrong.settings.keepsScanPictures)
    }

    @Test func aLayoutThatIsNotKnownIsNotTaken() {
        let (settings, problems) = Settings.read("[typing]\nlayout = \"dvorak\"\n")
        #expect(problems.map(\.text) == ["[typing] layout: must be \"us\" or \"uk\" or \"de\" or \"fr\""])
        #expect(settings.typing.layout == "us")
    }

    @Test func aSectionThatIsNotKnownIsNamedWithThoseThatThereAre() {
        #expect(
            Settings.read("[sounds]\n").problems.map(\.text) == [
                "sounds: no such section; the sections are [scanner], [reading], [pictures], [history], [typing], [display], "
                    + "[lookup], [places], [grading], [styles], [keys], [theme.NAME], [command.NAME], [[rule]], [fields], [destination.NAME], "
                    + "[place.ID.SECTION], [provider.NAME], [inventory.NAME] and [label.NAME]"
            ])
    }

    @Test func thePictureIsDrawnByARendererThatIsKnown() {
        let names = ["ascii", "half-blocks"]
        let (settings, problems) = Settings.read("[display]\npreview = \"half-blocks\"\n", previews: names)
        #expect(problems.isEmpty)
        #expect(settings.preview == "half-blocks")
        let wrong = Settings.read("[display]\npreview = \"sixel\"\n", previews: names)
        #expect(
            wrong.problems.map(\.description) == ["[display] preview: must be \"ascii\" or \"half-blocks\""])
        #expect(wrong.settings.preview == "ascii")
    }

    @Test func readsWhatIsLookedFor() {
        let (settings, problems) = Settings.read(
            """
            [reading]
            only = ["itf", "code-39"]
            minimum-itf-digits = 2
            minimum-codabar-characters = 100
            check-code-39 = true
            charset = "KOI8-R"
            """)
        #expect(problems.isEmpty)
        #expect(settings.readsOnly == [.itf, .code39])
        #expect(settings.minimumITFDigits == 2)
        #expect(settings.minimumCodabarCharacters == 100)
        #expect(settings.checksCode39)
        #expect(settings.charset == "KOI8-R")
        #expect(Settings.read("[reading]\ncharset = \"\"").settings.charset == nil)
        #expect(Settings.read("[reading]\ncharset = \"x\"", charset: { _ in nil }).problems.count == 1)
    }

    @Test(arguments: [
        ("only = [\"qr\"]", "symbologies as `quietzone symbologies` lists them, not \"qr\""),
        ("only = \"qr-code\"", "must be a list in brackets"), ("only = [1]", "must be a list in brackets"),
        ("minimum-itf-digits = 1", "must be a whole number from 2 to 100"),
        ("minimum-itf-digits = 6.5", "must be a whole number from 2 to 100"),
        ("minimum-codabar-characters = 101", "must be a whole number from 3 to 100"),
        (
            "minimum-codabar-characters = 99999999999999999999",
            "line 2: `minimum-codabar-characters`: this number is too large"
        ),
        ("check-code-39 = 1", "must be true or false"),
    ])
    func whatCannotBeLookedForIsNamedInOneLine(_ line: String, _ reason: String) {
        let (settings, problems) = Settings.read("[reading]\n\(line)")
        #expect(problems.count == 1, "\(problems)")
        #expect(problems.first?.description.contains(reason) == true, "\(problems)")
        #expect(!(problems.first?.description.contains("\n") ?? true))
        #expect(settings.readsOnly == nil)
        #expect(settings.minimumITFDigits == 6)
        #expect(!settings.checksCode39)
    }

    @Test func everyMistakeIsNamedAndTheRestStillCounts() {
        let (settings, problems) = Settings.read(
            """
            colour = 1
            [scanner]
            source = 5
            boxes = true
            box = [0.2, 2, 0.5, 0.5]
            interest-box = false
            [display]
            theme = "sepia"
            [styles]
            outline = "ultraviolet"
            [keys]
            freeze = ["q"]
            zoom-in = ["Hyper-X"]
            """, commands: Features.commands)
        let text = problems.map(\.description).joined(separator: "\n")
        #expect(problems.count == 8, "\(text)")
        for place in [
            "colour: no such section", "[scanner] source: must be text", "[scanner] boxes: there is no",
            "[scanner] box: must be four shares", "[display] theme", "[styles] outline", "key q is bound to both",
            "not \"Hyper-X\"",
        ] { #expect(text.contains(place), "\(place)") }
        #expect(!settings.isInterestBoxOn)
    }

    /// A later version may give a key to something that the user's settings have given it to something else before.
    @Test func aKeyOfTheUserIsTakenFromItsDefault() {
        let (settings, problems) = Settings.read("[keys]\nfreeze = [\"Ctrl-V\"]\n", commands: Features.commands)
        #expect(problems.isEmpty, "\(problems)")
        #expect(settings.keys.command(for: .control("v"), in: .scanner) == .freeze)
        #expect(settings.keys.keys(for: .readClipboard, in: .scanner).isEmpty)
    }

    @Test func everyMistakeHasItsLine() {
        let problems = Settings.read(
            """
            colour = 1
            [scanner]
            box = [0.5, 0.5, 0.8, 0.8]

              "source"=5
            [ display ]
            # theme = "comment"
            theme = "ultraviolet"
            [keys]
            freeze = ["q"]
            zoom-in = ["Hyper-X"]
            """, commands: Features.commands
        ).problems
        let lines = Dictionary(
            problems.map { (String($0.description.prefix { $0 != ":" }), $0.line) }, uniquingKeysWith: { a, _ in a })
        #expect(lines["colour"] == 1)
        #expect(lines["[scanner] box"] == 3)
        #expect(lines["[scanner] source"] == 5)
        #expect(lines["[display] theme"] == 8)
        #expect(lines["[keys] zoom-in"] == 11)
    }

    @Test(arguments: ["[0.5, 0.1, 0.6, 0.5]", "[0.1, 0.5, 0.5, 0.6]", "[0.1, 0.1, 0.05, 0.5]", "[0.1, 0.1, 0.5, 0.05]"])
    func aBoxThatDoesNotFitIsToldAndNotMoved(_ box: String) {
        let (settings, problems) = Settings.read("[scanner]\nbox = \(box)\n")
        #expect(problems.count == 1)
        #expect(problems.first?.description.hasPrefix("[scanner] box: must be ") == true)
        #expect(settings.interestBox == Settings().interestBox)
        #expect(Settings.read("[scanner]\nbox = [0.7, 0.9, 0.3, 0.1]\n").problems.isEmpty)
        #expect(Settings.smallestBoxSide == InterestBox.smallest)
    }

    @Test(arguments: ["quit = []", "quit = []\nfreeze = [\"Ctrl-C\", \"q\"]", "quit = [\"Hyper-X\"]"])
    func theProgramCanAlwaysBeLeft(_ line: String) {
        let (settings, problems) = Settings.read("[keys]\n\(line)\n", commands: Features.commands)
        #expect(problems.contains { $0.description.contains("quit") })
        for context in settings.keys.contexts {
            #expect(!settings.keys.keys(for: .quit, in: context).isEmpty, "\(context.title)")
        }
    }

    @Test func aCommandThatIsGoneSaysWhatReplacedIt() {
        let (settings, problems) = Settings.read(
            "[keys]\nnext-pane = [\"Tab\"]\nfreeze = [\"F11\"]\n", commands: Features.commands)
        #expect(problems.map(\.text) == ["[keys] next-pane: is replaced by `box`: arrows move the box in its mode"])
        #expect(problems.first?.line == 2)
        #expect(settings.keys.command(for: .function(11), in: .scanner) == .freeze)
    }

    @Test func aSyntaxErrorHasItsPlace() {
        let problems = Settings.read("[scanner]\nsource = \"x\n").problems
        #expect(problems.count == 1)
        #expect(problems.first?.line == 2)
        #expect(problems.first?.text.hasPrefix("`source`: text has no closing quote on its line") == true)
    }

    @Test(arguments: [
        ("[scanner]\nsource = 'x\n", 2, "`source`: text has no closing quote"),
        ("[scanner]\nsource =\n", 2, "`source`: a value is missing"),
        ("[scanner\n", 1, "write a section's name in brackets"),
        ("[display]\ntheme = dark\n", 2, "`theme`: a value is missing, or is text without quotes"),
        ("[display]\nmouse = yes\n", 2, "`mouse`: a value is missing, or is text without quotes"),
        ("[display]\nmouse = tru\n", 2, "`mouse`: write true or false"),
        ("[display]\n[display]\n", 2, "this section is opened twice"),
        ("[display]\nmouse = true\nmouse = true\n", 3, "`mouse`: this is set twice"),
        ("[display]\nmouse = true false\n", 2, "`mouse`: there is text after the value"),
        ("[display]\nmouse\n", 2, ""), ("[display]\n= 1\n", 2, "this is not a setting"),
        ("[reading]\nonly = [\"a\" \"b\"]\n", 2, "`only`: write a list in brackets"),
        ("[display]\nramp = \"\\q\"\n", 2, "`ramp`: a \\ in text"),
        ("[reading]\nminimum-itf-digits = 06\n", 2, "`minimum-itf-digits`: this is not a number"),
    ])
    func whatTheParserFindsIsSaidInPeoplesWords(_ text: String, _ line: Int, _ words: String) {
        let problems = Settings.read(text).problems
        #expect(problems.count == 1)
        #expect(problems.first?.line == line)
        #expect(problems.first?.text.hasPrefix(words) == true, "\(problems)")
        #expect(problems.first?.isOfWholeFile == true)
        #expect(problems.first?.text.contains("parsing") == false)
    }

    @Test func mistakesAreInTheOrderOfTheLines() {
        let problems = Settings.read(
            "[styles]\noutline = \"x\"\n[display]\ntheme = \"x\"\nmouse = 1\n[scanner]\nbox = 1\nboks = 1\n[nonsense]\n"
        ).problems
        #expect(problems.map(\.line) == [2, 4, 5, 7, 8, 9])
    }

    @Test(arguments: [
        "", "=", "[[[", "a.b.c=1", "\u{0}", "[scanner\n", "x = [[[[[[[[[[1]]]]]]]]]]", "scanner = 3",
        "[", "[[", "[ ]", "[[]]", "[=]", "[#", "[.a]", "[a.]", "[a..b]", "[\"", "a = {", "a = {=}", "a = [", ".=1",
        "a.=1", "\"",
        "a = \"\\u", "a = 1979-", "a = 0x", "a = 1e", "a = +", "a = '''", "[a]\n[a]", "a=1\na=2", "a = {b.=1}",
        "a = inf.",
    ])
    func hostileTextNeverTraps(_ text: String) {
        let (settings, problems) = Settings.read(text)
        #expect(settings.reappearanceSeconds == 5)
        #expect(problems.allSatisfy { !$0.description.contains("\n") })
    }
}

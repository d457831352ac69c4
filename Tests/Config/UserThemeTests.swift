import FullScreen
import Services
import Foundation
import Surface
import Testing

@testable import Config

@Suite struct UserThemeTests {
    private let terminal = TerminalTraits()

    @Test func aSectionIsATheme() {
        let (settings, problems) = Settings.read(
            """
            [display]
            theme = "night"
            [theme.night]
            base = "light"
            outline = "#ffb000 bold"
            key = "bright-blue"
            [theme.other]
            [styles]
            key = "red"
            """)
        #expect(problems.isEmpty, "\(problems)")
        #expect(settings.themes.map(\.name) == ["night", "other"])
        let theme = settings.theme(on: terminal)
        #expect(theme[.outline] == Style(.rgb(255, 176, 0), on: .standard, .bold))
        #expect(theme[.warning] == Theme.light[.warning])
        // Single styles stand above every theme.
        #expect(theme[.key] == Style(.palette(1)))
        #expect(settings.theme.background(.dark) == .light)
        #expect(settings.wantsColor)
    }

    @Test func aFileIsAThemeAndASectionStandsBeforeIt() {
        let files = ["paper": "base = \"light\"\nbox = \"blue\"\n", "night": "box = \"red\"\n"]
        let (settings, problems) = Settings.read(
            "[display]\ntheme = \"paper\"\n[theme.night]\nbox = \"green\"\n", themeFiles: files)
        #expect(problems.isEmpty)
        #expect(settings.theme(on: terminal)[.box] == Style(.palette(4)))
        #expect(settings.themes.first { $0.name == "night" }?.styles[.box] == Style(.palette(2)))
    }

    @Test func withoutABaseTheTerminalDecides() {
        let settings = Settings.read("[display]\ntheme = \"mine\"\n[theme.mine]\nbox = \"red\"\n").settings
        #expect(settings.theme(on: TerminalTraits(background: .light))[.key] == Theme.light[.key])
        #expect(settings.theme(on: TerminalTraits(background: .dark))[.key] == Theme.dark[.key])
        #expect(settings.theme(on: TerminalTraits(colorCount: 0))[.box] == Theme.monochrome[.box])
    }

    /// A theme on the base of the one without colours has its own.
    @Test func ownColoursAreColours() {
        let settings = Settings.read(
            "[display]\ntheme = \"amber\"\n[theme.amber]\nbase = \"mono\"\ntext = \"#fa0\"\n"
        ).settings
        #expect(settings.wantsColor)
        #expect(settings.theme(on: terminal)[.text] == Style(.rgb(255, 170, 0)))
    }

    @Test(arguments: [
        ("[theme.x]\nbox = \"ultraviolet\"\n", "[theme.x] box: must be a style", 2),
        ("[theme.x]\nbase = \"y\"\n", "[theme.x] base: must be \"auto\" or \"dark\"", 2),
        (
            "[theme.x]\n\nboxes = \"red\"\n", "[theme.x] boxes: there is no such setting; the settings are badge, base",
            3
        ),
        ("[theme]\nnight = \"x\"\n", "[theme] night: must be a section", 2),
        ("theme = \"dark\"\n", "theme: must be sections", 1),
        ("[theme.dark]\n", "[theme.dark]: a theme's name", 1),
        ("[theme.\"../x\"]\n", "[theme.../x]: a theme's name", nil),
        ("[display]\ntheme = \"night\"\n[theme.x]\n", "[display] theme: must be \"auto\" or \"dark\"", 2),
    ])
    func whatIsWrongIsNamedWithItsLine(text: String, problem: String, line: Int?) {
        let problems = Settings.read(text).problems
        #expect(problems.count == 1, "\(problems)")
        #expect(problems.first?.description.hasPrefix(problem) == true, "\(problems)")
        if let line { #expect(problems.first?.line == line) }
    }

    @Test func whatCanBeTakenIsNamedWithTheUsersOwn() {
        let problem = Settings.read("[display]\ntheme = \"z\"\n[theme.mine]\n").problems.first
        #expect(problem?.description.hasSuffix("or \"sky\" or \"mine\"") == true)
    }

    @Test(arguments: [
        ("box = \"ultraviolet\"\n", "box: must be a style", 1), ("base = \"dark\"\nx = 1\n", "x: there is no such", 2),
        ("[night]\n", "night: there is no such setting", 1), ("box = \n", "line 1", nil), ("[]\n", "line 1", nil),
    ])
    func aFilesProblemNamesTheFile(text: String, problem: String, line: Int?) {
        let problems = Settings.read("", themeFiles: ["x": text]).problems
        #expect(problems.first?.file == "themes/x.toml")
        #expect(problems.first?.description.hasPrefix(problem) == true, "\(problems)")
        if let line { #expect(problems.first?.line == line) }
    }

    @Test func filesAreReadFromTheFolderBesideTheSettings() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let themes = folder + "/themes"
        try FileManager.default.createDirectory(atPath: themes + "/folder.toml", withIntermediateDirectories: true)
        for (name, bytes) in [
            ("night.toml", Array("base = \"dark\"\nbox = \"red\"\n".utf8)), ("bad name.toml", []), ("note.txt", [1]),
            ("bytes.toml", [0xFF]), ("long.toml", [UInt8](repeating: 0x23, count: 70_000)), (".hidden.toml", []),
        ] {
            try Data(bytes).write(to: URL(fileURLWithPath: "\(themes)/\(name)"))
        }
        let (settings, problems) = Settings.readByThisBuild(
            "[display]\ntheme = \"night\"\n", commands: Features.commands, folder: folder)
        #expect(settings.theme(on: terminal)[.box] == Style(.palette(1)))
        #expect(
            problems.compactMap(\.file) == [
                "themes/bad name.toml", "themes/bytes.toml", "themes/folder.toml", "themes/long.toml",
            ])
        #expect(Settings.readByThisBuild("", commands: Features.commands, folder: folder + "/none").problems.isEmpty)
    }
}

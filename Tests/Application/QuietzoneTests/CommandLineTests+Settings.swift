import Encoding
import Files
import Foundation
import Symbols
import Testing

extension CommandLineTests {
    @Test func settingsAreCheckedAndExplained() async throws {
        let path = try await program.run(["config", "path"]).output
        #expect(path == program.folder.path + "/config/quietzone/config.toml\n")
        #expect(try await program.run(["config", "check"]).status == 0)
        let defaults = try await program.run(["config", "default"])
        _ = try program.file("config/quietzone/config.toml", defaults.bytes)
        #expect(try await program.run(["config", "check"]).status == 0)
        _ = try program.file("config/quietzone/config.toml", Array("[scanner]\nboks = 1\n".utf8))
        let wrong = try await program.run(["config", "check"])
        #expect(wrong.status == 2)
        #expect(
            wrong.errors.contains("config.toml:2: [scanner] boks: there is no such setting; the settings are box, "))
        _ = try program.file("config/quietzone/themes/night.toml", Array("base = \"dark\"\nbox = \"loud\"\n".utf8))
        let theme = try await program.run(["config", "check"])
        #expect(theme.status == 2)
        #expect(theme.errors.contains("/quietzone/themes/night.toml:2: box: must be a style"))
        #expect(Folder.names(in: program.folder.path + "/config/quietzone/themes") == ["night.toml"])
        unlink(program.folder.path + "/config/quietzone/themes/night.toml")
        let warned = try await program.run(["watch", "--source", "demo", "--once"])
        #expect(warned.status == 0)
        #expect(warned.output == "https://example.org/quietzone\n")
        #expect(warned.errors.split(separator: "\n").count == 1)
        #expect(warned.errors.contains("boks"))
    }

    /// By the XDG Base Directory Specification: a path that is not absolute counts as none.
    @Test func filesLieWhereTheSpecificationSays() async throws {
        let home = program.folder.path + "/home"
        for (variable, path) in [
            ("\(home)/c", "\(home)/c"), ("", "\(home)/.config"), ("relative", "\(home)/.config"),
            ("~/c", "\(home)/.config"),
        ] {
            let told = try await program.run(["config", "path"], extra: ["HOME": home, "XDG_CONFIG_HOME": variable])
            #expect(told.output == "\(path)/quietzone/config.toml\n", "\(variable)")
        }
        let picture = try program.picture("a.png", "kept at home")
        let kept = try await program.run(
            ["watch", "--keep", "--source", picture], extra: ["HOME": home, "XDG_DATA_HOME": ""])
        #expect(kept.status == 0)
        #expect(Folder.contains(home + "/.local/share/quietzone/history.sqlite"))
    }

    @Test func anyFileOfSettingsIsChecked() async throws {
        let path = try program.file(
            "other/new.toml", Array("[keys]\nfreeze = 1\n[display]\ntheme = \"dusk\"\ncolour = \"blue\"\n".utf8))
        _ = try program.file("other/themes/night.toml", Array("base = \"dark\"\n".utf8))
        let wrong = try await program.run(["config", "check", path])
        #expect(wrong.status == 2)
        let lines = wrong.errors.split(separator: "\n").map(String.init)
        #expect(lines.count == 3, "\(lines)")
        #expect(lines.first == "quietzone: \(path):2: [keys] freeze: must be a list in brackets")
        #expect(lines.dropFirst().first?.hasPrefix("quietzone: \(path):4: [display] theme: must be \"auto\"") == true)
        #expect(lines.dropFirst().first?.hasSuffix("or \"night\"") == true)
        #expect(lines.last?.hasPrefix("quietzone: \(path):5: [display] colour: must be \"grey\"") == true)
        _ = try program.file("other/new.toml", Array("[display]\ntheme = \"night\"\n".utf8))
        #expect(try await program.run(["config", "check", path]).output == "\(path) is valid\n")
        let missing = try await program.run(["config", "check", "new.toml"], extra: [:])
        #expect(missing.errors.contains("new.toml does not exist"))
        // A file that cannot be parsed is reported with its line, and with the settings in force.
        _ = try program.file("config/quietzone/config.toml", Array("[display]\n\ntheme = \"dark\n".utf8))
        let read = try await program.run(["read", try program.picture("a.png", "a")])
        #expect(
            read.errors.hasSuffix(
                "/config.toml:3: `theme`: text has no closing quote on its line, or contains a control character. Until this is fixed, all defaults apply\n"
            ), "\(read.errors)")
    }

    @Test(arguments: ["[scanner\n", "[scanner]\nbox = [0.5, 0.5, 0.8, 0.8]\n", "[keys]\nquit = []\nfreeze = [\"q\"]\n"])
    func aBrokenSettingStopsNothing(_ text: String) async throws {
        _ = try program.file("config/quietzone/config.toml", Array(text.utf8))
        let path = try program.picture("a.png", "still read")
        let read = try await program.run(["read", path])
        #expect(read.status == 0)
        #expect(read.output == "still read\n")
        #expect(read.errors.split(separator: "\n").count == 1, "\(read.errors)")
        #expect(try await program.run(["config", "check"]).status == 2)
    }
}

import Foundation
import Installation
import Services
import Terminal
import Testing

/// The report of `quietzone doctor`, made of described systems.
@Suite struct DoctorReportTests {
    private static let debian = PackageSystem(
        osRelease: "PRETTY_NAME=\"Debian GNU/Linux 13 (trixie)\"\nID=debian\nVERSION_ID=\"13\"\n")

    /// A desktop on which all works and little is missing.
    private var laptop: SystemDescription {
        var terminal = TerminalAbilities()
        (terminal.type, terminal.version) = ("xterm-kitty", "kitty(0.41.1)")
        (terminal.columns, terminal.rows, terminal.colorCount) = (120, 40, 1 << 24)
        terminal.answers = true
        terminal.pictures = [.kitty]
        terminal.features = [.mouse, .synchronizedOutput, .kittyKeyboard, .clipboard]
        terminal.widths = ["braille", "half blocks", "sextants"].map { .init(name: $0, columns: 1) }
        var system = SystemDescription()
        system.program = "quietzone 0.2.0"
        system.system = Self.debian
        system.cameras = [
            .init(title: "HD Webcam", node: "/dev/video0", picture: "sends pictures, 1280×720 MJPG", light: "torch")
        ]
        system.terminal = terminal
        system.locale = ("en_GB.UTF-8", "UTF-8")
        system.fonts = [("braille", true), ("sextants", true)]
        system.hasWayland = true
        system.programs = OptionalPart.programs.map { ($0, $0 != .pdftoppm) }
        system.libraries = OptionalPart.libraries.map { ($0, $0 != .libmosquitto && $0 != .libcups) }
        system.folders = [.init(name: "Data", path: "~/.local/share/quietzone", state: .works)]
        system.history = .sound
        system.isClockSynchronized = true
        return system
    }

    @Test func aSystemOnWhichAllWorks() {
        let report = DoctorReport(laptop)
        #expect(report.canScan)
        #expect(
            report.lines(width: 100).joined(separator: "\n") == """
                quietzone 0.2.0 on Debian GNU/Linux 13 (trixie)

                Scanning
                  ok       HD Webcam (/dev/video0): sends pictures, 1280×720 MJPG; light: torch
                  ok       Decoder: decoded a test code
                  ok       Sandbox: the decoder is fully sandboxed (seccomp, namespaces, Landlock)
                  ok       Typing scans (--type): /dev/uinput can be used

                Terminal
                  ok       Terminal: kitty(0.41.1), TERM=xterm-kitty
                  ok       Size: 120×40, true colour
                  ok       Pictures: kitty graphics
                  ok       Features: mouse, synchronised output, kitty keyboard protocol
                  ok       Clipboard: the terminal accepts text (OSC 52)
                  ok       Widths: braille, half blocks, sextants take one column each
                  ok       Locale: en_GB.UTF-8 is UTF-8
                  ok       Fonts: have braille, sextants
                  ok       Charsets: all can be converted

                Programs
                  ok       Installed: ffmpeg, nmcli or iwctl, xdg-open, grim, slurp, wl-clipboard
                  missing  pdftoppm (package poppler-utils): codes in PDF files

                Libraries
                  ok       Installed: libcurl, libpq, Pango, librsvg, libsystemd
                  missing  libmosquitto (package libmosquitto1): deliveries to MQTT
                  missing  libcups (package libcups2): printing on CUPS printers

                Files
                  ok       Writable: ~/.local/share/quietzone
                  ok       History: no errors found, and not locked
                  ok       Settings: no file, so the defaults apply
                  ok       Clock: synchronised

                To install everything that is missing:
                  sudo apt install poppler-utils libmosquitto1 libcups2

                Scanning works.
                """)
    }

    @Test func aSystemOnWhichMuchIsBroken() {
        var system = laptop
        system.cameras = [
            .init(
                title: "HD Webcam", node: "/dev/video0",
                problem:
                    "No permission to open /dev/video0, which belongs to group video. Run `sudo usermod -aG video $USER`, then log in again."
            )
        ]
        system.groupOfNextLogin = "video"
        system.decoder = .problem("a test code was not read")
        system.confinementProblem = "Function not implemented"
        system.typing = .problem("/dev/uinput does not exist: load it with `sudo modprobe uinput`")
        var terminal = TerminalAbilities()
        terminal.type = "strange\u{1B}[2J"
        terminal.isKnown = false
        (terminal.columns, terminal.rows) = (30, 10)
        terminal.widths = [.init(name: "braille", columns: 2)]
        system.terminal = terminal
        (system.multiplexer, system.passesThrough, system.tmuxSetsClipboard) = ("tmux 3.5a", false, false)
        system.isRemote = true
        system.locale = ("C", "ANSI_X3.4-1968")
        system.fonts = [("braille", false)]
        system.missingCharsets = ["Big5"]
        system.folders = [
            .init(
                name: "Data", path: "/mnt/\u{202E}data", state: .problem("cannot be written to: check its permissions"))
        ]
        system.history = .problem("/h is locked by another program. Close it and try again.")
        system.settingsProblems = ["config.toml, line 3: unknown key", "config.toml, line 9: unknown key"]
        system.clockProblem = "the clock is earlier than the program's file"
        let report = DoctorReport(system)
        #expect(!report.canScan)
        let text = report.lines(width: 80).joined(separator: "\n")
        #expect(
            text.hasPrefix(
                """
                quietzone 0.2.0 on Debian GNU/Linux 13 (trixie)

                Scanning
                  problem  HD Webcam (/dev/video0): No permission to open /dev/video0, which
                           belongs to group video. Run `sudo usermod -aG video $USER`, then log
                           in again.
                  problem  Group video: you are a member, but not in this login. Log out and in
                           again.
                  problem  Decoder: a test code was not read
                  problem  Sandbox: the decoder is not sandboxed (Function not implemented)
                  note     Typing scans (--type): /dev/uinput does not exist: load it with
                           `sudo modprobe uinput`

                Terminal
                  note     Terminal: strange␛[2J is unknown to terminfo, so another description
                           is used
                  problem  Size: 30×10 is too small: 40×12 is needed
                  note     Pictures: drawn in characters. A terminal with kitty graphics or
                           sixel shows pixels.
                  note     Features: not available: mouse, synchronised output, kitty keyboard
                           protocol
                  problem  Clipboard: tmux keeps copied text to itself. Add `set -g
                           set-clipboard on` to tmux.conf.
                  note     Connection: inside tmux 3.5a, over SSH. For pictures in pixels add
                           `set -g allow-passthrough on` to tmux.conf.
                  problem  Widths: these take other than one column: braille (2)
                  problem  Locale: C is not UTF-8, so the picture is drawn in ASCII. Set
                           LANG=C.UTF-8.
                  note     Fonts: no installed font has braille
                  problem  Charsets: text in Big5 cannot be converted
                """))
        #expect(
            text.hasSuffix(
                """
                Files
                  problem  Data folder: /mnt/�data cannot be written to: check its permissions
                  problem  History: /h is locked by another program. Close it and try again.
                  problem  Settings: config.toml, line 3: unknown key. `quietzone config check`
                           lists 1 more.
                  problem  Clock: the clock is earlier than the program's file

                To install everything that is missing:
                  sudo apt install poppler-utils libmosquitto1 libcups2

                Scanning does not work yet: see the problems above.
                """))
        #expect(!text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
    }

    @Test func withoutACameraScanningDoesNotWorkUnlessAnotherSourceIsSet() {
        var system = laptop
        system.cameras = []
        #expect(!DoctorReport(system).canScan)
        system.otherSource = "rtsp://camera.example/1"
        #expect(DoctorReport(system).canScan)
    }

    @Test func oneCameraThatWorksIsEnough() {
        var system = laptop
        system.cameras.append(.init(title: "Other", node: "/dev/video2", problem: "It sent no picture."))
        let report = DoctorReport(system)
        #expect(report.canScan)
        #expect(report.groups[0].checks.contains { $0.state == .problem && !$0.isNeeded })
    }

    @Test func jsonHasTheSameChecks() throws {
        let report = DoctorReport(laptop)
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(report.json.text.utf8)) as? [String: Any])
        #expect(json["canScan"] as? Bool == true)
        #expect(json["install"] as? String == "sudo apt install poppler-utils libmosquitto1 libcups2")
        let checks = try #require(json["checks"] as? [[String: Any]])
        #expect(checks.count == report.groups.flatMap(\.checks).count)
        let missing = checks.filter { $0["state"] as? String == "missing" }
        #expect(missing.compactMap { $0["id"] as? String } == ["pdftoppm", "libmosquitto", "libcups"])
        #expect(missing.first?["package"] as? String == "poppler-utils")
        #expect(checks.allSatisfy { $0["group"] is String && $0["title"] is String && $0["needed"] is Bool })
    }

    @Test(arguments: [40, 60, 80, 100, 500]) func noLineIsWiderThanTheTerminal(width: Int) {
        let report = DoctorReport(laptop)
        let lines = report.lines(width: width).filter { !$0.hasPrefix("  sudo") && !$0.hasPrefix("quietzone") }
        #expect(lines.allSatisfy { $0.count <= min(width, 100) })
    }

    @Test func theReportFitsTwoScreens() { #expect(DoctorReport(laptop).lines(width: 80).count <= 48) }

    @Test func nothingIsAskedOfADesktopThatIsNotThere() {
        var system = laptop
        (system.hasWayland, system.hasX11) = (false, false)
        system.programs = OptionalPart.programs.map { ($0, false) }
        let ids = DoctorReport(system).groups.flatMap(\.checks).map(\.id)
        #expect(ids.contains("ffmpeg") && !ids.contains("grim") && !ids.contains("xclip"))
        system.hasX11 = true
        let onX11 = DoctorReport(system).groups.flatMap(\.checks).map(\.id)
        #expect(onX11.contains("xclip") && !onX11.contains("grim"))
    }
}

/// The table of optional parts, and packages of systems.
@Suite struct InstallationTests {
    @Test(arguments: [
        ("ID=debian", "sudo apt install ffmpeg"), ("ID=ubuntu\nID_LIKE=debian", "sudo apt install ffmpeg"),
        ("ID=\"linuxmint\"\nID_LIKE=\"ubuntu debian\"", "sudo apt install ffmpeg"),
        ("ID=fedora", "sudo dnf install ffmpeg-free"),
        ("ID=rocky\nID_LIKE=\"rhel centos fedora\"", "sudo dnf install ffmpeg-free"),
        ("ID=arch", "sudo pacman -S ffmpeg"), ("ID=manjaro\nID_LIKE=arch", "sudo pacman -S ffmpeg"),
        ("ID=gentoo", "install ffmpeg"), ("", "install ffmpeg"),
    ]) func eachSystemHasItsCommand(osRelease: String, command: String) {
        #expect(PackageSystem(osRelease: osRelease).advice(for: .ffmpeg) == command)
    }

    @Test func rootNeedsNoSudo() {
        #expect(PackageSystem(osRelease: "ID=debian", isRoot: true).command(for: ["a", "b"]) == "apt install a b")
        #expect(PackageSystem(osRelease: "ID=debian").command(for: []) == nil)
    }

    @Test func theFilesOfLibrariesAreThoseThatCLoadedOpens() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Platform/CLoaded")
        var source = ""
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".c") {
            source += try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        }
        var named: Set<String> = []
        for part in OptionalPart.libraries + [.libwebsockets(file: "libwebsockets.so.19")] {
            guard case .library(let files, let function) = part.kind else { continue }
            for file in files { #expect(source.contains("\"\(file)\""), "\(file)") }
            #expect(source.contains("F(\(function))"), "\(function)")
            named.formUnion(files)
        }
        // What is opened is in the table; libxcb-shm only makes libxcb faster.
        for match in source.matches(of: /"(lib[^"]*\.so\.[0-9]+)"/) {
            let file = String(match.output.1)
            let isKnown = named.contains(file) || file.hasPrefix("libwebsockets") || file.hasPrefix("libxcb-shm")
            #expect(isKnown, "\(file)")
        }
    }
}

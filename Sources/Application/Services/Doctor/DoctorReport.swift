import Formats
import Installation
import Surface
import Terminal

/// What `quietzone doctor` prints, made of the description of a system.
///
///     let report = DoctorReport(description)
///     print(report.lines(width: 80).joined(separator: "\n"))
package struct DoctorReport: Sendable {
    /// How a check came out. The word is the mark.
    package enum State: String, Sendable, Hashable {
        case ok
        /// Something to know; nothing to do.
        case note
        /// Something optional is not installed.
        case missing
        case problem
    }

    /// A line of the report.
    package struct Check: Sendable, Hashable {
        /// Names it in JSON; stays the same from version to version.
        package var id: String
        package var state: State
        package var title: String
        package var detail: String
        /// The package to install; nil for none.
        package var package: String?
        /// Whether nothing can be scanned while it is a problem.
        package var isNeeded = false
    }

    /// Checks under a heading.
    package struct Group: Sendable {
        package var title: String
        package var checks: [Check] = []

        mutating func add(
            _ id: String, _ state: State, _ title: String, _ detail: String = "", package: String? = nil,
            isNeeded: Bool = false
        ) {
            checks.append(
                Check(
                    id: id, state: state, title: SafeText.visible(title), detail: SafeText.visible(detail),
                    package: package, isNeeded: isNeeded))
        }
    }

    package private(set) var groups: [Group]
    private let heading: String
    /// Installs all that is missing; nil where nothing is, or the system's packages are not known.
    package let install: String?

    /// Whether nothing that scanning needs is broken.
    package var canScan: Bool { !groups.contains { $0.checks.contains { $0.isNeeded && $0.state == .problem } } }

    package init(_ description: SystemDescription) {
        groups = [
            .scanning(description), .terminal(description),
            .parts("Programs", "programs", description.programs, description),
            .parts("Libraries", "libraries", description.libraries, description), .files(description),
        ]
        heading = SafeText.visible("\(description.program) on \(description.system.name)")
        var packages: [String] = []
        for package in groups.flatMap(\.checks).compactMap(\.package) where !packages.contains(package) {
            packages.append(package)
        }
        install = description.system.command(for: packages)
    }

    /// Whether codes in pictures and videos are read, which needs no camera.
    private var canRead: Bool { !groups.contains { $0.checks.contains { $0.id == "decoder" && $0.state == .problem } } }

    private var verdict: String {
        if canScan { return "Scanning works." }
        return canRead
            ? "Reading pictures works. Scanning with a camera does not work yet: see the problems above."
            : "Scanning does not work yet: see the problems above."
    }

    /// The report for people.
    ///
    /// - Parameter width: of the terminal, in columns.
    package func lines(width: Int) -> [String] {
        let width = min(max(40, width), 100)
        let indent = 2 + 9
        var lines = [heading]
        for group in groups where !group.checks.isEmpty {
            lines += ["", group.title]
            for check in group.checks {
                let text = check.detail.isEmpty ? check.title : "\(check.title): \(check.detail)"
                for (index, line) in Paragraph.wrap(text, width: width - indent).enumerated() {
                    let mark = index == 0 ? check.state.rawValue : ""
                    lines.append("  " + mark + String(repeating: " ", count: 9 - mark.count) + line.trimmedEnd)
                }
            }
        }
        if let install { lines += ["", "To install everything that is missing:", "  \(install)"] }
        return lines + ["", verdict]
    }

    /// The report for programs: one object.
    package var json: JSONValue {
        let checks = groups.flatMap { group in
            group.checks.map { check in
                JSONValue.object([
                    .init("id", .string(check.id)), .init("group", .string(group.title)),
                    .init("state", .string(check.state.rawValue)), .init("title", .string(check.title)),
                    .init("detail", check.detail.isEmpty ? .null : .string(check.detail)),
                    .init("package", check.package.map { .string($0) } ?? .null),
                    .init("needed", .bool(check.isNeeded)),
                ])
            }
        }
        return .object([
            .init("system", .string(heading)), .init("canScan", .bool(canScan)), .init("checks", .array(checks)),
            .init("install", install.map { .string($0) } ?? .null),
        ])
    }
}

extension String {
    fileprivate var trimmedEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}

// MARK: - Groups

extension DoctorReport.Group {
    fileprivate static func scanning(_ system: SystemDescription) -> Self {
        var group = Self(title: "Scanning")
        group.addCameras(system)
        switch system.decoder {
        case .works: group.add("decoder", .ok, "Decoder", "decoded a test code", isNeeded: true)
        case .problem(let reason): group.add("decoder", .problem, "Decoder", reason, isNeeded: true)
        }
        if let problem = system.confinementProblem {
            group.add("sandbox", .problem, "Sandbox", "the decoder is not sandboxed (\(problem))")
        } else if system.missingLayers.isEmpty {
            group.add("sandbox", .ok, "Sandbox", "the decoder is fully sandboxed (seccomp, namespaces, Landlock)")
        } else {
            group.add(
                "sandbox", .ok, "Sandbox",
                "system calls are filtered (seccomp); not available here: "
                    + system.missingLayers.joined(separator: ", "))
        }
        switch system.typing {
        case .works: group.add("typing", .ok, "Typing scans (--type)", "/dev/uinput can be used")
        case .problem(let reason): group.add("typing", .note, "Typing scans (--type)", reason)
        }
        return group
    }

    private mutating func addCameras(_ system: SystemDescription) {
        let works = system.cameras.contains { $0.problem == nil }
        for camera in system.cameras {
            let title = "\(camera.title) (\(camera.node))"
            if let problem = camera.problem {
                add("camera", .problem, title, problem, isNeeded: !works && system.otherSource == nil)
            } else {
                let light = camera.light.map { "; light: \($0)" } ?? "; no light"
                add("camera", .ok, title, (camera.picture ?? "sends pictures") + light, isNeeded: true)
            }
        }
        if let group = system.groupOfNextLogin {
            add(
                "camera-group", .problem, "Group \(group)",
                "you are a member, but not in this login. Log out and in again.")
        }
        if let source = system.otherSource {
            add("source", .note, "Source", "settings name \(source), so no camera is needed")
        } else if system.cameras.isEmpty {
            add(
                "camera", .problem, "No camera found",
                "connect one. Without a camera, quietzone shows a demo. It still reads pictures, videos, the screen and a phone.",
                isNeeded: true)
        }
    }

    fileprivate static func terminal(_ system: SystemDescription) -> Self {
        var group = Self(title: "Terminal")
        if let terminal = system.terminal {
            group.add(terminal, system)
        } else {
            group.add("terminal", .note, "Terminal", "not checked, because input or output is not a terminal")
        }
        let locale = system.locale.name.isEmpty ? "the locale" : system.locale.name
        if system.locale.charset == "UTF-8" {
            group.add("locale", .ok, "Locale", "\(locale) is UTF-8")
        } else {
            group.add(
                "locale", .problem, "Locale",
                "\(locale) is not UTF-8, so the picture is drawn in ASCII. Set LANG=C.UTF-8.")
        }
        let lacking = system.fonts.filter { !$0.isThere }.map(\.name)
        if !lacking.isEmpty {
            group.add("fonts", .note, "Fonts", "no installed font has \(lacking.joined(separator: " or "))")
        } else if !system.fonts.isEmpty {
            group.add("fonts", .ok, "Fonts", "have \(system.fonts.map(\.name).joined(separator: ", "))")
        }
        if system.missingCharsets.isEmpty {
            group.add("charsets", .ok, "Charsets", "all can be converted")
        } else {
            let isFedora = system.system.manager == .dnf
            group.add(
                "charsets", isFedora ? .missing : .problem, "Charsets",
                "text in \(system.missingCharsets.joined(separator: ", ")) cannot be converted",
                package: isFedora ? "glibc-gconv-extra" : nil)
        }
        return group
    }

    private mutating func add(_ terminal: TerminalAbilities, _ system: SystemDescription) {
        let name = terminal.version.map { "\($0), TERM=\(terminal.type)" } ?? terminal.type
        if terminal.isKnown {
            add("terminal", .ok, "Terminal", name)
        } else {
            add("terminal", .note, "Terminal", "\(name) is unknown to terminfo, so another description is used")
        }
        let smallest = system.smallestWindow
        let size = "\(terminal.columns)×\(terminal.rows)"
        if terminal.columns < smallest.columns || terminal.rows < smallest.rows {
            add("size", .problem, "Size", "\(size) is too small: \(smallest.columns)×\(smallest.rows) is needed")
        } else {
            let colours =
                switch terminal.colorCount {
                case 1 << 24: "true colour"
                case 2...: "\(terminal.colorCount) colours"
                default: "no colours"
                }
            add("size", .ok, "Size", "\(size), \(colours)")
        }
        if terminal.pictures.isEmpty {
            add(
                "pictures", .note, "Pictures",
                "drawn in characters. A terminal with kitty graphics or sixel shows pixels.")
        } else {
            let names = PictureProtocol.allCases.filter(terminal.pictures.contains).map {
                $0 == .kitty ? "kitty graphics" : "sixel"
            }
            add("pictures", .ok, "Pictures", names.joined(separator: " and "))
        }
        addFeatures(terminal)
        if terminal.features.contains(.clipboard) {
            add("clipboard", .ok, "Clipboard", "the terminal accepts text (OSC 52)")
        } else if system.tmuxSetsClipboard == false {
            add(
                "clipboard", .problem, "Clipboard",
                "tmux keeps copied text to itself. Add `set -g set-clipboard on` to tmux.conf.")
        } else {
            add("clipboard", .note, "Clipboard", "copied text is sent by OSC 52; the terminal does not report support")
        }
        addSurroundings(system)
        let wrong = terminal.widths.filter { $0.columns != 1 }
        if !wrong.isEmpty {
            let text = wrong.map { "\($0.name) (\($0.columns))" }.joined(separator: ", ")
            add("widths", .problem, "Widths", "these take other than one column: \(text)")
        } else if !terminal.widths.isEmpty {
            add("widths", .ok, "Widths", "\(terminal.widths.map(\.name).joined(separator: ", ")) take one column each")
        }
    }

    private mutating func addFeatures(_ terminal: TerminalAbilities) {
        let features: [TerminalAbilities.Feature] = [.mouse, .synchronizedOutput, .kittyKeyboard]
        let there = features.filter(terminal.features.contains).map(\.rawValue)
        let absent = features.filter { !terminal.features.contains($0) }.map(\.rawValue)
        let absence = absent.isEmpty ? "" : "not available: \(absent.joined(separator: ", "))"
        add(
            "input", there.isEmpty ? .note : .ok, "Features",
            [there.joined(separator: ", "), absence].filter { !$0.isEmpty }.joined(separator: "; "))
    }

    private mutating func addSurroundings(_ system: SystemDescription) {
        let remote = system.isRemote ? "over SSH" : ""
        guard let multiplexer = system.multiplexer else {
            if system.isRemote { add("remote", .note, "Connection", "SSH: the clipboard and links are the terminal's") }
            return
        }
        let place = ["inside \(multiplexer)", remote].filter { !$0.isEmpty }.joined(separator: ", ")
        if system.passesThrough == false {
            add(
                "multiplexer", .note, "Connection",
                "\(place). For pictures in pixels add `set -g allow-passthrough on` to tmux.conf.")
        } else {
            add("multiplexer", .note, "Connection", place)
        }
    }

    fileprivate static func parts(
        _ title: String, _ id: String, _ parts: [(part: OptionalPart, isThere: Bool)], _ system: SystemDescription
    ) -> Self {
        var group = Self(title: title)
        let used = parts.filter { part, _ in
            switch part.desktop {
            case .any: true
            case .wayland: system.hasWayland
            // Wayland's desktops have an X server, too; its programs are asked only where the others are not.
            case .x11: system.hasX11 && !system.hasWayland
            }
        }
        let there = used.filter(\.isThere).map(\.part.name)
        if !there.isEmpty { group.add(id, .ok, "Installed", there.joined(separator: ", ")) }
        for (part, isThere) in used where !isThere {
            let package = part.package(on: system.system)
            let suffix = package == part.name ? "" : " (package \(package))"
            group.add(part.name, .missing, "\(part.name)\(suffix)", part.brings, package: package)
        }
        return group
    }

    fileprivate static func files(_ system: SystemDescription) -> Self {
        var group = Self(title: "Files")
        let writable = system.folders.filter { $0.state == .works }
        if !writable.isEmpty {
            group.add("folders", .ok, "Writable", writable.map(\.path).joined(separator: ", "), isNeeded: true)
        }
        for folder in system.folders {
            guard case .problem(let reason) = folder.state else { continue }
            group.add(
                "folders", .problem, "\(folder.name) folder", "\(folder.path) \(reason)",
                isNeeded: folder.name == "Data")
        }
        switch system.history {
        case .absent: group.add("history", .ok, "History", "no scans yet", isNeeded: true)
        case .sound: group.add("history", .ok, "History", "no errors found, and not locked", isNeeded: true)
        case .problem(let reason): group.add("history", .problem, "History", reason, isNeeded: true)
        case .unchecked:
            group.add("history", .note, "History", "the check takes too long here: run `quietzone history check`")
        }
        if system.settingsProblems.isEmpty {
            group.add("settings", .ok, "Settings", system.hasSettings ? "valid" : "no file, so the defaults apply")
        } else {
            let more = system.settingsProblems.count - 1
            group.add(
                "settings", .problem, "Settings",
                system.settingsProblems[0] + (more > 0 ? ". `quietzone config check` lists \(more) more." : ""))
        }
        if let problem = system.clockProblem {
            group.add("clock", .problem, "Clock", problem)
        } else if system.isClockSynchronized == false {
            group.add("clock", .note, "Clock", "not synchronised. Tickets and the times of scans rely on it.")
        } else {
            group.add("clock", .ok, "Clock", system.isClockSynchronized == true ? "synchronised" : "plausible")
        }
        return group
    }
}

import Charsets
import Files
import Foundation
import Installation
import Terminal

/// The terminal, and what surrounds it.
extension SystemDescription {
    private static func variable(_ name: String) -> String {
        ProcessInfo.processInfo.environment[name].map { String($0.prefix(60)) } ?? ""
    }

    /// Asks the terminal, tmux, and fontconfig.
    mutating func askTerminal() {
        _ = setlocale(LC_ALL, "")
        let names = ["LC_ALL", "LC_CTYPE", "LANG"].map(Self.variable)
        locale = (names.first { !$0.isEmpty } ?? "C", String(cString: nl_langinfo(Int32(CODESET))))
        isRemote = !Self.variable("SSH_CONNECTION").isEmpty || !Self.variable("SSH_TTY").isEmpty
        hasWayland = !Self.variable("WAYLAND_DISPLAY").isEmpty
        hasX11 = !Self.variable("DISPLAY").isEmpty
        terminal = TerminalAbilities.ask()
        if !Self.variable("TMUX").isEmpty { askTmux() } else if !Self.variable("STY").isEmpty { multiplexer = "screen" }
        missingCharsets = TimeLimit.run(.seconds(3)) { TextDecoding.preloadConverters() } ?? []
        findFonts()
    }

    private mutating func askTmux() {
        multiplexer = "tmux"
        let format = "#{version} #{allow-passthrough} #{set-clipboard}"
        let run = ToolRun(["tmux", "display-message", "-p", format], limit: .milliseconds(500))
        guard let ending = try? run.run(), ending.isSuccess else { return }
        let words = ending.lastLine.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3 else { return }
        multiplexer = "tmux \(words[0].prefix(20))"
        passesThrough = ["1", "2", "on", "all"].contains(words[1])
        tmuxSetsClipboard = words[2] == "on" || words[2] == "2"
    }

    /// Characters that the program draws with, by the number of one of them.
    private static let drawn = [("braille", "28ff"), ("half blocks", "2580"), ("sextants", "1fb13")]

    /// Looks for fonts on this machine: over SSH the terminal's are elsewhere.
    private mutating func findFonts() {
        guard !isRemote, hasWayland || hasX11, Programs.contain("fc-list") else { return }
        for (name, character) in Self.drawn {
            let run = ToolRun(["fc-list", ":charset=\(character)", "family"], limit: .seconds(2))
            guard let ending = try? run.run(), ending.isSuccess else { return fonts = [] }
            fonts.append((name, !ending.lastLine.isEmpty))
        }
    }

    /// Looks for the libraries and programs of the table.
    mutating func findParts(libwebsockets file: String) {
        programs = OptionalPart.programs.map { ($0, $0.isInstalled) }
        libraries = (OptionalPart.libraries + [.libwebsockets(file: file)]).map { ($0, $0.isInstalled) }
    }
}

extension OptionalPart {
    /// Whether it can be used. A library is opened for that, and closed again.
    package var isInstalled: Bool {
        switch kind {
        case .programs(let names): return names.contains { Programs.contain($0) }
        case .library(let files, let function):
            return files.contains { file in
                guard let handle = dlopen(file, RTLD_LAZY | RTLD_LOCAL) else { return false }
                defer { dlclose(handle) }
                return dlsym(handle, function) != nil
            }
        }
    }
}

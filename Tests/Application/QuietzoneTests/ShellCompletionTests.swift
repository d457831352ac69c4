import Foundation
import Testing

/// What shells complete, asked of the shells themselves; each test runs where its shell is installed.
@Suite(.serialized, .enabled(if: Pane.isPossible, "tmux is not installed: Scripts/setup --tests"))
struct ShellCompletionTests {
    /// A shell that has read the script.
    enum Shell: String, CaseIterable, CustomTestStringConvertible {
        case bash, zsh, fish

        var testDescription: String { rawValue }

        static var installed: [Shell] {
            allCases.filter { shell in
                ["/bin/", "/usr/bin/", "/usr/local/bin/"].contains {
                    FileManager.default.isExecutableFile(atPath: $0 + shell.rawValue)
                }
            }
        }

        /// The line that starts it with the script `completion` and the settings file `rc`, which is written before.
        func start(in folder: String) throws -> String {
            let completion = "\(folder)/completion"
            let settings =
                switch self {
                case .bash: "PS1='ready> '; source \(completion)\n"
                case .zsh:
                    """
                    PS1='ready> '; autoload -Uz compinit; compinit -u -D; source \(completion)
                    compdef _quietzone quietzone; LISTMAX=0

                    """
                case .fish:
                    "function fish_prompt; echo -n 'ready> '; end; function fish_greeting; end; source \(completion)\n"
                }
            let file = folder + (self == .zsh ? "/.zshrc" : "/rc")
            try settings.write(toFile: file, atomically: true, encoding: .utf8)
            return switch self {
            case .bash: "exec bash --rcfile \(file) -i"
            case .zsh: "ZDOTDIR=\(folder) exec zsh -i"
            // Its own history and settings are none of the user's.
            case .fish: "HOME=\(folder) exec fish -i --init-command 'source \(file)'"
            }
        }
    }

    private let program: Program

    init() throws { program = try Program() }

    /// What is typed before Tab, and what the line is then.
    private static let lines = [
        ("rea", "quietzone read"), ("read --effort n", "quietzone read --effort normal"),
        ("config ch", "quietzone config check"), ("config check no", "quietzone config check notes.txt"),
        ("read pics/la", "quietzone read pics/label.png"), ("pics/la", "quietzone pics/label.png"),
        ("--source pics/la", "quietzone --source pics/label.png"),
        ("watch --source dem", "quietzone watch --source demo"),
        ("--source dem", "quietzone --source demo"),
        ("read --only qr", "quietzone read --only qr-code"),
        ("read --only qr-code,ean-1", "quietzone read --only qr-code,ean-13"),
        ("read --only qr-code,itf,data-m", "quietzone read --only qr-code,itf,data-matrix"),
        ("read --only qr-code --only ean-1", "quietzone read --only qr-code --only ean-13"),
        ("read --charset Shi", "quietzone read --charset Shift_JIS"),
        ("print --sheet L478", "quietzone print --sheet L4785"),
        ("make -s micro-q", "quietzone make -s micro-qr-code"),
        ("make --payload wif", "quietzone make --payload wifi"),
        ("make --payload wifi --ssi", "quietzone make --payload wifi --ssid"),
        ("make --payload wifi --security no", "quietzone make --payload wifi --security none"),
    ]

    @Test(arguments: Shell.installed) func filesValuesAndCommandsAreCompleted(_ shell: Shell) async throws {
        let script = try await program.run(["--generate-completion-script", shell.rawValue])
        _ = try program.file("completion", script.bytes)
        _ = try program.file("pics/label.png", [])
        _ = try program.file("notes.txt", [])
        let pane = try await Pane(program)
        defer { pane.end() }
        let programs = URL(fileURLWithPath: Program.executable).deletingLastPathComponent().path
        try await pane.line("export PATH=\(programs):$PATH; cd \(program.folder.path)")
        try await pane.line(try shell.start(in: program.folder.path), until: "ready>")
        for (typed, completed) in Self.lines {
            try await pane.press("C-u", "C-l")
            try await pane.wait("for an empty line") { Self.lines(of: $0) == ["ready>"] }
            try await pane.send("quietzone \(typed)", until: "quietzone \(typed)")
            try await pane.press("Tab")
            try await pane.wait("for “\(completed)” of “\(typed)” in \(shell)") { screen in
                screen.contains("ready> \(completed)")
            }
        }
        try await pane.press("C-u")
        try await pane.send("exit")
        try await pane.press("Enter")
    }

    private static func lines(of screen: String) -> [String] {
        screen.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}

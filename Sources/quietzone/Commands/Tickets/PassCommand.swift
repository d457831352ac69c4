import ArgumentParser

/// `quietzone pass`: tickets issued and checked.
struct PassCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pass", abstract: "Issue tickets: their codes and the keys that sign them.",
        subcommands: [PassCodeCommand.self, PassKeyCommand.self])
}

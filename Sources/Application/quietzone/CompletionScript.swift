/// What ArgumentParser generates for shells completes no arguments of the default command until that is named, and of a source
/// either files or words; here the rest is added: `quietzone la<Tab>` finds label.png, `--source de<Tab>` the demo.
enum CompletionScript {
    /// A line that goes before the first `end` behind a `mark`.
    private struct Addition {
        var line: String
        var mark: String
        var end: String
    }

    private static let bash = Addition(
        line: "        _quietzone_scan\n", mark: "# Offer subcommand completions\n", end: "        ;;")

    private static let zsh = [
        Addition(line: "        _files && ret=0\n", mark: "_describe -V subcommand subcommands", end: "        ;;"),
        // `_arguments` takes what begins with a hyphen for an option of the program, not of the default command.
        Addition(
            line: "    if [[ \"${words[2]}\" == -* ]]; then _quietzone_scan; return; fi\n", mark: "_quietzone() {",
            end: "\n    local -i ret=1"),
    ]

    /// The script for a shell, known by its first lines, with the arguments of the command `scan` where a command may stand; any other
    /// text as it is.
    static func completed(_ text: String) -> String {
        if text.contains("complete -o filenames -F _quietzone quietzone") {
            let source = "'--source')\n        __quietzone_add_completions -f\n"
            return inserting(bash, into: text).replacing(
                source, with: source + "        __quietzone_add_completions -W 'demo'\n")
        }
        if text.hasPrefix("#compdef quietzone") {
            return zsh.reduce(text) { inserting($1, into: $0) }.replacing(
                ":SPEC:_files'", with: ":SPEC:{_files; compadd -- demo}'"
            )
            // For an argument without an action `_arguments` shows a message, and then lists the only option instead of inserting it.
            .replacing(/(?m)^( +'\*?:[^:']*:)'$/) { "\($0.1){:}'" }
        }
        guard text.contains("complete -c 'quietzone' -f") else { return text }
        let condition = "__quietzone_should_offer_completions_for_positional \"quietzone\" -eq 1"
        return text + """

            complete -c 'quietzone' -n '\(condition)' -F
            complete -c 'quietzone' -l 'source' -ra 'demo'

            """
    }

    private static func inserting(_ addition: Addition, into text: String) -> String {
        guard let start = text.firstRange(of: addition.mark)?.upperBound,
            let place = text[start...].firstRange(of: addition.end)
        else { return text }
        return "\(text[..<place.lowerBound])\(addition.line)\(text[place.lowerBound...])"
    }
}

/// What ArgumentParser generates for shells completes no arguments of the default command until that is named; here they are
/// added: `quietzone la<Tab>` finds label.png.
enum CompletionScript {
    /// The script for a shell, known by its first lines, with the arguments of the command `scan` where a command may stand; any other
    /// text as it is.
    static func completed(_ text: String) -> String {
        if text.contains("complete -o filenames -F _quietzone quietzone") {
            return inserting(
                "        _quietzone_scan\n", into: text, after: "# Offer subcommand completions\n", before: "        ;;"
            )
        }
        if text.hasPrefix("#compdef quietzone") {
            return inserting(
                "        _files && ret=0\n", into: text, after: "_describe -V subcommand subcommands",
                before: "        ;;")
        }
        guard text.contains("complete -c 'quietzone' -f") else { return text }
        let condition = "__quietzone_should_offer_completions_for_positional \"quietzone\" -eq 1"
        return text + "\ncomplete -c 'quietzone' -n '\(condition)' -F\n"
    }

    private static func inserting(_ line: String, into text: String, after mark: String, before end: String) -> String {
        guard let start = text.firstRange(of: mark)?.upperBound, let place = text[start...].firstRange(of: end) else {
            return text
        }
        return text[..<place.lowerBound] + line + text[place.lowerBound...]
    }
}

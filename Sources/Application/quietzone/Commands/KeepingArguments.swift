import Services
import ArgumentParser
import Config
import History
import Symbols

/// What session scans belong to, and whether they are kept.
struct KeepingArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Save scans in this session, new or resumed.", valueName: "NAME"))
    var session: String?

    @Option(
        help: ArgumentHelp(
            "What to do with repeated codes: each (new scan), count (adds to the quantity), unique (ignored).",
            valueName: "HOW"
        ))
    var repeats: ScanRepeats?

    @Option(
        help: ArgumentHelp(
            "The session's check-list: one expected code per line, or a CSV of text, quantity, name.",
            valueName: "FILE"), completion: .file())
    var expect: String?

    @Option(help: ArgumentHelp("Tag each scan. May be repeated.", valueName: "TAG"))
    var tag: [String] = []

    @Flag(
        help:
            "Type each scan as keyboard input, like a hardware scanner; see [typing] in the settings.")
    var type = false

    func validate() throws {
        if let session, let why = HistorySession.obstacle(toName: session) {
            throw ValidationError("--session: \(why)")
        }
        if expect != nil, session == nil {
            throw ValidationError("--expect needs --session")
        }
        for name in tag {
            if let why = RemarkChange.obstacle(toTag: name) { throw ValidationError("--tag \(name): \(why)") }
        }
    }

    /// Whether something was asked for that only kept scans can have.
    var wantsKeeping: Bool { session != nil || repeats != nil || !tag.isEmpty }

    /// What types scans; nil if that is not wanted.
    func typing(_ settings: Settings, complain: @escaping @Sendable (String) -> Void) throws -> ScanTyping? {
        type ? try ScanTyping(settings.typing, complain: complain) : nil
    }

    /// - Parameter isPrivate: whether nothing goes to the disk.
    func options(isPrivate: Bool = false) -> KeepingOptions {
        var options = KeepingOptions()
        (options.session, options.repeats, options.expected, options.tags) = (session, repeats, expect, tag)
        options.isPrivate = isPrivate
        return options
    }
}

extension ScanRepeats: ExpressibleByArgument {}

import ArgumentParser
import Charsets
import Config
import Decoding
import FullScreen
import Symbols

/// What to look for, where the command line says something else than the settings, and where.
struct ReadingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read only these symbologies, which is faster; `quietzone symbologies` lists them. May be repeated.",
            valueName: "SYMBOLOGY,…"))
    var only: [SymbologyList] = []

    @Flag(
        name: .customLong("check-code-39"),
        help: "Read Code 39 only with a check character, and leave it out.")
    var checksCode39 = false

    @Option(
        help: ArgumentHelp(
            "Assume this charset for codes that name none, such as Shift_JIS, windows-1251 or ISO-8859-2.",
            valueName: "NAME"))
    var charset: CharsetName?

    @OptionGroup var confinement: SandboxOptions

    /// The full-screen program by the user's settings, and what was asked for.
    func program(source: String?, format: String?) -> FullScreenProgram {
        var warnings: [String] = []
        var settings = Settings.load(isBrief: true) { warnings.append($0) }
        override(&settings)
        var program = FullScreenProgram(
            settings: settings, source: source, format: format, sandbox: confinement.sandbox)
        program.warnings = warnings
        return program
    }

    /// Puts what was asked for in place of what the settings say.
    func override(_ settings: inout Settings) {
        if !only.isEmpty { settings.readsOnly = only.reduce(into: []) { $0.formUnion($1.symbologies) } }
        if checksCode39 { settings.checksCode39 = true }
        if let charset { settings.charset = charset.name }
    }
}

/// A charset that bytes can be taken in, by its IANA name.
struct CharsetName: ExpressibleByArgument {
    let name: String

    init?(argument: String) {
        guard let name = TextDecoding.charsetName(argument) else { return nil }
        self.name = name
    }

    static var allValueStrings: [String] { TextDecoding.charsetNames }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// Symbologies that this build reads, by their names, with commas between them.
struct SymbologyList: ExpressibleByArgument {
    let symbologies: Set<Symbology>

    init?(argument: String) {
        let names = argument.split(separator: ",", omittingEmptySubsequences: false)
        let known = names.compactMap { Symbology(rawValue: String($0)) }.filter(SymbologySupport.readable.contains)
        guard known.count == names.count else { return nil }
        symbologies = Set(known)
    }

    static var allValueStrings: [String] {
        Symbology.allCases.filter(SymbologySupport.readable.contains).map(\.rawValue)
    }

    static var defaultCompletionKind: CompletionKind { .custom { _, _, word in completions(of: word) } }

    /// The lists that `word` can become: what stands before its last comma stays, and is not offered again.
    static func completions(of word: String) -> [String] {
        let typed = word.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let former = typed.dropLast()
        return allValueStrings.filter { $0.hasPrefix(typed.last ?? "") && !former.contains($0) }.map { name in
            (former + [name]).joined(separator: ",")
        }
    }
}

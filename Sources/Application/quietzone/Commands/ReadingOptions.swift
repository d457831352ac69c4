import ArgumentParser
import Charsets
import Config
import Decoding
import Formats
import FullScreen
import Symbols

/// What to look for, where the command line says something else than the settings, and where.
struct ReadingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read only these symbologies, such as qr-code,ean-13. `quietzone symbologies` lists them.",
            valueName: "SYMBOLOGY,…"),
        completion: .custom { _, _, word in SymbologyList.completions(of: word) })
    var only: [String] = []

    @OptionGroup(title: "Advanced") var advanced: AdvancedReadingOptions

    var confinement: SandboxOptions { advanced.confinement }

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

    func validate() throws { _ = try only.map(SymbologyList.init) }

    /// Puts what was asked for instead of what the settings say.
    func override(_ settings: inout Settings) {
        let lists = only.compactMap { try? SymbologyList($0) }
        if !lists.isEmpty { settings.readsOnly = lists.reduce(into: []) { $0.formUnion($1.symbologies) } }
        if advanced.checksCode39 { settings.checksCode39 = true }
        if let charset = advanced.charset { settings.charset = TextDecoding.charsetName(charset) }
    }
}

/// What few people need when they read symbols.
struct AdvancedReadingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The charset of codes that name none, such as Shift_JIS or windows-1251.", valueName: "NAME"),
        completion: .list(TextDecoding.charsetNames))
    var charset: String?

    @Flag(
        name: .customLong("check-code-39"),
        help: "Read Code 39 only with a check character, and leave it out.")
    var checksCode39 = false

    @OptionGroup var confinement: SandboxOptions

    func validate() throws {
        guard let charset, TextDecoding.charsetName(charset) == nil else { return }
        let names = TextDecoding.charsetNames
        let hint = NameMatching.closest(to: charset, in: names).map { "Did you mean \($0)?" }
        throw ValidationError(
            "Unknown charset “\(charset)”. " + (hint ?? "Known charsets: \(names.joined(separator: ", "))."))
    }
}

/// Symbologies that this build reads, by their names, with commas between them.
struct SymbologyList {
    let symbologies: Set<Symbology>

    /// The symbologies that `text` names, in upper or lower case, with or without hyphens.
    ///
    /// - Throws: `ValidationError` that suggests a name.
    init(_ text: String) throws {
        symbologies = Set(
            try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
                let name = String(name)
                guard let symbology = Symbology(called: name), SymbologySupport.readable.contains(symbology) else {
                    throw ValidationError.unknownSymbology(name, among: Self.names)
                }
                return symbology
            })
    }

    private static var names: [String] {
        Symbology.allCases.filter(SymbologySupport.readable.contains).map(\.rawValue)
    }

    /// The lists that `word` can become: what stands before its last comma stays, and is not offered again.
    static func completions(of word: String) -> [String] {
        let typed = word.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let former = typed.dropLast()
        return names.filter { $0.hasPrefix(typed.last ?? "") && !former.contains($0) }.map { name in
            (former + [name]).joined(separator: ",")
        }
    }
}

extension Symbology {
    /// The symbology that people call `name`: its name, title or short title, whatever the case and punctuation.
    init?(called name: String) {
        let key = NameMatching.key(name)
        let found = Self.allCases.first { symbology in
            [symbology.rawValue, symbology.traits.title, symbology.shortTitle].contains { NameMatching.key($0) == key }
        }
        guard let found else { return nil }
        self = found
    }
}

extension ValidationError {
    /// No symbology of `names` is called `name`.
    static func unknownSymbology(_ name: String, among names: [String]) -> ValidationError {
        let hint = NameMatching.closest(to: name, in: names).map { "Did you mean \($0)?" }
        return ValidationError("Unknown symbology “\(name)”. " + (hint ?? "`quietzone symbologies` lists them."))
    }
}

import Decoding
import Encoding
import Symbols

/// docs/reference/symbologies.md: what is read, and what is made.
enum SymbologyPage {
    static func markdown() -> String {
        Page.markdown(
            "Symbologies",
            introduction: """
                The kinds of code that Quietzone reads and makes, by the names that options, settings and JSON use. See the guides to \
                [scanning](../guide/scanning.md) and [making codes](../guide/making.md). `quietzone symbologies` and `quietzone make --list` \
                print these tables on the terminal.
                """,
            [
                .heading(1, "Codes that are read"),
                .text(
                    "`--only` reads some of them alone. Those that are not read by default have neither a check digit nor error "
                        + "correction: name them with `--only` or in the setting `[reading] only`. The identifier is that of ISO/IEC 15424 "
                        + "for a symbol without modifiers. `own` stands for this project's readers."),
                .table(header: ["name", "symbology", "identifier", "engines", "by default"], rows: read),
                .heading(1, "Codes that are made"),
                .text(
                    "`quietzone make --symbology NAME` makes one, and `quietzone print` prints it. `quietzone make --list` prints the "
                        + "maximum lengths too, and only the kinds that the installed version of libzint makes."),
                .table(header: ["name", "kind", "takes", "options"], rows: made),
            ])
    }

    private static var read: [[String]] {
        Symbology.allCases.filter(SymbologySupport.readable.contains).map { symbology in
            let engines = EngineKind.allCases.filter { SymbologySupport.engines(for: symbology).contains($0) }
            return [
                "`\(symbology.rawValue)`", symbology.traits.title, "`\(symbology.defaultIdentifier)`",
                engines.map(\.rawValue).joined(separator: ", "), symbology.traits.isReadByDefault ? "yes" : "no",
            ]
        }
    }

    private static var made: [[String]] {
        SymbolKind.known.map { kind in
            let choices = kind.choices
            var options: [String] = []
            if !choices.levels.isEmpty { options.append("--level") }
            if !choices.sizes.isEmpty { options.append("--size") }
            if choices.masks > 0 { options.append("--mask") }
            if choices.columns != nil { options.append("--columns") }
            if !choices.checks.isEmpty { options.append("--check-digit") }
            if choices.maximumParts > 1 { options.append("--part") }
            if choices.takesCarrier { options.append("--carrier") }
            if choices.takesBearer { options.append("--bearer") }
            return [
                "`\(kind.name)`", kind.title, kind.characters, options.map { "`\($0)`" }.joined(separator: " "),
            ]
        }
    }
}

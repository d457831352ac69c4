import Files
import Services
import ArgumentParser
import Encoding
import Formats

/// How a symbol is made, as the command line says it.
struct MakingOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The kind of code; --list shows all. Default: qr-code, or the usual one of --payload.", valueName: "KIND"),
        completion: .list(SymbolKind.all.map(\.name)))
    var symbology: String?

    @Option(
        help: ArgumentHelp(
            "The error correction level: L, M, Q, H for QR Code; MaxiCode's mode; a composite's component. Default: the highest that fits.",
            valueName: "LEVEL")
    )
    var level: String?

    @Option(help: ArgumentHelp("The version or size. Default: the smallest that fits.", valueName: "SIZE"))
    var size: String?

    @Option(help: ArgumentHelp("The mask pattern, from 0. Default: the best.", valueName: "N"))
    var mask: Int?

    @Option(help: ArgumentHelp("Codewords or characters per row, of stacked symbols and DotCode.", valueName: "N"))
    var columns: Int?

    @Option(
        help: ArgumentHelp(
            "The Extended Channel Interpretation (ECI). Default: 26 for text beyond ASCII.", valueName: "N")
    )
    var eci: Int?

    @Option(
        help: ArgumentHelp(
            "Add a check character, such as mod43, where it is optional.", valueName: "NAME"))
    var checkDigit: String?

    @Flag(help: "With --check-digit: the text includes it; refuse a wrong one.")
    var checkGiven = false

    @Flag(help: "With --check-digit: do not show it below the bars.")
    var hideCheck = false

    @Option(
        help: ArgumentHelp(
            "Make a part of a longer message (structured append), such as 2/3, or 2/3:ID.",
            valueName: "PART"))
    var part: MessagePart?

    @Option(
        help: ArgumentHelp(
            "MaxiCode: the destination as postcode/country/class: 999999999/840/001.", valueName: "MESSAGE"
        ))
    var carrier: CarrierMessage?

    @Option(help: "ITF: bearer bars across the ends of the bars, or a box around them.")
    var bearer: MakeOptions.Bearer?

    @Option(help: ArgumentHelp("The quiet zone in modules. Default: as the standard requires.", valueName: "N"))
    var quietZone: Int?

    @Option(
        help: ArgumentHelp("The height in modules, of all rows together.", valueName: "N"))
    var height: Int?

    @Flag(help: "Draw no text below bars.")
    var noText = false

    /// - Throws: `ValidationError` for what cannot be together.
    func validate() throws {
        if let symbology, SymbolKind.named(symbology) == nil {
            let names = SymbolKind.all.map(\.name)
            let hint = NameMatching.closest(to: symbology, in: names).map { "Did you mean \($0)?" }
            throw ValidationError(
                "Unknown kind “\(symbology)”. " + (hint ?? "`quietzone make --list` lists all kinds."))
        }
        if checkDigit == nil, checkGiven || hideCheck {
            throw ValidationError("--\(checkGiven ? "check-given" : "hide-check") requires --check-digit")
        }
    }

    /// What to make, the first that holds the content.
    ///
    /// - Parameter proposals: what is made where no kind is named.
    /// - Throws: `UserError` where there is no such kind.
    func kinds(proposals: [String]) throws -> [SymbolKind] {
        try (symbology.map { [$0] } ?? proposals).map { name in
            guard let kind = SymbolKind.named(name) else { throw UserError("unknown kind of code \(name)") }
            return kind
        }
    }

    var options: MakeOptions {
        var options = MakeOptions()
        (options.level, options.size, options.mask, options.columns) = (level, size, mask, columns)
        (options.eci, options.quietZone, options.height) = (eci, quietZone, height)
        options.check = checkDigit.map { .init($0, isGiven: checkGiven, isShown: !hideCheck) }
        options.part = part?.part
        (options.carrier, options.bearer) = (carrier, bearer)
        options.showsText = !noText
        return options
    }
}

extension MakeOptions.Bearer: ExpressibleByArgument {}

extension CarrierMessage: ExpressibleByArgument {
    /// `999999999/840/001`.
    package init?(argument: String) {
        let pieces = argument.split(separator: "/", omittingEmptySubsequences: false)
        guard pieces.count == 3, let country = Int(pieces[1]), let service = Int(pieces[2]) else { return nil }
        self.init(postcode: String(pieces[0]), country: country, service: service)
    }
}

/// `2/3`, or `2/3:ID`.
struct MessagePart: ExpressibleByArgument {
    let part: MakeOptions.Part

    init?(argument: String) {
        guard let part = MakeOptions.Part(argument) else { return nil }
        self.part = part
    }
}

import Formats
import Web

/// A service of the user's own choice: an address with the number in it, and places in the JSON that it answers.
struct OwnProvider: ProductProvider {
    let about: ProviderAbout
    private let settings: ProviderSettings
    /// Scheme, host and port, and what stands behind them.
    private let template: String

    /// Nil where the address is none of the web, or holds no number.
    init?(_ settings: ProviderSettings) {
        guard let address = settings.address, let split = Self.split(address), WebOrigin(split.base) != nil,
            Self.forms.contains(where: { split.rest.contains("{\($0.name)}") })
        else { return nil }
        (self.settings, template) = (settings, split.rest)
        let host = WebOrigin(split.base)?.host ?? ""
        about = ProviderAbout(
            name: settings.name, title: settings.name, knows: "what its settings say", receiver: host,
            address: split.base, limit: RateLimit(burst: 1, seconds: 60 / Double(settings.perMinute)),
            licence: settings.licence, terms: "those of \(host)",
            secret: settings.hasSecret ? "the secret of the settings" : nil)
    }

    /// The number's forms, by the names that stand in braces for them.
    private static let forms: [(name: String, form: @Sendable (ProductNumber) -> String?)] = [
        ("gtin", { $0.text }), ("gtin8", { $0.digits(8) }), ("gtin12", { $0.digits(12) }),
        ("gtin13", { $0.digits(13) }), ("gtin14", { $0.digits(14) }), ("isbn", { $0.isbn13 }),
        ("isbn10", { $0.isbn10 }),
    ]

    /// `https://host:port`, and what follows.
    private static func split(_ address: String) -> (base: String, rest: String)? {
        guard let slashes = address.firstRange(of: "://"),
            let slash = address[slashes.upperBound...].firstIndex(of: "/")
        else { return nil }
        return (String(address[..<slash]), String(address[slash...]))
    }

    func knows(_ number: ProductNumber) -> Bool { number.kind.isKnownElsewhere && !paths(for: number).isEmpty }

    func paths(for number: ProductNumber) -> [String] {
        var path = template
        for (name, form) in Self.forms where path.contains("{\(name)}") {
            guard let digits = form(number) else { return [] }
            path = path.replacing("{\(name)}", with: digits)
        }
        return [path]
    }

    func header(for secret: String, to address: String) -> String? {
        settings.secretHeader.map {
            $0.contains("{secret}") ? $0.replacing("{secret}", with: secret) : "\($0): \(secret)"
        }
            ?? "Authorization: Bearer \(secret)"
    }

    func products(in answer: JSONValue, for number: ProductNumber) throws(ProviderFormError) -> [ProviderProduct] {
        let values = settings.hits.map { $0.values(in: answer) } ?? [answer]
        return values.prefix(ProductIndexSchema.maximumHits).compactMap { value in
            var facts = ProductFacts()
            for (fact, path) in settings.facts {
                let text = path.text(in: value)
                facts[fact] = fact == .year ? text.flatMap { ProductFacts.year(in: $0) } : text
            }
            return facts.isEmpty ? nil : ProviderProduct(facts)
        }
    }
}

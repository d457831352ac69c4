import Lookup
import TOMLKit
import Web

extension ProviderSettings {
    /// `[provider.NAME]` in default.toml.
    static let section = UserSection(
        "provider", title: "provider.NAME", follows: "lookup",
        """
        # Logins for providers of product data, or a provider of your own: an address with {gtin} (or gtin8, gtin12, gtin13, gtin14, isbn, isbn10),
        # and where its JSON has the facts. Places are names and numbers separated by dots; * is every element of a list.
        # [provider.discogs]
        # secret-file = "/home/me/.discogs.token"   # or secret-variable = "DISCOGS_TOKEN"
        # [provider.stock]
        # address = "https://stock.example/api/products/{gtin13}"
        # secret-file = "/home/me/.stock.key"
        # secret-header = "X-Api-Key"            # if left out: Authorization: Bearer …
        # headers = { Accept-Language = "en" }
        # hits = "items.*"                       # one product each; if left out, the answer is one product
        # facts = { name = "title", brand = "maker.name", price = "price.text" }
        # licence = "ours"
        # per-minute = 20                        # requests
        # seconds = 20                           # per request
        """)

    /// The providers of a settings file, by their names.
    static func providers(of file: TOMLTable, _ problems: inout [SettingsProblem]) -> [ProviderSettings] {
        section.sections(of: file, longest: 40, &problems).compactMap { provider($0.name, $0.section, &problems) }
    }

    private static func provider(
        _ name: String, _ section: SettingsSection, _ problems: inout [SettingsProblem]
    ) -> ProviderSettings? {
        var section = section
        var provider = ProviderSettings(name)
        let text = SettingFormat<String>.text()
        let line = SettingFormat<String>.text("text without line breaks") { text in
            !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F }
        }
        section.read("address", line.optional, into: &provider.address)
        section.read("secret-file", text.optional, into: &provider.secretFile)
        section.read("secret-variable", text.optional, into: &provider.secretVariable)
        section.read("secret-header", line.optional, into: &provider.secretHeader)
        section.texts("headers") { provider.headers = $0 }
        section.string("hits") { text in
            provider.hits = JSONPath(text)
            return provider.hits == nil ? "names and numbers with dots between them" : nil
        }
        section.strings(in: "facts") { inner in
            for key in inner.keys {
                guard let fact = ProductFact(rawValue: key) else {
                    return "facts: one of \(ProductFact.allCases.map(\.rawValue).joined(separator: ", "))"
                }
                guard let path = inner[key]?.string.flatMap(JSONPath.init) else {
                    return "places: names and numbers with dots between them"
                }
                provider.facts[fact] = path
            }
            return nil
        }
        section.read("licence", .text(), into: &provider.licence)
        section.read("per-minute", .whole(1...6000), into: &provider.perMinute)
        section.read("seconds", .whole(1...120), into: &provider.seconds)
        let found = section.finish()
        problems += found
        guard found.isEmpty else { return nil }
        if let problem = provider.problem {
            problems.append(SettingsProblem("[provider.\(name)]", problem))
            return nil
        }
        return provider
    }

    /// What is missing; nil if nothing is.
    private var problem: String? {
        if secretFile != nil, secretVariable != nil { return "either secret-file or secret-variable holds the secret" }
        guard !ProductProviders.all.contains(where: { $0.about.name == name }) else {
            return facts.isEmpty && hits == nil ? nil : "hits and facts are only for your own providers"
        }
        guard address != nil else { return "needs address = \"https://…/{gtin}\"" }
        return facts[.name] == nil && facts[.brand] == nil
            ? "needs facts = { name = \"…\" }: where the answer has the name" : nil
    }
}

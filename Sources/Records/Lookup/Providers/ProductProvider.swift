import Formats
import Foundation

/// A service that knows products. A provider is one file with such a type, and a row in `ProductProviders.all`.
package protocol ProductProvider: Sendable {
    /// What is shown of it.
    var about: ProviderAbout { get }

    /// Whether it is asked for a number at all.
    func knows(_ number: ProductNumber) -> Bool

    /// What it is asked for a number it knows, one after the other until an answer has products: paths and queries behind its address,
    /// which hold nothing but the number.
    func paths(for number: ProductNumber) -> [String]

    /// The line of the head of a GET of `address` that carries the secret; nil if it sends none.
    func header(for secret: String, to address: String) -> String?

    /// The products of an answer; none if it does not know the number.
    ///
    /// - Throws: `ProviderFormError` if the answer has another form.
    func products(in answer: JSONValue, for number: ProductNumber) throws(ProviderFormError) -> [ProviderProduct]
}

extension ProductProvider {
    /// Sends none.
    package func header(for secret: String, to address: String) -> String? { nil }
}

/// A product of an answer.
package struct ProviderProduct: Hashable, Sendable {
    package var facts: ProductFacts
    /// When the provider changed them last, in seconds since 1970; nil if it does not say so.
    package var modified: Int64?

    package init(_ facts: ProductFacts, modified: Int64? = nil) { (self.facts, self.modified) = (facts, modified) }
}

/// An answer that has another form than the provider's description.
package struct ProviderFormError: Error, Hashable, Sendable {
    /// What is missing.
    package let words: String

    package init(_ words: String) { self.words = words }
}

/// What is shown of a provider before it is switched on.
package struct ProviderAbout: Sendable {
    /// What the settings call it, such as `open-food-facts`.
    package let name: String
    package let title: String
    /// What it knows, in words: `food, cosmetics, pet food`.
    package let knows: String
    /// Who gets the requests: `Open Food Facts, France`.
    package let receiver: String
    /// Where requests go: scheme, host and what stands before every path.
    package var address: String
    /// Other hosts that its redirects may lead to.
    package let hosts: Set<String>
    package let limit: RateLimit
    package let licence: String
    /// The address of its terms.
    package let terms: String
    /// Whether it needs a secret, and which.
    package var secret: String?
    /// Whether `providers login` can get it one.
    package let hasLogin: Bool

    package init(
        name: String, title: String, knows: String, receiver: String, address: String, hosts: Set<String> = [],
        limit: RateLimit, licence: String, terms: String, secret: String? = nil, hasLogin: Bool = false
    ) {
        (self.name, self.title, self.knows, self.receiver) = (name, title, knows, receiver)
        (self.address, self.hosts, self.limit, self.licence) = (address, hosts, limit, licence)
        (self.terms, self.secret, self.hasLogin) = (terms, secret, hasLogin)
    }

    /// What is sent to whom, in one line.
    package var disclosure: String {
        let secret = secret.map { ", with \($0)" } ?? ""
        return
            "\(title) gets the number of each product that is looked up, your network address and the program's name\(secret) "
            + "(\(receiver); terms: \(terms))"
    }
}

/// How many requests a provider gets: a bucket of tokens.
package struct RateLimit: Hashable, Sendable {
    /// Requests at once, at most.
    package let burst: Int
    /// Seconds until there is one more.
    package let seconds: Double

    /// In no period are there more than `burst` requests and one for each `seconds` of it.
    package init(burst: Int, seconds: Double) { (self.burst, self.seconds) = (burst, seconds) }

    /// `5 at once, then one in 6 s`.
    package var words: String {
        let period = seconds >= 120 ? "\(Int((seconds / 60).rounded())) min" : "\(seconds.formatted()) s"
        return burst > 1 ? "\(burst) at once, then one in \(period)" : "one in \(period)"
    }
}

/// The providers that the program has; settings add those of one's own.
package enum ProductProviders {
    package static let all: [any ProductProvider] = [
        OpenFoodFactsProvider(), MusicBrainzProvider(), DiscogsProvider(), OpenLibraryProvider(), WikidataProvider(),
        GoogleBooksProvider(),
    ]
}

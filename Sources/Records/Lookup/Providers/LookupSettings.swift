import Web

/// How products are looked up, as `[lookup]` has it.
package struct LookupSettings: Hashable, Sendable {
    /// The providers that are on, in the order in which they are asked; none by default.
    package var providers: [String] = []
    /// Whether every product that is scanned on the full screen is looked up, not only those that are asked for.
    package var isAutomatic = false
    /// How providers reach the user: an e-mail or web address in each request's head; empty for none.
    package var contact = ""
    /// For how long an answer counts, in days.
    package var cacheDays = 30
    /// The same of "not found".
    package var missDays = 7
    /// Hosts that may be asked without https.
    package var plainHosts: [String] = []
    /// The folder of what logins have left, a file for each provider; nil for none.
    package var logins: String?
    /// `[provider.NAME]`.
    package var sections: [ProviderSettings] = []

    /// The defaults.
    package init() {}
}

/// What `[provider.NAME]` says of a provider: the secret or another address of one that the program has, or all of one's own.
package struct ProviderSettings: Hashable, Sendable {
    package let name: String
    /// What a login has left, used where settings name no secret; the file need not be there.
    package var loginFile: String?
    /// The address; of one's own with `{gtin}` or another form of the number in it.
    package var address: String?
    /// The file or the variable of the environment that holds the secret.
    package var secretFile: String?
    package var secretVariable: String?
    /// The line of the head that carries it, such as `X-Api-Key`; nil for `Authorization: Bearer`.
    package var secretHeader: String?
    /// Further lines of the head, by their names.
    package var headers: [String: String] = [:]
    /// Where the answer has its products; nil if it is one.
    package var hits: JSONPath?
    /// Where a product has its facts.
    package var facts: [ProductFact: JSONPath] = [:]
    package var licence = ""
    /// Requests in a minute.
    package var perMinute = 20
    /// The longest time for a request, in seconds.
    package var seconds = 20

    /// One without anything.
    package init(_ name: String) { self.name = name }

    package var hasSecret: Bool { secretFile != nil || secretVariable != nil }
}

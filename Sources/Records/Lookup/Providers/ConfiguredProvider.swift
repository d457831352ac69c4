import Files
import Formats
import Web

/// A provider with what the settings say of it.
package struct ConfiguredProvider: Sendable {
    package let provider: any ProductProvider
    package let about: ProviderAbout
    /// Where its requests may go.
    let reach: WebReach
    private let settings: ProviderSettings
    private let userAgent: String

    /// Nil where the address is none, or is neither https, on this machine, nor among the hosts that settings except.
    init?(_ provider: any ProductProvider, _ settings: ProviderSettings?, plainHosts: [String], userAgent: String) {
        var about = provider.about
        self.settings = settings ?? ProviderSettings(about.name)
        if !(provider is OwnProvider), let address = settings?.address {
            about.address = address.hasSuffix("/") ? String(address.dropLast()) : address
        }
        guard let base = WebOrigin(about.address) else { return nil }
        let reach = WebReach(base: base, hosts: about.hosts, plainHosts: Set(plainHosts.map { $0.lowercased() }))
        guard reach.allows(base) else { return nil }
        (self.provider, self.about, self.reach, self.userAgent) = (provider, about, reach, userAgent)
    }

    package var name: String { about.name }

    /// The request for a path, with the secret of the settings.
    ///
    /// - Throws: `UserError` if the secret is missing.
    func request(_ path: String, etag: String?) throws(UserError) -> WebRequest {
        var request = WebRequest(address: about.address + path, headers: ["Accept: application/json"])
        request.headers += settings.headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        if let etag { request.headers.append("If-None-Match: \(etag)") }
        if let secret = try secret(), let line = provider.header(for: secret, to: request.address) {
            request.secretHeaders = [line]
        }
        request.userAgent = userAgent
        request.seconds = settings.seconds
        return request
    }

    private func secret() throws(UserError) -> String? {
        let login = settings.hasSecret ? nil : settings.loginFile.flatMap { Folder.contains($0) ? $0 : nil }
        let bytes = try StoredSecret.bytes(file: settings.secretFile ?? login, variable: settings.secretVariable)
        guard let bytes else {
            guard let what = about.secret else { return nil }
            let login = about.hasLogin ? ", or run `quietzone providers login \(name)`" : ""
            throw UserError("\(what) is missing: set secret-file under [provider.\(name)]\(login)")
        }
        guard let text = String(validating: bytes, as: UTF8.self),
            !text.unicodeScalars.contains(where: { $0.value < 0x20 })
        else { throw UserError("its secret is not a line of text") }
        return text
    }

    /// Why it cannot be asked although it is on; nil if it can.
    package var obstacle: String? {
        do { _ = try secret() } catch { return error.description }
        return nil
    }
}

/// The providers of the program and of the settings.
package struct ProviderList: Sendable {
    /// All, those of the program first.
    package let all: [ConfiguredProvider]
    /// Those that are on, in the order in which they are asked.
    package let on: [ConfiguredProvider]
    /// What is wrong with the settings of some, a line each.
    package let problems: [String]

    /// - Parameter version: the program's name and version, as in `quietzone 0.1.0`.
    package init(_ settings: LookupSettings, version: String) {
        let contact = settings.contact.isEmpty ? "terminal barcode scanner" : settings.contact
        let userAgent = "\(version.split(separator: " ").joined(separator: "/")) (\(contact))"
        var problems: [String] = []
        let known = Set(ProductProviders.all.map(\.about.name))
        let own: [any ProductProvider] = settings.sections.filter { !known.contains($0.name) }.compactMap { section in
            let provider = OwnProvider(section)
            if provider == nil {
                problems.append(
                    "[provider.\(section.name)] address must be a web address with {gtin} or another form after its host"
                )
            }
            return provider
        }
        let all: [ConfiguredProvider] = (ProductProviders.all + own).compactMap { provider in
            let name = provider.about.name
            var section = settings.sections.first { $0.name == name }
            if let folder = settings.logins, provider.about.hasLogin {
                section = section ?? ProviderSettings(name)
                section?.loginFile = "\(folder)/\(name)"
            }
            let configured = ConfiguredProvider(
                provider, section, plainHosts: settings.plainHosts, userAgent: userAgent)
            if configured == nil {
                problems.append(
                    "[provider.\(name)] address must begin with https://; [lookup] plain-hosts names hosts that may use http"
                )
            }
            return configured
        }
        var on: [ConfiguredProvider] = []
        for name in settings.providers where !on.contains(where: { $0.name == name }) {
            if let provider = all.first(where: { $0.name == name }) {
                on.append(provider)
            } else if !settings.sections.contains(where: { $0.name == name }) {
                problems.append("[lookup] providers: there is no provider \(UserError.quoted(name))")
            }
        }
        (self.all, self.on, self.problems) = (all, on, problems)
    }

    /// The provider with a name, whether it is on or not.
    package func named(_ name: String) -> ConfiguredProvider? { all.first { $0.name == name } }
}

import Formats

/// A web address: `https://…`, `URL:…`, `URLTO:title:…`, or a bare domain.
enum WebAddressPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        let bytes = input.bytes.trimmed
        var title: String?
        let address: WebAddress?
        if let rest = bytes.after(prefix: "URLTO:") {
            // NTT DOCOMO's format is `URLTO:title:address`, but some codes leave the title out.
            if let plain = WebAddress(absolute: rest) {
                address = plain
            } else {
                let (head, tail) = rest.cut(at: UInt8(ascii: ":"))
                title = tail == nil || head.isEmpty ? nil : head.text
                address = anyForm(tail ?? rest)
            }
        } else if let rest = bytes.after(prefix: "URL:") {
            address = anyForm(rest.trimmed)
        } else {
            address = anyForm(bytes, takesFileNames: false)
        }
        return address.map { payload(of: $0, title: title, text: bytes.text, input) }
    }

    /// - Parameters:
    ///   - title: what the symbol calls the address; nil as a rule.
    ///   - text: what is looked through for invisible characters.
    static func payload(of address: WebAddress, title: String?, text: String, _ input: PayloadInput) -> Payload {
        // A GS1 Digital Link stays an address, and tells a product or whatever else it is of, too.
        let link = DigitalLink.fields(of: address, today: input.today)
        let warnings = URLRisks.warnings(for: address, text: text)
        return Payload(
            content: input.content, kind: .url, summary: summary(address),
            fields: fields(address, title: title) + link.fields,
            warnings: warnings + link.warnings, actions: [address.openAction(warnings)])
    }

    /// - Parameter takesFileNames: whether `readme.md` is an address, because the format says that one stands there.
    static func anyForm(_ bytes: ArraySlice<UInt8>, takesFileNames: Bool = true) -> WebAddress? {
        WebAddress(absolute: bytes) ?? WebAddress(bareDomain: bytes, takesFileNames: takesFileNames)
    }

    private static func fields(_ address: WebAddress, title: String?) -> [PayloadField] {
        var list = FieldList(keepsEmpty: true)
        list.add("url", .address, address.url)
        list.add("title", .title, title)
        list.add("scheme", .scheme, address.scheme)
        list.add("host", .host, address.host.ascii)
        if address.host.unicode != address.host.ascii { list.add("unicodeHost", .readsAs, address.host.unicode) }
        list.add("port", .port, address.port.map(String.init), json: address.port.map { .integer(Int64($0)) })
        list.add("userinfo", .user, address.userinfo)
        if !address.path.isEmpty && address.path != "/" { list.add("path", .path, address.path) }
        list.add("query", .query, address.query)
        list.add("fragment", .fragment, address.fragment)
        list.add("asset", .asset, asset(address.path))
        return list.fields
    }

    /// The number of an asset in the address that Homebox prints on labels, `/a/000-017`; nil for another path.
    private static func asset(_ path: String) -> String? {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty, parts[1].elementsEqual("a".utf8) else { return nil }
        let groups = parts[2].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let isNumber = groups.count == 2 && groups.allSatisfy { $0.count == 3 && $0.allSatisfy { 0x30...0x39 ~= $0 } }
        return isNumber ? String(parts[2]) : nil
    }

    /// The host first, as it matters most: abbreviated to the registrable domain when it is long, and in punycode when it
    /// contains confusable characters.
    private static func summary(_ address: WebAddress) -> Summary {
        let host = address.host
        var summary = HostRisks.isDeceptive(host) || host.abbreviated != host.ascii ? host.abbreviated : host.unicode
        if let port = address.port { summary += ":\(port)" }
        if address.path != "/" { summary += String(address.path.prefix(160)) }
        if let query = address.query { summary += (address.path.isEmpty ? "/?" : "?") + query.prefix(160) }
        return .asWritten(summary)
    }
}

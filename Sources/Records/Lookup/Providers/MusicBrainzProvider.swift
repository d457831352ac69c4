import Formats

/// MusicBrainz: records and films by their barcodes.
///
/// https://musicbrainz.org/doc/MusicBrainz_API; one request a second, 503 above; User-Agents without a contact may be blocked.
struct MusicBrainzProvider: ProductProvider {
    let about = ProviderAbout(
        name: "musicbrainz", title: "MusicBrainz", knows: "records", receiver: "MetaBrainz Foundation, USA",
        address: "https://musicbrainz.org", limit: RateLimit(burst: 1, seconds: 1.1),
        licence: MusicBrainzReleases.licence, terms: "https://musicbrainz.org/doc/MusicBrainz_API/Rate_Limiting")

    func knows(_ number: ProductNumber) -> Bool { number.kind == .product && number.thirteen != nil }

    /// One search for all forms: barcodes are stored as they are printed, with 12 or with 13 digits.
    func paths(for number: ProductNumber) -> [String] {
        let forms = [number.twelve, number.digits(8) ?? number.thirteen].compactMap { $0 }
        let query = forms.map { "barcode:\($0)" }.joined(separator: "%20OR%20")
        return ["/ws/2/release/?query=\(query)&fmt=json&limit=20"]
    }

    func products(in answer: JSONValue, for number: ProductNumber) throws(ProviderFormError) -> [ProviderProduct] {
        guard case .array(let releases)? = answer[key: "releases"] else { throw ProviderFormError("no releases") }
        return releases.filter { release in
            // A search may find other barcodes that are like it.
            release[key: "barcode"]?.string.flatMap { ProductNumber(typed: $0) } == number
        }.map { ProviderProduct(MusicBrainzReleases.facts(of: $0)) }.filter { !$0.facts.isEmpty }
    }
}

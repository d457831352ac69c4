import Formats

/// MusicBrainz' JSON dump of releases (https://musicbrainz.org/doc/Development/JSON_Data_Dumps): a release as an object on each line. The
/// file `mbdump/release` of release.tar.xz: `tar -xJOf release.tar.xz mbdump/release | quietzone products import -`.
enum MusicBrainzReleases {
    static let licence = "CC0 1.0"

    static let form = DumpForm.lines(
        "musicbrainz", "JSON dump of releases of MusicBrainz", licence: licence, hasSeveralHits: true,
        recognizes: { beginning in
            guard beginning.first == UInt8(ascii: "{") else { return false }
            let text = beginning.prefix { $0 != 0x0A }.text
            return text.contains("\"artist-credit\"") || text.contains("\"text-representation\"")
        },
        row: { bytes, line in
            let value: JSONValue
            do { value = try JSONValue(parsing: Array(bytes)) } catch { return .bad(line: line, "\(error)") }
            guard case .object = value else { return .bad(line: line, "not a JSON object") }
            guard let number = value[key: "barcode"]?.string.flatMap({ ProductNumber(typed: $0) }) else {
                return .other
            }
            let facts = facts(of: value)
            return facts.isEmpty ? .other : .products([number], facts, modified: nil)
        })

    /// The facts of a release, as dumps and the API write it.
    static func facts(of release: JSONValue) -> ProductFacts {
        var facts = ProductFacts()
        facts[.name] = release[key: "title"]?.string
        let credits = release[key: "artist-credit"]?.elements ?? []
        facts[.creator] = credits.map { credit in
            let name = credit[key: "name"]?.string ?? credit[key: "artist"]?[key: "name"]?.string ?? ""
            return name + (credit[key: "joinphrase"]?.string ?? "")
        }.joined()
        let labels = (release[key: "label-info"]?.elements ?? []).compactMap { $0[key: "label"]?[key: "name"]?.string }
        facts[.brand] = labels.withoutRepeats.joined(separator: ", ")
        facts[.year] = release[key: "date"]?.string.flatMap { ProductFacts.year(in: $0) }
        let media = (release[key: "media"]?.elements ?? []).compactMap { $0[key: "format"]?.string }
        facts[.format] = media.counted.map { $0.count > 1 ? "\($0.count) × \($0.text)" : $0.text }.joined(
            separator: ", ")
        facts[.genre] = genres(of: release).joined(separator: ", ")
        if let id = release[key: "id"]?.string, id.utf8.count == 36 {
            facts[.page] = "https://musicbrainz.org/release/\(id)"
            // The Cover Art Archive answers 404 where there is none.
            if release[key: "cover-art-archive"]?[key: "front"] == .bool(true) {
                facts[.cover] = "https://coverartarchive.org/release/\(id)/front-250"
            }
        }
        return facts
    }

    /// Up to three genres, those with most votes first: of the release or else of its group. A search answers with tags alone.
    private static func genres(of release: JSONValue) -> [String] {
        for owner in [release, release[key: "release-group"]].compactMap(\.self) {
            let genres = names(owner[key: "genres"])
            if !genres.isEmpty { return Array(genres.prefix(3)) }
        }
        for owner in [release, release[key: "release-group"]].compactMap(\.self) {
            let genres = names(owner[key: "tags"]).filter(MusicGenre.isGenre)
            if !genres.isEmpty { return Array(genres.prefix(3)) }
        }
        return []
    }

    private static func names(_ list: JSONValue?) -> [String] {
        let voted = (list?.elements ?? []).enumerated().compactMap { index, entry in
            entry[key: "name"]?.string.map { (name: $0, votes: entry[key: "count"]?.integer ?? 0, index: index) }
        }
        return voted.filter { $0.votes >= 0 }.sorted { ($1.votes, $0.index) < ($0.votes, $1.index) }.map(\.name)
    }
}

extension [String] {
    /// The texts without those that were there before.
    var withoutRepeats: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }

    /// Each text once, with how often it is there.
    var counted: [(text: String, count: Int)] { withoutRepeats.map { text in (text, count { $0 == text }) } }
}

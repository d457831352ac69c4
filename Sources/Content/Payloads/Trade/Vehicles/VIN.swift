import Formats

/// A vehicle identification number (ISO 3779): seventeen capitals and digits without I, O and Q.
struct VIN {
    /// The seventeen characters.
    let characters: ArraySlice<UInt8>
    /// Where its maker is registered (ISO 3780).
    let country: Country
    /// The maker; nil for one that the table does not have.
    let maker: String?

    /// A country, and whether vehicles of its makers carry a check digit.
    struct Country: Sendable {
        let name: String
        let region: String
        let usesCheckDigit: Bool
    }

    /// Nil when `bytes` are of another form, or may as well be any serial number: then the check digit must fit or the maker be
    /// known, and what every number has in common must be there.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count == 17, bytes.allSatisfy({ Self.values[Int($0)] != nil }),
            let country = Self.countries[bytes.prefix(2).text]
        else { return nil }
        characters = bytes
        self.country = country
        maker = Self.makers[bytes.prefix(3).text] ?? Self.makers[bytes.prefix(2).text]
        // The last four are digits (49 CFR 565.15, ISO 3779); a number without letters is any number.
        guard bytes.suffix(4).allSatisfy(ASCII.isDigit), bytes.count(where: ASCII.isLetter) >= 2 else { return nil }
        let hasCheckCharacter = ASCII.isDigit(at(9)) || at(9) == UInt8(ascii: "X")
        if country.usesCheckDigit {
            guard isCheckRight || maker != nil && hasCheckCharacter, Self.years[at(10)] != nil else { return nil }
        } else {
            guard isCheckRight && Self.years[at(10)] != nil || maker != nil else { return nil }
        }
    }

    /// The character at a place, counted from 1 as the standard does.
    private func at(_ place: Int) -> UInt8 { characters[characters.startIndex + place - 1] }

    /// Whether the ninth character is the one that the others make: transliterated, weighted, modulo 11, X for ten
    /// (49 CFR 565.15(c)).
    var isCheckRight: Bool {
        var sum = 0
        for (character, weight) in zip(characters, Self.weights) { sum += (Self.values[Int(character)] ?? 0) * weight }
        let check = sum % 11
        return at(9) == (check == 10 ? UInt8(ascii: "X") : UInt8(ascii: "0") + UInt8(check))
    }

    /// The years that the tenth character can mean, the likeliest first; empty when it means none.
    ///
    /// Codes come again after 30 years. In North America a digit in seventh place says that the year is before 2010 in cars
    /// and light trucks (49 CFR 565.15(d)(1)); elsewhere the newest that has begun is taken.
    func years(today: CivilDate) -> [Int] {
        guard let first = Self.years[at(10)] else { return [] }
        if country.usesCheckDigit, country.region == "North America" {
            return [ASCII.isDigit(at(7)) ? first : first + 30]
        }
        // Model years begin in the calendar year before.
        return first + 30 <= today.year + 1 ? [first + 30, first] : [first]
    }

    /// The last characters, by which a maker counts: six, from the factory's on.
    var serial: String { characters.suffix(6).text }

    private static let weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

    private static let alphabet = Array("ABCDEFGHJKLMNPRSTUVWXYZ1234567890".utf8)

    /// The value of each character that may stand in a number.
    private static let values: [Int?] = {
        var values = [Int?](repeating: nil, count: 256)
        for digit in 0...9 { values[0x30 + digit] = digit }
        for (letters, first) in [("ABCDEFGH", 1), ("JKLMN", 1), ("STUVWXYZ", 2)] {
            for (offset, letter) in letters.utf8.enumerated() { values[Int(letter)] = first + offset }
        }
        values[Int(UInt8(ascii: "P"))] = 7
        values[Int(UInt8(ascii: "R"))] = 9
        return values
    }()

    /// The first year of each code.
    private static let years: [UInt8: Int] = Dictionary(
        "ABCDEFGHJKLMNPRSTVWXY123456789".utf8.enumerated().map { ($1, 1980 + $0) },
        uniquingKeysWith: { first, _ in first })

    private static let makers = DataTable.dictionary(PackageResources.vin_makers_tsv) { ($0[0], $0[1]) }

    private static let countries: [String: Country] = {
        var countries: [String: Country] = [:]
        for row in DataTable.rows(PackageResources.vin_countries_tsv) where row.count == 5 {
            let country = Country(name: row[4], region: row[3], usesCheckDigit: row[2] == "yes")
            let (first, last) = (Array(row[0].utf8), Array(row[1].utf8))
            guard let start = alphabet.firstIndex(of: first[1]), let end = alphabet.firstIndex(of: last[1]),
                start <= end
            else { continue }
            for second in alphabet[start...end] {
                countries[String(decoding: [first[0], second], as: UTF8.self)] = country
            }
        }
        return countries
    }()
}

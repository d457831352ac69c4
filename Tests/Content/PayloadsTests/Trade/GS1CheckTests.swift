import Testing

@testable import Payloads

/// The checks of components, with values of the specifications and of the GS1 Barcode Syntax Dictionary's own tests.
@Suite struct GS1CheckTests {
    static let right: [(check: GS1Check, value: String)] = [
        (.csum, "24012345678905"), (.csum, "09521234543213"), (.csum, "9521101530001"), (.csum, "106141412345678908"),
        (.csum, "96385074"), (.csumalpha, "1987654Ad4X4bL5ttr2310c2K"), (.csumalpha, "12345678901234567890123NT"),
        (.csumalpha, "12345_ABCDEFGHIJKLMCP"), (.csumalpha, "7907665Bm8v2AB"),
        (.csumalpha, "99999zzzzzzzzzzzzzzzzzzT2"),
        (.csumalpha, "23956qk1&dB!23"), (.csumalpha, "00000!HV"), (.gcppos1, "9521"), (.gcppos1, "9521ABC"),
        (.gcppos2, "09521234543213"), (.yymmd0, "270131"), (.yymmd0, "270200"), (.yymmd0, "240229"),
        (.yymmdd, "241231"),
        (.yyyymmdd, "20240229"), (.yyyymmdd, "19991231"), (.hh, "00"), (.hh, "23"), (.mi, "59"), (.ss, "00"),
        (.hhmi, "2359"), (.hhmi, "0000"), (.iso3166, "276"), (.iso3166, "004"), (.iso3166999, "999"),
        (.iso3166alpha2, "DE"), (.iso4217, "978"), (.iso4217, "008"), (.iso4217, "396"), (.iso4217, "926"),
        (.iso5218, "9"),
        (.iban, "DE89370400440532013000"),
        (.iban, "GB82WEST12345698765432"), (.iban, "LC14BOSL123456789012345678901234"), (.pcenc, "a%20b"),
        (.pcenc, "plain"), (.pcenc, "%C3%a9"), (.hyphen, "-"),
        (.hyphen, "--"), (.importeridx, "_"), (.importeridx, "-"), (.importeridx, "z"), (.latitude, "1800000000"),
        (.longitude, "3600000000"), (.mediatype, "01"), (.mediatype, "10"), (.mediatype, "80"), (.mediatype, "99"),
        (.packagetype, "PAE"), (.packagetype, "8"), (.nonzero, "0001"), (.zero, "0"), (.nozeroprefix, "1"),
        (.nozeroprefix, "10"), (.hasnondigit, "12A4"), (.pieceoftotal, "0102"), (.pieceoftotal, "9999"),
        (.posinseqslash, "1/1"), (.posinseqslash, "2/3"), (.winding, "9"), (.yesno, "0"),
        (.couponcode, "012345612345611110123"), (.couponposoffer, "001234561234560123456"),
        (.couponposoffer, "061234567890121234569123456789012345"),
    ]

    static let wrong: [(check: GS1Check, value: String)] = [
        (.csum, "24012345678900"), (.csum, "09521234567894"), (.csum, "106141412345678900"), (.csum, "0"),
        (.csumalpha, "1987654Ad4X4bL5ttr2310cXK"), (.csumalpha, "1987654Ad4X4bL5ttr2310c2X"), (.csumalpha, "33"),
        (.csumalpha, "2"), (.csumalpha, " 2345678901234567890123NT"), (.gcppos1, "952"), (.gcppos1, "95A1"),
        (.gcppos2, "0952"), (.gcppos2, "0A521"), (.yymmd0, "271301"), (.yymmd0, "270231"), (.yymmd0, "270001"),
        (.yymmd0, "230229"), (.yymmdd, "270200"), (.yymmdd, "270432"), (.yyyymmdd, "20230229"), (.yyyymmdd, "20240200"),
        (.hh, "24"), (.mi, "60"), (.ss, "61"), (.hhmi, "2400"), (.hhmi, "1260"), (.iso3166, "000"), (.iso3166, "999"),
        (.iso3166, "280"), (.iso3166999, "998"), (.iso3166alpha2, "XX"), (.iso3166alpha2, "de"), (.iso4217, "000"),
        (.iso4217, "276"), (.iso4217, "191"), (.iso4217, "694"), (.iso4217, "931"), (.iso4217, "932"), (.iso5218, "3"),
        (.iban, "DE88370400440532013000"), (.iban, "DE"), (.iban, "XX361234567890"), (.iban, "BE71096123456760"),
        (.iban, "1289370400"),
        (.pcenc, "a%2"), (.pcenc, "100%"), (.pcenc, "%GG"), (.hyphen, "X"), (.importeridx, "!"), (.importeridx, "AA"),
        (.latitude, "1800000001"), (.longitude, "3600000001"), (.mediatype, "00"), (.mediatype, "11"),
        (.mediatype, "79"), (.packagetype, "0"), (.packagetype, "_1A"), (.nonzero, "0000"), (.zero, "1"),
        (.nozeroprefix, "01"), (.nozeroprefix, "00"), (.nozeroprefix, "0"), (.hasnondigit, "1234"),
        (.pieceoftotal, "0002"),
        (.pieceoftotal, "0302"), (.pieceoftotal, "0100"), (.posinseqslash, "0/3"), (.posinseqslash, "4/3"),
        (.posinseqslash, "123"), (.winding, "2"), (.yesno, "2"), (.couponcode, ""), (.couponcode, "01234561"),
        (.couponcode, "a12345612345611110123"), (.couponcode, "712345678901231234561111012"),
        (.couponcode, "01234561234560"), (.couponcode, "0123456123456110"), (.couponcode, "012345612345611115123"),
        (.couponcode, "0123456123456111101230"), (.couponcode, "01234561234561111012314"),
        (.couponposoffer, "201234561234560123456"), (.couponposoffer, "08"), (.couponposoffer, "001234561234561123456"),
        (.couponposoffer, "0012345612345601234567"),
    ]

    @Test(arguments: right.indices) func acceptsWhatIsRight(index: Int) {
        let (check, value) = Self.right[index]
        #expect(check.problem(in: value.utf8Slice) == nil, "\(check) \(value)")
    }

    @Test(arguments: wrong.indices) func refusesWhatIsWrong(index: Int) {
        let (check, value) = Self.wrong[index]
        #expect(check.problem(in: value.utf8Slice)?.text.isEmpty == false, "\(check) \(value)")
    }

    @Test func everyCheckOfTheTableIsKnown() {
        let rows = DataTable.rows(PackageResources.gs1_ai_tsv)
        #expect(rows.count == 224)
        #expect(GS1Dictionary.standard.identifiers.count == rows.count)
        for (row, identifier) in zip(rows, GS1Dictionary.standard.identifiers) {
            #expect(identifier.components.count == row[3].split(separator: " ").count, "\(row)")
            let names = row[3].split(separator: " ").flatMap { $0.split(separator: ",").dropFirst() }
            #expect(identifier.components.reduce(0) { $0 + $1.checks.count } == names.count, "\(row)")
        }
        let labelled = Set(DataTable.rows(PackageResources.gs1_labels_tsv).map { $0[0] })
        #expect(labelled == Set(rows.map { $0[0] }))
    }

    @Test func requirementsNameIdentifiersThatThereAre() {
        for identifier in GS1Dictionary.standard.identifiers {
            let named = identifier.requirements.flatMap { $0.flatMap { $0 } } + identifier.exclusions
            for name in named {
                let example = String(name.map { $0 == "n" ? "0" : $0 })
                #expect(GS1Dictionary.standard[example] != nil, "\(identifier.first) names \(name)")
            }
            for qualifier in identifier.qualifiers?.flatMap({ $0 }) ?? [] {
                #expect(GS1Dictionary.standard[qualifier] != nil)
            }
        }
    }

    @Test func tablesAreWhole() {
        #expect(ISOCodes.countriesByDigits.count == 249)
        #expect(ISOCodes.currencies.count == 179)
        #expect(GTINPrefixes.ranges.count == DataTable.rows(PackageResources.gtin_prefixes_tsv).count)
        for (a, b) in zip(GTINPrefixes.ranges, GTINPrefixes.ranges.dropFirst()) { #expect(a.last < b.first) }
    }

    /// Padding of file-safe Base64 completes a group of three, as the linter cset64 of the Syntax Dictionary has it.
    @Test(arguments: ["1", "12", "123", "12=", "1==", "1234", "AZaz09-_", "1234=="])
    func acceptsPaddingThatCompletesAGroup(value: String) {
        #expect(GS1Element(identifier: "8030".utf8Slice, value: value.utf8Slice).problems == [], "\(value)")
    }

    @Test(arguments: [
        "=", "==", "===", "123=", "12==", "1===", "1234=", "123==", "12===", "12====", "1=2", "=12", "12+", "12/",
    ])
    func refusesOtherPadding(value: String) {
        let element = GS1Element(identifier: "8030".utf8Slice, value: value.utf8Slice)
        #expect(element.problems == ["contains characters that are not allowed"], "\(value)")
    }

    /// A digital signature is of one item: keys with an optional serial part need it beside one.
    @Test func digitalSignaturesNeedASerialPart() throws {
        for key in ["(253)9521101530001", "(255)9521101530001", "(8003)09521101530001"] {
            let message = try #require(GS1Message(text: key + "(8030)ABC"))
            #expect(message.warnings.map(\.name) == ["gs1-required"], "\(key)")
            let serial = try #require(GS1Message(text: key + "1(8030)ABC"))
            #expect(serial.warnings == [], "\(key)")
            let alone = try #require(GS1Message(text: key))
            #expect(alone.warnings == [], "\(key)")
        }
        #expect(GS1Message(text: "(01)09521234543213(8030)ABC")?.warnings.map(\.name) == ["gs1-required"])
        #expect(GS1Message(text: "(01)09521234543213(21)X(8030)ABC")?.warnings == [])
    }
}

import Symbols
import Testing

@testable import Payloads

@Suite struct VehicleTests {
    static let vehicles: [(vin: String, maker: String?, country: String, year: String?)] = [
        ("1M8GDM9AXKP042788", "Motor Coach Industries", "United States", "1989"),
        ("1HGCM82633A004352", "Honda", "United States", "2003"),
        ("5GZCZ43D13S812715", "Saturn", "United States", "2003"),
        ("WBA3A5G59DNP26082", "BMW", "Germany", "2013 or 1983"),
        ("JH4TB2H26CC000000", "Acura", "Japan", "2012 or 1982"),
        ("WP0ZZZ99ZTS392124", "Porsche", "Germany", "2026 or 1996"),
        ("3VWFE21C04M000001", "Volkswagen", "Mexico", "2004"),
        ("4T1BE32K25U056382", "Toyota", "United States", "2005"),
        ("KMHGH4JH3DU050233", "Hyundai", "South Korea", "2013 or 1983"),
        ("LSVAA49J132047371", "Volkswagen", "China", "2003"),
        ("1G1ZT53826F109149", "Chevrolet", "United States", "2006"),
        ("ZFA16900000123456", "Fiat", "Italy", nil), ("VF1BB05CF26010203", "Renault", "France", "2002"),
        ("YV1MS382662203485", "Volvo", "Sweden", "2006"), ("WVWZZZ1JZXW000001", "Volkswagen", "Germany", "1999"),
        ("WDB9634031L123456", "Mercedes-Benz", "Germany", "2001"), ("VF3WCNFUC33123456", "Peugeot", "France", "2003"),
        ("TMBJG7NE8J0123456", "Škoda", "Czech Republic", "2018 or 1988"),
        ("SALLAAA13AA123456", "Land Rover", "United Kingdom", "2010 or 1980"),
        ("JTDBT4K38C1234567", "Toyota", "Japan", "2012 or 1982"),
        ("UU1HSDACN52123456", "Dacia", "Romania", "2005"), ("6G1EK52B37L123456", "Holden", "Australia", "2007"),
    ]

    @Test(arguments: vehicles.indices) func numbersTellMakerCountryAndYear(index: Int) {
        let (vin, maker, country, year) = Self.vehicles[index]
        for symbology in [Symbology.code39, .dataMatrix, .qrCode, .code128] {
            let payload = parse(vin, symbology)
            #expect(payload.kind == .vehicle, "\(vin)")
            #expect(payload.value("maker") == maker, "\(vin)")
            #expect(payload.value("country") == country, "\(vin)")
            #expect(payload.value("modelYear") == year, "\(vin)")
            #expect(payload.note("vin") == nil, "\(vin)")
        }
    }

    @Test func importLabelsBeginWithI() {
        #expect(parse("I1M8GDM9AXKP042788", .code39).value("vin") == "1M8GDM9AXKP042788")
        #expect(parse("X1M8GDM9AXKP042788", .code39).kind == .text)
    }

    /// A wrong check digit of a maker that is known, where one is used.
    @Test(arguments: [
        "1M8GDM9A1KP042788", "1FTFW1ET5DFC10312", "5YJSA1E14HF000316", "2T1BURHE5JC034746", "LFV2A21J970002010",
    ])
    func aWrongCheckDigitIsTold(vin: String) {
        let payload = parse(vin, .code39)
        #expect(payload.kind == .vehicle)
        #expect(payload.note("vin") == "check digit wrong")
        #expect(payload.warningNames == ["check-digit"])
        #expect(payload.summary.hasSuffix("check digit wrong"))
    }

    /// Serial numbers and the like.
    @Test(arguments: [
        "11111111111111111", "12345678901234567", "ABCDEFGHJKLMNPRST", "1M8GDM9AXKP04278", "1M8GDM9AXKP0427889",
        "1M8GDM9AXKPO42788", "1M8GDM9AXIP042788", "1M8GDM9AXKPQ42788", "1m8gdm9axkp042788", "1M8GDM9AXKP04278A",
        "1ZZGDM9A1KP042788", "2XX00000000000001", "SN123456789012345", "00000000000000000", "WXX12345678901234",
        "1M8GDM9AXUP042788", "JXXXXXXXXXXXX0001", "5CG1234ABCDEF1234", "1M8GDM9AX-KP04278", "1M8GDM9AXKP042788X",
        "QM8GDM9AXKP042788", "L0000000000000001", "4711ABCDEFGH12345", "G1234567890123456", "HT8GDM9AXKP042788",
    ])
    func otherSerialNumbersStayText(text: String) {
        #expect(parse(text, .code39).kind == .text, "\(text)")
    }

    @Test(arguments: [Symbology.ean13, .codabar, .itf, .maxiCode, .telepen])
    func otherSymbologiesHoldNone(symbology: Symbology) {
        #expect(parse("1M8GDM9AXKP042788", symbology).kind == .text)
    }

    @Test func tablesHaveRightRows() {
        for row in DataTable.rows(PackageResources.vin_countries_tsv) {
            #expect(row.count == 5 && row[0].count == 2 && row[1].count == 2 && row[0].first == row[1].first, "\(row)")
        }
        let makers = DataTable.rows(PackageResources.vin_makers_tsv)
        #expect(Set(makers.map { $0[0] }).count == makers.count)
        #expect(makers.allSatisfy { $0.count == 2 && (2...3).contains($0[0].count) && !$0[1].isEmpty })
        #expect(makers.map { $0[0] } == makers.map { $0[0] }.sorted())
    }

    /// A maker's identifier is one of a country's.
    @Test func eachMakerHasACountry() throws {
        let order = Array("ABCDEFGHJKLMNPRSTUVWXYZ1234567890")
        var starts: Set<String> = []
        for row in DataTable.rows(PackageResources.vin_countries_tsv) {
            let first = try #require(row[0].last.flatMap { order.firstIndex(of: $0) })
            let last = try #require(row[1].last.flatMap { order.firstIndex(of: $0) })
            for second in order[first...last] { starts.insert(String(row[0].prefix(1)) + String(second)) }
        }
        for row in DataTable.rows(PackageResources.vin_makers_tsv) {
            #expect(starts.contains(String(row[0].prefix(2))) && row[0].allSatisfy(order.contains), "\(row)")
        }
    }
}

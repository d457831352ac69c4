import Formats

/// A rule for the value of a component, by its name in the GS1 Barcode Syntax Dictionary ("linter").
enum GS1Check: String, CaseIterable, Sendable {
    case csum, csumalpha, gcppos1, gcppos2
    case yymmd0, yymmdd, yyyymmdd, hh, mi, ss, hhmi
    case iso3166, iso3166999, iso3166alpha2, iso4217, iso5218
    case iban, pcenc, hyphen, importeridx, latitude, longitude, mediatype, packagetype
    case nonzero, zero, nozeroprefix, hasnondigit, pieceoftotal, posinseqslash, winding, yesno
    case couponcode, couponposoffer

    /// What is wrong with `value`, in a few words; nil when nothing is. The characters are those of the component's set.
    func problem(in value: ArraySlice<UInt8>) -> Note? { isMet(by: value) ? nil : complaint }

    private func isMet(by value: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .csum, .csumalpha, .iban, .gcppos1, .gcppos2: Self.hasRightCheck(self, value)
        case .yymmd0, .yymmdd, .yyyymmdd: Self.isDate(self, value)
        case .hh: value.number.map { $0 < 24 } ?? false
        case .mi, .ss: value.number.map { $0 < 60 } ?? false
        case .hhmi: (value.prefix(2).number ?? 24) < 24 && (value.dropFirst(2).number ?? 60) < 60
        case .iso3166: ISOCodes.countriesByDigits[value.text] != nil
        case .iso3166999: value.text == "999" || ISOCodes.countriesByDigits[value.text] != nil
        case .iso3166alpha2: ISOCodes.countriesByLetters[value.text] != nil
        case .iso4217: ISOCodes.currencies[value.text] != nil
        case .iso5218: ["0", "1", "2", "9"].contains(value.text)
        case .winding: ["0", "1", "9"].contains(value.text)
        case .yesno: ["0", "1"].contains(value.text)
        case .latitude: value.number.map { $0 <= 1_800_000_000 } ?? false
        case .longitude: value.number.map { $0 <= 3_600_000_000 } ?? false
        case .mediatype: value.number.map { (1...10).contains($0) || (80...99).contains($0) } ?? false
        case .packagetype: Self.packageTypes.contains(value.text)
        case .nonzero: value.contains { $0 != UInt8(ascii: "0") }
        case .zero: value.allSatisfy { $0 == UInt8(ascii: "0") }
        case .nozeroprefix: value.count == 1 || value.first != UInt8(ascii: "0")
        case .hasnondigit: !value.allSatisfy(ASCII.isDigit)
        case .hyphen: !value.isEmpty && value.allSatisfy { $0 == UInt8(ascii: "-") }
        case .importeridx: Self.isImporterIndex(value)
        case .pcenc: Self.isPercentEncoded(value)
        case .pieceoftotal: Self.isPiece(value.prefix(2), of: value.dropFirst(2))
        case .posinseqslash: Self.isPosition(value)
        case .couponcode: NorthAmericanCoupon(code: value) != nil
        case .couponposoffer: NorthAmericanCoupon(positiveOffer: value) != nil
        }
    }

    private var complaint: Note {
        switch self {
        case .csum: .checkDigitWrong
        case .csumalpha: .checkCharactersWrong
        case .gcppos1, .gcppos2: .noCompanyPrefix
        case .yymmd0, .yymmdd, .yyyymmdd: .noSuchDate
        case .hh, .mi, .ss, .hhmi: .noSuchTime
        case .iso3166, .iso3166999, .iso3166alpha2: .noSuchCountry
        case .iso4217: .noSuchCurrency
        case .iso5218: .noSuchSexCode
        case .iban: .accountCheckWrong
        case .pcenc: .percentSignAlone
        case .hyphen: .noMinusSign
        case .importeridx: .noImporterIndex
        case .latitude: .latitudeBeyond
        case .longitude: .longitudeBeyond
        case .mediatype: .noSuchMedium
        case .packagetype: .noSuchPackageType
        case .nonzero: .mustNotBeZero
        case .zero: .mustBeZero
        case .nozeroprefix: .mustNotBeginWithZero
        case .hasnondigit: .mustHoldMoreThanDigits
        case .pieceoftotal, .posinseqslash: .noPosition
        case .winding: .noWindingDirection
        case .yesno: .neitherYesNorNo
        case .couponcode, .couponposoffer: .couponDataWrong
        }
    }
}

extension GS1Check {
    private static let packageTypes = Set(DataTable.rows(PackageResources.package_types_tsv).map { $0[0] })

    private static func hasRightCheck(_ check: GS1Check, _ value: ArraySlice<UInt8>) -> Bool {
        switch check {
        case .csum: CheckDigits.isModulo10(value)
        case .csumalpha:
            value.count > 2
                && CheckDigits.alphanumericPair(value.dropLast(2)).map { $0 == Array(value.suffix(2)) }
                    ?? false
        // A company prefix has at least four digits; in a GTIN an indicator, in an SSCC an extension digit stands before it.
        case .gcppos1: value.count >= 4 && value.prefix(4).allSatisfy(ASCII.isDigit)
        case .gcppos2: value.count >= 5 && value.dropFirst().prefix(4).allSatisfy(ASCII.isDigit)
        default: isIBAN(value)
        }
    }

    /// ISO 13616: country, two check digits, modulo 97 of all with the first four characters last.
    private static func isIBAN(_ value: ArraySlice<UInt8>) -> Bool {
        let start = value.prefix(4)
        guard value.count > 4, start.prefix(2).allSatisfy(ASCII.isLetter), start.dropFirst(2).allSatisfy(ASCII.isDigit)
        else { return false }
        var rest = 0
        for byte in value.dropFirst(4) + start {
            switch byte {
            case 0x30...0x39: rest = (rest * 10 + Int(byte) - 0x30) % 97
            case 0x41...0x5A: rest = (rest * 100 + Int(byte) - 0x41 + 10) % 97
            default: return false
            }
        }
        return rest == 1
    }

    private static func isDate(_ check: GS1Check, _ value: ArraySlice<UInt8>) -> Bool {
        let yearDigits = check == .yyyymmdd ? 4 : 2
        guard let year = value.prefix(yearDigits).number, let month = value.dropFirst(yearDigits).prefix(2).number,
            let day = value.dropFirst(yearDigits + 2).number, 1...12 ~= month
        else { return false }
        if day == 0 { return check == .yymmd0 }
        // Of the years that two digits can mean (7.12) none is a century without a leap day but 2100, which is far.
        return day <= CivilDate.length(ofMonth: month, in: yearDigits == 2 ? 2000 + year : year)
    }

    private static func isImporterIndex(_ value: ArraySlice<UInt8>) -> Bool {
        value.count == 1
            && value.allSatisfy {
                ASCII.isDigit($0) || ASCII.isLetter($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            }
    }

    private static func isPercentEncoded(_ value: ArraySlice<UInt8>) -> Bool {
        var rest = value
        while let index = rest.firstIndex(of: UInt8(ascii: "%")) {
            let digits = rest[(index + 1)...].prefix(2)
            guard digits.count == 2, digits.allSatisfy({ ASCII.hexValue($0) != nil }) else { return false }
            rest = rest[(index + 3)...]
        }
        return true
    }

    private static func isPiece(_ piece: ArraySlice<UInt8>, of total: ArraySlice<UInt8>) -> Bool {
        guard let piece = piece.number, let total = total.number else { return false }
        return piece > 0 && piece <= total
    }

    /// `1/3`: neither begins with zero.
    private static func isPosition(_ value: ArraySlice<UInt8>) -> Bool {
        let (position, total) = value.cut(at: UInt8(ascii: "/"))
        guard let total, position.first != UInt8(ascii: "0"), total.first != UInt8(ascii: "0") else { return false }
        return isPiece(position, of: total)
    }
}

extension ArraySlice<UInt8> {
    /// The number that one to eighteen digits make; nil for anything else.
    var number: Int? {
        guard (1...18).contains(count), allSatisfy(ASCII.isDigit) else { return nil }
        return reduce(0) { $0 * 10 + Int($1 & 15) }
    }
}

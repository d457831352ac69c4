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
    func problem(in value: ArraySlice<UInt8>) -> Note? {
        let (isMet, complaint) = verdict(on: value)
        return isMet ? nil : complaint
    }

    /// Whether `value` is as it must be, and what is to be said where it is not.
    private func verdict(on value: ArraySlice<UInt8>) -> (Bool, Note) {
        func isNumber(_ range: ClosedRange<Int>) -> Bool { value.decimal.map(range.contains) ?? false }
        return switch self {
        case .csum: (CheckDigits.isModulo10(value), .checkDigitWrong)
        case .csumalpha: (Self.hasCheckPair(value), .checkCharactersWrong)
        // A company prefix has at least four digits; in a GTIN an indicator, in an SSCC an extension digit stands before it.
        case .gcppos1: (value.count >= 4 && value.prefix(4).allSatisfy(ASCII.isDigit), .noCompanyPrefix)
        case .gcppos2: (value.count >= 5 && value.dropFirst().prefix(4).allSatisfy(ASCII.isDigit), .noCompanyPrefix)
        case .yymmd0, .yymmdd, .yyyymmdd: (Self.isDate(self, value), .noSuchDate)
        case .hh: (isNumber(0...23), .noSuchTime)
        case .mi, .ss: (isNumber(0...59), .noSuchTime)
        case .hhmi: ((value.prefix(2).decimal ?? 24) < 24 && (value.dropFirst(2).decimal ?? 60) < 60, .noSuchTime)
        case .iso3166: (ISOCodes.countriesByDigits[value.text] != nil, .noSuchCountry)
        case .iso3166999: (value.text == "999" || ISOCodes.countriesByDigits[value.text] != nil, .noSuchCountry)
        case .iso3166alpha2: (ISOCodes.countriesByLetters[value.text] != nil, .noSuchCountry)
        case .iso4217: (ISOCodes.currencies[value.text] != nil, .noSuchCurrency)
        case .iso5218: (["0", "1", "2", "9"].contains(value.text), .noSuchSexCode)
        case .iban: (Self.isIBAN(value), .accountCheckWrong)
        case .pcenc: (Self.isPercentEncoded(value), .percentSignAlone)
        case .hyphen: (!value.isEmpty && value.allSatisfy { $0 == UInt8(ascii: "-") }, .noMinusSign)
        case .importeridx: (Self.isImporterIndex(value), .noImporterIndex)
        case .latitude: (isNumber(0...1_800_000_000), .latitudeBeyond)
        case .longitude: (isNumber(0...3_600_000_000), .longitudeBeyond)
        case .mediatype: (isNumber(1...10) || isNumber(80...99), .noSuchMedium)
        case .packagetype: (Self.packageTypes.contains(value.text), .noSuchPackageType)
        case .nonzero: (value.contains { $0 != UInt8(ascii: "0") }, .mustNotBeZero)
        case .zero: (value.allSatisfy { $0 == UInt8(ascii: "0") }, .mustBeZero)
        case .nozeroprefix: (value.first != UInt8(ascii: "0"), .mustNotBeginWithZero)
        case .hasnondigit: (!value.allSatisfy(ASCII.isDigit), .mustHoldMoreThanDigits)
        case .pieceoftotal: (Self.isPiece(value.prefix(2), of: value.dropFirst(2)), .noPosition)
        case .posinseqslash: (Self.isPosition(value), .noPosition)
        case .winding: (["0", "1", "9"].contains(value.text), .noWindingDirection)
        case .yesno: (["0", "1"].contains(value.text), .neitherYesNorNo)
        case .couponcode: (NorthAmericanCoupon(code: value) != nil, .couponDataWrong)
        case .couponposoffer: (NorthAmericanCoupon(positiveOffer: value) != nil, .couponDataWrong)
        }
    }
}

extension GS1Check {
    private static let packageTypes = Set(DataTable.rows(PackageResources.package_types_tsv).map { $0[0] })

    private static func hasCheckPair(_ value: ArraySlice<UInt8>) -> Bool {
        value.count > 2 && CheckDigits.alphanumericPair(value.dropLast(2)) == Array(value.suffix(2))
    }

    /// ISO 13616: a country of ISO 3166, two check digits, modulo 97 of all with the first four characters last.
    private static func isIBAN(_ value: ArraySlice<UInt8>) -> Bool {
        let start = value.prefix(4)
        return value.count > 10 && ISOCodes.countriesByLetters[start.prefix(2).text] != nil
            && start.dropFirst(2).allSatisfy(ASCII.isDigit) && !value.contains { 0x61...0x7A ~= $0 }
            && CheckSum.mod97(value.dropFirst(4) + start) == 1
    }

    private static func isDate(_ check: GS1Check, _ value: ArraySlice<UInt8>) -> Bool {
        let yearDigits = check == .yyyymmdd ? 4 : 2
        guard let year = value.prefix(yearDigits).decimal, let month = value.dropFirst(yearDigits).prefix(2).decimal,
            let day = value.dropFirst(yearDigits + 2).decimal, 1...12 ~= month
        else { return false }
        if day == 0 { return check == .yymmd0 }
        // Of the years that two digits can mean (7.12) none is a century without a leap day but 2100, which is far.
        return day <= CivilDate.length(ofMonth: month, in: yearDigits == 2 ? 2000 + year : year)
    }

    private static func isImporterIndex(_ value: ArraySlice<UInt8>) -> Bool {
        value.count == 1 && value.allSatisfy { ASCII.isAlphanumeric($0) || "-_".utf8.contains($0) }
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
        guard let piece = piece.decimal, let total = total.decimal else { return false }
        return piece > 0 && piece <= total
    }

    /// `1/3`: neither begins with zero.
    private static func isPosition(_ value: ArraySlice<UInt8>) -> Bool {
        let (position, total) = value.cut(at: UInt8(ascii: "/"))
        guard let total, position.first != UInt8(ascii: "0"), total.first != UInt8(ascii: "0") else { return false }
        return isPiece(position, of: total)
    }
}

/// The structured carrier message of a MaxiCode (ISO/IEC 16023, annex B): where a parcel goes, and how.
package struct CarrierMessage: Hashable, Codable, Sendable {
    /// Up to nine digits (mode 2), or up to six capitals and digits (mode 3).
    package var postcode: String
    /// The country's number (ISO 3166-1): 0 to 999.
    package var country: Int
    /// The carrier's class of service: 0 to 999.
    package var service: Int

    package init(postcode: String, country: Int, service: Int) {
        (self.postcode, self.country, self.service) = (postcode, country, service)
    }

    /// 2 for postcodes of digits, 3 for others.
    var mode: Int {
        get throws(ContentError) {
            let bytes = Array(postcode.utf8)
            if (1...9).contains(bytes.count), bytes.allSatisfy({ (0x30...0x39).contains($0) }) { return 2 }
            guard (1...6).contains(bytes.count),
                bytes.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) })
            else {
                throw ContentError(
                    "a postcode is 1 to 9 digits, or 1 to 6 capitals and digits without spaces", .option)
            }
            return 3
        }
    }

    /// As libzint takes it: the postcode, then three digits each for country and service.
    var primary: String {
        get throws(ContentError) {
            guard (0...999).contains(country), (0...999).contains(service) else {
                throw ContentError("a country and a class of service are numbers from 0 to 999", .option)
            }
            return try filledPostcode + Self.three(country) + Self.three(service)
        }
    }

    /// The postcode as the symbol has it: letters are filled up with spaces, as the standard has them; the five digits of one of the
    /// United States with the zeros of a part that is not known, as libzint 2.15 fills them up by itself and 2.11 does not.
    var filledPostcode: String {
        get throws(ContentError) {
            let length = postcode.utf8.count
            if try mode == 3 { return postcode + String(repeating: " ", count: 6 - length) }
            return country == Self.unitedStates && length == 5 ? postcode + "0000" : postcode
        }
    }

    private static let unitedStates = 840

    static func three(_ number: Int) -> String {
        String(String(1000 + number).dropFirst())
    }
}

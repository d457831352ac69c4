import Formats

/// A rail ticket in UIC's header of dynamic barcodes (`U1`, `U2`; ERA TAP TSI TD B.12): its parts, and what they are signed
/// with. A part behind them changes while the ticket is shown.
struct DynamicRailTicket {
    /// A part: what its format is called, and the ticket that it is; nil if it cannot be decoded.
    struct Part {
        let format: String
        let ticket: FlexibleTicket?

        /// `FCB3` is a ticket of version 3.
        var isTicket: Bool { format.hasPrefix("FCB") }

        init?(_ value: ASN1Value) {
            guard let data = value["data"]?.bytes else { return nil }
            format = value.text("dataFormat") ?? ""
            let version = format.utf8.count == 4 && format.hasPrefix("FCB") ? format.last?.wholeNumberValue : nil
            ticket = version.flatMap { FlexibleTicket(data, version: $0) }
        }
    }

    /// `U1` or `U2`.
    let format: String
    /// The number of the company that signed it (RICS), or another code of it; empty if there is none.
    let provider: String
    /// The key's number at that company; nil if there is none.
    let key: Int?
    let parts: [Part]
    /// Of the parts that do not change; 0 without a signature.
    let signatureLength: Int
    /// `2027-08-30 21:59 UTC`; nil if it does not end.
    let expires: String?
    /// The first part that can be decoded as a ticket.
    var flexible: FlexibleTicket? { parts.lazy.compactMap(\.ticket).first }

    /// Nil for anything but a whole header.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= PayloadRegistry.maximumLength, let version = Self.version(bytes),
            let header = UPERReader.value(of: "UicBarcodeHeader", in: bytes, version: version),
            let level2 = header["level2SignedData"], let level1 = level2["level1Data"]
        else { return nil }
        format = "U\(version)"
        provider =
            level1.text("securityProviderIA5") ?? level1["securityProviderNum"]?.integer.map { $0.padded(to: 4) } ?? ""
        key = level1["keyId"]?.integer
        signatureLength = level2["level1Signature"]?.bytes?.count ?? 0
        expires = level1["endOfValidityYear"]?.integer.flatMap { Self.end(year: $0, level1) }
        let dynamic = [level2["level2Data"]].compactMap { $0 }
        parts = ((level1["dataSequence"]?.items ?? []).prefix(50) + dynamic).compactMap(Part.init)
    }

    /// The header begins with a bit, the length 2 and the letters of its format, seven bits each.
    private static func version(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 8, bytes[0] & 0x7F == 0x01, bytes[1] == 0x55 else { return nil }
        return [0x62: 1, 0x64: 2][bytes[2] & 0xFE]
    }

    private static func end(year: Int, _ level1: ASN1Value) -> String? {
        guard let day = level1["endOfValidityDay"]?.integer, let date = CivilDate(year: year, dayOfYear: day),
            let minutes = level1["endOfValidityTime"]?.integer
        else { return nil }
        return "\(date) \((minutes / 60).padded(to: 2)):\((minutes % 60).padded(to: 2)) UTC"
    }
}

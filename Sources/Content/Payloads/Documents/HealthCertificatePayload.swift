import Cryptography
import Formats

/// A health certificate of the European Union: `HC1:`, Base45, zlib, COSE, CBOR (eHealth Network, Electronic Health Certificate
/// Specification 1.0.5; EU DCC schema 1.3). The signature is not verified.
enum HealthCertificatePayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        guard let code = input.bytes.trimmed.after(prefix: "HC1:"), code.count >= 20, Base45.isAlphabet(code) else {
            return nil
        }
        let certificate = HealthCertificate(code)
        var list = FieldList()
        if let certificate { add(certificate, input.today, to: &list) }
        list.add("format", .format, "HC1")
        return Payload(
            content: input.content, kind: .healthCertificate, summary: summary(certificate), fields: list.fields,
            warnings: (certificate == nil ? [.certificateDamaged] : []) + [.certificateUnverified])
    }

    /// Nothing of the person.
    private static func summary(_ certificate: HealthCertificate?) -> Summary {
        .healthCertificate(
            of: certificate?.groups.map(\.title) ?? [], issuer: certificate?.issuer?.singleLine(limit: 20))
    }

    private static func add(_ certificate: HealthCertificate, _ today: CivilDate, to list: inout FieldList) {
        func day(_ seconds: Int64?) -> CivilDate? {
            seconds.flatMap { CivilDate(daysSince1970: Int(clamping: $0 / 86_400)) }
        }
        let name = certificate.body["nam"]
        list.add("familyName", .familyName, name?["fn"]?.textValue, isSecret: true)
        list.add("givenName", .givenName, name?["gn"]?.textValue, isSecret: true)
        list.add("familyNameStandard", .familyNameStandard, name?["fnt"]?.textValue, isSecret: true)
        list.add("givenNameStandard", .givenNameStandard, name?["gnt"]?.textValue, isSecret: true)
        list.add("birthday", .dateOfBirth, certificate.body["dob"]?.textValue, isSecret: true)
        for group in certificate.groups {
            for entry in group.entries { add(entry, group.columns, to: &list) }
        }
        list.add("issuer", .issuedIn, certificate.issuer)
        list.add("issued", .issued, day(certificate.issued)?.description)
        let expiry = day(certificate.expires)
        list.add("expires", .expires, expiry?.description, note: expiry.flatMap { $0 < today ? .expired($0) : nil })
        list.add("version", .version, certificate.body["ver"]?.textValue)
        list.add("key", .key, certificate.key)
        list.add("signature", .signature, "\(certificate.signatureLength) bytes", note: .notVerified)
    }

    private static func add(_ entry: CBOR, _ columns: [(String, String, FieldName)], to list: inout FieldList) {
        for (column, key, name) in columns {
            let value = entry[column]?.textValue
            list.add(key, name, value.map { HealthCertificate.meanings[$0] ?? $0 }, isSecret: true)
        }
    }
}

/// What a health certificate holds.
package struct HealthCertificate {
    /// Vaccinations, tests or recoveries.
    struct Group {
        let title: Summary
        let entries: [CBOR]
        /// The name in the certificate, the field's key and its label.
        let columns: [(String, String, FieldName)]
    }

    /// The message that is signed.
    package let message: COSESign1
    /// The country or organization.
    package let issuer: String?
    /// Seconds since 1970.
    package let issued: Int64?
    /// Seconds since 1970.
    package let expires: Int64?
    /// Seconds since 1970 from which on it holds.
    package let begins: Int64?
    /// Whether each of the times that are there can be read.
    package let hasReadableTimes: Bool
    /// The certificate itself.
    package let body: CBOR

    /// The key's identifier in hexadecimal digits; nil if it is not said.
    var key: String? { message.keyID.map { $0.prefix(32).hexadecimal } }
    var signatureLength: Int { message.signature.count }

    /// - Parameter code: what follows `HC1:`. Returns nil when one of the layers cannot be taken off.
    package init?(_ code: ArraySlice<UInt8>) {
        guard let decoded = Base45.decode(code) else { return nil }
        // Those who do not compress are to be read, too.
        let bytes = Inflate.isZlib(decoded[...]) ? try? Inflate.zlib(decoded[...]) : decoded
        guard let bytes, let message = COSESign1(bytes), let claims = CBOR.decode(message.payload),
            let body = claims[-260]?[1]
        else { return nil }
        (self.message, self.body) = (message, body)
        issuer = claims[1]?.textValue
        expires = claims[4]?.seconds
        begins = claims[5]?.seconds
        issued = claims[6]?.seconds
        hasReadableTimes = [4, 5, 6].allSatisfy { claims[$0] == nil || claims[$0]?.seconds != nil }
    }

    private static let common: [(String, String, FieldName)] = [
        ("tg", "disease", .disease), ("co", "country", .country), ("is", "authority", .issuedBy),
        ("ci", "identifier", .certificateNumber),
    ]

    var groups: [Group] {
        Self.columns.compactMap { name, title, columns in
            let entries = (body[name]?.items ?? []).prefix(5)
            return entries.isEmpty
                ? nil : Group(title: title, entries: Array(entries), columns: columns + Self.common)
        }
    }

    /// The groups by their names in the certificate, with what each has besides `common`.
    private static let columns: [(String, Summary, [(String, String, FieldName)])] = [
        (
            "v", .vaccination,
            [
                ("vp", "vaccine", .vaccine), ("mp", "product", .product), ("ma", "maker", .maker),
                ("dn", "dose", .dose), ("sd", "doses", .doses), ("dt", "date", .dateOfVaccination),
            ]
        ),
        (
            "t", .test,
            [
                ("tt", "test", .test), ("nm", "testName", .nameOfTheTest), ("sc", "date", .sampleTaken),
                ("tr", "result", .result), ("tc", "centre", .testCentre),
            ]
        ),
        (
            "r", .recovery,
            [
                ("fr", "firstPositive", .firstPositiveTest), ("df", "validFrom", .validFrom),
                ("du", "validUntil", .validUntil),
            ]
        ),
    ]

    /// Codes of the value sets (eHealth Network, Value Sets for EU Digital COVID Certificates).
    static let meanings = [
        "840539006": "COVID-19", "260415000": "not detected", "260373001": "detected",
        "LP6464-4": "nucleic acid amplification (PCR)", "LP217198-3": "rapid immunoassay",
        "1119349007": "mRNA vaccine", "1119305005": "antigen vaccine", "J07BX03": "COVID-19 vaccine",
        "EU/1/20/1528": "Comirnaty", "EU/1/20/1507": "Spikevax", "EU/1/21/1529": "Vaxzevria",
        "EU/1/20/1525": "Jcovden", "EU/1/21/1618": "Nuvaxovid",
    ]
}

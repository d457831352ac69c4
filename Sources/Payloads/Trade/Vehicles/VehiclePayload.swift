import Symbols

/// A vehicle, by the identification number on its plate, its windscreen or its papers.
enum VehiclePayload: PayloadParser {
    /// Symbologies of plates, labels and papers.
    private static let symbologies: Set<Symbology> = [.code39, .code128, .dataMatrix, .qrCode, .pdf417, .aztec]

    static func parse(_ input: PayloadInput) -> Payload? {
        guard symbologies.contains(input.content.symbology), input.bytes.count <= 32 else { return nil }
        var bytes = input.bytes.trimmed
        // Labels of imported vehicles begin with I in Code 39 (AIAG B-2).
        if bytes.count == 18, bytes.first == UInt8(ascii: "I") { bytes = bytes.dropFirst() }
        guard let vin = VIN(bytes) else { return nil }
        let isWrong = vin.country.usesCheckDigit && !vin.isCheckRight
        var fields = [PayloadField("vin", "VIN", bytes.text, note: isWrong ? "check digit wrong" : nil)]
        if let maker = vin.maker { fields.append(PayloadField("maker", "Maker", maker)) }
        fields.append(PayloadField("country", "Registered in", vin.country.name))
        fields.append(PayloadField("region", "Region", vin.country.region))
        let years = vin.years(today: input.today).map(String.init)
        if let year = years.first {
            let isUsual = vin.country.region == "North America"
            fields.append(
                PayloadField(
                    "modelYear", "Model year", years.joined(separator: " or "), json: Int64(year).map { .integer($0) },
                    note: isUsual ? nil : "where its maker tells the year"))
        }
        fields.append(PayloadField("serial", "Serial", vin.serial))
        return Payload(
            content: input.content, kind: .vehicle, summary: summary(vin, fields), fields: fields,
            warnings: isWrong ? [PayloadWarning("check-digit", "The check digit is wrong: it may be misread.")] : [])
    }

    private static func summary(_ vin: VIN, _ fields: [PayloadField]) -> String {
        var parts = ["VIN \(vin.characters.text)", vin.maker ?? vin.country.name]
        if let year = fields.first(where: { $0.key == "modelYear" }), year.note == nil { parts.append(year.value) }
        if let note = fields.first?.note { parts.append(note) }
        return parts.joined(separator: " · ")
    }
}

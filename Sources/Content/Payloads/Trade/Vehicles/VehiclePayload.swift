import Formats
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
        var list = FieldList()
        list.add("vin", .vin, bytes.text, note: isWrong ? .checkDigitWrong : nil)
        list.add("maker", .maker, vin.maker)
        list.add("country", .registeredIn, vin.country.name)
        list.add("region", .region, vin.country.region)
        let years = vin.years(today: input.today)
        let isUsual = vin.country.region == "North America"
        list.add(
            "modelYear", .modelYear, years.map(String.init).joined(separator: " or "),
            json: years.first.map { .integer(Int64($0)) }, note: isUsual ? nil : .whereTheMakerTellsTheYear)
        list.add("serial", .serial, vin.serial)
        return Payload(
            content: input.content, kind: .vehicle, summary: summary(vin, list.fields, isWrong: isWrong),
            fields: list.fields,
            warnings: isWrong ? [.checkDigit] : [])
    }

    private static func summary(_ vin: VIN, _ fields: [PayloadField], isWrong: Bool) -> Summary {
        let year = fields.first { $0.key == "modelYear" && $0.note == nil }?.value
        return .vehicle(vin.characters.text, vin.maker ?? vin.country.name, year: year, isWrong: isWrong)
    }
}

import Formats
import Symbols

/// What stands on the label of a part or a parcel: data identifiers of ANSI MH10.8.2 in an envelope of ISO/IEC 15434, format 06, as
/// EIGP 114 has it for electronic components, or the braces of LCSC.
///
///     [)> RS 06 GS P296-8875-1-ND GS 1PLM358DR GS Q25 GS 1TABC RS EOT
enum PartLabelPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        let elements = envelope(input.bytes) ?? braces(input.bytes.trimmed)
        guard let elements, !elements.isEmpty else { return nil }
        var list = FieldList()
        // Several of one kind, such as two serial numbers, keep their order.
        let counts = Dictionary(elements.map { ($0.key, 1) }, uniquingKeysWith: +)
        for element in elements {
            list.add(
                element.key, element.name, element.value, json: element.json,
                isRepeatable: counts[element.key, default: 1] > 1)
        }
        func value(_ key: String) -> String? { list.fields.first { $0.key == key }?.value }
        let part = value("manufacturerPart") ?? value("part") ?? value("distributorPart") ?? value("serial")
        return Payload(
            input.content, .partLabel, .partLabel(part?.singleLine(limit: 60), quantity: value("quantity")), list)
    }

    /// One element of a label.
    private struct Element {
        let key: String
        let name: FieldName
        let value: String
        let json: JSONValue?

        /// - Parameter identifier: what the label has before the value.
        init(_ identifier: String, _ meaning: (key: String, name: FieldName)?, _ value: String) {
            (key, name) = meaning ?? ("element\(identifier)", .element(identifier))
            self.value = value
            json = key == "quantity" ? Int64(value).map { .integer($0) } : nil
        }
    }

    // MARK: - ISO/IEC 15434

    private static let (groupSeparator, recordSeparator, end) = (UInt8(0x1D), UInt8(0x1E), UInt8(0x04))

    /// The elements of format 06; nil for another text.
    ///
    /// Some labels leave the separator before the format out, and have `>` before all; many end without an end.
    private static func envelope(_ bytes: ArraySlice<UInt8>) -> [Element]? {
        var rest = bytes.first == UInt8(ascii: ">") ? bytes.dropFirst() : bytes
        guard rest.starts(with: "[)>".utf8) else { return nil }
        rest = rest.dropFirst(3)
        if rest.first == recordSeparator { rest = rest.dropFirst() }
        guard rest.starts(with: "06".utf8), rest.dropFirst(2).first == groupSeparator else { return nil }
        // What follows the end of the envelope is another one, and not understood.
        rest = rest.dropFirst(3).prefix { $0 != recordSeparator && $0 != end }
        return rest.split(separator: groupSeparator, maxSplits: FieldList.maximumCount).compactMap { element($0) }
    }

    /// An element: up to three digits and a letter, then the value (MH10.8.2, 4).
    private static func element(_ bytes: ArraySlice<UInt8>) -> Element? {
        let digits = bytes.prefix { 0x30...0x39 ~= $0 }
        guard digits.count <= 3, let letter = bytes.dropFirst(digits.count).first, 0x41...0x5A ~= letter else {
            return nil
        }
        let identifier = digits.text + String(UnicodeScalar(letter))
        return Element(identifier, identifiers[identifier], bytes.dropFirst(digits.count + 1).trimmed.text)
    }

    private static let identifiers: [String: (key: String, name: FieldName)] = [
        "P": ("part", .partNumber), "1P": ("manufacturerPart", .manufacturerPart),
        "2P": ("revision", .revision), "30P": ("distributorPart", .distributorPart),
        "Q": ("quantity", .quantity), "7Q": ("quantityWithUnit", .quantity),
        "S": ("serial", .serial), "1S": ("serial", .serial), "3S": ("package", .packageNumber),
        "4S": ("package", .packageNumber),
        "T": ("lot", .lot), "1T": ("lot", .lot),
        "D": ("date", .date), "6D": ("shipDate", .shipDate), "9D": ("dateCode", .dateCode),
        "10D": ("dateCode", .dateCode), "14D": ("expires", .expires), "16D": ("made", .productionDate),
        "K": ("purchaseOrder", .purchaseOrder), "1K": ("salesOrder", .salesOrder),
        "4K": ("orderLine", .orderLine), "14K": ("orderLine", .orderLine), "10K": ("invoice", .invoice),
        "11K": ("packingList", .packingList),
        "4L": ("country", .country), "L": ("location", .location),
        "V": ("supplier", .supplier), "1V": ("maker", .maker),
        "J": ("licencePlate", .licencePlate), "1J": ("licencePlate", .licencePlate),
        "W": ("workOrder", .workOrder),
    ]

    // MARK: - LCSC

    /// `{pbn:PICK1,on:SO1,pc:C6568,pm:CP2102-GMR,qty:2,mc:,cc:1,pdi:3}`: the elements; nil for another text.
    private static func braces(_ bytes: ArraySlice<UInt8>) -> [Element]? {
        guard bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}"), bytes.count <= 1024 else { return nil }
        var elements: [Element] = []
        for pair in bytes.dropFirst().dropLast().split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let (name, value) = pair.cut(at: UInt8(ascii: ":"))
            guard let value, !name.isEmpty, name.allSatisfy({ 0x61...0x7A ~= $0 }) else { return nil }
            elements.append(Element(name.text, names[name.text], value.trimmed.text))
        }
        let keys = Set(elements.map(\.key))
        return keys.contains("distributorPart") && keys.contains("manufacturerPart") ? elements : nil
    }

    private static let names: [String: (key: String, name: FieldName)] = [
        "pc": ("distributorPart", .distributorPart), "pm": ("manufacturerPart", .manufacturerPart),
        "qty": ("quantity", .quantity), "on": ("salesOrder", .salesOrder), "pbn": ("package", .packageNumber),
    ]
}

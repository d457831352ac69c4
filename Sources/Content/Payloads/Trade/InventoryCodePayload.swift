import Formats

/// A thing of an inventory system, by the code that the system prints for it: Grocy, Spoolman or InvenTree.
enum InventoryCodePayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        let bytes = input.bytes.trimmed
        guard let code = grocy(bytes) ?? spoolman(bytes) ?? inventree(bytes) else { return nil }
        var list = FieldList()
        list.add("system", .system, code.system)
        list.add("type", .type, code.type)
        list.add("number", .number, code.number, json: Int64(code.number).map { .integer($0) })
        list.add("entry", .stockEntry, code.entry)
        return Payload(
            input.content, .inventory, .thing(code.type, code.number, of: code.system), list)
    }

    private struct Code {
        let system: String
        /// What it is, for people: `stock item`.
        let type: String
        let number: String
        /// The entry of the stock; nil for none.
        var entry: String?
    }

    /// `grcy:p:13:60bf8b5244b04`: a letter, the number of the thing, and of a product perhaps a stock entry.
    private static func grocy(_ bytes: ArraySlice<UInt8>) -> Code? {
        guard let rest = bytes.after(prefix: "grcy:") else { return nil }
        let parts = rest.split(separator: UInt8(ascii: ":"), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count >= 2, let type = grocyTypes[parts[0].text], isNumber(parts[1]) else { return nil }
        return Code(system: "Grocy", type: type, number: parts[1].text, entry: parts.count > 2 ? parts[2].text : nil)
    }

    private static let grocyTypes = ["p": "product", "c": "chore", "b": "battery", "r": "recipe"]

    /// `web+spoolman:s-12`.
    private static func spoolman(_ bytes: ArraySlice<UInt8>) -> Code? {
        guard let rest = bytes.after(prefix: "web+spoolman:") else { return nil }
        let (letter, number) = rest.cut(at: UInt8(ascii: "-"))
        guard let type = ["s": "spool", "f": "filament"][letter.text.lowercased()], let number, isNumber(number) else {
            return nil
        }
        return Code(system: "Spoolman", type: type, number: number.text)
    }

    /// `{"stockitem": 7}`, or the short form `INV-SI7`.
    private static func inventree(_ bytes: ArraySlice<UInt8>) -> Code? {
        if let rest = bytes.after(prefix: "INV-") {
            guard let type = inventreeTypes.first(where: { $0.short == rest.prefix(2).text }),
                isNumber(rest.dropFirst(2))
            else { return nil }
            return Code(system: "InvenTree", type: type.title, number: rest.dropFirst(2).text)
        }
        guard bytes.first == UInt8(ascii: "{"), bytes.count <= 100,
            case .object(let members)? = try? JSONValue(parsing: Array(bytes)), members.count == 1,
            let type = inventreeTypes.first(where: { $0.name == members[0].key }),
            case .integer(let number) = members[0].value, number > 0
        else { return nil }
        return Code(system: "InvenTree", type: type.title, number: String(number))
    }

    /// By the names of InvenTree's models and their codes in the short form.
    private static let inventreeTypes: [(name: String, short: String, title: String)] = [
        ("part", "PA", "part"), ("stockitem", "SI", "stock item"), ("stocklocation", "SL", "stock location"),
        ("supplierpart", "SP", "supplier part"), ("manufacturerpart", "MP", "manufacturer part"),
        ("purchaseorder", "PO", "purchase order"), ("salesorder", "SO", "sales order"),
        ("returnorder", "RO", "return order"), ("build", "BO", "build order"),
    ]

    private static func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
        1...18 ~= bytes.count && bytes.allSatisfy { 0x30...0x39 ~= $0 }
    }
}

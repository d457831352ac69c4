import Formats

/// What pass.json says: identifiers, fields, codes, colours, and when and where it matters.
///
///     let pass = try Pass(parsing: bytes)
///     pass.style                             // .eventTicket
///     pass.fields(in: .primaryFields)        // what stands large on its front
///     pass.problems                          // what Wallet would refuse
///
/// The values are as they were written: what is missing or wrong is told by `problems`, not thrown. They may be text of strangers.
package struct Pass: Hashable, Sendable {
    package static let maximumBytes = 1 << 20

    /// All keys, in their order.
    package let json: JSONValue
    /// What it is; nil if it has none of the keys that say so.
    package let style: PassStyle?
    /// All fields, section by section.
    package let fields: [PassField]

    /// - Parameter json: an object; anything else is a pass without keys.
    package init(_ json: JSONValue) {
        self.json = json
        let style = PassStyle.allCases.first { json[key: $0.rawValue] != nil }
        self.style = style
        fields = style.map { PassField.all(of: json, style: $0) } ?? []
    }

    /// - Throws: `PassProblem` for bytes that are not a JSON object.
    package init(parsing bytes: [UInt8]) throws(PassProblem) {
        guard bytes.count <= Self.maximumBytes else {
            throw PassProblem(.jsonDamaged, "pass.json", "it is longer than \(Self.maximumBytes >> 20) MiB")
        }
        do throws(JSONError) {
            self.init(try JSONValue(parsing: bytes))
        } catch {
            throw PassProblem(.jsonDamaged, "pass.json", "it is not JSON: \(error)")
        }
        guard case .object = json else { throw PassProblem(.jsonDamaged, "pass.json", "it is not a JSON object") }
    }

    /// The text of a key at the top; nil if it has none.
    package func text(_ key: String) -> String? { json.text(key) }

    /// `pass.org.example.ticket`.
    package var passTypeIdentifier: String? { text("passTypeIdentifier") }
    /// The team at Apple that it is of, ten characters.
    package var teamIdentifier: String? { text("teamIdentifier") }
    package var serialNumber: String? { text("serialNumber") }
    package var organizationName: String? { text("organizationName") }
    package var isVoided: Bool { json[key: "voided"] == true }
    /// When it ends; nil if it does not, or not with a right date.
    package var expiration: PassDate? { text("expirationDate").flatMap { try? PassDate($0) } }

    /// The fields of a section.
    package func fields(in section: PassSection) -> [PassField] { fields.filter { $0.section == section } }

    /// Its codes, in the order in which Wallet takes the first that it can show.
    package var barcodes: [PassBarcode] { placedBarcodes.map(\.barcode) }

    /// The code that Wallet shows: the first whose format is known here; where none is, the first.
    package var shownBarcode: PassBarcode? { barcodes.first { $0.kind != nil } ?? barcodes.first }

    var placedBarcodes: [(place: String, barcode: PassBarcode)] {
        var all: [(String, PassBarcode)] = []
        if case .array(let list)? = json[key: "barcodes"] {
            for (index, value) in list.prefix(10).enumerated() {
                if let barcode = PassBarcode(value) { all.append(("barcodes[\(index)]", barcode)) }
            }
        }
        if let barcode = json[key: "barcode"].flatMap(PassBarcode.init), !all.contains(where: { $0.1 == barcode }) {
            all.append(("barcode", barcode))
        }
        return all
    }

    /// What is wrong with the keys, in their order; empty if Wallet takes all as they are.
    package var problems: [PassProblem] {
        var validation = PassValidation(style: style)
        validation.check(json, as: PassFormat.pass, at: "")
        validation.checkTogether(json, self)
        return validation.problems
    }

    /// pass.json, its members in the order of Apple's table.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        json.write(into: &bytes)
        bytes.append(0x0A)
        return bytes
    }
}

extension JSONValue {
    /// The text of a member; nil if it has none.
    func text(_ key: String) -> String? {
        guard case .string(let text)? = self[key: key] else { return nil }
        return text
    }
}

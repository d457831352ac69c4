/// A value of ASN.1.
///
///     ticket["issuingDetail"]?.text("issuerName", "issuerNum")    // the first of them that is there
indirect enum ASN1Value: Hashable, Sendable {
    case boolean(Bool)
    /// Also the number of an enumeration's value.
    case integer(Int)
    case text(String)
    case bytes([UInt8])
    case list([ASN1Value])
    /// The fields of a sequence that are there, or the one that was chosen: none for one of a later version.
    case fields([String: ASN1Value])

    subscript(_ name: String) -> ASN1Value? {
        if case .fields(let fields) = self { fields[name] } else { nil }
    }

    var integer: Int? { if case .integer(let value) = self { value } else { nil } }

    var isTrue: Bool { self == .boolean(true) }

    var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }

    /// The items of a list; none for anything else.
    var items: [ASN1Value] { if case .list(let items) = self { items } else { [] } }

    /// The field that was chosen.
    var choice: (name: String, value: ASN1Value)? {
        if case .fields(let fields) = self { fields.first.map { ($0.key, $0.value) } } else { nil }
    }

    /// A text that is not blank, or a number in digits.
    var text: String? {
        switch self {
        case .text(let text): text.trimmingSpaces.isEmpty ? nil : text.trimmingSpaces
        case .integer(let value): String(value)
        default: nil
        }
    }

    /// The text of the first of these fields that has one.
    func text(_ names: String...) -> String? { names.lazy.compactMap { self[$0]?.text }.first }
}

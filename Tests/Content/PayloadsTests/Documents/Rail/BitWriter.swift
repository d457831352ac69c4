import Formats

@testable import Payloads

/// Bits one after the other.
struct BitWriter {
    private var bits: [Bool] = []

    /// With zeros up to the end of the last byte.
    var bytes: [UInt8] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(0) { $0 << 1 | (start + $1 < bits.count && bits[start + $1] ? 1 : 0) }
        }
    }

    mutating func flag(_ value: Bool) { bits.append(value) }

    mutating func number(_ value: Int, _ width: Int) {
        for shift in (0..<width).reversed() { bits.append(value >> shift & 1 == 1) }
    }

    /// Characters of six bits, filled up with blanks.
    mutating func text(_ text: String, _ count: Int) {
        for index in 0..<count {
            let characters = Array(text.utf8)
            number(index < characters.count ? Int(characters[index]) - 0x20 : 0, 6)
        }
    }

    mutating func octets(_ octets: [UInt8]) {
        for octet in octets { number(Int(octet), 8) }
    }
}

/// Writes values in unaligned packed encoding rules: the reverse of `UPERReader`.
struct UPERWriter {
    private let schema: ASN1Schema
    /// A type that gets two fields of a later version, of which the second is there.
    private let extended: String?
    private var bits = BitWriter()

    static func bytes(_ value: ASN1Value, of type: String, version: Int, extending extended: String? = nil) -> [UInt8] {
        var writer = UPERWriter(schema: ASN1Schema.railTickets[version - 1], extended: extended)
        writer.structure(value, type)
        return writer.bits.bytes
    }

    private init(schema: ASN1Schema, extended: String?) { (self.schema, self.extended) = (schema, extended) }

    private mutating func integer(_ value: Int, in range: ClosedRange<Int>) {
        var width = 0
        while range.upperBound - range.lowerBound >= 1 << width { width += 1 }
        bits.number(value - range.lowerBound, width)
    }

    private mutating func length(_ length: Int) {
        if length < 128 { bits.number(length, 8) } else { bits.number(0x8000 | length, 16) }
    }

    private mutating func octets(_ octets: [UInt8]) {
        length(octets.count)
        bits.octets(octets)
    }

    private mutating func value(_ value: ASN1Value, _ form: ASN1Schema.Form) {
        switch (form, value) {
        case (.boolean, .boolean(let flag)): bits.flag(flag)
        case (.integer(let range?), .integer(let number)): integer(number, in: range)
        case (.integer(nil), .integer(let number)):
            let width = (1...8).first { $0 == 8 || -(1 << (8 * $0 - 1))..<1 << (8 * $0 - 1) ~= number }!
            octets((0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
        case (.enumeration(let known), .integer(let number)):
            bits.flag(number >= known)
            if number < known { integer(number, in: 0...known - 1) } else { bits.number(number - known, 7) }
        case (.ia5(let bounds), .text(let text)):
            if let bounds { integer(text.utf8.count, in: bounds) } else { length(text.utf8.count) }
            for character in text.utf8 { bits.number(Int(character), 7) }
        case (.utf8, .text(let text)): octets(Array(text.utf8))
        case (.bytes, .bytes(let bytes)): octets(bytes)
        case (.list(let form), .list(let items)):
            length(items.count)
            for item in items { self.value(item, form) }
        case (.named(let name), _): structure(value, name)
        default: preconditionFailure("\(value) is not of the form \(form)")
        }
    }

    private mutating func structure(_ value: ASN1Value, _ name: String) {
        let structure = schema.structures[name]!
        if structure.isExtensible { bits.flag(name == extended) }
        if structure.isChoice {
            let (chosen, content) = value.choice!
            let index = structure.fields.firstIndex { $0.name == chosen }!
            integer(index, in: 0...structure.fields.count - 1)
            self.value(content, structure.fields[index].form)
            return
        }
        for field in structure.fields where field.isOptional { bits.flag(value[field.name] != nil) }
        for field in structure.fields {
            if let content = value[field.name] { self.value(content, field.form) }
        }
        guard structure.isExtensible, name == extended else { return }
        // Two fields; the first is left out, the second has three bytes.
        bits.number(1, 7)
        bits.number(0b01, 2)
        octets([1, 2, 3])
    }
}

import Formats
import Symbols

/// Data under application identifiers, from whichever form: an element string as scanned, brackets, or a Digital Link.
///
///     let message = GS1Message(text: "(01)09521234543213(10)ABC")
///     message?.digitalLink     // https://id.gs1.org/01/09521234543213/10/ABC
package struct GS1Message: Hashable, Sendable {
    /// The elements in the order of the message.
    package let elements: [GS1Element]
    /// What is wrong with elements beside each other, and identifiers that are unknown.
    package let warnings: [PayloadWarning]

    /// The character that ends a value whose length is not predefined, as readers report FNC1.
    static let separator: UInt8 = 0x1D
    /// The largest number of elements that is looked at; the largest symbol holds fewer.
    static let maximumElements = 256

    /// - Parameter linkWarnings: what is wrong with the address that the elements stand in.
    init(elements: [GS1Element], linkWarnings: [PayloadWarning] = []) {
        self.elements = elements
        warnings = GS1Companions.warnings(for: elements) + linkWarnings
    }

    /// Reads text in any of the forms. Nil when no known application identifier is in it.
    ///
    /// - Parameter text: `(01)…(10)…`, `0109…\u{1D}…` with or without a symbology identifier such as `]C1` before it and with
    ///   FNC1 as GS, `␝`, `^`, `<GS>` or `\x1d`, `https://…/01/…`, or the 8, 12, 13 or 14 digits of a GTIN
    ///   with a right check digit.
    package init?(text: String) {
        let bytes = ArraySlice(Array(text.utf8.prefix(PayloadRegistry.maximumLength))).trimmed
        if let address = WebAddress(absolute: bytes) {
            guard let link = DigitalLink(address) else { return nil }
            self = link.message
        } else if bytes.first == UInt8(ascii: "(") {
            self.init(bracketed: bytes)
        } else if [8, 12, 13, 14].contains(bytes.count), bytes.allSatisfy(ASCII.isDigit), CheckDigits.isModulo10(bytes)
        {
            self.init(elements: [GS1Element(identifier: [0x30, 0x31], value: GTIN.fourteen(bytes))])
        } else {
            self.init(elementString: Self.withSeparators(Self.withoutSymbologyIdentifier(bytes) ?? bytes))
        }
    }

    /// Reads an element string. Nil when it holds no known identifier.
    init?(elementString bytes: ArraySlice<UInt8>) {
        let dictionary = GS1Dictionary.standard
        var elements: [GS1Element] = []
        var rest = bytes.drop { $0 == Self.separator }
        while !rest.isEmpty, elements.count < Self.maximumElements {
            let identifier = dictionary.identifierDigits(in: rest) ?? rest.prefix(0)
            let data = rest.dropFirst(identifier.count)
            // Not looked for beyond a predefined length: there may be hundreds of such elements, and no separator.
            let window = Self.predefinedLength(identifier).map { data.prefix($0) } ?? data
            let end = window.firstIndex(of: Self.separator) ?? window.endIndex
            elements.append(GS1Element(identifier: identifier, value: data[..<end]))
            rest = data[end...].drop { $0 == Self.separator }
        }
        guard elements.contains(where: { $0.rule != nil }) else { return nil }
        self.init(elements: elements)
    }

    /// Reads `(01)09521234543213(10)ABC`. Nil when it does not begin with a bracketed identifier or knows none.
    ///
    /// A bracket inside a value is one only around two to four digits; `\(` is never one. White space around values is left
    /// out, as people write it.
    init?(bracketed bytes: ArraySlice<UInt8>) {
        guard var identifier = Self.bracketedIdentifier(in: bytes) else { return nil }
        var elements: [GS1Element] = []
        var value: [UInt8] = []
        var rest = bytes.dropFirst(identifier.count + 2)
        while let byte = rest.first {
            if let next = Self.bracketedIdentifier(in: rest) {
                elements.append(GS1Element(identifier: identifier, value: ArraySlice(value).trimmed))
                guard elements.count < Self.maximumElements else { break }
                (identifier, value) = (next, [])
                rest = rest.dropFirst(next.count + 2)
            } else {
                let isEscape = byte == UInt8(ascii: "\\") && rest.dropFirst().first == UInt8(ascii: "(")
                value.append(isEscape ? UInt8(ascii: "(") : byte)
                rest = rest.dropFirst(isEscape ? 2 : 1)
            }
        }
        if elements.count < Self.maximumElements {
            elements.append(GS1Element(identifier: identifier, value: ArraySlice(value).trimmed))
        }
        guard elements.contains(where: { $0.rule != nil }) else { return nil }
        self.init(elements: elements)
    }

    /// The elements in brackets, for people: `(01)09521234543213(10)ABC`. A bracket in a value has a backslash before it.
    package var bracketed: String {
        elements.map { element in
            (element.identifier.isEmpty ? "" : "(\(element.identifier))") + element.value.replacing("(", with: "\\(")
        }.joined()
    }

    /// The element string, FNC1 as GS (U+001D) behind values whose length is not predefined, but the last.
    package var elementString: String {
        var text = ""
        for (index, element) in elements.enumerated() {
            text += element.identifier + element.value
            let isPredefined = Self.predefinedLength(element.identifier.utf8Slice) != nil
            if index + 1 < elements.count, !isPredefined { text += "\u{1D}" }
        }
        return text
    }

    /// The canonical Digital Link (`https://id.gs1.org/…`); nil when an element cannot be told by one.
    package var digitalLink: String? { DigitalLink.address(of: self) }

    /// The bytes after a symbology identifier of a GS1 carrier, such as `]C1`; nil if there is none.
    static func withoutSymbologyIdentifier(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard bytes.first == UInt8(ascii: "]"), GS1Carrier.identifiers.contains(bytes.prefix(3).text) else {
            return nil
        }
        return bytes.dropFirst(3)
    }
}

extension GS1Message {
    /// The digits between brackets that `bytes` begin with, two to four.
    private static func bracketedIdentifier(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard bytes.first == UInt8(ascii: "(") else { return nil }
        let digits = bytes.dropFirst().prefix(5).prefix(while: ASCII.isDigit)
        guard (2...4).contains(digits.count), bytes.dropFirst(digits.count + 1).first == UInt8(ascii: ")") else {
            return nil
        }
        return digits
    }

    /// The length of the values of identifiers that need no FNC1; by the first two digits, also for those that are unknown.
    private static func predefinedLength(_ identifier: ArraySlice<UInt8>) -> Int? {
        if let rule = GS1Dictionary.standard[identifier.text] {
            return rule.hasPredefinedLength ? rule.maximumLength : nil
        }
        guard let start = identifier.prefix(2).decimal, identifier.count >= 2 else { return nil }
        return GS1ElementLength.predefined(startingWith: start).map { $0 - identifier.count }
    }

    /// The bytes with what people write for FNC1 as GS.
    private static func withSeparators(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = bytes.text
        for mark in ["\u{241D}", "^", "<GS>", "{GS}", "\\x1d", "\\x1D", "\\u001d", "\\u001D"] {
            text = text.replacing(mark, with: "\u{1D}")
        }
        return text.utf8Slice
    }
}

/// The symbols that hold element strings.
enum GS1Carrier {
    /// Symbology identifiers (ISO/IEC 15424) that stand for FNC1 in first place, or for DataBar: GS1-128, DataBar and composites,
    /// GS1 Data Matrix, QR Code and DotCode, each with and without ECI, and Aztec Code and PDF417 likewise.
    static let identifiers: Set<String> = [
        "]C1", "]e0", "]e1", "]e2", "]d2", "]d5", "]Q3", "]Q4", "]J1", "]J4", "]z1", "]z4", "]L3",
    ]
}

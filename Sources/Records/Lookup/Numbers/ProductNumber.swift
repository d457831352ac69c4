import Formats
import Payloads
import Symbols

/// The number of a product as look-ups know it: the same for an EAN-13, the UPC-A that it is with a zero before it, and an ISBN.
///
///     let number = ProductNumber(typed: "0-306-40615-2")     // ISBN-10, with hyphens
///     number?.text                                           // 9780306406157
///     number?.isbn10                                         // 0306406152
///
/// It is kept as an integer: zeros in front change neither the number nor its check digit (GS1 General Specifications 7.9.1).
package struct ProductNumber: Hashable, Sendable, Comparable {
    /// The digits as an integer, from 1 to 99,999,999,999,999.
    package let value: Int64

    /// The number with these digits.
    ///
    /// - Parameter digits: at most 14 digits, the last one their check digit; ASCII.
    /// - Returns: nil for others, and where the check digit is wrong.
    package init?(digits: ArraySlice<UInt8>) {
        guard 1...14 ~= digits.count else { return nil }
        var value: Int64 = 0
        for byte in digits {
            guard ASCII.isDigit(byte) else { return nil }
            value = value * 10 + Int64(byte & 15)
        }
        guard value > 9, CheckDigits.isModulo10(digits) else { return nil }
        self.value = value
    }

    /// The number that was stored as `value`; nil if its check digit is wrong.
    package init?(value: Int64) {
        guard value > 0 else { return nil }
        self.init(digits: Array(String(value).utf8)[...])
    }

    /// The number that people write: a GTIN of 8, 12, 13 or 14 digits, an ISBN of 10 or 13, or a UPC-E of 8. Blanks and hyphens do not
    /// count.
    ///
    /// Eight digits that are both an EAN-8 and a UPC-E are the EAN-8.
    package init?(typed text: some StringProtocol) {
        let bytes = text.utf8.prefix(40).filter { $0 != 0x20 && $0 != UInt8(ascii: "-") }
        guard text.utf8.count <= 40 else { return nil }
        switch bytes.count {
        case 10: self.init(isbn10: bytes[...])
        case 8:
            if let short = Self(digits: bytes[...]) {
                self = short
            } else if let gtin = GTIN(bytes[...], symbology: .upcE), gtin.isRight {
                self.init(digits: gtin.digits)
            } else {
                return nil
            }
        case 12...14: self.init(digits: bytes[...])
        default: return nil
        }
    }

    /// The number of a book with this ISBN-10, which has ten characters.
    package init?(isbn10 characters: ArraySlice<UInt8>) {
        guard characters.count == 10, let last = characters.last else { return nil }
        let nine = characters.dropLast()
        guard nine.allSatisfy(ASCII.isDigit),
            CheckDigits.modulo11(nine) == (last == UInt8(ascii: "x") ? last & 0xDF : last)
        else { return nil }
        let twelve = ArraySlice("978".utf8) + nine
        self.init(digits: twelve + [CheckDigits.modulo10(twelve)])
    }

    /// The number that a symbol holds: an EAN, UPC or ITF-14, or the GTIN (01 or 02) of GS1 data; nil for other contents.
    package init?(_ payload: Payload) {
        let content = payload.content
        if let gtin = GTIN(content.bytes[...].trimmed, symbology: content.symbology), gtin.isRight {
            self.init(digits: gtin.digits)
            return
        }
        guard let field = payload.fields.first(where: { ["gtin", "01", "02"].contains($0.key) }) else { return nil }
        self.init(digits: Array(field.value.utf8.prefix(15))[...])
    }

    /// Numbers in order.
    package static func < (a: Self, b: Self) -> Bool { a.value < b.value }

    /// The digits with zeros in front, `count` of them; nil if there are more.
    package func digits(_ count: Int) -> String? {
        let text = String(value)
        guard text.utf8.count <= count else { return nil }
        return String(repeating: "0", count: count - text.utf8.count) + text
    }

    /// The form that most databases know: 8 digits where no more are needed, else 13, else 14.
    package var text: String { digits(8) ?? digits(13) ?? digits(14) ?? String(value) }

    /// The thirteen digits; nil for a case of products (GTIN-14).
    package var thirteen: String? { digits(13) }

    /// The twelve digits that a UPC-A has; nil for numbers that need more, and for those of eight.
    package var twelve: String? { digits(8) == nil ? digits(12) : nil }

    /// The number of a book as thirteen digits; nil for other products.
    package var isbn13: String? { book.map { $0.digits.text } }

    /// The same in ten characters; nil also for books with 979.
    package var isbn10: String? { book?.ten?.filter { $0 != "-" } }

    /// `978-0-306-40615-7`.
    package var hyphenatedISBN: String? { book?.hyphenated }

    /// `0-306-40615-2`; nil also for books with 979.
    package var hyphenatedISBN10: String? { book?.ten }

    private var book: ISBN? { thirteen.flatMap { ISBN(Array($0.utf8)[...]) } }

    /// The forms in which symbols hold it: with 8, 12, 13 and 14 digits, as far as it has no more, and the ISBN-10 of a book.
    package var forms: [String] { [8, 12, 13, 14].compactMap(digits) + [isbn10].compactMap { $0 } }

    /// What it numbers.
    package var kind: ProductNumberKind { ProductNumberKind(self) }
}

/// What a number stands for, by its prefix.
package enum ProductNumberKind: String, Sendable, CaseIterable {
    /// Something that is sold, records and films included.
    case product
    case book
    /// Printed music (ISMN).
    case music
    case periodical
    /// A store's own number, a weight or a price: it means something in that store alone.
    case store
    case coupon

    init(_ number: ProductNumber) {
        guard let digits = number.thirteen.map({ Array($0.utf8)[...] }) else {
            self = .product
            return
        }
        // Of eight digits, those that begin with 0 or 2 are a store's own (GS1 General Specifications 1.4.3).
        if let eight = number.digits(8), let first = eight.utf8.first {
            self = [UInt8(ascii: "0"), UInt8(ascii: "2")].contains(first) ? .store : .product
            return
        }
        switch GTINPrefixes.range(of: digits)?.use {
        case .book: self = digits.starts(with: "9790".utf8) ? .music : .book
        case .issn: self = .periodical
        case .restricted: self = .store
        case .coupon, .refund: self = .coupon
        default: self = .product
        }
    }

    /// Whether it means the same everywhere, so that asking others makes sense.
    package var isKnownElsewhere: Bool { self != .store && self != .coupon }
}

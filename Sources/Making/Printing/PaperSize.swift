import Artwork
import Files

/// A size of paper or of labels in millimetres.
///
///     try PaperSize("Letter")      // 215.9 × 279.4
///     try PaperSize("62x29")
package struct PaperSize: Hashable, Sendable {
    package let width: Double
    package let height: Double

    /// ISO 216 and ANSI/ASME Y14.1, upright.
    private static let named: [(name: String, width: Double, height: Double)] = [
        ("A3", 297, 420), ("A4", 210, 297), ("A5", 148, 210), ("A6", 105, 148), ("Letter", 215.9, 279.4),
        ("Legal", 215.9, 355.6),
    ]

    package static let a4 = PaperSize(width: 210, height: 297)

    package static var names: [String] { named.map(\.name) }

    package init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

    /// A size by its name, or as `WIDTHxHEIGHT` in millimetres, each 5 to 2000.
    ///
    /// - Throws: `UserError` for other texts.
    package init(_ text: String) throws(UserError) {
        if let size = Self.named.first(where: { $0.name.lowercased() == text.lowercased() }) {
            self.init(width: size.width, height: size.height)
            return
        }
        let sides = Self.sides(text)
        guard sides.count == 2 else {
            throw UserError(
                "\(UserError.quoted(text)) is not a size: use WIDTHxHEIGHT in millimetres, such as 62x29, or \(Self.names.joined(separator: ", "))"
            )
        }
        self.init(width: sides[0], height: sides[1])
    }

    /// Numbers from 5 to 2000 with an x between them; empty for other texts.
    static func sides(_ text: String) -> [Double] {
        let parts = text.lowercased().split(omittingEmptySubsequences: false) { "x×".contains($0) }
        let sides = parts.compactMap(number).filter { (5...2000).contains($0) }
        return sides.count == parts.count ? sides : []
    }

    /// Digits with a point at most: no exponents, no `inf`.
    private static func number(_ text: Substring) -> Double? {
        guard text.utf8.count <= 10, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) else {
            return nil
        }
        return Double(text)
    }
}

/// Millimetres as people read them: at most two decimals, a point in every locale.
package func millimetres(_ length: Double) -> String { decimal(length, places: 2) }

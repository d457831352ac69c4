/// The characters of linear symbologies, as their standards have them: what grading print quality compares widths with.
package enum ReferencePatterns {
    /// Widths in modules of the values 0 to 105 of Code 128, the starts among them; a bar first.
    package static let code128 = (Code128Patterns.data + Code128Patterns.start).map(\.wholeWidths)
    /// Widths in modules of the values 0 to 46 of Code 93, then of start and stop; a bar first.
    package static let code93 = (Code93.patterns.map { BarPattern(bits: $0, modules: 9) } + [Code93.start]).map(
        \.wholeWidths)
    /// Widths in modules of the digits of EAN and UPC in set A; a space first. Set C has the same, a bar first, and set B is C backwards.
    package static let products = ProductPatterns.setA.map(\.wholeWidths)
    /// Which of the left six digits of an EAN-13 are of set B, by its first digit; the leftmost highest.
    package static let parity = ProductPatterns.parity
    /// Which of the digits of a UPC-E of number system 0 are of set B, by its check digit; the leftmost highest.
    package static let parityOfUPCE = UPCE.parity
    /// Which of a character's nine elements are wide in Code 39, the first highest; the last character is start and stop.
    package static let code39 = Code39.wide + [Code39.star]
    /// Which of a digit's five elements are wide in Interleaved 2 of 5, the first highest.
    package static let itf = ITF.wide
}

extension BarPattern {
    fileprivate var wholeWidths: [Int] { widths.map { Int($0) } }
}

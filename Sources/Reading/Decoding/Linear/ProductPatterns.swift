/// The digits of EAN and UPC as bars (ISO/IEC 15420, table 1).
enum ProductPatterns {
    /// Set A, seven modules a digit, `1` dark. Set C is A with dark and light swapped, set B is C backwards.
    private static let a = [
        0b0001101, 0b0011001, 0b0010011, 0b0111101, 0b0100011, 0b0110001, 0b0101111, 0b0111011, 0b0110111, 0b0001011,
    ]
    static let setA = a.map { BarPattern(bits: $0, modules: 7) }
    private static let setC = a.map { BarPattern(bits: ~$0 & 0x7F, modules: 7) }

    /// Which of the left six digits of an EAN-13 are from set B, for each first digit; the leftmost highest.
    static let parity = [
        0b000000, 0b001011, 0b001101, 0b001110, 0b010011, 0b011001, 0b011100, 0b010101, 0b010110, 0b011010,
    ]
    /// Left of the middle: set A, then set B.
    static let left = setA + setC.map(\.reversed)
    /// Right of the middle: set C, then set A backwards, which a symbol rotated by 180° shows.
    static let right = setC + setA.map(\.reversed)
    static let side = BarPattern([1, 1, 1], startsDark: true)
    static let middle = BarPattern([1, 1, 1, 1, 1], startsDark: false)
}

/// A finite field with 2^m elements or a prime number of them, by tables of logarithms.
///
///     let field = GaloisField.of256
///     field.divide(field.multiply(a, b), b)               // a
struct GaloisField {
    /// How many elements it has.
    let size: Int
    /// Powers of the generator, twice over, so that sums of two logarithms need no remainder.
    private let powers: [UInt16]
    private let logarithms: [UInt16]
    /// Whether elements are integers modulo `size`, not polynomials of bits.
    private let isPrime: Bool

    /// The field of `1 << bits` elements with the primitive `polynomial`, whose root 2 generates it.
    init(bits: Int, polynomial: Int) {
        self.init(size: 1 << bits, isPrime: false) { $0 << 1 < 1 << bits ? $0 << 1 : $0 << 1 ^ polynomial }
    }

    /// The integers modulo `prime`, which the powers of `generator` are all of but 0.
    init(prime: Int, generator: Int) {
        self.init(size: prime, isPrime: true) { $0 * generator % prime }
    }

    /// - Parameter next: the next power of the generator.
    private init(size: Int, isPrime: Bool, next: (Int) -> Int) {
        (self.size, self.isPrime) = (size, isPrime)
        var powers = [UInt16](repeating: 0, count: 2 * size)
        var logarithms = [UInt16](repeating: 0, count: size)
        var value = 1
        for exponent in 0..<(size - 1) {
            powers[exponent] = UInt16(value)
            powers[exponent + size - 1] = UInt16(value)
            logarithms[value] = UInt16(exponent)
            value = next(value)
        }
        (self.powers, self.logarithms) = (powers, logarithms)
    }

    /// Aztec's fields (ISO/IEC 24778, 7.2.3); Data Matrix has that of 256 elements too (ISO/IEC 16022, 5.7).
    static let of16 = GaloisField(bits: 4, polynomial: 0x13)
    static let of64 = GaloisField(bits: 6, polynomial: 0x43)
    static let of256 = GaloisField(bits: 8, polynomial: 0x12D)
    /// QR Code's (ISO/IEC 18004, 7.5.2).
    static let ofQRCode = GaloisField(bits: 8, polynomial: 0x11D)
    /// Han Xin Code's (ISO/IEC 20830, 5.6).
    static let ofHanXin = GaloisField(bits: 8, polynomial: 0x163)
    static let of1024 = GaloisField(bits: 10, polynomial: 0x409)
    /// PDF417's and MicroPDF417's (ISO/IEC 15438, 5.10).
    static let of929 = GaloisField(prime: 929, generator: 3)
    static let of4096 = GaloisField(bits: 12, polynomial: 0x1069)

    /// The generator to the power of `exponent`, which is 0 or more.
    func power(_ exponent: Int) -> Int { Int(powers[exponent % (size - 1)]) }

    func add(_ a: Int, _ b: Int) -> Int { isPrime ? (a + b) % size : a ^ b }

    func subtract(_ a: Int, _ b: Int) -> Int { isPrime ? (a - b + size) % size : a ^ b }

    /// The sum of `count` times `element`.
    func sum(of element: Int, count: Int) -> Int {
        isPrime ? element * (count % size) % size : count.isMultiple(of: 2) ? 0 : element
    }

    func multiply(_ a: Int, _ b: Int) -> Int {
        a == 0 || b == 0 ? 0 : Int(powers[Int(logarithms[a]) + Int(logarithms[b])])
    }

    /// `a` over `b`, which is not 0.
    func divide(_ a: Int, _ b: Int) -> Int {
        a == 0 ? 0 : Int(powers[Int(logarithms[a]) + size - 1 - Int(logarithms[b])])
    }
}

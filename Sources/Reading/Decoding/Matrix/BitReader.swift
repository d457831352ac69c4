/// Takes numbers from a row of bits, the highest bit first.
struct BitReader {
    private let bits: [Bool]
    private(set) var position = 0

    init(_ bits: [Bool]) { self.bits = bits }

    var left: Int { bits.count - position }

    /// The number in the next `count` bits; nil, with nothing taken, when fewer are left.
    mutating func read(_ count: Int) -> Int? {
        guard let number = peek(count) else { return nil }
        position += count
        return number
    }

    /// The same, with nothing taken.
    func peek(_ count: Int) -> Int? {
        guard count <= left else { return nil }
        return bits[position..<position + count].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }

    /// Takes the next `count` bits if they are `number`; else nothing.
    mutating func take(_ count: Int, ifEqual number: Int) -> Bool {
        guard peek(count) == number else { return false }
        position += count
        return true
    }
}

/// SHA-1, SHA-256 and SHA-512 (FIPS 180-4), for one-time passwords and checksums; nothing here keeps a secret.
package protocol SecureHash {
    /// Bytes of a block.
    static var blockLength: Int { get }
    static func digest(_ message: [UInt8]) -> [UInt8]
}

extension SecureHash {
    /// HMAC (RFC 2104).
    static func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        var block = key.count > blockLength ? digest(key) : key
        block += [UInt8](repeating: 0, count: blockLength - block.count)
        return digest(block.map { $0 ^ 0x5C } + digest(block.map { $0 ^ 0x36 } + message))
    }

    /// The message with the bit 1, zeros and its length in bits, big-endian.
    fileprivate static func padded(_ message: [UInt8], lengthBytes: Int) -> [UInt8] {
        var bytes = message + [0x80]
        let rest = (bytes.count + lengthBytes) % blockLength
        bytes += [UInt8](repeating: 0, count: rest == 0 ? lengthBytes - 8 : blockLength - rest + lengthBytes - 8)
        let bits = UInt64(message.count) * 8
        return bytes + (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) }
    }
}

private func bigEndianWord<Word: FixedWidthInteger>(_ bytes: [UInt8], _ start: Int) -> Word {
    var word: Word = 0
    for offset in 0..<Word.bitWidth / 8 { word = word << 8 | Word(bytes[start + offset]) }
    return word
}

private func bigEndianBytes<Word: FixedWidthInteger>(_ words: [Word]) -> [UInt8] {
    words.flatMap { word in
        stride(from: Word.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> Word($0)) }
    }
}

enum SHA1: SecureHash {
    static let blockLength = 64

    static func digest(_ message: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        let bytes = padded(message, lengthBytes: 8)
        func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
        for start in stride(from: 0, to: bytes.count, by: blockLength) {
            var words = (0..<16).map { bigEndianWord(bytes, start + $0 * 4) as UInt32 }
            for index in 16..<80 {
                words.append(
                    rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
            }
            var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
            for (index, word) in words.enumerated() {
                let (mixed, constant): (UInt32, UInt32) =
                    switch index / 20 {
                    case 0: (b & c | ~b & d, 0x5A82_7999)
                    case 1: (b ^ c ^ d, 0x6ED9_EBA1)
                    case 2: (b & c | b & d | c & d, 0x8F1B_BCDC)
                    default: (b ^ c ^ d, 0xCA62_C1D6)
                    }
                let next = rotated(a, 5) &+ mixed &+ e &+ constant &+ word
                (a, b, c, d, e) = (next, a, rotated(b, 30), c, d)
            }
            for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
        }
        return bigEndianBytes(state)
    }
}

/// The fractions of square and cube roots of the first primes, which SHA-2 takes its constants from (FIPS 180-4, 4.2 and 5.3).
private enum PrimeRoots {
    static let primes: [UInt64] = {
        var found: [UInt64] = []
        var candidate: UInt64 = 2
        while found.count < 80 {
            if found.allSatisfy({ candidate % $0 != 0 }) { found.append(candidate) }
            candidate += 1
        }
        return found
    }()

    /// The first 64 bits of the fraction of `prime`'s root of that degree, bit by bit, by exact comparison.
    static func fraction(of prime: UInt64, degree: Int) -> UInt64 {
        // The root as a fixed-point number: its whole part is below 2^5, so that it takes 69 bits.
        var root: [UInt32] = [0, 0, 0]
        let target = Wide.shifted([UInt32(prime)], bits: 64 * degree)
        for bit in stride(from: 68, through: 0, by: -1) {
            var next = root
            next[bit / 32] |= 1 << UInt32(bit % 32)
            let power = (1..<degree).reduce(next) { product, _ in Wide.product(product, next) }
            if !Wide.isGreater(power, target) { root = next }
        }
        return UInt64(root[1]) << 32 | UInt64(root[0])
    }

    static let cubes = primes.map { fraction(of: $0, degree: 3) }
    static let squares = primes.prefix(8).map { fraction(of: $0, degree: 2) }
}

/// Natural numbers of any size, the least word first.
private enum Wide {
    static func product(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
        var result = [UInt32](repeating: 0, count: a.count + b.count)
        for (i, x) in a.enumerated() {
            var carry: UInt64 = 0
            for (j, y) in b.enumerated() {
                let sum = UInt64(x) * UInt64(y) + UInt64(result[i + j]) + carry
                result[i + j] = UInt32(truncatingIfNeeded: sum)
                carry = sum >> 32
            }
            result[i + b.count] = UInt32(truncatingIfNeeded: carry)
        }
        return result
    }

    static func shifted(_ a: [UInt32], bits: Int) -> [UInt32] { [UInt32](repeating: 0, count: bits / 32) + a }

    static func isGreater(_ a: [UInt32], _ b: [UInt32]) -> Bool {
        for index in stride(from: max(a.count, b.count) - 1, through: 0, by: -1) {
            let (x, y) = (index < a.count ? a[index] : 0, index < b.count ? b[index] : 0)
            if x != y { return x > y }
        }
        return false
    }
}

package enum SHA256: SecureHash {
    package static let blockLength = 64
    private static let constants = PrimeRoots.cubes.prefix(64).map { UInt32($0 >> 32) }
    private static let initial = PrimeRoots.squares.map { UInt32($0 >> 32) }

    package static func digest(_ message: [UInt8]) -> [UInt8] {
        bigEndianBytes(
            SHA2.state(
                of: padded(message, lengthBytes: 8), blockLength: blockLength, from: initial, constants: constants,
                schedule: [[7, 18], [17, 19]], shifts: [3, 10], rounds: [[2, 13, 22], [6, 11, 25]]))
    }
}

enum SHA512: SecureHash {
    static let blockLength = 128

    static func digest(_ message: [UInt8]) -> [UInt8] {
        bigEndianBytes(
            SHA2.state(
                of: padded(message, lengthBytes: 16), blockLength: blockLength, from: PrimeRoots.squares,
                constants: PrimeRoots.cubes, schedule: [[1, 8], [19, 61]], shifts: [7, 6],
                rounds: [[28, 34, 39], [14, 18, 41]]))
    }
}

/// What SHA-256 and SHA-512 have in common (FIPS 180-4, 6.2 and 6.4).
private enum SHA2 {
    static func state<Word: FixedWidthInteger & UnsignedInteger & Sendable>(
        of bytes: [UInt8], blockLength: Int, from initial: [Word], constants: [Word], schedule: [[Int]], shifts: [Int],
        rounds: [[Int]]
    ) -> [Word] {
        func rotated(_ word: Word, _ count: Int) -> Word { word >> Word(count) | word << Word(Word.bitWidth - count) }
        func sum(_ word: Word, _ counts: [Int]) -> Word { counts.reduce(0) { $0 ^ rotated(word, $1) } }
        var state = initial
        for start in stride(from: 0, to: bytes.count, by: blockLength) {
            var words = (0..<16).map { bigEndianWord(bytes, start + $0 * Word.bitWidth / 8) as Word }
            for index in 16..<constants.count {
                let (a, b) = (words[index - 15], words[index - 2])
                let first = sum(a, schedule[0]) ^ a >> Word(shifts[0])
                let second = sum(b, schedule[1]) ^ b >> Word(shifts[1])
                words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
            }
            var h = state
            for (word, constant) in zip(words, constants) {
                let choice = h[4] & h[5] ^ ~h[4] & h[6]
                let first = h[7] &+ sum(h[4], rounds[1]) &+ choice &+ constant &+ word
                let majority = h[0] & h[1] ^ h[0] & h[2] ^ h[1] & h[2]
                let second = sum(h[0], rounds[0]) &+ majority
                h = [first &+ second, h[0], h[1], h[2], h[3] &+ first, h[4], h[5], h[6]]
            }
            for index in 0..<8 { state[index] &+= h[index] }
        }
        return state
    }
}

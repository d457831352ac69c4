/// Keccak-256 as Ethereum uses it: SHA-3 before its padding was changed (keccak.team, Keccak specifications summary).
enum Keccak256 {
    static func digest(_ message: [UInt8]) -> [UInt8] {
        let rate = 136
        var bytes = message + [1]
        bytes += [UInt8](repeating: 0, count: (rate - bytes.count % rate) % rate)
        bytes[bytes.count - 1] |= 0x80
        var state = [UInt64](repeating: 0, count: 25)
        for start in stride(from: 0, to: bytes.count, by: rate) {
            for lane in 0..<rate / 8 {
                for byte in 0..<8 { state[lane] ^= UInt64(bytes[start + lane * 8 + byte]) << UInt64(8 * byte) }
            }
            permute(&state)
        }
        return state.prefix(4).flatMap { lane in (0..<8).map { UInt8(truncatingIfNeeded: lane >> UInt64(8 * $0)) } }
    }

    private static let roundConstants: [UInt64] = {
        // A shift register of eight bits gives their bits at places 2^j − 1.
        var (register, constants) = (UInt16(1), [UInt64]())
        for _ in 0..<24 {
            var constant: UInt64 = 0
            for place in 0...6 {
                if register & 1 == 1 { constant |= 1 << UInt64(1 << place - 1) }
                register <<= 1
                if register & 0x100 != 0 { register ^= 0x171 }
            }
            constants.append(constant)
        }
        return constants
    }()

    private static func permute(_ state: inout [UInt64]) {
        func rotated(_ lane: UInt64, _ count: Int) -> UInt64 {
            count % 64 == 0 ? lane : lane << UInt64(count % 64) | lane >> UInt64(64 - count % 64)
        }
        for constant in roundConstants {
            let columns = (0..<5).map { x in (0..<5).reduce(0) { $0 ^ state[x + 5 * $1] } }
            for x in 0..<5 {
                let mixed = columns[(x + 4) % 5] ^ rotated(columns[(x + 1) % 5], 1)
                for y in 0..<5 { state[x + 5 * y] ^= mixed }
            }
            var (x, y, lane) = (1, 0, state[1])
            for step in 0..<24 {
                (x, y) = (y, (2 * x + 3 * y) % 5)
                let next = state[x + 5 * y]
                state[x + 5 * y] = rotated(lane, (step + 1) * (step + 2) / 2)
                lane = next
            }
            for y in 0..<5 {
                let row = Array(state[5 * y..<5 * y + 5])
                for x in 0..<5 { state[5 * y + x] = row[x] ^ ~row[(x + 1) % 5] & row[(x + 2) % 5] }
            }
            state[0] ^= constant
        }
    }
}

/// Always the same numbers for a seed (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Noise for each byte: the sum of two even distributions, from -`most` to `most`, added within 0...255.
    mutating func addNoise(_ most: Int, to luma: UnsafeMutableBufferPointer<UInt8>) {
        for i in luma.indices {
            let bits = next()
            let noise = (Int(bits & 0xFFFF) + Int(bits >> 16 & 0xFFFF)) * most / 0xFFFF - most
            luma[i] = UInt8(clamping: Int(luma[i]) + noise)
        }
    }
}

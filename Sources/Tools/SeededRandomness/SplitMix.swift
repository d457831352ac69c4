/// A random number generator with the same numbers in every run (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
/// Generators, 2014).
package struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    /// The numbers that follow from `state`, which may be any.
    package init(state: UInt64) { self.state = state }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number from 0 to `bound` - 1; a little uneven where `bound` is large.
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

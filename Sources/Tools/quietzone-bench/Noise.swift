import SeededRandomness

extension SplitMix {
    /// Adds noise with a triangular distribution, from -`amplitude` to `amplitude`, clamped to 0...255.
    mutating func addNoise(_ amplitude: Int, to luma: UnsafeMutableBufferPointer<UInt8>) {
        for i in luma.indices {
            let bits = next()
            let noise = (Int(bits & 0xFFFF) + Int(bits >> 16 & 0xFFFF)) * amplitude / 0xFFFF - amplitude
            luma[i] = UInt8(clamping: Int(luma[i]) + noise)
        }
    }
}

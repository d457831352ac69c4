import Frames

extension Frame {
    /// How sharp the picture is inside `region`: the mean square of the differences of luma two pixels apart, along
    /// rows and columns. Only comparable between pictures of the same scene.
    package func sharpness(in region: PixelRect) -> Double {
        let region = region.clamped(to: bounds)
        guard region.width > 2, region.height > 2 else { return 0 }
        // At most about 120 rows: enough for a mean, and cheap at any size.
        let stride = max(1, region.height / 120)
        return withLuma { luma in
            var sum: UInt64 = 0
            var count: UInt64 = 0
            for y in Swift.stride(from: region.y, to: region.y + region.height - 2, by: stride) {
                for x in region.x..<(region.x + region.width - 2) {
                    let here = Int32(luma[y * width + x])
                    let across = Int32(luma[y * width + x + 2]) - here
                    let down = Int32(luma[(y + 2) * width + x]) - here
                    sum &+= UInt64(across * across + down * down)
                }
                count += UInt64(region.width - 2)
            }
            return Double(sum) / Double(max(1, count))
        }
    }
}

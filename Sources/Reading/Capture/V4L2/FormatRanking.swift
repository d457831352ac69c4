/// Which of a camera's formats to try, best first.
enum FormatRanking {
    /// A rate below which the preview stutters and codes are hard to hold; 24.9 lets 24.975 (NTSC film) count.
    static let fluentRate = 24.9
    /// The largest automatic size: beyond it decoding takes longer than a frame.
    static let largest = (width: 1920, height: 1080)

    /// The largest size of the preset `low`.
    static let smallest = (width: 640, height: 480)

    /// The formats that `request` allows, best first.
    ///
    /// By the preset `high`, sizes up to 1920 × 1080 that give 25 frames a second come first, the largest of them in front; then,
    /// from 640 × 480 up, the highest rate; then what is left. Among equals raw formats come before MJPEG,
    /// and both before those that libv4lconvert must convert; then the rate nearest to the one wished for
    /// (30 by default).
    ///
    /// - Parameter busBytesPerSecond: what the camera's bus carries; raw formats that need more are
    ///   ranked by the rate that is left, and behind MJPEG. nil if that is unknown.
    static func ranked(
        _ formats: [CameraFormat], request: CameraFormatRequest = .automatic, busBytesPerSecond: Double? = nil
    ) -> [CameraFormat] {
        let explicitSize = request.width != nil || request.height != nil
        let keyed = formats.filter(request.allows).enumerated().map { index, format in
            (
                key: key(
                    format, request: request, explicitSize: explicitSize, busBytesPerSecond: busBytesPerSecond,
                    index: index),
                format: format
            )
        }
        return keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.format)
    }

    /// Compared lexicographically; smaller is better.
    private static func key(
        _ format: CameraFormat, request: CameraFormatRequest, explicitSize: Bool, busBytesPerSecond: Double?, index: Int
    ) -> [Double] {
        let rate = deliveredRate(format, busBytesPerSecond: busBytesPerSecond)
        let area = Double(format.width) * Double(format.height)
        let limit = request.preset == .low ? smallest : largest
        let fits = explicitSize || (format.width <= limit.width && format.height <= limit.height)
        let offRate = abs((rate ?? 30) - (request.framesPerSecond ?? 30))
        let isCarried = rate == format.framesPerSecond
        let coding = isCarried ? codingRank(format.pixelFormat) : max(codingRank(format.pixelFormat), 2.5)
        let last = [offRate, Double(index)]
        if let wished = request.framesPerSecond {
            // A wished rate comes before size: within half a frame a second it counts as met.
            return [fits ? 0 : 1, (abs((rate ?? wished) - wished) * 2).rounded(), -area, coding] + last
        }
        if request.preset == .photo, !explicitSize { return [0, -area, -(rate ?? 0), coding] + last }
        if request.preset == .low, !fits { return [3, area, -(rate ?? 0), coding] + last }
        if fits, rate ?? fluentRate >= fluentRate { return [0, -area, coding] + last }
        let tier: Double = fits ? (area >= 640 * 480 ? 1 : 2) : 3
        return [tier, -(rate ?? 0), -area, coding] + last
    }

    private static func deliveredRate(_ format: CameraFormat, busBytesPerSecond: Double?) -> Double? {
        guard let busBytesPerSecond, case .samples(_, _, let bits) = LumaLayout(format.pixelFormat) else {
            return format.framesPerSecond
        }
        let frame = Double(format.width) * Double(format.height) * Double(bits) / 8
        return format.framesPerSecond.map { min($0, busBytesPerSecond / max(frame, 1)) }
    }

    private static func codingRank(_ format: FourCC) -> Double {
        switch LumaLayout(format) {
        // Grey last of the raw ones: a camera that has colour shows it in saved pictures.
        case .samples(_, _, let bits): bits == 8 ? 1 : 0
        case .jpeg: 2
        case .foreign: 3
        }
    }
}

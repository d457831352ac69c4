/// A pixel format, size and frame rate that a camera offers.
package struct CameraFormat: Hashable, Sendable, CustomStringConvertible {
    package var pixelFormat: FourCC
    package var width: Int
    package var height: Int
    /// Frames a second; nil if the driver does not report it.
    package var framesPerSecond: Double?

    /// `1280x720 MJPG 30/s`.
    package var description: String {
        "\(width)x\(height) \(pixelFormat)" + (framesPerSecond.map { " \(rateText($0))/s" } ?? "")
    }
}

/// The format that a person wants; what is nil is chosen by `FormatRanking`.
package struct CameraFormatRequest: Hashable, Sendable, CustomStringConvertible {
    /// Which size is chosen where none is given.
    package enum Preset: String, CaseIterable, Sendable {
        /// The largest size up to 640 × 480 that gives 25 frames a second.
        case low
        /// The largest size up to 1920 × 1080 that gives 25 frames a second.
        case high
        /// The largest size, however slow.
        case photo
    }

    /// Chooses what is nil below; `high` by default.
    package var preset = Preset.high
    package var width: Int?
    package var height: Int?
    /// Frames a second; the nearest rate offered is taken.
    package var framesPerSecond: Double?
    package var pixelFormat: FourCC?

    /// The largest format up to 1920 × 1080 that gives 25 frames a second or more.
    package static let automatic = CameraFormatRequest()

    package init(_ preset: Preset) { self.preset = preset }

    /// The request that `text` spells: `low`, `high`, `photo`, or `WIDTHxHEIGHT`, `@FPS` and `/FOURCC`, each of which
    /// may be missing: `1280x720@30/MJPG`, `640x480`, `/YUYV`. nil when it spells none.
    package init?(_ text: String) {
        if let preset = Preset(rawValue: text.lowercased()) {
            self.preset = preset
            return
        }
        var rest = Substring(text)
        if let slash = rest.firstIndex(of: "/") {
            guard let code = FourCC(rest[rest.index(after: slash)...].uppercased()) else { return nil }
            pixelFormat = code
            rest = rest[..<slash]
        }
        if let at = rest.firstIndex(of: "@") {
            guard let rate = Double(rest[rest.index(after: at)...]), rate.isFinite, 0.1...1000 ~= rate else {
                return nil
            }
            framesPerSecond = rate
            rest = rest[..<at]
        }
        if !rest.isEmpty {
            let sides = rest.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
            guard sides.count == 2, let width = sides[0], let height = sides[1], 1...16384 ~= width,
                1...16384 ~= height
            else { return nil }
            (self.width, self.height) = (width, height)
        }
        guard self != .automatic else { return nil }
    }

    package var text: String {
        let size = width.flatMap { width in height.map { "\(width)x\($0)" } } ?? ""
        let exact = size + (framesPerSecond.map { "@\(rateText($0))" } ?? "") + (pixelFormat.map { "/\($0)" } ?? "")
        return exact.isEmpty ? preset.rawValue : exact
    }

    package init(
        width: Int? = nil, height: Int? = nil, framesPerSecond: Double? = nil, pixelFormat: FourCC? = nil
    ) {
        self.width = width
        self.height = height
        self.framesPerSecond = framesPerSecond
        self.pixelFormat = pixelFormat
    }

    /// `1280x720 MJPG 30/s`, with `any` for a size that is open.
    package var description: String {
        let size =
            width == nil && height == nil
            ? []
            : [
                "\(width.map(String.init) ?? "any")x"
                    + "\(height.map(String.init) ?? "any")"
            ]
        let parts = size + [pixelFormat?.description, framesPerSecond.map { "\(rateText($0))/s" }].compactMap { $0 }
        return parts.isEmpty ? "automatic" : parts.joined(separator: " ")
    }

    /// Whether `format` has the size and pixel format asked for; the rate is a preference only.
    func allows(_ format: CameraFormat) -> Bool {
        (width ?? format.width) == format.width && (height ?? format.height) == format.height
            && (pixelFormat ?? format.pixelFormat) == format.pixelFormat
    }
}

/// `30`, `29.97`, `7.5`: at most two decimals.
private func rateText(_ rate: Double) -> String {
    guard rate.isFinite, abs(rate) < 1e9 else { return "?" }
    let hundredths = Int((rate * 100).rounded())
    let decimals = hundredths % 100
    if decimals == 0 { return "\(hundredths / 100)" }
    return decimals % 10 == 0
        ? "\(hundredths / 100).\(decimals / 10)" : "\(hundredths / 100).\(decimals < 10 ? "0" : "")\(decimals)"
}

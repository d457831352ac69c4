import CPixels

/// A picture of a pass, by what it is for. Its files are `icon.png`, `icon@2x.png` and `icon@3x.png`.
package enum PassPicture: String, CaseIterable, Sendable {
    /// In lists, on the lock screen and in mails; the only one that must be there.
    case icon
    /// At the top left.
    case logo
    /// Behind the primary fields.
    case strip
    /// Beside the fields.
    case thumbnail
    /// Behind the whole front, blurred.
    case background
    /// Above the code of a boarding pass.
    case footer

    /// How large it is shown at most, in points, of which a device has 1, 2 or 3 pixels each (PassKit Programming Guide, Pass Design and
    /// Creation). A strip is 84 to 144 points high, by the pass's style.
    func points(in style: PassStyle?) -> (width: Int, height: Int) {
        switch self {
        case .icon: (38, 38)
        case .logo: (160, 50)
        case .strip: (375, style == .eventTicket ? 98 : 144)
        case .thumbnail: (90, 90)
        case .background: (180, 220)
        case .footer: (286, 15)
        }
    }

    /// The picture that a file is, and for how many pixels a point; nil for another file.
    static func named(_ name: String) -> (picture: PassPicture, scale: Int)? {
        guard let (stem, scale) = stem(of: name) else { return nil }
        return PassPicture(rawValue: stem).map { ($0, scale) }
    }

    /// The name of a picture without its ending, and for how many pixels a point it is; nil for another file.
    static func stem(of name: String) -> (name: String, scale: Int)? {
        guard name.hasSuffix(".png") else { return nil }
        var stem = name.dropLast(4)
        var scale = 1
        for factor in 2...3 where stem.hasSuffix("@\(factor)x") {
            stem = stem.dropLast(3)
            scale = factor
        }
        return (String(stem), scale)
    }

    /// The size that a PNG's header tells; nil for what is not a PNG.
    static func size(of bytes: [UInt8]) -> (width: Int, height: Int)? {
        var (width, height): (Int32, Int32) = (0, 0)
        guard qz_png_size(bytes, bytes.count, &width, &height) == 0 else { return nil }
        return (Int(width), Int(height))
    }
}

/// The pictures of a pass and what is wrong with them.
struct PassPictures {
    private struct Found {
        let name: String
        let scale: Int
        let width: Int
        let height: Int
    }

    private(set) var problems: [PassProblem] = []
    private let style: PassStyle?

    /// How many bytes the pixels of all pictures are at most when they are unpacked: they may be packed a thousandfold.
    private static let maximumBytes = 256 << 20

    /// - Parameters:
    ///   - files: those of a pass, localised ones too. Pictures whose names Wallet does not know are not looked at.
    ///   - budget: how many bytes of pixels are unpacked; the pictures of all languages come first.
    init(_ files: [String: [UInt8]], style: PassStyle?, budget: Int = maximumBytes) {
        self.style = style
        var (left, isTooMuch) = (budget, false)
        var found: [String: [Found]] = [:]
        var pictures: Set<PassPicture> = []
        let names = files.keys.filter { $0.hasSuffix(".png") && PassPackage.isKnown($0) }
        for name in names.filter({ !$0.contains("/") }).sorted() + names.filter({ $0.contains("/") }).sorted() {
            let bytes = files[name] ?? []
            guard let (width, height) = PassPicture.size(of: bytes), width > 0, height > 0 else {
                problems.add(.notPNG, name, "it is not a PNG: Wallet shows only PNGs")
                continue
            }
            guard width <= PassPNG.maximumPixels / height else {
                problems.add(
                    .tooLarge, name,
                    "it has \(width) × \(height) pixels, more than any device shows: make it smaller")
                continue
            }
            let size = PassPNG.unpackedSize(of: bytes)
            guard size <= left else {
                if !isTooMuch {
                    problems.add(
                        .tooLarge, name,
                        "with it the pictures of the pass are larger than \(budget >> 20) MiB unpacked: make them smaller"
                    )
                }
                isTooMuch = true
                continue
            }
            left -= size
            if let problem = PassPNG.problem(with: bytes) {
                problems.add(.notPNG, name, "\(problem): Wallet shows only whole PNGs")
                continue
            }
            let parts = name.split(separator: "/")
            let folder = parts.dropLast().joined(separator: "/")
            guard let (picture, scale) = PassPicture.named(String(parts.last ?? "")) else { continue }
            pictures.insert(picture)
            found["\(folder)/\(picture.rawValue)", default: []].append(
                Found(name: name, scale: scale, width: width, height: height))
            checkSize(of: picture, scale, name, width, height)
        }
        for group in found.keys.sorted() { checkScales(found[group] ?? []) }
        if files["icon.png"] == nil && files["icon@2x.png"] == nil && files["icon@3x.png"] == nil {
            problems.add(.iconMissing, "icon.png", "it is missing: Wallet rejects passes without an icon")
        } else if files["icon@2x.png"] == nil && files["icon@3x.png"] == nil {
            problems.add(.pictureScale, "icon@2x.png", "it is missing: current devices show icon.png blurred")
        }
        if let style {
            for picture in PassPicture.allCases where pictures.contains(picture) && !style.pictures.contains(picture) {
                problems.add(
                    .pictureOfOtherStyle, "\(picture.rawValue).png", "a \(style.title.lowercased()) does not show it")
            }
        }
        if style == .eventTicket, pictures.contains(.strip),
            pictures.contains(.background) || pictures.contains(.thumbnail)
        {
            problems.add(
                .pictureOfOtherStyle, "strip.png", "with a strip Wallet shows no background and no thumbnail")
        }
    }

    private mutating func checkSize(of picture: PassPicture, _ scale: Int, _ name: String, _ width: Int, _ height: Int)
    {
        let points = picture.points(in: style)
        let (mostWide, mostHigh) = (points.width * scale, points.height * scale)
        if width > mostWide || height > mostHigh {
            problems.add(
                .pictureTooLarge, name,
                "it has \(width) × \(height) pixels, but Wallet shows at most \(mostWide) × \(mostHigh)")
        }
    }

    /// Pictures of one kind are the same in 1, 2 and 3 pixels a point, give or take what rounding does.
    private mutating func checkScales(_ pictures: [Found]) {
        guard let first = pictures.min(by: { $0.scale < $1.scale }) else { return }
        for other in pictures where other.scale > first.scale {
            let isSame =
                abs(other.width * first.scale - first.width * other.scale) <= other.scale * first.scale
                && abs(other.height * first.scale - first.height * other.scale) <= other.scale * first.scale
            if !isSame {
                problems.add(
                    .pictureScale, other.name,
                    "it has \(other.width) × \(other.height) pixels, which is not \(first.name) at \(other.scale) pixels per point"
                )
            }
        }
    }
}

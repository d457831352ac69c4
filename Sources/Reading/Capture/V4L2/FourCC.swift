/// A pixel format's four characters, as `V4L2_PIX_FMT_*` has them (linux/videodev2.h).
package struct FourCC: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The first character in the lowest byte; bit 31 marks a big-endian variant.
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The code of one to four ASCII characters, padded with spaces; nil for anything else.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (1...4).contains(bytes.count), bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        rawValue = (0..<4).reduce(0) { $0 | UInt32($1 < bytes.count ? bytes[$1] : 0x20) << UInt32(8 * $1) }
    }

    /// The characters without trailing spaces, `-BE` after them when big-endian; `?` for characters beyond ASCII.
    package var description: String {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: (rawValue & 0x7FFF_FFFF) >> UInt32(8 * $0)) }
        var text = String(bytes.map { (0x20..<0x7F).contains($0) ? Character(UnicodeScalar($0)) : "?" })
        while text.hasSuffix(" ") { text.removeLast() }
        return rawValue >> 31 == 1 ? text + "-BE" : text
    }
}

/// Where the luma lies in a pixel format.
enum LumaLayout: Equatable {
    /// 8-bit samples `step` bytes apart, from `offset`; the whole picture takes `bits` a pixel.
    case samples(step: Int, offset: Int, bits: Int)
    /// A JPEG picture a frame.
    case jpeg
    /// Known to libv4lconvert only.
    case foreign

    init(_ format: FourCC) {
        self =
            switch format.description {
            case "YUYV", "YVYU": .samples(step: 2, offset: 0, bits: 16)
            case "UYVY", "VYUY": .samples(step: 2, offset: 1, bits: 16)
            // The luma plane comes first, packed 8 bits; the chroma planes after it are not read.
            case "NV12", "NV21", "YU12", "YV12": .samples(step: 1, offset: 0, bits: 12)
            case "NV16", "NV61", "422P": .samples(step: 1, offset: 0, bits: 16)
            case "NV24", "NV42": .samples(step: 1, offset: 0, bits: 24)
            case "YUVA", "YUVX": .samples(step: 4, offset: 0, bits: 32)
            case "YUV4", "AYUV", "XYUV": .samples(step: 4, offset: 1, bits: 32)
            case "VUYA", "VUYX": .samples(step: 4, offset: 2, bits: 32)
            case "GREY": .samples(step: 1, offset: 0, bits: 8)
            // Of 16 bits the high byte is kept.
            case "Y16": .samples(step: 2, offset: 1, bits: 16)
            case "Y16-BE": .samples(step: 2, offset: 0, bits: 16)
            case "MJPG", "JPEG": .jpeg
            default: .foreign
            }
    }

    /// The smallest row stride in bytes for `width` pixels; 0 where rows have none.
    func smallestStride(width: Int) -> Int {
        if case .samples(let step, _, _) = self { return width * step }
        return 0
    }
}

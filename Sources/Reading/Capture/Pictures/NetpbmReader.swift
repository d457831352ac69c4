import Frames

/// The header of a PBM, PGM or PPM picture, P1 to P6 (netpbm's pbm(5), pgm(5), ppm(5)).
struct NetpbmHeader: Equatable {
    /// What the pixels are.
    enum Pixels: Equatable {
        case bits
        case grey
        case colour
    }

    var pixels: Pixels
    /// Whether samples are decimal text (P1 to P3).
    var isText: Bool
    var width: Int
    var height: Int
    /// The sample that means white, 1 to 65535; 1 for bits.
    var maximum: Int

    /// Whether `bytes` begin as such a picture does.
    static func begins(_ bytes: some Collection<UInt8>) -> Bool {
        let start = Array(bytes.prefix(3))
        guard start.count >= 2, start[0] == UInt8(ascii: "P"), (0x31...0x36).contains(start[1]) else { return false }
        return start.count == 2 || isSpace(start[2]) || start[2] == UInt8(ascii: "#")
    }

    /// Reads a header up to its last byte; nil when the source ends before one begins.
    init?(from source: inout some ByteSource) throws(StreamError) {
        var first = try source.nextByte()
        // Text pictures end in a newline, and more of them may follow (a stream).
        while let byte = first, Self.isSpace(byte) { first = try source.nextByte() }
        guard let first else { return nil }
        guard let digit = try source.nextByte() else { throw .truncated }
        guard first == UInt8(ascii: "P"), (0x31...0x36).contains(digit) else {
            throw .malformed("a PGM or PPM picture should begin here")
        }
        let kind = Int(digit - 0x30)
        pixels = [.bits, .grey, .colour][(kind - 1) % 3]
        isText = kind <= 3
        width = try Self.number(from: &source, named: "width")
        height = try Self.number(from: &source, named: "height")
        maximum = pixels == .bits ? 1 : try Self.number(from: &source, named: "largest value")
        guard width > 0, height > 0 else { throw .malformed("its header has no width or height") }
        guard FramePool.accepts(width: width, height: height) else {
            throw .malformed("a picture of \(width)×\(height) pixels is too large")
        }
        guard (1...65535).contains(maximum) else { throw .malformed("its largest value is not 1 to 65535") }
    }

    /// Reads the samples of this header's picture into `luma`, which has `width * height` bytes: one colour of it, or
    /// how bright all of them look.
    func readPixels(
        from source: inout some ByteSource, into luma: UnsafeMutableBufferPointer<UInt8>,
        _ channel: ColourChannel? = nil
    ) throws(StreamError) {
        if isText { return try readText(from: &source, into: luma, channel) }
        if pixels == .grey && maximum == 255 { return try source.readAll(into: luma) }
        let samples = pixels == .colour ? width * 3 : width
        let rowBytes = pixels == .bits ? (width + 7) / 8 : samples * (maximum > 255 ? 2 : 1)
        let row = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: rowBytes)
        // SAFETY: the row is this call's own and is freed on every way out.
        defer { row.deallocate() }
        let scale = SampleScale(maximum: maximum)
        for y in 0..<height {
            try source.readAll(into: row)
            let line = UnsafeMutableBufferPointer(rebasing: luma[y * width..<(y + 1) * width])
            switch (pixels, maximum > 255) {
            case (.bits, _):
                for x in 0..<width { line[x] = row[x >> 3] & (0x80 >> UInt8(x & 7)) != 0 ? 0 : 255 }
            case (.grey, false): for x in 0..<width { line[x] = scale[Int(row[x])] }
            case (.grey, true): for x in 0..<width { line[x] = scale[Int(row[2 * x]) << 8 | Int(row[2 * x + 1])] }
            case (.colour, false):
                for x in 0..<width {
                    line[x] = luminance(
                        scale[Int(row[3 * x])], scale[Int(row[3 * x + 1])], scale[Int(row[3 * x + 2])], channel)
                }
            case (.colour, true):
                for x in 0..<width {
                    line[x] = luminance(
                        scale[Int(row[6 * x]) << 8 | Int(row[6 * x + 1])],
                        scale[Int(row[6 * x + 2]) << 8 | Int(row[6 * x + 3])],
                        scale[Int(row[6 * x + 4]) << 8 | Int(row[6 * x + 5])], channel)
                }
            }
        }
    }

    /// Passes over the samples of this header's picture.
    func skipPixels(from source: inout some ByteSource) throws(StreamError) {
        let scrap = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: width * height)
        // SAFETY: the plane is this call's own and is freed on every way out.
        defer { scrap.deallocate() }
        try readPixels(from: &source, into: scrap)
    }

    private func readText(
        from source: inout some ByteSource, into luma: UnsafeMutableBufferPointer<UInt8>, _ channel: ColourChannel?
    ) throws(StreamError) {
        let scale = SampleScale(maximum: maximum)
        for i in 0..<width * height {
            switch pixels {
            case .bits: luma[i] = try Self.bit(from: &source) ? 0 : 255
            case .grey: luma[i] = scale[try Self.number(from: &source, named: "sample")]
            case .colour:
                let red = scale[try Self.number(from: &source, named: "sample")]
                let green = scale[try Self.number(from: &source, named: "sample")]
                let blue = scale[try Self.number(from: &source, named: "sample")]
                luma[i] = luminance(red, green, blue, channel)
            }
        }
    }

    /// The next byte that is not a space and in no comment.
    private static func significantByte(from source: inout some ByteSource) throws(StreamError) -> UInt8 {
        while true {
            guard var byte = try source.nextByte() else { throw .truncated }
            if byte == UInt8(ascii: "#") {
                while byte != 0x0A && byte != 0x0D {
                    guard let next = try source.nextByte() else { throw .truncated }
                    byte = next
                }
            }
            if !isSpace(byte) { return byte }
        }
    }

    /// A decimal number and the one byte that ends it. Numbers above 99,999,999 are refused.
    private static func number(from source: inout some ByteSource, named name: String) throws(StreamError) -> Int {
        var byte: UInt8? = try significantByte(from: &source)
        var value = 0
        var digits = 0
        while let digit = byte, (0x30...0x39).contains(digit) {
            value = value * 10 + Int(digit - 0x30)
            digits += 1
            guard value <= 99_999_999 else { throw .malformed("its \(name) is too large") }
            byte = try source.nextByte()
        }
        guard digits > 0 else { throw .malformed("its \(name) is not a number") }
        // A comment may follow a number at once; its line end is then the byte that ends the number.
        if byte == UInt8(ascii: "#") {
            while let skipped = byte, skipped != 0x0A && skipped != 0x0D { byte = try source.nextByte() }
        }
        guard byte.map(isSpace) ?? true else { throw .malformed("its \(name) is not a number") }
        return value
    }

    /// One sample of P1, where digits need no space between them. 1 is black.
    private static func bit(from source: inout some ByteSource) throws(StreamError) -> Bool {
        switch try significantByte(from: &source) {
        case UInt8(ascii: "0"): false
        case UInt8(ascii: "1"): true
        default: throw .malformed("a sample is neither 0 nor 1")
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

/// Samples of 0 to `maximum` as 0 to 255; larger ones, which a damaged file may hold, count as white.
private struct SampleScale {
    let maximum: Int

    subscript(_ sample: Int) -> UInt8 {
        let sample = min(sample, maximum)
        return UInt8(truncatingIfNeeded: maximum == 255 ? sample : (sample * 255 + maximum / 2) / maximum)
    }
}

/// One colour, or ITU-R BT.601 luma in 8.8 fixed point.
private func luminance(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ channel: ColourChannel?) -> UInt8 {
    switch channel {
    case .red: red
    case .green: green
    case .blue: blue
    case nil: UInt8(truncatingIfNeeded: (77 * Int(red) + 150 * Int(green) + 29 * Int(blue) + 128) >> 8)
    }
}

import Frames

/// A YUV4MPEG2 stream of 8-bit frames (yuv4mpeg(5)); only the Y plane is used.
struct Y4MStream {
    /// What every such stream begins with.
    static let signature: [UInt8] = Array("YUV4MPEG2".utf8)
    /// The longest header line that is read, in bytes; ffmpeg's have some 80.
    private static let longestLine = 4096

    let width: Int
    let height: Int
    /// Nil when the header has no rate.
    let framesPerSecond: Double?
    /// Bytes of the other planes of each frame.
    private let chromaBytes: Int

    init(_ input: StreamInput) throws(StreamError) {
        guard let line = try Self.line(from: input) else { throw .truncated }
        let fields = line.split(separator: " ")
        guard fields.first.map({ Array($0.utf8) }) == Self.signature else { throw .malformed("no Y4M header") }
        var width = 0
        var height = 0
        var rate: Double?
        var chroma = "420jpeg"
        for field in fields.dropFirst() {
            let value = field.dropFirst()
            switch field.first {
            case "W": width = Int(value) ?? 0
            case "H": height = Int(value) ?? 0
            case "F": rate = Self.rate(value)
            case "C": chroma = String(value)
            default: break
            }
        }
        guard width > 0 && height > 0 else { throw .malformed("its Y4M header has no width and height") }
        guard FramePool.accepts(width: width, height: height) else {
            throw .malformed("frames of \(width)×\(height) pixels are too large")
        }
        guard let chromaBytes = Self.chromaBytes(chroma, width: width, height: height) else {
            let layout = String(chroma.prefix(24)).onOneLine
            throw .malformed(
                "its pixel format \(layout) is not supported: convert it to 8 bits, as with ffmpeg -pix_fmt gray")
        }
        (self.width, self.height, self.chromaBytes) = (width, height, chromaBytes)
        framesPerSecond = rate
    }

    /// Delivers every frame of the stream to `sink`.
    func run(_ input: StreamInput, to sink: FrameSink) throws(StreamError) {
        while let line = try Self.line(from: input) {
            guard line == "FRAME" || line.hasPrefix("FRAME ") else {
                throw .malformed("a Y4M frame should begin here")
            }
            do throws(StreamError) {
                guard var draft = try sink.draft(width: width, height: height) else {
                    guard try input.skip(width * height + chromaBytes) else { throw .truncated }
                    continue
                }
                let read = try draft.withLuma { (luma) throws(StreamError) in try input.read(into: luma) }
                guard read == width * height, try input.skip(chromaBytes) else { throw .truncated }
                sink.deliver(draft, encoding: "Y4M", framesPerSecond: framesPerSecond)
            } catch .truncated {
                sink.lost("the stream ended within a frame")
                return
            }
        }
    }

    private static func rate(_ text: Substring) -> Double? {
        let parts = text.split(separator: ":")
        guard parts.count == 2, let count = Double(parts[0]), let seconds = Double(parts[1]) else { return nil }
        let rate = count / seconds
        return rate.isFinite && rate > 0 ? rate : nil
    }

    /// Bytes of U, V and alpha in a frame; nil for a layout that is not 8-bit or not known.
    private static func chromaBytes(_ name: String, width: Int, height: Int) -> Int? {
        let halfWidth = (width + 1) / 2
        switch name {
        case "mono": return 0
        case "420", "420jpeg", "420mpeg2", "420paldv": return 2 * halfWidth * ((height + 1) / 2)
        case "422": return 2 * halfWidth * height
        case "411": return 2 * ((width + 3) / 4) * height
        case "444": return 2 * width * height
        case "444alpha": return 3 * width * height
        default: return nil
        }
    }

    /// The next line without its newline; nil when the stream has ended. Bytes are taken as Latin-1.
    private static func line(from input: StreamInput) throws(StreamError) -> String? {
        var bytes: [UInt8] = []
        guard try input.append(through: 0x0A, to: &bytes, limit: longestLine) else {
            if bytes.isEmpty { return nil }
            if bytes.count == longestLine { throw .malformed("its Y4M header is too long") }
            throw .truncated
        }
        return String(String.UnicodeScalarView(bytes.dropLast().map { Unicode.Scalar($0) }))
    }
}

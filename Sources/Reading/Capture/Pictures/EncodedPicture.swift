import CPixels
import Frames
import Glibc

/// A picture that is not decoded yet: its bytes, and what its header says.
struct EncodedPicture {
    /// What messages call it: a path, or `standard input`.
    let name: String
    let format: PictureFormat
    /// Pixels a row; `FramePool` accepts the size.
    let width: Int
    let height: Int
    private let bytes: [UInt8]

    /// Looks at the header of `bytes`.
    /// - Throws: `SourceError` when they are not a picture, or one too large for a frame.
    init(bytes: [UInt8], name: String) throws(SourceError) {
        let name = name.onOneLine
        guard let format = PictureFormat(beginning: bytes) else {
            let what = bytes.isEmpty ? "is empty" : "is not a picture"
            throw SourceError("\(name) \(what): use PNG, JPEG, PGM or PPM")
        }
        var size: (width: Int32, height: Int32) = (0, 0)
        switch format {
        case .png, .jpeg:
            let result =
                format == .png
                ? qz_png_size(bytes, bytes.count, &size.width, &size.height)
                : qz_jpeg_size(bytes, bytes.count, &size.width, &size.height)
            guard result == 0 else {
                throw SourceError("\(name) has a damaged \(format.name) header: save the picture again")
            }
        case .netpbm:
            do throws(StreamError) {
                var source = MemoryBytes(bytes)
                guard let header = try NetpbmHeader(from: &source) else { throw .truncated }
                size = (Int32(header.width), Int32(header.height))
            } catch {
                throw Self.damaged(name, error.reason)
            }
        }
        guard size.width > 0, size.height > 0 else {
            throw SourceError("\(name) is cut short or damaged before its size: save the picture again")
        }
        (self.bytes, self.name, self.format) = (bytes, name, format)
        width = Int(size.width)
        height = Int(size.height)
        guard FramePool.accepts(width: width, height: height) else { throw isTooLarge }
    }

    var isTooLarge: SourceError {
        SourceError(
            """
            \(name) is too large (\(width)×\(height) pixels): make it smaller than \
            \(FramePool.largestSide) pixels a side and \(FramePool.largestArea >> 20) million in all
            """)
    }

    /// Decodes into `draft`, which must have this picture's size: one colour of it, or how bright all of them look
    /// (ITU-R BT.601).
    ///
    /// - Returns: what is wrong with one that is damaged or cut short, in a line without advice: it gives what there is,
    ///   grey below, as in viewers. nil for a whole one.
    func decode(into draft: inout FrameDraft, _ channel: ColourChannel? = nil) throws(SourceError) -> String? {
        precondition(draft.width == width && draft.height == height, "a draft of another size")
        return try draft.withLuma { (luma) throws(SourceError) in
            switch format {
            case .png:
                var message = [CChar](repeating: 0, count: 128)
                let result = withUnsafePointer(to: channel?.pngWeights ?? qz_png_weights()) { weights in
                    qz_png_luma(
                        bytes, bytes.count, channel == nil ? nil : weights, luma.baseAddress, Int32(width),
                        Int32(height), &message, message.count)
                }
                guard result < 0 else { return nil }
                let reason = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                if result == -EBADMSG { return "\(name) is damaged (\(reason.onOneLine))" }
                throw Self.damaged(name, result == -ENOMEM ? "out of memory" : reason)
            case .jpeg:
                let result =
                    channel.map { jpeg($0, into: luma) }
                    ?? qz_jpeg_luma(bytes, bytes.count, luma.baseAddress, Int32(width), Int32(height))
                guard result < 0 else { return nil }
                if result == -EBADMSG { return "\(name) is \(endsAsJPEG ? "damaged" : "cut short")" }
                throw Self.damaged(name, result == -ENOMEM ? "out of memory" : "no picture data")
            case .netpbm:
                do throws(StreamError) {
                    var source = MemoryBytes(bytes)
                    guard let header = try NetpbmHeader(from: &source) else { throw .truncated }
                    luma.update(repeating: 128)
                    try header.readPixels(from: &source, into: luma, channel)
                    return nil
                } catch .truncated {
                    return "\(name) is cut short"
                } catch {
                    throw Self.damaged(name, error.reason)
                }
            }
        }
    }

    /// Whether the end marker is where it should be, zeros behind it passed over.
    private var endsAsJPEG: Bool { bytes.last { $0 != 0 } == 0xD9 }

    /// One colour of a JPEG; 0 or -errno, as `qz_jpeg_rgb` returns it.
    private func jpeg(_ channel: ColourChannel, into luma: UnsafeMutableBufferPointer<UInt8>) -> Int32 {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: luma.count * 3) { rgb in
            rgb.initialize(repeating: 0)
            let result = qz_jpeg_rgb(bytes, bytes.count, rgb.baseAddress, Int32(width), Int32(height))
            for i in luma.indices { luma[i] = rgb[3 * i + channel.offset] }
            return result
        }
    }

    private static func damaged(_ name: String, _ reason: String) -> SourceError {
        SourceError("\(name) cannot be decoded (\(reason.onOneLine)): save the picture again")
    }
}

import Frames
import Synchronization

/// Formats of pictures that are not parsed here: ffmpeg decodes them, confined as for videos.
package enum ForeignPicture: String, CaseIterable, Sendable {
    case webP = "WebP"
    case gif = "GIF"
    case bmp = "BMP"
    case tiff = "TIFF"
    case heif = "HEIF"

    /// Brands of still pictures in ISO base media files: HEIC, its sequences, the general ones, AVIF (ISO/IEC 23008-12).
    private static let brands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis"]

    /// The format that `bytes`, the first of a file, begin with; nil for any other. Sixteen bytes are enough.
    init?(beginning bytes: some Collection<UInt8>) {
        func stands(_ text: String, at offset: Int) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
        if stands("RIFF", at: 0), stands("WEBP", at: 8) {
            self = .webP
        } else if stands("GIF8", at: 0) {
            self = .gif
        } else if stands("BM", at: 0) {
            self = .bmp
        } else if bytes.starts(with: [0x49, 0x49, 0x2A, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
            self = .tiff
        } else if stands("ftyp", at: 4), Self.brands.contains(where: { stands($0, at: 8) }) {
            self = .heif
        } else {
            return nil
        }
    }
}

/// Decodes the pictures of files: those of our own formats where a `PictureParsing` says, others by ffmpeg. Used by one thread.
///
/// It knows files by their paths: `decode` takes the path as the picture's name. Of a file with several pages, `decode` takes
/// the first; `document` and `decode(page:of:channel:into:)` give all of them.
package final class PictureFileParser: PictureParser {
    let parsing: any PictureParsing
    let parser: any PictureParser
    let stop: Doorbell?
    private let program: String
    /// Where ffmpeg's frames come before they are copied: the caller's pool may have a single slot.
    private var pool: FramePool?

    /// A parser for drafts of `pool`.
    ///
    /// - Parameters:
    ///   - stop: ends a wait for ffmpeg when it is rung; nil, the default, waits.
    ///   - program: what is run in ffmpeg's place: a name in PATH, or a path.
    package init(
        _ parsing: any PictureParsing, for pool: FramePool, until stop: Doorbell? = nil, program: String = "ffmpeg"
    ) throws(SourceError) {
        self.parsing = parsing
        parser = try parsing.parser(for: pool)
        (self.stop, self.program) = (stop, program)
    }

    /// Decodes as `PictureParser` says; `name` is the file's path.
    package func decode(
        _ bytes: [UInt8], name: String, channel: ColourChannel?, into draft: inout FrameDraft
    ) throws(SourceError) -> ParsedPicture {
        guard PictureFormat(beginning: bytes) == nil, let format = ForeignPicture(beginning: bytes) else {
            return try parser.decode(bytes, name: name, channel: channel, into: &draft)
        }
        let input = format == .heif ? HEIFPicture(bytes).map { VideoSource.PictureInput.heif($0) } : nil
        return try decode(format, of: name, channel, input: input, into: &draft)
    }

    /// Lets ffmpeg decode the file at `path`, or `input` in its place.
    func decode(
        _ format: ForeignPicture, of path: String, _ channel: ColourChannel?, input: VideoSource.PictureInput?,
        into draft: inout FrameDraft
    ) throws(SourceError) -> ParsedPicture {
        draft.copy(try firstFrame(of: path, format, channel, input))
        return ParsedPicture(encoding: format.rawValue)
    }

    private func firstFrame(
        of path: String, _ format: ForeignPicture, _ channel: ColourChannel?, _ input: VideoSource.PictureInput?
    ) throws(SourceError) -> Frame {
        let pool = if let pool { pool } else { try FramePool(slots: 2) }
        self.pool = pool
        let first = Mutex<Frame?>(nil)
        let output = FrameOutput(
            pool: pool, deliver: { frame in first.withLock { if $0 == nil { $0 = frame } } }, report: { _ in })
        let bell = if let stop { stop } else { try Doorbell() }
        try VideoSource(picture: path, format, channel, input: input, program: program, parsing: parsing).run(
            output, until: bell)
        guard let frame = first.withLock({ $0.take() }) else { throw SourceError("\(path.onOneLine) was not read") }
        return frame
    }
}

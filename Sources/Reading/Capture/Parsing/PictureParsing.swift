import Frames

/// Where untrusted bytes become pictures: in this process (`DirectParsing`), or in one that has no rights.
package protocol PictureParsing: Sendable {
    /// A parser of pictures into frames of `pool`, for the thread that calls this.
    func parser(for pool: FramePool) throws(SourceError) -> any PictureParser

    /// Brings the frames of a stream to `output` until it ends or `stop` is rung; as `StreamSource.run`.
    func run(_ stream: ForeignStream, to output: FrameOutput, until stop: Doorbell) throws(SourceError)

    /// A converter of a camera's frames into drafts of `pool`; nil for an unknown format.
    func converter(of stream: CameraStream, for pool: FramePool) throws(SourceError) -> (any CameraConverter)?

    /// Says once that `what` is not confined as it should be, and why.
    /// - Throws: `SourceError` where that is not accepted.
    func accept(_ what: String, _ reason: String) throws(SourceError)
}

/// Turns the bytes of pictures into luma. Used by one thread.
package protocol PictureParser: AnyObject {
    /// Decodes the picture that `bytes` hold into `draft`, which gets its size.
    ///
    /// - Parameters:
    ///   - bytes: a whole file, of at most `PictureFile.largestFile` bytes.
    ///   - name: what messages call it.
    ///   - channel: the colour to take; nil: their luma.
    /// - Throws: `SourceError` when they are not a picture, one of which nothing can be shown, or one too large for a frame.
    func decode(
        _ bytes: [UInt8], name: String, channel: ColourChannel?, into draft: inout FrameDraft
    ) throws(SourceError) -> ParsedPicture
}

/// What is known of a decoded picture.
package struct ParsedPicture: Hashable, Codable, Sendable {
    /// The name of its file format.
    package var encoding: String
    /// What is wrong with it where only a part could be decoded, in one line; nil for a whole picture.
    package var defect: String?

    package init(encoding: String, defect: String? = nil) {
        (self.encoding, self.defect) = (encoding, defect)
    }
}

/// A stream of pictures or frames from another program.
package struct ForeignStream: Sendable {
    /// Where it is read; stays open and the caller's.
    package var descriptor: Int32
    /// What messages call it.
    package var title: String
    /// Whether frames may be dropped.
    package var pacing: FramePacing
    /// How long it may take to its next frame, where it is read in another process; nil, the default, for ever.
    package var patience: Duration?

    package init(descriptor: Int32, title: String, pacing: FramePacing) {
        (self.descriptor, self.title, self.pacing) = (descriptor, title, pacing)
    }
}

/// Turns one camera's frames into luma. Used by one thread.
package protocol CameraConverter: AnyObject {
    /// Fills `draft`, which has the stream's size, from the frame in `data`.
    ///
    /// - Returns: nil, or what is wrong with the frame; then the draft is not to be shown.
    func convert(_ data: UnsafeRawBufferPointer, into draft: inout FrameDraft) -> String?

    /// The frame in `data`, which was converted into `draft` just now, with its colours: the bytes as they came, or what
    /// was made of them. Valid while both are.
    func original(of data: UnsafeRawBufferPointer, in draft: borrowing FrameDraft) -> UnsafeRawBufferPointer

    var originalLayout: any OriginalLayout { get }

    /// Ends a wait for another process when `bell` rings.
    func endEarly(at bell: Doorbell)
}

/// Parsing in this process, with all its rights.
package struct DirectParsing: PictureParsing {
    package init() {}

    /// A parser of this process.
    package func parser(for pool: FramePool) -> any PictureParser { DirectParser() }

    /// Reads the stream on the thread that calls this.
    package func run(_ stream: ForeignStream, to output: FrameOutput, until stop: Doorbell) throws(SourceError) {
        try StreamParser(stream).run(to: FrameSink(output, until: stop, pacing: stream.pacing), until: stop)
    }

    /// A converter of this process; nil for an unknown format.
    package func converter(of stream: CameraStream, for pool: FramePool) -> (any CameraConverter)? {
        LumaConverter(stream.format, device: stream.device)
    }

    /// Nothing: who parses here has asked for no confinement.
    package func accept(_ what: String, _ reason: String) {}
}

/// A parser of this process.
private final class DirectParser: PictureParser {
    func decode(
        _ bytes: [UInt8], name: String, channel: ColourChannel?, into draft: inout FrameDraft
    ) throws(SourceError) -> ParsedPicture {
        let picture = try EncodedPicture(bytes: bytes, name: name)
        guard draft.resize(width: picture.width, height: picture.height) else { throw picture.isTooLarge }
        let defect = try picture.decode(into: &draft, channel)
        return ParsedPicture(encoding: picture.format.name, defect: defect)
    }
}

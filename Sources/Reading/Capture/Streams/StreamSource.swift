import Frames
import Glibc

/// Frames from a stream of bytes, standard input above all: Y4M, or PGM and PPM, JPEG or PNG pictures one after
/// the other (a single one too), distinguished by the first bytes.
///
/// It ends within milliseconds of its doorbell even when the stream is silent.
package final class StreamSource: FrameSource {
    /// `-` unless the caller gave another.
    package let name: String
    /// `standard input` unless the caller gave another.
    package let title: String
    /// Set by the caller; a `live` stream drops frames for which there is no slot.
    package let pacing: FramePacing
    private let descriptor: Int32
    private let parsing: any PictureParsing

    /// The stream that `descriptor` gives; it stays open and the caller's.
    /// - Parameters:
    ///   - descriptor: what is read; standard input by default.
    ///   - pacing: whether frames may be dropped. A stream has no clock: a `live` one runs as fast as it is written.
    ///   - parsing: where it is read; in this process by default.
    package init(
        descriptor: Int32 = STDIN_FILENO, name: String = "-", title: String = "standard input", pacing: FramePacing,
        parsing: any PictureParsing = DirectParsing()
    ) {
        self.parsing = parsing
        self.descriptor = descriptor
        self.name = name
        self.title = title
        self.pacing = pacing
    }

    /// Reads the stream to its end.
    /// - Throws: `SourceError` for a terminal, an empty stream, and what is none of the formats.
    package func run(_ output: FrameOutput, until stop: Doorbell) throws(SourceError) {
        if isatty(descriptor) == 1 {
            throw SourceError("\(title) is a terminal: pipe a Y4M, PNM, JPEG or PNG stream into it")
        }
        let stream = ForeignStream(descriptor: descriptor, title: title, pacing: pacing)
        try parsing.run(stream, to: output, until: stop)
    }
}

/// What kind of stream it is, by its first bytes, and its frames.
struct StreamParser {
    private let stream: ForeignStream

    init(_ stream: ForeignStream) { self.stream = stream }

    /// Reads the stream to its end.
    func run(to sink: FrameSink, until stop: Doorbell) throws(SourceError) {
        try runUntilStopped(stream.title) { () throws(StreamError) in
            let input = StreamInput(stream.descriptor, until: stop)
            let beginning = try input.peek(16)
            if beginning.starts(with: Y4MStream.signature) {
                try Y4MStream(input).run(input, to: sink)
            } else if let format = PictureFormat(beginning: beginning) {
                try PictureStream(format: format, name: stream.title).run(input, to: sink)
            } else {
                let what = beginning.isEmpty ? "is empty" : "is not a stream of pictures"
                throw .failed(SourceError("\(stream.title) \(what): use Y4M, PNM, JPEG or PNG"))
            }
        }
    }
}

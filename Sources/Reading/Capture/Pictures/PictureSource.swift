import Frames

/// One picture in a file.
///
/// With pacing `complete` it is brought once; with `live` a few times, decoded once, and again when it is asked for, until stopped.
package final class PictureSource: StillSource {
    package let name: String
    package let title: String
    package let pacing: FramePacing
    private let parsing: any PictureParsing
    private let bell = StillBell()

    /// The picture at `path`, decoded where `parsing` says; nothing is opened before `run`.
    package init(path: String, pacing: FramePacing, parsing: any PictureParsing = DirectParsing()) {
        name = path
        title = path.lastPathComponent
        (self.pacing, self.parsing) = (pacing, parsing)
    }

    /// As `StillSource`.
    package func showAgain() { bell.ring() }

    /// Brings the picture.
    /// - Throws: `SourceError` when the file cannot be read or decoded.
    package func run(_ output: FrameOutput, until stop: Doorbell) throws(SourceError) {
        let bytes = try FileBytes.all(of: name)
        let parser = try PictureFileParser(parsing, for: output.pool, until: stop)
        let path = name
        let picture = UndecodedPicture { (draft) throws(SourceError) in
            try parser.decode(bytes, name: path, channel: nil, into: &draft)
        }
        let sink = FrameSink(output, until: stop, pacing: pacing)
        try runUntilStopped(name) { () throws(StreamError) in
            switch pacing {
            case .complete: try sink.bring(picture)
            case .live:
                try bell.whileHeld { bell throws(StreamError) in try sink.hold(picture, again: bell) }
            }
        }
    }
}

/// A picture that is not decoded yet.
struct UndecodedPicture {
    /// What frames carry as their origin.
    var origin: String?
    /// Decodes it into a draft, which gets its size.
    let decode: (inout FrameDraft) throws(SourceError) -> ParsedPicture
}

extension FrameSink {
    /// How long a still picture of a live source stands before it is shown again.
    private static let stillPeriod = Duration.milliseconds(100)
    /// How often it comes: what is hard to read is taken for read when several frames agree on it.
    static let stillFrames = 10

    /// Decodes `picture` and delivers it, with the name of its format; nil when a live source found no free slot.
    /// - Throws: `failed` when it cannot be decoded.
    @discardableResult
    func bring(_ picture: UndecodedPicture) throws(StreamError) -> (Frame, String)? {
        guard var draft = try draft() else { return nil }
        let parsed: ParsedPicture
        do throws(SourceError) {
            parsed = try picture.decode(&draft)
        } catch {
            throw .failed(error)
        }
        let frame = deliver(draft, encoding: parsed.encoding, origin: picture.origin, defect: parsed.defect)
        return (frame, parsed.encoding)
    }

    /// Brings `picture` a few times, and once more as often when `again` is rung, for as long as `goesOn` says so: by default until
    /// stopped. What `goesOn` says is asked when `again` is rung, and before each frame.
    func hold(
        _ picture: UndecodedPicture, again: Doorbell, while goesOn: () -> Bool = { true }
    ) throws(StreamError) {
        var next = ContinuousClock.now
        var left = Self.stillFrames
        var shown: (frame: Frame, encoding: String)?
        while goesOn() {
            if let (frame, encoding) = shown {
                if var draft = try draft() {
                    draft.copy(frame)
                    deliver(draft, encoding: encoding, origin: picture.origin, defect: frame.defect)
                    left -= 1
                }
            } else {
                shown = try bring(picture)
                if shown != nil { left -= 1 }
            }
            next = left > 0 ? max(next + Self.stillPeriod, .now) : .now + .seconds(86_400)
            if try pause(until: next, or: again) { (left, next) = (Self.stillFrames, .now + Self.stillPeriod) }
        }
    }
}

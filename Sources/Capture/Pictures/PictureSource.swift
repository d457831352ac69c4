import Frames

/// One picture in a file.
///
/// With pacing `complete` it is brought once; with `live` ten times a second until stopped, decoded once.
public final class PictureSource: FrameSource {
    /// The path.
    public let name: String
    /// The file's name.
    public let title: String
    /// Set by the caller; see above.
    public let pacing: FramePacing

    /// The picture at `path`; nothing is opened before `run`.
    public init(path: String, pacing: FramePacing) {
        name = path
        title = path.lastPathComponent
        self.pacing = pacing
    }

    /// Brings the picture.
    /// - Throws: `SourceError` when the file cannot be read or decoded.
    public func run(_ output: FrameOutput, until stop: Doorbell) throws(SourceError) {
        let picture = try EncodedPicture(bytes: FileBytes.all(of: name), name: name)
        let sink = FrameSink(output, until: stop, pacing: pacing)
        try runUntilStopped(name) { () throws(StreamFault) in
            switch pacing {
            case .complete: try sink.bring(picture)
            case .live: try sink.hold(picture, for: nil)
            }
        }
    }
}

extension FrameSink {
    /// How long a still picture of a live source stands before it is shown again.
    private static let stillPeriod = Duration.milliseconds(100)

    /// Decodes `picture` and delivers it; nil when a live source found no free slot.
    /// - Throws: `failed` when it cannot be decoded.
    @discardableResult
    func bring(_ picture: EncodedPicture, origin: String? = nil) throws(StreamFault) -> Frame? {
        guard var draft = try draft(width: picture.width, height: picture.height) else { return nil }
        do throws(SourceError) {
            try picture.decode(into: &draft)
        } catch {
            throw .failed(error)
        }
        return deliver(draft, encoding: picture.format.name, origin: origin)
    }

    /// Brings `picture` again and again for `duration`, or until stopped when that is nil.
    func hold(_ picture: EncodedPicture, for duration: Duration?, origin: String? = nil) throws(StreamFault) {
        let end = duration.map { ContinuousClock.now + $0 }
        var next = ContinuousClock.now
        var shown: Frame?
        while end.map({ next < $0 }) ?? true {
            if let frame = shown {
                if var draft = try draft(width: frame.width, height: frame.height) {
                    frame.withLuma { luma in
                        draft.withLuma { copy in
                            luma.withUnsafeBufferPointer { _ = copy.update(fromContentsOf: $0) }
                        }
                    }
                    deliver(draft, encoding: picture.format.name, origin: origin)
                }
            } else {
                shown = try bring(picture, origin: origin)
            }
            next = max(next + Self.stillPeriod, .now)
            try pause(until: next)
        }
    }
}

import Frames
import Synchronization

/// The picture in the desktop's clipboard: one that was copied, or a file that was copied in a file manager.
///
/// With pacing `complete` it is brought once; with `live` a few times, and again when it is asked for, until stopped.
package final class ClipboardSource: StillSource {
    package let name = "clipboard"
    package let title = "Clipboard"
    package let pacing: FramePacing
    private let parsing: any PictureParsing
    private let bell = StillBell()
    private let loaded = Mutex<Clipboard.Content?>(nil)

    /// The clipboard, whose picture is decoded where `parsing` says; nothing is read before `load` or `run`.
    package init(pacing: FramePacing, parsing: any PictureParsing = DirectParsing()) {
        (self.pacing, self.parsing) = (pacing, parsing)
    }

    /// Reads the clipboard now: `run` brings this picture, whatever is copied later.
    ///
    /// - Throws: `SourceError` where there is none, or the clipboard cannot be read.
    package func load() throws(SourceError) {
        let content = try Clipboard.content(until: Doorbell())
        loaded.withLock { $0 = content }
    }

    /// As `StillSource`.
    package func showAgain() { bell.ring() }

    /// Brings the picture.
    ///
    /// - Throws: `SourceError` where there is none, or the clipboard cannot be read.
    package func run(_ output: FrameOutput, until stop: Doorbell) throws(SourceError) {
        let parser = try PictureFileParser(parsing, for: output.pool, until: stop)
        let picture: UndecodedPicture
        let content = if let loaded = loaded.withLock({ $0 }) { loaded } else { try Clipboard.content(until: stop) }
        switch content {
        case .picture(let bytes):
            picture = UndecodedPicture { (draft) throws(SourceError) in
                try parser.decode(bytes, name: "the picture in the clipboard", channel: nil, into: &draft)
            }
        case .file(let path):
            let document = try parser.document(at: path)
            picture = UndecodedPicture(origin: path) { (draft) throws(SourceError) in
                try parser.decode(page: 0, of: document, channel: nil, into: &draft)
            }
        }
        let sink = FrameSink(output, until: stop, pacing: pacing)
        try runUntilStopped(title) { () throws(StreamError) in
            switch pacing {
            case .complete: try sink.bring(picture)
            case .live: try bell.whileHeld { bell throws(StreamError) in try sink.hold(picture, again: bell) }
            }
        }
    }
}

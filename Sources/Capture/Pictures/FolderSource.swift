import Files
import Frames
import Glibc

/// The pictures in a folder, in natural order; neither its sub-folders nor hidden files.
///
/// With pacing `complete` each is brought once, with its path as `origin`; with `live` each stands for two
/// seconds, and after the last the first comes again. A file that cannot be used is reported as skipped.
public final class FolderSource: FrameSource {
    /// The path.
    public let name: String
    /// The folder's name.
    public let title: String
    /// Set by the caller; see above.
    public let pacing: FramePacing
    private let parsing: any PictureParsing

    /// How long a live source shows each picture.
    static let period = Duration.seconds(2)

    /// The folder at `path`, its pictures decoded where `parsing` says; nothing is opened before `run`.
    public init(path: String, pacing: FramePacing, parsing: any PictureParsing = DirectParsing()) {
        name = path
        title = path.lastPathComponent
        self.pacing = pacing
        self.parsing = parsing
    }

    /// Brings the folder's pictures.
    /// - Throws: `SourceError` when the folder cannot be read, or no file in it is a picture.
    public func run(_ output: FrameOutput, until stop: Doorbell) throws(SourceError) {
        let sink = FrameSink(output, until: stop, pacing: pacing)
        let parser = try parsing.parser(for: output.pool)
        try runUntilStopped(name) { () throws(StreamFault) in
            var isFirstRound = true
            repeat {
                var used = 0
                for path in try Self.files(in: name) {
                    if stop.isRung { throw .stopped }
                    do throws(StreamFault) {
                        try show(path, in: sink, by: parser)
                        used += 1
                    } catch .failed(let error) {
                        // A live source shows each picture repeatedly; one report is enough.
                        if isFirstRound { sink.skipped(error.description) }
                    }
                }
                guard used > 0 else {
                    throw .malformed("no picture in this folder can be used: PNG, JPEG, PGM or PPM expected")
                }
                isFirstRound = false
            } while pacing == .live
        }
    }

    private func show(_ path: String, in sink: FrameSink, by parser: any PictureParser) throws(StreamFault) {
        let picture: FileOfPicture
        do throws(SourceError) {
            picture = FileOfPicture(path: path, bytes: try FileBytes.all(of: path), origin: path)
        } catch {
            throw .failed(error)
        }
        switch pacing {
        case .complete: try sink.bring(picture, by: parser)
        case .live: try sink.hold(picture, by: parser, for: Self.period)
        }
    }

    /// The paths of the regular files in `folder` that are not hidden, links followed, in natural order.
    static func files(in folder: String) throws(StreamFault) -> [String] {
        guard let names = Folder.names(in: folder) else { throw .failed(FileBytes.cannotRead(folder, errno)) }
        // By bytes: a mark that combines with a dot would hide it from a comparison of characters.
        let shown = names.filter { $0.utf8.first != UInt8(ascii: ".") }
        let prefix = folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
        return shown.sorted(by: NaturalOrder.precedes).map { prefix + $0 }.filter { path in
            var status = stat()
            return stat(path.fileSystemPath, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        }
    }
}

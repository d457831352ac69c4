import Frames

/// A video file, decoded by an ffmpeg process; grey frames come through a pipe.
///
/// With pacing `live` it plays at its own speed, with `complete` as fast as the readers take every frame.
package final class VideoSource: FrameSource {
    package let name: String
    package let title: String
    package let pacing: FramePacing
    private let program: String
    private let parsing: any PictureParsing
    /// The one picture that the file holds, and the colour that is wanted of it; nil for a video.
    private let picture: (format: ForeignPicture, channel: ColourChannel?)?
    /// What ffmpeg decodes instead of the file.
    private let input: PictureInput?

    /// What ffmpeg reads on its standard input instead of a file.
    enum PictureInput {
        case heif(HEIFPicture)
        /// A TIFF file whose first page is the one that is wanted.
        case tiff([UInt8])

        fileprivate var bytes: [UInt8] {
            switch self {
            case .heif(let picture): picture.stream
            case .tiff(let bytes): bytes
            }
        }

        /// The options that stand for it.
        fileprivate var options: [String] {
            switch self {
            case .heif: ["-f", "hevc", "-i", "pipe:0"]
            // A TIFF file is read here and there, which a pipe does not allow; `image2` knows no format without a name.
            case .tiff:
                ["-f", "image2", "-pattern_type", "none", "-c:v", "tiff", "-i", "file:/proc/self/fd/0"]
            }
        }
    }

    /// How long ffmpeg may take for a frame.
    private static let patience = Duration.seconds(120)

    /// The video at `path`, whose frames are read where `parsing` says; nothing is opened before `run`.
    ///
    /// - Parameter program: what is run in ffmpeg's place: a name in PATH, or a path.
    package init(
        path: String, pacing: FramePacing, program: String = "ffmpeg", parsing: any PictureParsing = DirectParsing()
    ) {
        self.parsing = parsing
        name = path
        title = path.lastPathComponent
        (self.pacing, self.program) = (pacing, program)
        picture = nil
        input = nil
    }

    /// Whether the file at `path` is a video, or a picture that may move.
    package static func isMoving(_ path: String) -> Bool {
        guard let beginning = try? FileBytes.beginning(of: path, count: 512) else { return false }
        return ForeignPicture(beginning: beginning) == .gif || isVideo(beginning: beginning)
    }

    /// Whether `beginning`, the first 512 bytes of a file, are those of a video.
    static func isVideo(beginning: some Collection<UInt8>) -> Bool {
        let bytes = Array(beginning)
        return PictureFormat(beginning: bytes) == nil && ForeignPicture(beginning: bytes) == nil
            && !PDFPages.begin(bytes) && VideoSignature.begins(bytes)
    }

    /// The picture at `path`, the first where there are several: it is brought as one frame.
    ///
    /// - Parameters:
    ///   - channel: the colour to take; nil: how bright all of them look.
    ///   - input: what ffmpeg decodes instead of the file; nil, the default, for the file.
    init(
        picture path: String, _ format: ForeignPicture, _ channel: ColourChannel?, input: PictureInput? = nil,
        program: String = "ffmpeg", parsing: any PictureParsing
    ) {
        self.parsing = parsing
        name = path
        title = path.lastPathComponent
        pacing = .complete
        self.program = program
        picture = (format, channel)
        self.input = input
    }

    /// Plays the video to its end; ffmpeg has ended when it returns or throws.
    /// - Throws: `SourceError` when ffmpeg is missing, or cannot read the file, with its message.
    package func run(_ output: FrameOutput, until stop: Doorbell) throws(SourceError) {
        // ffmpeg's message for a missing file has other text around it.
        _ = try FileBytes.beginning(of: name, count: 1)
        let process = try ConfinedProgram(program: program, arguments: arguments, input: input?.bytes ?? [])
        try process.checkConfinement(by: parsing)
        let (delivered, fault) = process.bringFrames(
            to: output, title: name, pacing: pacing, patience: Self.patience, by: parsing, until: stop)
        // When nothing came, ffmpeg's message says more than what was missing in its output.
        let lastLine = process.end(kill: stop.isRung || fault != nil)
        if stop.isRung { return }
        if let failure = process.launchFailure {
            let what = picture.map { "\(name.onOneLine) is a \($0.format.rawValue) picture: " } ?? ""
            throw SourceError(what + failure)
        }
        if delivered == 0 {
            let reason = lastLine.map { ": \($0)" } ?? ""
            let what = picture.map { "\($0.format.rawValue) picture" } ?? "video"
            throw SourceError("\(name.onOneLine) contains no \(what) that ffmpeg can read\(reason)")
        }
        if let fault { throw fault }
    }

    private var arguments: [String] {
        var arguments = Self.arguments(path: name, pacing: pacing)
        guard let picture else {
            // ffmpeg repeats and drops frames to get a constant rate. Here every frame counts, once.
            if pacing == .complete {
                arguments.insert(contentsOf: ["-vf", "setpts=N/25/TB", "-r", "25"], at: arguments.count - 3)
            }
            return arguments
        }
        var filters: [String] = []
        if case .heif(let heif)? = input {
            if heif.columns * heif.rows > 1 { filters.append("tile=\(heif.columns)x\(heif.rows)") }
            // A size that is not the tiles' is cut off at theirs.
            if let size = heif.size { filters.append("crop=min(iw\\,\(size.width)):min(ih\\,\(size.height)):0:0") }
        }
        if let input, let place = arguments.firstIndex(of: "-i") {
            arguments.replaceSubrange(place...place + 1, with: input.options)
        }
        if let channel = picture.channel {
            filters.append("format=gbrp,extractplanes=\(channel.rawValue.prefix(1))")
        }
        let options = ["-frames:v", "1"] + (filters.isEmpty ? [] : ["-vf", filters.joined(separator: ",")])
        arguments.insert(contentsOf: options, at: arguments.count - 3)
        return arguments
    }

    /// The arguments to ffmpeg: grey Y4M of the first video stream of `path` on standard output.
    static func arguments(path: String, pacing: FramePacing) -> [String] {
        ["-nostdin", "-hide_banner", "-loglevel", "error", "-protocol_whitelist", "file,pipe"]
            + (pacing == .live ? ["-re"] : [])
            // `file:` keeps a name that begins with - or holds a : from being an option or a protocol.
            + ["-i", "file:" + path, "-map", "0:v:0", "-pix_fmt", "gray", "-f", "yuv4mpegpipe", "pipe:1"]
    }
}

import Frames
import Synchronization

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
    /// The picture's stream, where ffmpeg gets it instead of the file.
    private let heif: HEIFPicture?

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
        heif = nil
    }

    /// The picture at `path`, the first where there are several: it is brought as one frame.
    ///
    /// - Parameters:
    ///   - channel: the colour to take; nil: how bright all of them look.
    ///   - heif: what ffmpeg decodes instead of the file; nil, the default, for the file.
    init(
        picture path: String, _ format: ForeignPicture, _ channel: ColourChannel?, heif: HEIFPicture? = nil,
        program: String = "ffmpeg", parsing: any PictureParsing
    ) {
        self.parsing = parsing
        name = path
        title = path.lastPathComponent
        pacing = .complete
        self.program = program
        picture = (format, channel)
        self.heif = heif
    }

    /// Plays the video to its end; ffmpeg has ended when it returns or throws.
    /// - Throws: `SourceError` when ffmpeg is missing, or cannot read the file, with its message.
    package func run(_ output: FrameOutput, until stop: Doorbell) throws(SourceError) {
        // ffmpeg's message for a missing file has other text around it.
        _ = try FileBytes.beginning(of: name, count: 1)
        let process = try VideoProcess(program: program, arguments: arguments, input: heif?.stream ?? [])
        if let freedom = process.freedom {
            do throws(SourceError) {
                try parsing.accept("\(program) runs", "it cannot be kept from \(freedom)")
            } catch {
                process.end(kill: true)
                throw error
            }
        }
        var fault: SourceError?
        let delivered = Atomic(0)
        let counting = FrameOutput(
            pool: output.pool,
            deliver: { frame in
                delivered.add(1, ordering: .relaxed)
                process.allowTime()
                output.deliver(frame)
            }, report: output.report)
        do throws(SourceError) {
            var stream = ForeignStream(descriptor: process.output, title: name, pacing: pacing)
            stream.patience = Self.patience
            try parsing.run(stream, to: counting, until: stop)
        } catch {
            fault = error
        }
        // When nothing came, ffmpeg's message says more than what was missing in its output.
        let lastLine = process.end(kill: stop.isRung || fault != nil)
        if stop.isRung { return }
        if let failure = process.launchFailure {
            let what = picture.map { "\(name.onOneLine) is a picture in \($0.format.rawValue): " } ?? ""
            throw SourceError(what + failure)
        }
        if delivered.load(ordering: .relaxed) == 0 {
            let reason = lastLine.map { ": \($0)" } ?? ""
            let what = picture.map { "\($0.format.rawValue) picture" } ?? "video"
            throw SourceError("\(name.onOneLine) contains no \(what) that ffmpeg can read\(reason)")
        }
        if let fault { throw fault }
    }

    private var arguments: [String] {
        var arguments = Self.arguments(path: name, pacing: pacing)
        guard let picture else { return arguments }
        var filters: [String] = []
        if let heif {
            if heif.columns * heif.rows > 1 { filters.append("tile=\(heif.columns)x\(heif.rows)") }
            // A size that is not the tiles' is cut off at theirs.
            if let size = heif.size { filters.append("crop=min(iw\\,\(size.width)):min(ih\\,\(size.height)):0:0") }
            if let input = arguments.firstIndex(of: "-i") {
                arguments.replaceSubrange(input...input + 1, with: ["-f", "hevc", "-i", "pipe:0"])
            }
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

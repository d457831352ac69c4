import Files
import Frames
import Glibc

/// What `--source` names on the command line.
package enum SourceSpec: Hashable, Sendable {
    /// A camera's device node, or a link to one: `/dev/video0`, `/dev/v4l/by-id/…`.
    case device(String)
    /// A camera by its name: `camera:NAME`.
    case camera(String)
    /// The built-in moving scene: `demo`.
    case demo
    case picture(String)
    /// The path of a PDF document or a TIFF file, which may have several pages.
    case document(String)
    case folder(String)
    /// The paths of several pictures: as a folder of those.
    case pictures([String])
    /// The path of a video, or of a GIF, which may move.
    case video(String)
    /// A camera on the network: `http://…`, `https://…`, `rtsp://…`.
    case network(NetworkAddress)
    /// The desktop's screen: `screen`, `screen:WIDTHxHEIGHT+X+Y` or `screen:select`.
    case screen(ScreenRegion)
    /// The picture in the desktop's clipboard: `clipboard`.
    case clipboard
    /// A stream on standard input: `-`.
    case standardInput
    /// The camera of a phone, by its browser: `phone`, `phone:ADDRESS:PORT`.
    case phone(PhoneBinding)

    /// The words that name a source of their own.
    package static let words = ["-", "demo", "screen", "clipboard", "phone"]

    /// Reads a source's name. A file called as one of `words` is reached as `./demo`.
    ///
    /// Picture and video are distinguished by the file's first bytes. A missing device is a `device` nevertheless:
    /// opening it fails with a message.
    /// - Throws: `SourceError` in one line that says what is accepted.
    package init(_ text: String) throws(SourceError) {
        switch text {
        case "": throw SourceError("the source has no name: \(Self.accepted)")
        case "-": self = .standardInput
        case "demo": self = .demo
        case "screen": self = .screen(.whole)
        case "clipboard": self = .clipboard
        case _ where text.hasPrefix("screen:"):
            self = .screen(try ScreenRegion(String(text.dropFirst("screen:".count))))
        case _ where text.hasPrefix("camera:"):
            let name = String(text.dropFirst("camera:".count))
            guard !name.isEmpty else { throw SourceError("camera: needs a name, such as camera:Webcam") }
            self = .camera(name)
        case _ where NetworkAddress.begins(text): self = .network(try NetworkAddress(text))
        default:
            if let binding = try PhoneBinding(source: text) {
                self = .phone(binding)
            } else {
                self = try Self.ofPath(text)
            }
        }
    }

    /// Whether it is a file with one picture, or one with pages.
    package var isOfPictures: Bool {
        switch self {
        case .picture, .document: true
        default: false
        }
    }

    /// The source that this names, its pictures parsed where `parsing` says; nil for a camera's and a phone's, which
    /// other parts of the program open.
    package func fileSource(
        pacing: FramePacing, parsing: any PictureParsing = DirectParsing()
    ) -> (any FrameSource)? {
        switch self {
        case .device, .camera, .phone: nil
        case .demo: DemoSource()
        case .picture(let path): PictureSource(path: path, pacing: pacing, parsing: parsing)
        case .document(let path): FolderSource(document: path, pacing: pacing, parsing: parsing)
        case .folder(let path): FolderSource(path: path, pacing: pacing, parsing: parsing)
        case .pictures(let paths): FolderSource(pictures: paths, pacing: pacing, parsing: parsing)
        case .video(let path): VideoSource(path: path, pacing: pacing, parsing: parsing)
        case .network(let address):
            if address.scheme == .rtsp {
                RTSPCamera(address, parsing: parsing)
            } else {
                NetworkCamera(address, parsing: parsing)
            }
        case .screen(let region): ScreenSource(region, pacing: pacing, parsing: parsing)
        case .clipboard: ClipboardSource(pacing: pacing, parsing: parsing)
        case .standardInput: StreamSource(pacing: pacing, parsing: parsing)
        }
    }

    private static let accepted =
        "use /dev/videoN, camera:NAME, http://… or rtsp://…, screen, clipboard, phone, demo, a picture, a folder, a video, or - for standard input"

    private static func ofPath(_ path: String) throws(SourceError) -> SourceSpec {
        var status = stat()
        guard stat(path.fileSystemPath, &status) == 0 else {
            let error = errno
            if path.hasPrefix("/dev/video") || path.hasPrefix("/dev/v4l/") { return .device(path) }
            let reason = String(cString: strerror(error))
            throw SourceError("\(path.onOneLine) cannot be read (\(reason)): \(accepted)")
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return .folder(path)
        case S_IFCHR where path.hasPrefix("/dev/"): return .device(path)
        case S_IFREG:
            let beginning = try FileBytes.beginning(of: path, count: 512)
            if PictureFormat(beginning: beginning) != nil { return .picture(path) }
            if PDFPages.begin(beginning) { return .document(path) }
            if let format = ForeignPicture(beginning: beginning), format != .gif {
                return format == .tiff ? .document(path) : .picture(path)
            }
            if VideoSignature.begins(beginning) { return .video(path) }
            let what =
                beginning.isEmpty
                ? "is empty"
                : "is not a picture (PNG, JPEG, PGM, PPM, WebP, BMP, TIFF, HEIF), a PDF document or a video"
            throw SourceError("\(path.onOneLine) \(what): \(accepted)")
        default: throw SourceError("\(path.onOneLine) is not a file, folder or camera: \(accepted)")
        }
    }
}

/// Recognising by its first bytes whether ffmpeg may read a file. It is asked about nothing else: it takes some
/// texts for playlists, which name other files.
enum VideoSignature {
    /// A file type's signature and its offset.
    private static let signatures: [(offset: Int, bytes: [UInt8])] = [
        (4, Array("ftyp".utf8)),  // MP4, QuickTime, 3GP, HEIF, AVIF (ISO/IEC 14496-12)
        (4, Array("moov".utf8)), (4, Array("mdat".utf8)), (4, Array("wide".utf8)),  // older QuickTime
        (0, [0x1A, 0x45, 0xDF, 0xA3]),  // Matroska, WebM (EBML)
        (0, Array("RIFF".utf8)),  // AVI, WebP
        (0, Array("OggS".utf8)), (0, Array("FLV".utf8)),
        (0, [0x30, 0x26, 0xB2, 0x75]),  // WMV (ASF)
        (0, [0, 0, 1, 0xBA]), (0, [0, 0, 1, 0xB3]),  // MPEG program and video streams
        (0, [0, 0, 0, 1]), (0, [0, 0, 1, 0x67]),  // raw H.264 and H.265
        (0, Array("YUV4MPEG2".utf8)), (0, Array("DKIF".utf8)),  // Y4M, IVF
        (0, Array("GIF8".utf8)),
    ]

    /// Whether `bytes`, the first 512 of a file, are those of a video or picture that ffmpeg reads.
    static func begins(_ bytes: [UInt8]) -> Bool {
        // MPEG transport streams: packets of 188 bytes, each with the same first byte.
        if bytes.count > 376 && bytes[0] == 0x47 && bytes[188] == 0x47 && bytes[376] == 0x47 { return true }
        return signatures.contains { bytes.dropFirst($0.offset).starts(with: $0.bytes) }
    }
}

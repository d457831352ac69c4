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

    /// How long a live source shows each picture.
    static let period = Duration.seconds(2)

    /// The folder at `path`; nothing is opened before `run`.
    public init(path: String, pacing: FramePacing) {
        name = path
        title = path.lastPathComponent
        self.pacing = pacing
    }

    /// Brings the folder's pictures.
    /// - Throws: `SourceError` when the folder cannot be read, or no file in it is a picture.
    public func run(_ output: FrameOutput, until stop: Doorbell) throws(SourceError) {
        let sink = FrameSink(output, until: stop, pacing: pacing)
        try runUntilStopped(name) { () throws(StreamFault) in
            var isFirstRound = true
            repeat {
                var used = 0
                for path in try Self.files(in: name) {
                    if stop.isRung { throw .stopped }
                    do throws(StreamFault) {
                        try show(path, in: sink)
                        used += 1
                    } catch .failed(let error) {
                        // A live source comes by again and again: once is enough to tell.
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

    private func show(_ path: String, in sink: FrameSink) throws(StreamFault) {
        let picture: EncodedPicture
        do throws(SourceError) {
            picture = try EncodedPicture(bytes: FileBytes.all(of: path), name: path)
        } catch {
            throw .failed(error)
        }
        switch pacing {
        case .complete: try sink.bring(picture, origin: path)
        case .live: try sink.hold(picture, for: Self.period, origin: path)
        }
    }

    /// The paths of the regular files in `folder` that are not hidden, links followed, in natural order.
    static func files(in folder: String) throws(StreamFault) -> [String] {
        guard let directory = opendir(folder) else { throw .failed(FileBytes.cannotRead(folder, errno)) }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            // SAFETY: d_name is 0-ended, and readdir keeps it until the next call on this directory.
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
            }
            if let name, !name.hasPrefix(".") { names.append(name) }
        }
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        return names.sorted(by: NaturalOrder.precedes).map { prefix + $0 }.filter { path in
            var status = stat()
            return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        }
    }
}

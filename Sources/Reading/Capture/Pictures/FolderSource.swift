import Files
import Frames
import Glibc

/// The pictures in a folder, in natural order, neither those of its sub-folders nor hidden ones; or several pictures by their paths.
/// Each page of a document is a picture.
///
/// With pacing `complete` each is brought once, with its path as `origin` (and its page), and a file that cannot be used is reported as
/// skipped. With `live` one is shown until `go` leads to another; files that are not pictures are left out.
package final class FolderSource: StillSource {
    /// The path; of several pictures the first one's.
    package let name: String
    package let title: String
    package let pacing: FramePacing
    private let parsing: any PictureParsing
    /// The pictures; nil for those of the folder.
    private let paths: [String]?
    private let cursor = PictureCursor()
    private let bell = StillBell()

    /// The folder at `path`, its pictures decoded where `parsing` says; nothing is opened before `run`.
    package init(path: String, pacing: FramePacing, parsing: any PictureParsing = DirectParsing()) {
        name = path
        title = path.lastPathComponent
        (self.pacing, self.parsing) = (pacing, parsing)
        paths = nil
    }

    /// The pages of the document at `path`.
    package init(document path: String, pacing: FramePacing, parsing: any PictureParsing = DirectParsing()) {
        name = path
        title = path.lastPathComponent
        (self.pacing, self.parsing) = (pacing, parsing)
        paths = [path]
    }

    package init(pictures paths: [String], pacing: FramePacing, parsing: any PictureParsing = DirectParsing()) {
        name = paths.first ?? ""
        title = "\(paths.count) pictures"
        (self.pacing, self.parsing, self.paths) = (pacing, parsing, paths)
    }

    /// What is shown; nil before the first, and where each is brought once.
    package var position: PicturePosition? { pacing == .live ? cursor.position : nil }

    /// Moves forward by this many pictures, or back if negative; false if there is none.
    package func go(by steps: Int) -> Bool {
        guard pacing == .live, cursor.go(by: steps) else { return false }
        showAgain()
        return true
    }

    /// As `StillSource`.
    package func showAgain() { bell.ring() }

    /// Brings the pictures.
    /// - Throws: `SourceError` when the folder cannot be read, or no file in it is a picture.
    package func run(_ output: FrameOutput, until stop: Doorbell) throws(SourceError) {
        let sink = FrameSink(output, until: stop, pacing: pacing)
        let parser = try PictureFileParser(parsing, for: output.pool, until: stop)
        try runUntilStopped(name) { () throws(StreamError) in
            let paths = if let given = self.paths { given } else { try Self.files(in: name) }
            switch pacing {
            case .complete: try bring(paths, to: sink, by: parser, until: stop)
            case .live: try show(paths, in: sink, by: parser, until: stop)
            }
        }
    }

    private func bring(
        _ paths: [String], to sink: FrameSink, by parser: PictureFileParser, until stop: Doorbell
    ) throws(StreamError) {
        var used = 0
        func skipping(_ work: () throws(StreamError) -> Void) throws(StreamError) {
            do throws(StreamError) { try work() } catch .failed(let error) { sink.skipped(error.description) }
        }
        for path in paths {
            try skipping { () throws(StreamError) in
                let document = try parser.pages(at: path)
                for page in 0..<document.pageCount {
                    if stop.isRung { throw .stopped }
                    try skipping { () throws(StreamError) in
                        try sink.bring(parser.picture(page: page, of: document))
                        used += 1
                    }
                }
            }
        }
        if used == 0 { throw Self.nothing }
    }

    private func show(
        _ paths: [String], in sink: FrameSink, by parser: PictureFileParser, until stop: Doorbell
    ) throws(StreamError) {
        cursor.begin(self.paths == nil ? paths.filter(Self.isPicture) : paths)
        // Turning a page reads the file no second time.
        var last: PictureDocument?
        try bell.whileHeld { again throws(StreamError) in
            while let shown = cursor.position {
                if stop.isRung { throw .stopped }
                do throws(StreamError) {
                    let isOpen = last.map { $0.path.utf8.elementsEqual(shown.path.utf8) } ?? false
                    let document = if isOpen, let last { last } else { try parser.pages(at: shown.path) }
                    last = document
                    guard let page = shown.page else {
                        cursor.count(document.pageCount, of: shown.path)
                        continue
                    }
                    // The file may have become another one meanwhile.
                    guard page < document.pageCount else {
                        cursor.remove(shown)
                        continue
                    }
                    try sink.hold(parser.picture(page: page, of: document), again: again) {
                        cursor.position?.number == shown.number
                    }
                } catch .failed(let error) {
                    sink.skipped(error.description)
                    cursor.remove(shown)
                }
            }
        }
        throw Self.nothing
    }

    private static let nothing = StreamError.malformed(
        "no usable picture was found: use PNG, JPEG, PGM or PPM, with ffmpeg WebP, GIF, BMP, TIFF or HEIF, with Poppler PDF"
    )

    /// Whether the file at `path` begins as a picture does.
    static func isPicture(_ path: String) -> Bool {
        guard let beginning = try? FileBytes.beginning(of: path, count: 512) else { return false }
        return PictureFormat(beginning: beginning) != nil || ForeignPicture(beginning: beginning) != nil
            || PDFPages.begin(beginning)
    }

    /// The paths of the regular files in `folder` that are not hidden, links followed, in natural order.
    static func files(in folder: String) throws(StreamError) -> [String] {
        guard let names = Folder.names(in: folder) else { throw .failed(FileBytes.cannotRead(folder, errno)) }
        // By bytes: a mark that combines with a dot would hide it from a comparison of characters.
        let shown = names.filter { $0.utf8.first != UInt8(ascii: ".") }
        let prefix = folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
        return shown.sorted(by: NaturalOrder.precedes).map { prefix + $0 }.filter(RegularFile.isThere)
    }
}

extension PictureFileParser {
    /// As `document(at:)`, for the work of a source.
    fileprivate func pages(at path: String) throws(StreamError) -> PictureDocument {
        do throws(SourceError) { return try document(at: path) } catch { throw .failed(error) }
    }

    /// Page `page`, from 0, of `document`, not decoded yet.
    fileprivate func picture(page: Int, of document: PictureDocument) -> UndecodedPicture {
        UndecodedPicture(origin: document.origin(ofPage: page)) { [self] (draft) throws(SourceError) in
            try decode(page: page, of: document, channel: nil, into: &draft)
        }
    }
}

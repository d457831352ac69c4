import Files
import Frames

/// A file with pictures: a PDF document or a TIFF file with its pages, or any other picture, which is its only page.
package struct PictureDocument: Sendable {
    package let path: String
    /// At least 1.
    package var pageCount: Int {
        switch pages {
        case .single: 1
        case .pdf(let sizes): sizes.count
        case .tiff(let files): files.count
        }
    }
    /// Whether it is a video: it has frames instead of pages.
    package var isVideo: Bool { VideoSource.isVideo(beginning: bytes.prefix(512)) }
    let bytes: [UInt8]
    let pages: Pages

    /// What a page is made from.
    enum Pages: Sendable {
        case single
        case pdf([PDFPages.Size])
        case tiff(TIFFPages)
    }

    /// The most pages of a file that are read.
    static let maximumPages = 10_000

    /// What frames of page `page`, from 0, carry as their origin: the path, with `#page=N` where there are several (RFC 8118).
    package func origin(ofPage page: Int) -> String { pageCount > 1 ? "\(path)#page=\(page + 1)" : path }
}

extension PictureFileParser {
    /// Reads the file at `path` and finds its pages.
    ///
    /// - Throws: `SourceError` in one line that names the file and says what to do.
    package func document(at path: String) throws(SourceError) -> PictureDocument {
        let bytes = try FileBytes.all(of: path)
        return PictureDocument(path: path, bytes: bytes, pages: try pages(of: bytes, path))
    }

    private func pages(of bytes: [UInt8], _ path: String) throws(SourceError) -> PictureDocument.Pages {
        if PDFPages.begin(bytes) {
            return .pdf(try PDFPages.sizes(in: bytes, of: path, by: parsing, until: stop))
        }
        if ForeignPicture(beginning: bytes) == .tiff, let pages = TIFFPages(bytes), pages.count > 1 {
            return .tiff(pages)
        }
        return .single
    }

    /// Decodes page `page`, from 0, of `document` into `draft`; otherwise as `decode`.
    package func decode(
        page: Int, of document: PictureDocument, channel: ColourChannel?, into draft: inout FrameDraft
    ) throws(SourceError) -> ParsedPicture {
        switch document.pages {
        case .single: return try decode(document.bytes, name: document.path, channel: channel, into: &draft)
        case .tiff(let pages):
            let file = VideoSource.PictureInput.tiff(pages.file(of: document.bytes, beginningWith: page))
            return try decode(.tiff, of: document.path, channel, input: file, into: &draft)
        case .pdf(let sizes):
            // Colours are only asked for where they are needed: a grey page takes a third of the memory.
            let picture = try PDFPages.picture(
                of: document.bytes, page: page, size: sizes[page], inColour: channel != nil, path: document.path,
                by: parsing, until: stop)
            // What another program has drawn is not trusted either.
            let name = "\(document.path), page \(page + 1)"
            let parsed = try parser.decode(picture, name: name, channel: channel, into: &draft)
            return ParsedPicture(encoding: "PDF", defect: parsed.defect)
        }
    }
}

extension PictureFile {
    /// Decodes page `page`, from 0, of `document`; otherwise as `load(path:into:)`.
    package static func load(
        page: Int, of document: PictureDocument, into pool: FramePool, channel: ColourChannel? = nil,
        by parser: PictureFileParser
    ) throws(SourceError) -> Frame {
        guard var draft = pool.draft() else {
            throw SourceError("\(document.path.onOneLine) has to wait: every frame of the pool is in use")
        }
        let parsed = try parser.decode(page: page, of: document, channel: channel, into: &draft)
        return draft.finish(sequence: UInt64(page), origin: document.origin(ofPage: page), defect: parsed.defect)
    }
}

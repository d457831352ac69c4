import Files
import Foundation
import Frames

/// The pages of a PDF document, drawn by Poppler's programs, which are confined as ffmpeg is.
enum PDFPages {
    /// A page's size in points, 1/72 inch.
    struct Size: Sendable, Equatable {
        var width: Double
        var height: Double

        /// Dots per inch at which the page is drawn: 300, more for a small page such as a label, fewer for a poster that would
        /// be too large for a frame.
        var resolution: Int {
            let longest = max(width, height, 1) / 72
            let wanted = min(600, max(300, 2000 / longest))
            let area = max(1, width / 72) * max(1, height / 72)
            let limits = [
                Double(FramePool.largestSide - 1) / longest, (Double(FramePool.largestArea) / area).squareRoot() * 0.99,
            ]
            return max(1, Int(min(wanted, limits[0], limits[1])))
        }
    }

    /// Whether `bytes` begin a PDF document. Something may stand before its header (ISO 32000-1, annex H.3.4.1).
    static func begin(_ bytes: some Collection<UInt8>) -> Bool {
        Array(bytes.prefix(512)).firstRange(of: Array("%PDF-".utf8)) != nil
    }

    /// The sizes of all pages.
    ///
    /// - Throws: `SourceError` when the document is damaged, protected or has too many pages, or Poppler is missing.
    static func sizes(
        in document: [UInt8], of path: String, by parsing: any PictureParsing, until stop: Doorbell?
    ) throws(SourceError) -> [Size] {
        let last = PictureDocument.maximumPages + 1
        let output = try run(
            "pdfinfo", ["-f", "1", "-l", "\(last)", "-"], document, path, limit: 4 << 20, by: parsing, until: stop)
        let sizes = sizes(inOutput: String(decoding: output, as: UTF8.self))
        guard !sizes.isEmpty else { throw SourceError("\(path.onOneLine) has no pages") }
        guard sizes.count < last else {
            throw SourceError("\(path.onOneLine) has more than \(PictureDocument.maximumPages) pages: split it")
        }
        return sizes
    }

    /// The sizes in what `pdfinfo` prints: lines `Page    1 size:  595 x 842 pts (A4)`.
    static func sizes(inOutput text: String) -> [Size] {
        text.split(whereSeparator: \.isNewline).compactMap { line -> Size? in
            let words = line.split(separator: " ")
            guard words.count >= 6, words[0] == "Page", words[2] == "size:", words[4] == "x",
                let width = Double(words[3]), let height = Double(words[5]), width > 0, height > 0,
                width < 1e6, height < 1e6
            else { return nil }
            return Size(width: width, height: height)
        }
    }

    /// Page `page`, from 0, as the bytes of a PGM, or a PPM in colour.
    static func picture(
        of document: [UInt8], page: Int, size: Size, inColour: Bool, path: String, by parsing: any PictureParsing,
        until stop: Doorbell?
    ) throws(SourceError) -> [UInt8] {
        let number = "\(page + 1)"
        let arguments =
            (inColour ? [] : ["-gray"]) + ["-cropbox", "-r", "\(size.resolution)", "-f", number, "-l", number, "-"]
        return try run(
            "pdftoppm", arguments, document, "\(path), page \(number)",
            limit: FramePool.largestArea * (inColour ? 3 : 1) + 64, by: parsing, until: stop)
    }

    /// What a program of Poppler's writes about `document`.
    private static func run(
        _ program: String, _ arguments: [String], _ document: [UInt8], _ title: String, limit: Int,
        by parsing: any PictureParsing, until stop: Doorbell?
    ) throws(SourceError) -> [UInt8] {
        let process = try ConfinedProgram(
            program: program, package: "poppler-utils", arguments: arguments, input: document)
        try process.checkConfinement(by: parsing)
        let output = process.wholeOutput(limit: limit, until: stop)
        let lastLine = process.end(kill: output == nil)
        if let failure = process.launchFailure { throw SourceError("\(title.onOneLine) is a PDF document: \(failure)") }
        if let output, !output.isEmpty { return output }
        if stop?.isRung == true { throw SourceError("\(title.onOneLine): stopped") }
        if lastLine?.contains("password") == true {
            throw SourceError("\(title.onOneLine) is protected with a password: save it without one")
        }
        let reason = output == nil ? ": it takes too long or is too large" : lastLine.map { ": \($0)" } ?? ""
        throw SourceError("\(title.onOneLine) cannot be read as a PDF document\(reason)")
    }
}

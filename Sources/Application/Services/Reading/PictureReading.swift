import Capture
import Decoding
import Dispatch
import Foundation
import Frames
import Grading
import Symbols
import Synchronization

/// Reads pictures, several at once, and reports what they say in the order in which they were given.
package struct PictureReading: Sendable {
    package let options: ReaderOptions
    package let effort: Effort
    /// Makes the parser and the reader of a thread: in this process, or in one that may die of a picture.
    package let sandbox: ParsingAndReading
    /// Whether pictures in which nothing was read are named on standard error.
    package let namesEmpty: Bool
    /// By what exponent luma becomes reflectance where print quality is graded; nil where it is not.
    package let gradingGamma: Double?
    /// Whether symbols that are graded come with a picture of them.
    package var cutsOutPictures = false
    /// Whether videos and animated pictures are read frame by frame.
    package var readsAllFrames = false
    /// How many pictures are read at once; nil: as many as there are processors.
    package var workers: Int?

    /// Reads with `options`, as hard as `effort` says, by what `sandbox` makes for each thread.
    package init(
        options: ReaderOptions, effort: Effort, sandbox: ParsingAndReading, namesEmpty: Bool = false,
        gradingGamma: Double? = nil
    ) {
        self.options = options
        self.effort = effort
        self.sandbox = sandbox
        self.namesEmpty = namesEmpty
        self.gradingGamma = gradingGamma
    }

    /// A symbol in a picture.
    package struct Read: Sendable {
        package let symbol: Symbol
        /// Nil where it is not asked for, or the symbol cannot be graded.
        package let grade: PrintGrade?
        /// A picture of the symbol, where it is asked for.
        package let png: [UInt8]?
        /// Where in the file it is; nil in a file with one picture.
        package var place: Place?

        /// A part of a file, numbered from 1.
        package enum Place: Hashable, Sendable {
            case page(Int)
            case frame(Int)
        }

        package init(symbol: Symbol, grade: PrintGrade? = nil, png: [UInt8]? = nil) {
            (self.symbol, self.grade, self.png) = (symbol, grade, png)
        }
    }

    /// Takes each symbol, and the path of its picture. Called by one thread at a time.
    package typealias SymbolHandler = @Sendable (Read, String) -> Void

    /// What came of all pictures.
    package struct Outcome {
        package var hasFound = false
        package var hasFailed = false
        /// Whether a picture of a stream was damaged: trouble where nothing was found in any.
        package var hasDamage = false
    }

    /// Reads `paths`, of which `-` is standard input, and hands on each symbol.
    package func read(_ paths: [String], handler: @escaping SymbolHandler) -> Outcome {
        let report = OrderedReport(count: paths.count, namesEmpty: namesEmpty, handler: handler)
        // Standard input may have no end, so what it brings is reported at once; files before and after it are read
        // together.
        for range in Self.runs(of: paths) {
            if paths[range.lowerBound] == "-" {
                readStandardInput(range.lowerBound, report)
                report.finish(range.lowerBound, "-", .end)
            } else {
                readFiles(paths, range, report)
            }
        }
        return report.outcome
    }

    /// The ranges of files between standard inputs, and each standard input by itself.
    package static func runs(of paths: [String]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for (index, path) in paths.enumerated() {
            if path != "-", let last = runs.last, paths[last.lowerBound] != "-" {
                runs[runs.count - 1] = last.lowerBound..<index + 1
            } else {
                runs.append(index..<index + 1)
            }
        }
        return runs
    }

    private func readFiles(_ paths: [String], _ range: Range<Int>, _ report: OrderedReport) {
        let next = Atomic(range.lowerBound)
        let workers = min(range.count, self.workers ?? ProcessInfo.processInfo.activeProcessorCount)
        DispatchQueue.concurrentPerform(iterations: max(1, workers)) { _ in
            var reader = sandbox.makeReader(options)
            let parsing = Result { () throws(SourceError) in
                let pool = try FramePool(slots: 2)
                return (pool: pool, parser: try PictureFileParser(sandbox.parsing, for: pool))
            }
            while true {
                let index = next.add(1, ordering: .relaxed).oldValue
                guard index < range.upperBound else { return }
                // What a live reader remembers belongs to the frame before; pictures have none.
                if case .live = effort { reader = reader.forgetting() }
                let path = paths[index]
                switch parsing {
                case .success(let (pool, parser)):
                    if readsAllFrames, VideoSource.isMoving(path) {
                        readFrames(of: path, index, report)
                    } else {
                        readPages(of: path, index, Tools(parser: parser, reader: reader, pool: pool), report)
                    }
                case .failure(let error):
                    report.finish(index, path, .failure("\(path.onOneMarkedLine): not read: \(error)"))
                }
            }
        }
    }

    /// What a thread reads pictures with.
    private struct Tools {
        let parser: PictureFileParser
        let reader: any FrameReader
        let pool: FramePool
    }

    private func readPages(of path: String, _ index: Int, _ tools: Tools, _ report: OrderedReport) {
        do {
            let document = try tools.parser.document(at: path)
            guard document.pageCount > 1 else {
                if document.isVideo {
                    let line = "\(path.onOneMarkedLine) is a video: use --all-frames to read it frame by frame"
                    return report.finish(index, path, .failure(line))
                }
                return report.finish(index, path, result(of: document, page: 0, tools))
            }
            for page in 0..<document.pageCount { report.add(index, path, result(of: document, page: page, tools)) }
            report.finish(index, path, .end)
        } catch {
            report.finish(index, path, .failure(error.description))
        }
    }

    private func result(of document: PictureDocument, page: Int, _ tools: Tools) -> OrderedReport.Result {
        do {
            let frame = try PictureFile.load(page: page, of: document, into: tools.pool, by: tools.parser)
            var symbols = try symbols(in: frame, page, of: document, tools)
            if document.pageCount > 1 { for i in symbols.indices { symbols[i].place = .page(page + 1) } }
            return frame.defect.map { .part(symbols, defect: $0) } ?? .symbols(symbols)
        } catch let loss as FrameError {
            let origin = document.origin(ofPage: page)
            return .failure("\(origin.onOneMarkedLine): not read: \(loss.description)")
        } catch {
            return .failure("\(error)")
        }
    }

    /// Reads a video or an animated picture frame by frame; each code is reported once, where it is first seen.
    private func readFrames(of path: String, _ index: Int, _ report: OrderedReport) {
        let seen = Mutex(Set<SymbolContent>())
        let source = VideoSource(path: path, pacing: .complete, parsing: sandbox.parsing)
        let failure = readFrames(of: source, path, index, report) { symbols, frame in
            let new = seen.withLock { seen in symbols.filter { seen.insert($0.content).inserted } }
            var reads = graded(new, frame)
            for i in reads.indices { reads[i].place = .frame(Int(frame.sequence) + 1) }
            return reads.isEmpty ? nil : .symbols(reads)
        }
        report.finish(index, path, failure.map { .failure($0.description) } ?? .end)
    }

    /// Reads each frame of `source`, and adds what `result` makes of its symbols to the report. Why the source has ended early; nil at
    /// its end.
    private func readFrames(
        of source: any FrameSource, _ path: String, _ index: Int, _ report: OrderedReport,
        result: @escaping @Sendable ([Symbol], Frame) -> OrderedReport.Result?
    ) -> SourceError? {
        // The source delivers on this thread; the lock is what its signature asks for.
        let makeReader = sandbox.makeReader
        let reader = Mutex(makeReader(options))
        let effort = effort
        do throws(SourceError) {
            let output = FrameOutput(
                pool: try FramePool(slots: 2),
                deliver: { frame in
                    do throws(FrameError) {
                        let symbols = try reader.withLock { (reader) throws(FrameError) in
                            try reader.read(frame, region: nil, effort: effort).symbols
                        }
                        if let result = result(symbols, frame) { report.add(index, path, result) }
                    } catch {
                        report.add(index, path, .failure("\(path.onOneMarkedLine): not read: \(error.description)"))
                    }
                }, report: { _ in })
            try source.run(output, until: Doorbell())
            return nil
        } catch {
            return error
        }
    }

    private func symbols(
        in frame: Frame, _ page: Int, of document: PictureDocument, _ tools: Tools
    ) throws -> [Read] {
        let symbols = graded(try tools.reader.read(frame, region: nil, effort: effort).symbols, frame)
        guard symbols.isEmpty && effort == .thorough else { return symbols }
        // Colours that are alike in brightness hide a symbol that one of them shows with plain contrast.
        for channel in ColourChannel.allCases {
            // A picture in inks has no such colours to take.
            guard
                let plane = try? PictureFile.load(
                    page: page, of: document, into: tools.pool, channel: channel, by: tools.parser),
                plane.isUnlike(frame)
            else { continue }
            let symbols = graded(try tools.reader.read(plane, region: nil, effort: .normal).symbols, plane)
            guard symbols.isEmpty else { return symbols }
        }
        return []
    }

    /// Symbols of `frame` with their grades, where these are asked for.
    private func graded(_ symbols: [Symbol], _ frame: Frame) -> [Read] {
        guard let gradingGamma else { return symbols.map { Read(symbol: $0) } }
        return frame.withLuma { luma in
            symbols.map { symbol in
                Read(
                    symbol: symbol,
                    grade: PrintGrade.of(
                        symbol, in: luma, width: frame.width, height: frame.height, gamma: gradingGamma),
                    png: cutsOutPictures ? SymbolPicture.png(of: symbol, in: frame) : nil)
            }
        }
    }

    private func readStandardInput(_ index: Int, _ report: OrderedReport) {
        let source = StreamSource(pacing: .complete, parsing: sandbox.parsing)
        let failure = readFrames(of: source, "-", index, report) { symbols, frame in
            let reads = graded(symbols, frame)
            return frame.defect.map { .part(reads, defect: $0) } ?? .symbols(reads)
        }
        if let failure { report.add(index, "-", .failure(failure.description)) }
    }
}

extension Frame {
    /// Grey levels apart at which a pixel's colour says more than its brightness.
    private static let minDifference = 20
    /// One such pixel in this many is worth a look.
    private static let pixelsForOne = 200

    /// Whether this colour of a picture shows what `luma` of it does not.
    fileprivate func isUnlike(_ luma: Frame) -> Bool {
        withLuma { mine in
            luma.withLuma { other in
                var unlike = 0
                for i in 0..<min(mine.count, other.count) {
                    if abs(Int(mine[i]) - Int(other[i])) > Self.minDifference { unlike += 1 }
                }
                return unlike * Self.pixelsForOne > mine.count
            }
        }
    }
}

extension [PictureReading.Read] {
    /// From top to bottom, then from left to right, so that the same picture always prints the same lines.
    package var inReadingOrder: [PictureReading.Read] {
        sorted { a, b in
            let (p, q) = (a.symbol.corners.center, b.symbol.corners.center)
            return p.y.rounded() == q.y.rounded() ? p.x < q.x : p.y < q.y
        }
    }
}

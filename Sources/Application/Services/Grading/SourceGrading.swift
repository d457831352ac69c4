import Capture
import Config
import Decoding
import Dispatch
import Files
import Frames
import Grading
import Symbols
import Synchronization

/// Grades the print quality of the codes that a camera or another source shows.
package struct SourceGrading {
    private let settings: Settings
    private let sandbox: ParsingAndReading
    private let gamma: Double

    /// Frames of a code whose grades are averaged: as many as ISO/IEC 15415 asks for.
    package static let framesOfCode = 5

    /// Codes that are looked at: a source may show another one in each frame.
    private static let maximumCodes = 100

    /// - Parameter gamma: by what exponent luma becomes reflectance.
    package init(settings: Settings, sandbox: ParsingAndReading, gamma: Double) {
        (self.settings, self.sandbox, self.gamma) = (settings, sandbox, gamma)
    }

    /// The codes in frames of a source, in the order in which they came: as soon as one was graded in `framesOfCode` frames, or when
    /// the source or the time ends.
    ///
    /// - Parameters:
    ///   - source: as `--source` names it.
    ///   - format: of the camera; nil takes what is remembered of it.
    ///   - cutsOutPictures: whether codes come with a picture of them.
    /// - Throws: a line that says why there are no frames.
    package func grade(
        source: String, format: String?, timeout: Duration, cutsOutPictures: Bool
    ) throws -> [GradedCode] {
        let cameras = try CameraOptions(
            settings, format: format, memory: CameraPreferencesFile(at: Paths.cameras), parsing: sandbox.parsing)
        let selection = try SourceSelection(SourceSpec(source), pacing: .complete, options: cameras)
        let collected = Mutex(Collected())
        let problem = Mutex<FrameError?>(nil)
        let reader = Mutex(sandbox.makeReader(ReaderOptions(settings)))
        let stop = try Doorbell()
        let gamma = gamma
        let output = FrameOutput(
            pool: try FramePool(slots: 4),
            deliver: { frame in
                do throws(FrameError) {
                    let symbols = try reader.withLock { (reader) throws(FrameError) in
                        try reader.read(frame, region: nil, effort: .normal).symbols
                    }
                    let graded = frame.withLuma { luma in
                        symbols.map { symbol in
                            PictureReading.Read(
                                symbol: symbol,
                                grade: PrintGrade.of(
                                    symbol, in: luma, width: frame.width, height: frame.height, gamma: gamma),
                                png: cutsOutPictures ? SymbolPicture.png(of: symbol, in: frame) : nil)
                        }
                    }
                    if collected.withLock({ $0.add(graded) }) { stop.ring() }
                } catch {
                    problem.withLock { $0 = error }
                }
            },
            report: { report in
                if case .invitation(let invitation) = report { InvitationText.show(invitation) }
            })
        let timer = DispatchWorkItem { stop.ring() }
        DispatchQueue.global().asyncAfter(deadline: .now() + timeout / .seconds(1), execute: timer)
        defer { timer.cancel() }
        try selection.open().run(output, until: stop)
        let codes = collected.withLock { $0.codes(of: selection.title) }
        if codes.isEmpty, let problem = problem.withLock(\.self) { throw problem }
        return codes
    }

    /// What frames have shown so far.
    private struct Collected {
        private var reads: [SymbolContent: [PictureReading.Read]] = [:]
        private var order: [SymbolContent] = []

        /// Takes what a frame shows; whether that is enough.
        mutating func add(_ frame: [PictureReading.Read]) -> Bool {
            for read in frame {
                let content = read.symbol.content
                guard reads[content] != nil || order.count < SourceGrading.maximumCodes else { continue }
                if reads[content] == nil { order.append(content) }
                reads[content, default: []].append(read)
            }
            return reads.values.contains { $0.count { $0.grade != nil } >= SourceGrading.framesOfCode }
        }

        func codes(of title: String) -> [GradedCode] {
            order.compactMap { content in reads[content].map { GradedCode(frames: $0, path: title) } }
        }
    }
}

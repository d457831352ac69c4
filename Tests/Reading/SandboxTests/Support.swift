import Encoding
import Foundation
import Frames
import Symbols
import Synchronization
import Testing

@testable import Decoding
@testable import Sandbox

/// The program lies beside the test bundle.
let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("quietzone").path

/// A reader whose children are the built program, with its log.
final class Tried {
    let process: DecoderProcess
    private let lines: Lines

    final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    init(_ options: ReaderOptions = ReaderOptions(), patience: DecoderProcess.Patience = .init()) throws {
        let lines = Lines()
        self.lines = lines
        let policy = ConfinementPolicy(program: program)
        process = try DecoderProcess(options: options, patience: patience, policy: policy) { line in
            lines.all.withLock { $0.append(line) }
        }
    }

    var log: [String] { lines.all.withLock { $0 } }

    /// The loss that reading `frame` throws.
    func loss(_ frame: Frame, effort: Effort = .normal) throws -> FrameError {
        do throws(FrameError) {
            let result = try process.read(frame, region: nil, effort: effort)
            Issue.record("read \(result.symbols.count) symbols")
        } catch {
            return error
        }
        throw CancellationError()
    }

    #if DEBUG
        /// The loss that reading `frame` throws after the child has been told to do `test`.
        func loss(_ frame: Frame, after test: ChildTest, effort: Effort = .normal) throws -> FrameError {
            process.nextTest = test
            return try loss(frame, effort: effort)
        }
    #endif
}

/// A frame that shows `text`.
func frame(_ text: String, as symbology: Symbology = .qrCode, pool: FramePool? = nil) throws -> Frame {
    let image = try SymbolEncoder.encode(text, as: symbology).pixels(scale: 4)
    return try frame(image.luma, width: image.width, height: image.height, pool: pool)
}

/// A frame of these bytes.
func frame(_ luma: [UInt8], width: Int, height: Int, pool: FramePool? = nil) throws -> Frame {
    let pool = try pool ?? FramePool(slots: 1)
    guard var draft = pool.draft(width: width, height: height) else { throw CancellationError() }
    draft.withLuma { _ = $0.update(fromContentsOf: luma) }
    return draft.finish(sequence: 0)
}

extension ReadResult {
    var texts: [String?] { symbols.map(\.content.text) }
}

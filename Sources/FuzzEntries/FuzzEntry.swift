import CLinux
import Capture
import Config
import Decoding
import Encoding
import Foundation
import Frames
import History
import Payloads
import Surface
import Symbols

/// An entry point for untrusted bytes. Whatever they are, `run` returns.
///
/// `make fuzz` searches for bytes with which it does not; those that were found are kept under
/// Tests/FuzzTests/Regressions, a folder for each entry, and are tried by every `make test`.
public enum FuzzEntry: String, CaseIterable, Sendable {
    /// A picture in memory: PNG, JPEG, netpbm.
    case pictures
    /// A stream on a descriptor: Y4M, or pictures one after the other.
    case streams
    /// A luma plane of at most 255×255 pixels; see `DecoderInput`.
    case decoder
    /// A settings file.
    case settings
    /// A file of scans that could not be kept, which a start takes in.
    case unkept
    /// What a terminal sends: keys, reports, pastes. The first byte says where the rest is cut.
    case keys

    /// Lets the program have `bytes`.
    public func run(_ bytes: [UInt8]) {
        switch self {
        case .pictures:
            // What is no picture is an error, and that is all that may happen.
            _ = try? PictureFile.load(bytes: bytes, name: "fuzz", into: FramePool(slots: 1))
        case .streams: runStream(bytes)
        case .settings:
            // Whatever it says, there are settings, or a line that says what is wrong.
            let text = String(decoding: bytes, as: UTF8.self)
            for problem in Settings.read(text, symbologies: Set(Symbology.allCases)).problems {
                precondition(!problem.description.isEmpty, "a problem without a word")
            }
        case .unkept:
            for scan in ScanLines.scans(in: Data(bytes)).scans {
                // As the history keeps it and shows it.
                _ = Payload.parse(scan.symbol.content)
                _ = SymbolRecord(scan: scan).json.text
            }
        case .decoder:
            guard let input = DecoderInput(bytes) else { return }
            // A new one each time: what happens must depend on nothing but the bytes.
            let result = SymbolReader().read(
                luma: input.luma.span, width: input.width, height: input.height, region: input.region,
                effort: input.effort)
            precondition(result.symbols.count <= 255, "more symbols than asked for")
        case .keys: runKeys(bytes)
        }
    }

    private func runKeys(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        var whole = InputParser()
        var inputs = whole.take(rest)
        inputs += whole.giveUp()
        var parts = InputParser()
        var taken: [Input] = []
        var index = 0
        while index < rest.count {
            let end = min(rest.count, index + 1 + Int(first) % 7)
            taken += parts.take(rest[index..<end])
            index = end
        }
        taken += parts.giveUp()
        precondition(taken == inputs, "other inputs in other pieces")
        for case .key(.character(let character)) in inputs {
            precondition(SafeText.visible(String(character)) == String(character), "a key that steers terminals")
        }
        for case .paste(let text) in inputs {
            // A byte that is no UTF-8 becomes three.
            precondition(text.utf8.count <= 3 * (InputParser.longestPaste + 6), "a paste without bounds")
        }
        precondition(whole.pending == .none && whole.take([0x71]) == [.key(.character("q"))], "keys are swallowed")
    }

    private func runStream(_ bytes: [UInt8]) {
        // A file in memory can be polled, never blocks, and ends.
        let file = qz_memory_make(0)
        guard file >= 0, let stop = try? Doorbell(), let pool = try? FramePool(slots: 1) else { return }
        defer { close(file) }
        guard pwrite(file, bytes, bytes.count, 0) == bytes.count else { return }
        let output = FrameOutput(pool: pool, deliver: { _ in }, report: { _ in })
        _ = try? StreamSource(descriptor: file, pacing: .complete).run(output, until: stop)
    }
}

/// A luma plane in a few bytes: how to read, the width, a region if wanted, then the pixels.
struct DecoderInput {
    let width: Int
    let height: Int
    let region: PixelRect?
    let effort: Effort
    let luma: [UInt8]

    /// The bit of the first byte that says that four bytes of region follow.
    private static let hasRegion: UInt8 = 0x80

    /// - Parameter bytes: `bytes[0]`: effort by its remainder of 3, and whether there is a region; `bytes[1]`: width.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 2, bytes[1] > 0 else { return nil }
        var rest = bytes[2...]
        if bytes[0] & Self.hasRegion != 0 {
            guard rest.count >= 4 else { return nil }
            let values = rest.prefix(4).map { Int(Int8(bitPattern: $0)) * 2 }
            region = PixelRect(x: values[0], y: values[1], width: values[2], height: values[3])
            rest = rest.dropFirst(4)
        } else {
            region = nil
        }
        switch (bytes[0] & ~Self.hasRegion) % 3 {
        case 0: effort = .live(budget: .milliseconds(30))
        case 1: effort = .normal
        default: effort = .thorough
        }
        width = Int(bytes[1])
        height = min(255, rest.count / width)
        guard height > 0 else { return nil }
        luma = Array(rest.prefix(width * height))
    }

    /// The bytes of a plane that is read with `effort`, 0 live to 2 thorough.
    static func bytes(width: Int, luma: [UInt8], effort: UInt8) -> [UInt8] { [effort, UInt8(width)] + luma }
}

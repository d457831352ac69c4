import Encoding
import Frames

/// Delivers scripted frames, one after the other.
final class ScriptedSource: FrameSource {
    enum Step: Sendable {
        /// A frame with these symbols from left to right; `origin` is the path of its picture.
        case frame([String], origin: String? = nil)
        /// The device fails.
        case fail(String)
        /// Somebody has to connect before frames come.
        case invite
        /// Waits until the session stops.
        case hang
    }

    let name = "scripted"
    let title = "Scripted"
    let pacing = FramePacing.complete
    private let steps: [Step]

    init(_ steps: [Step]) { self.steps = steps }

    func run(_ output: FrameOutput, until stop: Doorbell) throws(SourceError) {
        output.report(.streaming(FrameFormat(width: 640, height: 240, encoding: "TEST")))
        for (number, step) in steps.enumerated() {
            if stop.isRung { return }
            switch step {
            case .frame(let texts, let origin):
                guard var draft = output.pool.draft(width: 640, height: 240) else {
                    throw SourceError("no slot: the session holds frames that it should have let go")
                }
                draft.withLuma { Self.draw(texts, into: $0) }
                output.deliver(draft.finish(sequence: UInt64(number), origin: origin))
            case .invite: output.report(.invitation(SourceInvitation(address: "https://192.168.1.5/", fingerprint: [])))
            case .fail(let line): throw SourceError(line)
            case .hang: while !stop.wait(milliseconds: 1000) {}
            }
        }
    }

    /// Each symbol lies in the middle of its half of the 640 × 240 frame.
    private static func draw(_ texts: [String], into luma: UnsafeMutableBufferPointer<UInt8>) {
        luma.update(repeating: 230)
        for (place, text) in texts.enumerated() {
            guard let image = try? SymbolEncoder.encode(text, as: .qrCode) else { continue }
            let pixels = image.pixels(scale: 5)
            let left = place * 320 + (320 - pixels.width) / 2
            let top = (240 - pixels.height) / 2
            for y in 0..<pixels.height {
                for x in 0..<pixels.width { luma[(top + y) * 640 + left + x] = pixels.luma[y * pixels.width + x] }
            }
        }
    }
}

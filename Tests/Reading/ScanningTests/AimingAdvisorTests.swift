import Decoding
import Encoding
import Frames
import Symbols
import Testing

@testable import Scanning

@Suite struct AimingAdvisorTests {
    private let pool: FramePool

    private struct Full: Error {}

    init() throws { pool = try FramePool(slots: 3) }

    /// A frame with a symbol of `scale` pixels a module at (`x`, `y`).
    private func frame(_ scale: Int?, x: Int = 200, y: Int = 120, paper: UInt8 = 220, ink: UInt8 = 20) throws -> Frame {
        guard var draft = pool.draft(width: 640, height: 480) else { throw Full() }
        let image = try scale.map { try SymbolEncoder.encode("HELLO", as: .qrCode).pixels(scale: $0) }
        draft.withLuma { luma in
            luma.update(repeating: paper)
            guard let image else { return }
            for v in 0..<image.height {
                for u in 0..<image.width where u + x < 640 && v + y < 480 && u + x >= 0 {
                    luma[(v + y) * 640 + u + x] = image.luma[v * image.width + u] > 127 ? paper : ink
                }
            }
        }
        return draft.finish(sequence: 0)
    }

    /// What is advised after `seconds` of frames.
    private func advice(
        seconds: Double, in region: PixelRect? = nil, isReading: Bool = false, _ frame: (Int) throws -> Frame
    ) rethrows -> AimingAdvice? {
        var advisor = AimingAdvisor()
        let begun = ContinuousClock.now
        for number in 0..<Int(seconds * 10) {
            advisor.take(try frame(number), in: region, isReading: isReading, at: begun + .milliseconds(100 * number))
        }
        return advisor.advice
    }

    @Test func saysWhatIsWrong() throws {
        #expect(try advice(seconds: 4) { _ in try frame(2) } == .closer)
        #expect(try advice(seconds: 4) { _ in try frame(5, paper: 30, ink: 8) } == .moreLight)
        #expect(try advice(seconds: 4) { try frame(10, x: 100 + $0 % 2 * 100, y: 60) } == .holdStill)
        let box = PixelRect(x: 220, y: 100, width: 90, height: 250)
        #expect(try advice(seconds: 4, in: box) { _ in try frame(7) } == .farther)
        #expect(
            try advice(seconds: 4, in: PixelRect(x: 20, y: 20, width: 120, height: 400)) { _ in try frame(5) }
                == .intoBox)
        #expect(try advice(seconds: 4) { _ in try frame(nil, paper: 255) } == .tilt)
    }

    @Test func saysNothingWhileThereIsNothingToSay() throws {
        #expect(try advice(seconds: 1.5) { _ in try frame(2) } == nil, "too soon")
        #expect(try advice(seconds: 4, isReading: true) { _ in try frame(2) } == nil)
        #expect(try advice(seconds: 4) { _ in try frame(nil) } == nil, "nothing there")
        #expect(try advice(seconds: 4) { _ in try frame(5) } == nil, "all is well")
        #expect(try advice(seconds: 40) { _ in try frame(2) } == nil, "nobody moves it")
    }

    @Test func unsharpEdgesAreOutOfFocus() {
        let candidate = AimingLook.Candidate(
            center: Point(x: 1, y: 1), length: 300, isLinear: false, sharpness: 0.07)
        let look = AimingLook(darkest: 20, lightest: 200, glare: 0, candidate: candidate)
        #expect(AimingAdvisor.advice(look, motion: 0) == .focus)
    }
}

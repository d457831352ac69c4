import Capture
import Decoding
import Foundation
import Frames
import Sandbox

/// `make bench ARGS="soak N"`: reads N frames of the demo in a child and tells how much memory both processes hold.
///
/// Memory that grows from a tenth of the run to its end is a leak.
struct Soak {
    let frames: Int
    private static let reports = 10
    /// Small, so that many frames are read; every symbology of the demo is read at this size.
    private static let size = (width: 320, height: 240)

    func run() throws {
        let scene = try DemoScene(width: Self.size.width, height: Self.size.height)
        let pool = FramePool(slots: 1)
        let process = try DecoderProcess { print("  \($0)") }
        print("\(frames) frames of \(Self.size.width)×\(Self.size.height), read live in a child process")
        print("frames     symbols  lost  children  MiB here  MiB child  ms/frame")
        var symbols = 0
        let start = ContinuousClock.now
        for number in 1...max(1, frames) {
            guard var draft = pool.draft(width: scene.width, height: scene.height) else { throw BenchError("no slot") }
            // 61 instants a round of the demo, each round a little later.
            let seconds = Double(number) * DemoScene.loopSeconds / 61.3
            draft.withLuma { scene.render(at: seconds, into: $0) }
            do throws(FrameLoss) {
                symbols += try process.read(
                    draft.finish(sequence: UInt64(number)), effort: .live(budget: .milliseconds(30))
                ).symbols.count
            } catch { print("  frame \(number): \(error.description)") }
            if number % max(1, frames / Self.reports) == 0 || number == 1 {
                let spent = start.duration(to: .now) / .milliseconds(1) / Double(number)
                let line = String(
                    format: "%-9d %8d %5d %9d %9.1f %10.1f %9.2f", number, symbols, Int(process.counts.lost),
                    Int(process.counts.started), Self.residentMebibytes("self"),
                    Self.residentMebibytes(process.pid.map { "\($0)" } ?? "-"), spent)
                print(line)
                fflush(nil)
            }
        }
    }

    /// Memory of a process that is its own: shared frames are counted once, by their writer.
    private static func residentMebibytes(_ process: String) -> Double {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return 0 }
        let line = text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? 0) / 1024
    }
}

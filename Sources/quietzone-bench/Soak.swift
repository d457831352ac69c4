import Decoding
import Foundation
import Frames
import Sandbox

/// `make bench ARGS="soak N"`: reads N small frames in a child and prints how much memory both processes hold.
///
/// Memory that grows from a tenth of the run to its end is a leak.
struct Soak {
    let frames: Int
    private static let reports = 10
    /// One frame in `unhurried` has a camera's whole time; the others have less than zbar takes, so that it looks at few of
    /// them and a million is read in minutes.
    private static let unhurried = 8

    func run() throws {
        let scene = try SoakScene()
        let pool = try FramePool(slots: 1)
        let process = try DecoderProcess { print("  \($0)") }
        print("\(frames) frames of \(SoakScene.width)×\(SoakScene.height), read live in a child process")
        print("frames     symbols  lost  children  MiB here  MiB child  processor ms a frame  wall-clock")
        var symbols = 0
        let start = ContinuousClock.now
        for number in 1...max(1, frames) {
            guard var draft = pool.draft(width: SoakScene.width, height: SoakScene.height) else {
                throw BenchError("no slot")
            }
            draft.withLuma { scene.render(number, into: $0) }
            let budget = Duration.microseconds(number % Self.unhurried == 0 ? 30_000 : 500)
            do throws(FrameLoss) {
                symbols += try process.read(draft.finish(sequence: UInt64(number)), effort: .live(budget: budget))
                    .symbols.count
            } catch { print("  frame \(number): \(error.description)") }
            if number % max(1, frames / Self.reports) == 0 || number == 1 || number == frames {
                let wall = start.duration(to: .now) / .milliseconds(1)
                let child = process.pid.map { "\($0)" } ?? "-"
                let line = String(
                    format: "%-9d %8d %5d %9d %9.1f %10.1f %21.2f %12.2f", number, symbols, Int(process.counts.lost),
                    Int(process.counts.started), Self.residentMebibytes("self"), Self.residentMebibytes(child),
                    (Self.processorMilliseconds("self") + Self.processorMilliseconds(child)) / Double(number),
                    wall / Double(number))
                print(line)
                fflush(nil)
            }
        }
    }

    /// What a process has spent of processor time; of a child that was replaced, only the last one's counts.
    private static func processorMilliseconds(_ process: String) -> Double {
        // The fields after the name, which may hold anything, from the third on: the 14th and 15th are times (proc(5)).
        let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
        return (user + system) * 1000 / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Memory of a process that is its own: shared frames are counted once, by their writer.
    private static func residentMebibytes(_ process: String) -> Double {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return 0 }
        let line = text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? 0) / 1024
    }
}

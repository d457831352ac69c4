import ArgumentParser
import Decoding
import Foundation
import Frames
import Sandbox

/// `make bench ARGS="soak N"`: reads N small frames in a child and prints the memory of both processes.
///
/// Memory that still grows after the first tenth of the run is a leak.
struct Soak: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak", abstract: "Memory held while many frames are read in a child process.")

    @Argument(help: "How many frames.")
    var frames = 50_000

    private static let reports = 10
    /// Every eighth frame has the budget of a camera's frame. The others have less than zbar takes, so that it is skipped in
    /// most of them and a million frames take minutes.
    private static let fullBudgetInterval = 8

    mutating func validate() { frames = max(1, frames) }

    func run() throws {
        let scene = try SoakScene()
        let pool = try FramePool(slots: 1)
        let process = try DecoderProcess { print("  \($0)") }
        print("\(frames) frames of \(SoakScene.width)×\(SoakScene.height), read live in a child process")
        print("frames     symbols  lost  children  MiB here  MiB child  processor ms a frame  wall-clock")
        var symbols = 0
        let start = ContinuousClock.now
        for number in 1...frames {
            let frame = try pool.frame(SoakScene.width, SoakScene.height, number: number) {
                scene.render(number, into: $0)
            }
            let budget = Duration.microseconds(number % Self.fullBudgetInterval == 0 ? 30_000 : 500)
            do throws(FrameError) {
                symbols += try process.read(frame, effort: .live(budget: budget)).symbols.count
            } catch { print("  frame \(number): \(error.description)") }
            if number % max(1, frames / Self.reports) == 0 || number == 1 || number == frames {
                let child = process.pid.map { "\($0)" } ?? "-"
                let line = String(
                    format: "%-9d %8d %5d %9d %9.1f %10.1f %21.2f %12.2f", number, symbols, Int(process.counts.lost),
                    Int(process.counts.started), Self.residentMebibytes("self"), Self.residentMebibytes(child),
                    (Self.processorMilliseconds("self") + Self.processorMilliseconds(child)) / Double(number),
                    WallClock.milliseconds(since: start) / Double(number))
                print(line)
                fflush(nil)
            }
        }
    }

    /// The processor time of a process so far. When the child was replaced, only that of the current one.
    private static func processorMilliseconds(_ process: String) -> Double {
        // The name, field 2, may contain anything, so fields are counted after it; 14 and 15 are the times (proc(5)).
        let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
        return (user + system) * 1000 / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Anonymous memory only, as both processes map the shared frames.
    private static func residentMebibytes(_ process: String) -> Double {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return 0 }
        let line = text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? 0) / 1024
    }
}

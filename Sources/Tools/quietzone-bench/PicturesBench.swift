import ArgumentParser
import Capture
import Encoding
import Foundation
import Frames

/// `make bench ARGS=pictures`: what a second processor brings where many pictures are read.
struct PicturesBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pictures", abstract: "Many pictures read on one processor and on all of them.")

    @Argument(help: "Pictures.")
    var count = 400

    @Option(help: "Rounds of each kind; they alternate.")
    var rounds = 3

    @OptionGroup var tested: TestedProgram

    mutating func validate() { (count, rounds) = (max(8, count), max(1, rounds)) }

    func run() throws {
        let program = try tested.builtPath()
        let processors = ProcessInfo.processInfo.activeProcessorCount
        try withTemporaryFolder { folder in
            try draw(in: folder)
            var (one, all) = (Times(), Times())
            for _ in 0..<rounds {
                // A program that may run on one processor starts one worker.
                one.append(
                    try MeasuredProcess("/usr/bin/env", ["taskset", "-c", "0", program, "read", folder]).seconds)
                all.append(try MeasuredProcess(program, ["read", folder]).seconds)
            }
            let ratio = one.median / all.median
            print("\(count) pictures of 1280×960, seconds, median of \(rounds)")
            print("  one processor".column(30) + String(format: "%8.2f", one.median))
            print("  all \(processors)".column(30) + String(format: "%8.2f", all.median))
            print("  times as fast".column(30) + String(format: "%8.2f   goal with two: 1.8", ratio))
        }
    }

    /// Photos of one code each: noise, a gradient, and a code that is not quite black.
    private func draw(in folder: String) throws {
        let (width, height) = (1280, 960)
        let pool = try FramePool(slots: 1)
        for number in 0..<count {
            let image = try SymbolEncoder.encode("picture \(number)", as: .qrCode, quietZone: 4)
            let frame = try pool.frame(width, height, number: number) { luma in
                var noise = UInt32(truncatingIfNeeded: number &* 2_654_435_761 | 1)
                for y in 0..<height {
                    for x in 0..<width {
                        noise ^= noise << 13
                        noise ^= noise >> 17
                        noise ^= noise << 5
                        let (column, row) = ((x - 400) / 10, (y - 300) / 10)
                        let isInside =
                            x >= 400 && y >= 300 && column < image.width && row < image.height
                        let level = isInside ? (image.isDark(column, row) ? 60 : 200) : 110 + x / 20
                        luma[y * width + x] = UInt8(level + Int(noise % 24))
                    }
                }
            }
            let png = try PictureFile.png(of: frame)
            try Data(png).write(to: URL(fileURLWithPath: "\(folder)/\(number).png"))
        }
    }
}

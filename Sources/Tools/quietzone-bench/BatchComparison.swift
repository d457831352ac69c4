import Foundation

/// Many codes as PNG by one call, beside zint's command with the same pixels per module: one after the other in the same run, so that
/// both meet the same machine.
struct BatchComparison {
    /// The program that is measured.
    let program: String
    let folder: String

    /// The most that a batch may take, as a multiple of zint's time.
    private static let goal = 2.0
    private static let zint = "/usr/bin/zint"

    func run() throws {
        print("\nmany codes as PNG by one call, seconds    make --lines  zint --batch   ratio")
        guard FileManager.default.isExecutableFile(atPath: Self.zint) else {
            return print("not compared: the command zint is not installed (apt install zint)")
        }
        for (kind, number, prefix) in [
            ("qr-code", "58", "https://example.org/quiet/zone?id="), ("code-128", "20", "QZ-"),
        ] {
            for (count, runs) in [(1000, 5), (10_000, 3)] {
                let lines = folder + "/batch.txt"
                let texts = (0..<count).map { prefix + String(format: "%05d", $0) }
                try Data((texts.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: lines))
                let ours = [
                    "make", "-s", kind, "--lines", lines, "--scale", "2", "--force", "-o", folder + "/q-{}.png",
                ]
                let theirs = ["-b", number, "--batch", "-i", lines, "-o", folder + "/z-~~~~~.png"]
                let times = try (0..<runs).map { _ in
                    (try seconds(program, ours), try seconds(Self.zint, theirs))
                }
                let (own, other) = (Times(times.map(\.0)).median, Times(times.map(\.1)).median)
                let ratio = own / other
                print(
                    "\(count) of \(kind)".column(42) + String(format: "%12.2f%14.2f%8.2f", own, other, ratio)
                        + (ratio <= Self.goal ? "" : "   above the goal of \(Self.goal)"))
            }
        }
    }

    private func seconds(_ path: String, _ arguments: [String]) throws -> Double {
        try MeasuredProcess(path, arguments, dropsErrors: true).seconds
    }
}

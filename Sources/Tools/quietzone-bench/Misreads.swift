import ArgumentParser
import Decoding
import Dispatch
import Foundation
import Frames
import Symbols
import Synchronization

/// `make bench ARGS="misreads N"`: misreads in N pictures without a symbol and in damaged linear symbols, for each effort.
struct Misreads: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "misreads", abstract: "Misreads in pictures without a symbol.")

    @Argument(help: "How many pictures.")
    var pictures = 10_000

    @Option(help: ArgumentHelp("Which efforts: live, normal, thorough.", valueName: "NAME,…"))
    var efforts = "live,normal,thorough"

    @Option(help: "The number of the first picture.")
    var first = 0

    private static let size = (width: 480, height: 360)

    private struct Tally {
        var countBySymbology: [String: Int] = [:]
        var samples: [String] = []
    }

    mutating func validate() throws {
        guard wanted.isSubset(of: Effort.named.map(\.name)) else {
            throw ValidationError("--efforts takes live, normal and thorough")
        }
        (pictures, first) = (max(1, pictures), max(0, first))
    }

    private var wanted: Set<String> { Set(efforts.split(separator: ",").map(String.init)) }

    func run() throws {
        let efforts = Effort.named.filter { wanted.contains($0.name) }
        try runDamaged(efforts)
        let (width, height) = Self.size
        print(
            "Pictures of \(width)×\(height) pixels without a symbol: \(pictures) from number \(first) on, of the kinds")
        print("\(CodelessScene.Kind.allCases.map { "\($0)" }.joined(separator: ", ")). What was read:\n")
        for (name, effort) in efforts {
            report(name, try count(effort))
        }
    }

    /// Reads linear symbols with one half covered, smeared or scratched, and counts right and wrong results.
    private func runDamaged(_ efforts: [(name: String, effort: Effort)]) throws {
        let count = max(1, pictures / 5)
        let labels = try (0..<count).map { try DamagedLabel(number: first + $0) }
        print("Linear symbols with one side damaged: \(count). Read correctly, read wrongly:")
        for (name, effort) in efforts {
            let tally = Mutex((right: [Symbology: Int](), wrong: [Symbology: Int](), samples: [String]()))
            try Self.forEach(of: count) { [first] number, pool in
                let label = labels[number]
                guard let frame = label.frame(from: pool) else { return }
                for symbol in SymbolReader().read(frame, effort: effort).symbols {
                    let text = symbol.content.text ?? ""
                    tally.withLock { tally in
                        // A UPC-A is an EAN-13 that begins with 0.
                        if text.drop(while: { $0 == "0" }) == label.text.drop(while: { $0 == "0" }) {
                            tally.right[label.symbology, default: 0] += 1
                        } else {
                            tally.wrong[label.symbology, default: 0] += 1
                            tally.samples.append(
                                "\(first + number) \(symbol.content.symbology.rawValue) \(text), not "
                                    + "\(label.symbology.rawValue) \(label.text)")
                        }
                    }
                }
            }
            let (right, wrong, samples) = tally.withLock { $0 }
            print("  \(name): \(right.values.reduce(0, +)), \(wrong.values.reduce(0, +))")
            for symbology in Set(right.keys).union(wrong.keys).sorted(by: { $0.rawValue < $1.rawValue }) {
                print("    \(symbology.rawValue) \(right[symbology] ?? 0), \(wrong[symbology] ?? 0)")
            }
            for line in samples.prefix(12) { print("    \(line)") }
        }
        print("")
    }

    /// Calls `body` with each number below `count`, on all processors, each with a pool of one slot of its own.
    private static func forEach(of count: Int, _ body: @Sendable (Int, FramePool) -> Void) throws {
        let pools = try (0..<ProcessInfo.processInfo.activeProcessorCount).map { _ in try FramePool(slots: 1) }
        let next = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: pools.count) { worker in
            while case let number = next.add(1, ordering: .relaxed).oldValue, number < count {
                body(number, pools[worker])
            }
        }
    }

    private func report(_ name: String, _ tally: Tally) {
        let all = tally.countBySymbology.values.reduce(0, +)
        print(String(format: "%@: %d, which is %.1f in 10,000", name, all, Double(all) * 10_000 / Double(pictures)))
        for (symbology, count) in tally.countBySymbology.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            print("  \(symbology) \(count)")
        }
        for sample in tally.samples.prefix(12) { print("    \(sample)") }
    }

    private func count(_ effort: Effort) throws -> Tally {
        let (width, height) = Self.size
        let tally = Mutex(Tally())
        try Self.forEach(of: pictures) { [pictures, first] number, pool in
            let scene = CodelessScene(number: first + number, width: width, height: height)
            guard let frame = try? pool.frame(width, height, render: { scene.render(into: $0) }) else { return }
            for symbol in SymbolReader().read(frame, effort: effort).symbols {
                tally.withLock { tally in
                    tally.countBySymbology[symbol.content.symbology.rawValue, default: 0] += 1
                    let text = symbol.content.text?.debugDescription ?? "\(symbol.content.bytes.count) bytes"
                    tally.samples.append("\(first + number) \(scene.kind) \(symbol.content.symbology.rawValue) \(text)")
                }
            }
            // `thorough` takes an hour or two, so progress is printed.
            if (number + 1) % 500 == 0 {
                let read = tally.withLock { $0.countBySymbology.values.reduce(0, +) }
                let line = "about \(number + 1) of \(pictures): \(read) read\n"
                _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
            }
        }
        return tally.withLock { $0 }
    }
}

import Foundation
import FuzzEntries
import SeededRandomness
import Testing

/// A short, deterministic version of `make fuzz`.
@Suite struct FuzzTests {
    @Test(arguments: FuzzEntry.allCases) func seedsAreThereAndRun(_ entry: FuzzEntry) {
        let seeds = entry.seeds
        #expect(seeds.count >= 8)
        #expect(!seeds.contains([]))
        for seed in seeds { entry.run(seed) }
    }

    /// Inputs that crashed an earlier version or made it hang.
    @Test(arguments: FuzzEntry.allCases) func findingsStayMended(_ entry: FuzzEntry) throws {
        let found = try findings(of: entry)
        #expect(found.allSatisfy { !$0.isEmpty }, "a finding that was kept empty shows nothing")
        // Each of them crashed or hung once.
        #expect(throws: Never.self) { for finding in found { entry.run(finding) } }
    }

    /// Some thousands of inputs, each mutated from a seed or an earlier finding.
    @Test(arguments: FuzzEntry.allCases) func survivesDamage(_ entry: FuzzEntry) throws {
        let inputs = entry.seeds + (try findings(of: entry))
        try #require(!inputs.isEmpty)
        var random = SplitMix(state: 0x5EED)
        var survived = 0
        for run in 0..<runs(of: entry) {
            let input = inputs[run % inputs.count]
            let other = inputs[random.below(inputs.count)]
            // Sometimes the beginning of one input and the end of another.
            let spliced =
                run % 5 == 0 ? input.prefix(random.below(input.count + 1)) + other.suffix(other.count / 2) : input[...]
            entry.run(damaged(Array(spliced), by: &random))
            survived += 1
        }
        #expect(survived == runs(of: entry))
    }

    /// Limited by number instead of time, so that every machine does the same. The decoder is the slowest.
    private func runs(of entry: FuzzEntry) -> Int { entry == .decoder ? 300 : 6000 }

    private func findings(of entry: FuzzEntry) throws -> [[UInt8]] {
        let folder = try #require(Bundle.module.url(forResource: "Regressions", withExtension: nil))
            .appendingPathComponent(entry.rawValue)
        // Of most entries nothing was ever found.
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }.map { Array(try Data(contentsOf: $0)) }
    }

    private func damaged(_ seed: [UInt8], by random: inout SplitMix) -> [UInt8] {
        var bytes = seed
        for _ in 0...random.below(4) where !bytes.isEmpty {
            let at = random.below(bytes.count)
            switch random.below(6) {
            case 0: bytes[at] = UInt8(truncatingIfNeeded: random.next())
            case 1: bytes[at] ^= 1 << UInt8(random.below(8))
            case 2: bytes.removeSubrange(at...)
            case 3: bytes.remove(at: at)
            case 4: bytes.insert(contentsOf: bytes[at...].prefix(random.below(16)), at: at)
            // Values that are critical in headers.
            default: bytes.replaceSubrange(at..<min(bytes.count, at + 4), with: [0x7F, 0xFF, 0xFF, 0xFF])
            }
        }
        return bytes
    }
}

import CFuzzer
import FuzzEntries
import Foundation

/// `quietzone-fuzz ENTRY …` runs libFuzzer on an entry with its arguments; `quietzone-fuzz ENTRY --seeds FOLDER` writes the
/// entry's seeds to files.
@main
struct Fuzz {
    static func main() throws {
        var arguments = CommandLine.arguments
        let names = FuzzEntry.allCases.map(\.rawValue)
        guard arguments.count >= 2, let entry = FuzzEntry(rawValue: arguments[1]) else {
            FileHandle.standardError.write(
                Data("quietzone-fuzz: \(names.joined(separator: ", ")) expected\n".utf8))
            exit(2)
        }
        if arguments.count == 4, arguments[2] == "--seeds" {
            let folder = URL(fileURLWithPath: arguments[3])
            for (number, seed) in entry.seeds.enumerated() {
                try Data(seed).write(to: folder.appendingPathComponent("seed-\(number)"))
            }
            return
        }
        arguments.remove(at: 1)
        exit(run(entry, arguments))
    }

    private static func run(_ entry: FuzzEntry, _ arguments: [String]) -> Int32 {
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var count = Int32(arguments.count)
        return pointers.withUnsafeMutableBufferPointer { pointers in
            var first = pointers.baseAddress
            // A C function pointer cannot capture `entry`.
            switch entry {
            case .pictures: return LLVMFuzzerRunDriver(&count, &first) { Fuzz.feed(.pictures, $0, $1) }
            case .streams: return LLVMFuzzerRunDriver(&count, &first) { Fuzz.feed(.streams, $0, $1) }
            case .decoder: return LLVMFuzzerRunDriver(&count, &first) { Fuzz.feed(.decoder, $0, $1) }
            case .settings: return LLVMFuzzerRunDriver(&count, &first) { Fuzz.feed(.settings, $0, $1) }
            case .unkept: return LLVMFuzzerRunDriver(&count, &first) { Fuzz.feed(.unkept, $0, $1) }
            case .keys: return LLVMFuzzerRunDriver(&count, &first) { Fuzz.feed(.keys, $0, $1) }
            case .gs1: return LLVMFuzzerRunDriver(&count, &first) { Fuzz.feed(.gs1, $0, $1) }
            }
        }
    }

    private static func feed(_ entry: FuzzEntry, _ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
        // SAFETY: the `count` bytes are valid during this call; the array copies them.
        entry.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
    }
}

import CFuzzer
import FuzzEntries
import Foundation

/// `quietzone-fuzz ENTRY …` runs libFuzzer on an entry with its arguments; `quietzone-fuzz ENTRY --seeds FOLDER` writes the
/// entry's seeds to files, `--longest FOLDER` its longest inputs.
///
/// An entry with `memoryLimit` traps where an input makes more live memory than that; what an input took at most is told at
/// the end.
@main
struct Fuzz {
    /// What the first argument names; a C function pointer cannot capture it.
    private static let entry = CommandLine.arguments.dropFirst().first.flatMap(FuzzEntry.init(rawValue:))

    static func main() throws {
        var arguments = CommandLine.arguments
        guard let entry else {
            let names = FuzzEntry.allCases.map(\.rawValue)
            FileHandle.standardError.write(Data("quietzone-fuzz: \(names.joined(separator: ", ")) expected\n".utf8))
            exit(2)
        }
        if arguments.count == 4, ["--seeds", "--longest"].contains(arguments[2]) {
            let folder = URL(fileURLWithPath: arguments[3])
            let inputs = arguments[2] == "--seeds" ? entry.seeds : entry.longestInputs
            for (number, input) in inputs.enumerated() {
                try Data(input).write(to: folder.appendingPathComponent("\(arguments[2].dropFirst(2))-\(number)"))
            }
            return
        }
        arguments.remove(at: 1)
        // What is made once, tables above all, counts for no input.
        for seed in entry.seeds { entry.run(seed) }
        qz_memory_watch_begin(entry.memoryLimit ?? 0)
        exit(run(arguments))
    }

    private static func run(_ arguments: [String]) -> Int32 {
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var count = Int32(arguments.count)
        return pointers.withUnsafeMutableBufferPointer { pointers in
            var first = pointers.baseAddress
            return LLVMFuzzerRunDriver(&count, &first) { bytes, count in
                qz_memory_watch_input({ Fuzz.feed($0, $1) }, bytes, count)
                return 0
            }
        }
    }

    private static func feed(_ bytes: UnsafePointer<UInt8>?, _ count: Int) {
        // SAFETY: the `count` bytes are valid during this call; the array copies them.
        entry?.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    }
}

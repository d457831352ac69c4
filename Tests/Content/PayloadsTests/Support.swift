import Formats
import Glibc
import Symbols

@testable import Payloads

func parse(_ text: String) -> Payload { Payload.parse(SymbolContent(symbology: .qrCode, text: text)) }

extension Payload {
    /// The first field with `key`.
    func value(_ key: String) -> String? { fields.first { $0.key == key }?.value }

    func values(_ key: String) -> [String] { fields.filter { $0.key == key }.map(\.value) }

    var warningNames: [String] { warnings.map(\.name) }

    /// The addresses of the `open` actions.
    var opened: [String] {
        actions.compactMap { if case .open(let target) = $0.effect { target.url } else { nil } }
    }

    func saved(_ suffix: String) -> String? {
        for action in actions {
            if case .save(let name, let bytes) = action.effect, name.hasSuffix(suffix) {
                return String(decoding: bytes, as: UTF8.self)
            }
        }
        return nil
    }
}

/// The day that tests compare dates with.
let testDay = CivilDate(year: 2026, month: 11, day: 22)!

/// Parses as on `testDay`.
func parseThen(_ text: String) -> Payload {
    Payload.parse(SymbolContent(symbology: .qrCode, text: text), today: testDay)
}

extension Payload {
    /// The note of the first field with `key`.
    func note(_ key: String) -> String? { fields.first { $0.key == key }?.note }

    /// All notes, by their fields' keys.
    var notes: [String: String] {
        Dictionary(fields.compactMap { field in field.note.map { (field.key, $0) } }, uniquingKeysWith: { a, _ in a })
    }

    /// The addresses that are given to the desktop's handlers.
    var handedOver: [String] {
        actions.compactMap { if case .handOver(let address) = $0.effect { address } else { nil } }
    }

    /// The file that is given to the desktop's handlers.
    var handedOverFile: String? {
        for action in actions {
            if case .handOverFile(_, let bytes) = action.effect { return String(decoding: bytes, as: UTF8.self) }
        }
        return nil
    }
}

/// The processor time of this thread: what other programs do at the same time does not count.
enum ThreadTime {
    static func nanoseconds(_ body: () -> Void) -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
        }
        let start = now()
        body()
        return now() - start
    }

    /// How many times as long a unit of length takes when there are `long` instead of `short` of them.
    ///
    /// Measured again until it is within `limit`, and the best times count: other programs on the machine, and other machines on its
    /// processors, slow down some measurements; what the code takes slows down each.
    ///
    /// - Parameter work: makes what is measured for a length.
    static func growth(from short: Int, to long: Int, limit: Double, _ work: (Int) -> () -> Void) -> Double {
        let (shortWork, longWork) = (work(short), work(long))
        // Clocks and other work count more than what is less.
        var (least, longest) = (Double.infinity, Double.infinity)
        var growth = Double.infinity
        for round in 0..<100 where growth > limit {
            // Longer and longer, so that what disturbed the last measurements is over.
            if round > 4 { usleep(UInt32(round) * 1000) }
            for _ in 0..<3 { least = min(least, nanoseconds(shortWork)) }
            longest = min(longest, nanoseconds(longWork))
            growth = longest / max(least, 500_000) / (Double(long) / Double(short))
        }
        return growth
    }
}

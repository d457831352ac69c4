import Frames
import Glibc

/// A reader of whole pictures in a comparison.
protocol Competitor: AnyObject {
    var name: String { get }

    /// Reads `frame` independently of the frames before it.
    func read(_ frame: Frame) throws -> Reading
}

/// What a reader reported for one picture.
struct Reading {
    var answers: [Answer]
    /// Processor time of the reading thread, in whichever process; loading and passing on the picture are excluded.
    var milliseconds: Double
}

/// The processor time of the calling thread, which depends less on the machine's load than wall-clock time.
enum ProcessorTime {
    /// Runs `body` and returns the milliseconds it took.
    static func milliseconds(of body: () throws -> Void) rethrows -> Double {
        let start = now()
        try body()
        return now() - start
    }

    /// The processor time of the calling thread since its start, in milliseconds.
    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}

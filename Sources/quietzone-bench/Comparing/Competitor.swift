import Frames
import Glibc

/// A reader of whole pictures that is measured beside others.
protocol Competitor: AnyObject {
    /// What the tables call it.
    var name: String { get }

    /// Reads `frame`, which is not related to the one before.
    func read(_ frame: Frame) throws -> Reading
}

/// What a reader said of one picture.
struct Reading {
    var answers: [Answer]
    /// Processor time of the thread that read, wherever it runs; the time to load the picture and to hand it over is
    /// not in it.
    var milliseconds: Double
}

/// The processor time of the calling thread, which other programs at work do not lengthen as they do the wall clock's.
enum ProcessorTime {
    /// Runs `body` and returns its milliseconds.
    static func milliseconds(of body: () throws -> Void) rethrows -> Double {
        let start = now()
        try body()
        return now() - start
    }

    /// What the calling thread has had, in milliseconds.
    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}

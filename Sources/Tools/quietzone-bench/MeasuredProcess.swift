import Foundation

/// What a program took that ran by itself: so one measurement holds no memory of another.
struct MeasuredProcess {
    /// From its start to its end.
    let seconds: Double
    /// The most of its memory that was resident, in bytes.
    let residentMemory: Int

    /// Runs a program to its end; what it prints is dropped.
    ///
    /// - Parameters:
    ///   - environment: instead of what is set here.
    ///   - dropsErrors: whether that goes for standard error, too; default false.
    /// - Throws: `BenchError` when it cannot be run or fails.
    init(
        _ program: String, _ arguments: [String], environment changes: [String: String] = [:], dropsErrors: Bool = false
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        if dropsErrors { posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) }
        let environment = ProcessInfo.processInfo.environment.merging(changes) { $1 }
        let words = Self.copies(of: [program] + arguments)
        let variables = Self.copies(of: environment.map { "\($0.key)=\($0.value)" })
        defer { (words + variables).forEach { free($0) } }
        var child: pid_t = 0
        let start = ContinuousClock.now
        guard posix_spawn(&child, program, &actions, nil, words, variables) == 0 else {
            throw BenchError("\(program) cannot be run")
        }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
        guard status == 0 else { throw BenchError("\(program) \(arguments.joined(separator: " ")) fails") }
        seconds = (ContinuousClock.now - start) / .seconds(1)
        residentMemory = usage.ru_maxrss * 1024
    }

    /// For C, ended by nil; the caller frees them.
    private static func copies(of texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        texts.map { strdup($0) } + [nil]
    }
}

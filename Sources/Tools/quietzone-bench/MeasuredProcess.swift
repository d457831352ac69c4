import Foundation

/// What a program took that ran by itself: so one measurement holds no memory of another.
struct MeasuredProcess {
    let seconds: Double
    /// The processor time of it and of those that it waited for.
    let processorMilliseconds: Double
    /// The most of its memory that was resident, in bytes.
    let residentMemory: Int

    /// Runs a program to its end, without input.
    ///
    /// - Parameters:
    ///   - environment: instead of what is set here.
    ///   - output: where it prints to; nil, the default, for nowhere.
    ///   - dropsErrors: whether its standard error goes nowhere; default false.
    /// - Throws: `BenchError` when it cannot be run or fails.
    init(
        _ program: String, _ arguments: [String], environment changes: [String: String] = [:], output: Int32? = nil,
        dropsErrors: Bool = false
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        if let output {
            posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        }
        if dropsErrors { posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) }
        let environment = ProcessInfo.processInfo.environment.merging(changes) { $1 }
        let start = ContinuousClock.now
        let child = try Self.spawn(program, arguments, environment, &actions)
        var status: Int32 = 0
        var usage = rusage()
        while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
        guard status == 0 else { throw BenchError("\(program) \(arguments.joined(separator: " ")) fails") }
        seconds = WallClock.milliseconds(since: start) / 1000
        processorMilliseconds =
            Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3
            + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3
        residentMemory = usage.ru_maxrss * 1024
    }

    /// Starts a program.
    static func spawn(
        _ program: String, _ arguments: [String], _ environment: [String: String],
        _ actions: inout posix_spawn_file_actions_t, flags: Int16 = 0
    ) throws -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, flags)
        let words = ([program] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var child: pid_t = 0
        guard posix_spawn(&child, program, &actions, &attributes, words, variables) == 0 else {
            throw BenchError("\(program) cannot be run")
        }
        return child
    }

    /// What a program prints, which is found in `PATH` where it is not a path.
    static func output(of program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }

    static func isInstalled(_ name: String) -> Bool {
        ["/usr/bin/", "/usr/local/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + name) }
    }
}

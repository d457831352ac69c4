import Foundation

/// The program `quietzone`, as it is measured in a terminal of its own.
enum TerminalProgram {
    /// POSIX_SPAWN_SETSID of glibc, which Swift does not see.
    private static let newSession: Int16 = 0x80

    /// The program beside this one.
    static var beside: String {
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        return (own as NSString).deletingLastPathComponent + "/quietzone"
    }

    /// Starts `program` as the first of a session, with settings, history and events below `home`.
    static func start(
        _ program: String, _ arguments: [String], home: String, _ actions: inout posix_spawn_file_actions_t
    ) throws -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, newSession)
        var environment = ProcessInfo.processInfo.environment
        for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"] { environment[name] = home }
        for name in ["NO_COLOR", "COLORTERM"] { environment[name] = nil }
        (environment["TERM"], environment["LC_ALL"]) = ("xterm-256color", "C.UTF-8")
        let words = ([program] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var child: pid_t = 0
        guard posix_spawn(&child, program, &actions, &attributes, words, variables) == 0 else {
            throw BenchError("\(program) cannot be run")
        }
        return child
    }
}

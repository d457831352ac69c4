import ArgumentParser
import CLinux
import Foundation

/// Which `quietzone` is measured.
struct TestedProgram: ParsableArguments {
    @Option(help: "The program; default the one beside this one.")
    var program: String?

    /// Its path; by default that of the program beside this one.
    var path: String {
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        return program ?? (own as NSString).deletingLastPathComponent + "/quietzone"
    }

    /// The path; throws where the program is not built.
    func builtPath() throws -> String {
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw BenchError("\(path) is not there: swift build -c release --static-swift-stdlib --product quietzone")
        }
        return path
    }

    /// The variables that have settings, history and events lie below `home`.
    static func folders(in home: String) -> [String: String] {
        ["HOME": home, "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home, "XDG_STATE_HOME": home]
    }
}

/// A terminal, as a program under measurement has one for its own.
enum PseudoTerminal {
    /// POSIX_SPAWN_SETSID of glibc, which Swift does not see.
    private static let newSession: Int16 = 0x80

    /// The two sides of a new pseudo-terminal.
    static func open(columns: Int, rows: Int) throws -> (master: Int32, slave: Int32) {
        var (master, slave): (Int32, Int32) = (-1, -1)
        guard qz_open_pty(Int32(columns), Int32(rows), &master, &slave) == 0 else {
            throw BenchError("no pseudo-terminal")
        }
        return (master, slave)
    }

    /// Starts `program` with this side of a pseudo-terminal for its own, and closes it here.
    static func start(_ program: String, _ arguments: [String], home: String, on slave: Int32) throws -> pid_t {
        defer { Foundation.close(slave) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for number in 0...2 { posix_spawn_file_actions_adddup2(&actions, slave, Int32(number)) }
        return try start(program, arguments, home: home, &actions)
    }

    /// Starts `program` as the first of a session, with settings, history and events below `home`.
    static func start(
        _ program: String, _ arguments: [String], home: String, _ actions: inout posix_spawn_file_actions_t
    ) throws -> pid_t {
        var environment = ProcessInfo.processInfo.environment.merging(TestedProgram.folders(in: home)) { $1 }
        for name in ["NO_COLOR", "COLORTERM"] { environment[name] = nil }
        (environment["TERM"], environment["LC_ALL"]) = ("xterm-256color", "C.UTF-8")
        return try MeasuredProcess.spawn(program, arguments, environment, &actions, flags: newSession)
    }
}

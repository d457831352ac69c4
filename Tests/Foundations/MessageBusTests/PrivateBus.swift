import Foundation
import Glibc
import MessageBus

/// A dbus-daemon of the test's own, with nobody on it. It ends with this object.
final class PrivateBus {
    static let isInstalled = MessageBus.isLibraryThere && daemon != nil
    private static let daemon = ["/usr/bin/dbus-daemon", "/bin/dbus-daemon"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    let folder: String
    private var process: pid_t = 0
    var address: BusAddress { .socket(folder + "/bus") }

    init() throws {
        folder = try temporaryFolder()
        let configuration = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" \
            "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type><listen>unix:path=\(folder)/bus</listen><auth>EXTERNAL</auth>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
              </policy>
            </busconfig>
            """
        try configuration.write(toFile: folder + "/bus.conf", atomically: true, encoding: .utf8)
        let words = [Self.daemon ?? "", "--config-file=\(folder)/bus.conf", "--nofork", "--nopidfile"]
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        let result = posix_spawn(&process, words[0], nil, nil, &arguments, environ)
        guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: result) ?? .ENOENT) }
        let end = ContinuousClock.now + .seconds(60)
        while !FileManager.default.fileExists(atPath: folder + "/bus"), ContinuousClock.now < end {
            Thread.sleep(forTimeInterval: 0.01)
        }
    }

    /// Ends the daemon at once.
    func end() {
        guard process > 0 else { return }
        kill(process, SIGKILL)
        // Foundation's Process may miss the end of a child when several end at once.
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
        process = 0
    }

    deinit {
        end()
        try? FileManager.default.removeItem(atPath: folder)
    }
}

/// A new folder with a short path, as sockets need it.
func temporaryFolder() throws -> String {
    let folder = "/tmp/quietzone-bus-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
}

import Files
import Foundation

/// A process that has a device open.
package struct DeviceHolder: Hashable, Sendable {
    /// The program's name, up to 15 characters (/proc/PID/comm).
    package var program: String
    package var pid: Int32

    /// The other processes that have `node` open, by pid; only those that we may look into, which without
    /// privileges are our own user's.
    package static func holding(_ node: String, paths: CameraPaths = CameraPaths()) -> [DeviceHolder] {
        let files = FileManager.default
        guard let real = Folder.resolved(node), let entries = try? files.contentsOfDirectory(atPath: paths.processes)
        else { return [] }
        return entries.compactMap(Int32.init).filter { $0 != getpid() }.sorted().compactMap { pid in
            let folder = "\(paths.processes)/\(pid)"
            guard let open = try? files.contentsOfDirectory(atPath: "\(folder)/fd"),
                open.contains(where: { (try? files.destinationOfSymbolicLink(atPath: "\(folder)/fd/\($0)")) == real })
            else { return nil }
            let name = firstLine(of: "\(folder)/comm") ?? "a program"
            return DeviceHolder(program: name, pid: pid)
        }
    }
}

/// The first line of a small file, made safe to show; nil when it is empty or cannot be read.
func firstLine(of path: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: 256) else { return nil }
    let line = printable(String(decoding: data.prefix { $0 != 0x0A }, as: UTF8.self))
    return line.isEmpty ? nil : line
}

import Files
import Frames
import Glibc

/// Puts what is wrong with a camera into one line that says what to do.
struct CameraDiagnosis {
    /// The node, or a link to it.
    var path: String
    var title: String
    /// Where to look for who holds it.
    var paths = CameraPaths()

    private var node: String { Folder.resolved(path) ?? path }

    /// The line for `fault`.
    func explain(_ fault: CameraError) -> SourceError { SourceError(line(for: fault)) }

    private func line(for fault: CameraError) -> String {
        switch fault {
        case .call("open", let errno): unopened(errno)
        case .call(let call, let errno): failed(call, errno)
        case .notACamera: "\(node) is not a camera. `quietzone cameras` lists the cameras."
        case .noCapture("v4l2 loopback"):
            "\(node) is a loop-back camera that no program feeds yet. Start the program that feeds it."
        case .noCapture: "\(node) provides no video. `quietzone cameras` lists the nodes that do."
        case .noFormat(let formats):
            "\(node) offers no picture format that can be read"
                + (formats.isEmpty ? "." : " (only \(formats.map(\.description).joined(separator: ", "))).")
        case .formatNotOffered(let request, let offered):
            "\(node) does not offer \(request). It offers \(examples(offered))."
        case .silent(let milliseconds, let damaged):
            "\(title) (\(node)) sent \(damaged ? "only damaged pictures" : "no picture") for "
                + "\((milliseconds + 500) / 1000) s. If this continues, unplug it and plug it in again."
        case .unparsed(let error): "The pictures of \(title) are not read: \(error.description)"
        case .stopped: "\(title) (\(node)) stopped sending pictures."
        case .formatChanged: "\(title) (\(node)) keeps changing the format of its pictures."
        }
    }

    private func unopened(_ errno: Int32) -> String {
        switch errno {
        case EACCES, EPERM: noPermission()
        case EBUSY: inUse()
        case ENOENT: "There is no \(path). `quietzone cameras` lists the cameras."
        case ENODEV, ENXIO, ENOTDIR: "The camera at \(path) is no longer connected. Plug it in again."
        case EMFILE, ENFILE: "Cannot open \(node): too many files are open."
        default: "Cannot open \(node): \(reason(errno))."
        }
    }

    private func failed(_ call: String, _ errno: Int32) -> String {
        switch errno {
        case EBUSY: inUse()
        case ENODEV, ENXIO: "\(title) (\(path)) was unplugged. Plug it in again."
        case ENOSPC:
            "The USB bus has too little bandwidth for \(title). Plug it into another port, or choose a smaller format."
        default: "\(call) failed on \(node): \(reason(errno))."
        }
    }

    private func noPermission() -> String {
        var status = stat()
        let known = stat(path, &status) == 0
        let opens = status.st_mode & (S_IRGRP | S_IWGRP) == S_IRGRP | S_IWGRP
        guard known, status.st_gid != 0, opens, let group = groupName(status.st_gid) else {
            return "No permission to open \(node), which only root can open. Assign it to a group with a udev rule."
        }
        return "No permission to open \(node), which belongs to group \(group). "
            + "Run `sudo usermod -aG \(group) $USER`, then log in again."
    }

    private func inUse() -> String {
        let holders = DeviceHolder.holding(path, paths: paths).prefix(3).map { "\($0.program) (pid \($0.pid))" }
        if holders.isEmpty {
            return "\(node) is in use by another program (`sudo fuser -v \(node)` names it). "
                + "Close it, or choose another camera."
        }
        return "\(node) is in use by \(holders.joined(separator: " and ")). Close it, or choose another camera."
    }

    private func examples(_ formats: [CameraFormat]) -> String {
        var seen: [String] = []
        for format in formats {
            let text = "\(format.width)x\(format.height) \(format.pixelFormat)"
            if !seen.contains(text) { seen.append(text) }
        }
        return seen.isEmpty ? "nothing" : seen.prefix(6).joined(separator: ", ") + (seen.count > 6 ? ", …" : "")
    }

    private func reason(_ errno: Int32) -> String { String(cString: strerror(errno)) }

    private func groupName(_ id: gid_t) -> String? {
        var entry = group()
        var found: UnsafeMutablePointer<group>?
        var buffer = [CChar](repeating: 0, count: 4096)
        guard getgrgid_r(id, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
        return String(cString: entry.gr_name)
    }
}

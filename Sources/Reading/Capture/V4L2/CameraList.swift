import Files
import CLinux
import Foundation
import Frames

/// A camera as it was found.
package struct CameraDevice: Hashable, Sendable {
    /// Names it across restarts and other ports' changes: its by-id link's name, else its by-path link's,
    /// else its place on the bus (`bus-1-1:1.0-video-index0`), else the node's path.
    package var name: String
    /// Its name for people, safe to show.
    package var title: String
    /// The node, for example `/dev/video0`.
    package var node: String
    /// What to open: a stable link to the node where there is one.
    package var path: String
    /// Where it is attached, for example `usb-0000:00:14.0-3`; empty when it could not be asked.
    package var bus: String
    /// The kernel driver, for example `uvcvideo`; empty when it could not be asked.
    package var driver: String
    /// Why it cannot be opened and what to do, in one line; nil when it can.
    package var problem: String?
    /// What its USB port carries in one direction, in bytes a second; nil when that sets no limit.
    package var busBytesPerSecond: Double?
    /// Whether it faces the user, as far as the driver, the firmware or the name says.
    package var facesUser: Bool

    package init(
        name: String, title: String, node: String, path: String, bus: String = "", driver: String = "",
        problem: String? = nil, busBytesPerSecond: Double? = nil, facesUser: Bool = false
    ) {
        self.name = name
        self.title = title
        self.node = node
        self.path = path
        self.bus = bus
        self.driver = driver
        self.problem = problem
        self.busBytesPerSecond = busBytesPerSecond
        self.facesUser = facesUser
    }
}

/// Finds cameras.
///
/// Listed are nodes that capture single-planar video by streaming; multi-planar nodes belong to camera
/// pipelines of SoCs, of which a single node is not a complete camera.
package enum CameraList {
    /// The cameras that are there, in the order of their nodes.
    package static func available(in system: CameraSystem = .machine) -> [CameraDevice] {
        let links = links(in: system.paths)
        return nodes(in: system.paths).compactMap { describe($0, link: links[$0], in: system) }
    }

    /// The camera that `wanted` means: a stable name, a node or a link to it, else a title, else a part of
    /// one, whatever the case; nil when none or, for a part, more than one fits.
    package static func camera(_ wanted: String, among cameras: [CameraDevice]) -> CameraDevice? {
        let real = Folder.resolved(wanted)
        if let exact = cameras.first(where: {
            $0.name == wanted || $0.node == wanted || (real != nil && Folder.resolved($0.node) == real)
        }) {
            return exact
        }
        let lowered = wanted.lowercased()
        if let titled = cameras.first(where: { $0.title.lowercased() == lowered }) { return titled }
        let partial = cameras.filter { $0.title.lowercased().contains(lowered) || $0.name.contains(wanted) }
        return partial.count == 1 && !wanted.isEmpty ? partial[0] : nil
    }

    /// Everything that a camera offers, in its driver's order.
    ///
    /// - Throws: `SourceError` when it cannot be opened or asked.
    package static func formats(
        of camera: CameraDevice, in system: CameraSystem = .machine
    ) throws(SourceError) -> [CameraFormat] {
        do {
            return try V4L2Device(path: camera.path, calls: system.calls).formats()
        } catch {
            throw CameraDiagnosis(path: camera.path, title: camera.title, paths: system.paths).explain(error)
        }
    }

    /// The controls of a camera that is not streaming here, in its driver's order, and what its focus can do.
    ///
    /// - Throws: `SourceError` when it cannot be opened or asked.
    package static func controls(
        of camera: CameraDevice
    ) throws(SourceError) -> (list: [CameraControl], focus: CameraFocus) {
        do {
            let device = try V4L2Device(path: camera.path, calls: .system)
            let controls = CameraControls(device: device, title: camera.title)
            return (try controls.list(), try controls.focusAbilities())
        } catch let fault as CameraError {
            throw CameraDiagnosis(path: camera.path, title: camera.title).explain(fault)
        } catch {
            throw SourceError("\(error)")
        }
    }

    /// What lights what the camera sees: the key of a torch's control among its `controls`, else the name of a flash LED's
    /// node, else that of a LED; nil when there is none.
    package static func light(of camera: CameraDevice, controls: [CameraControl]) -> String? {
        controls.first(where: \.isTorch)?.key
            ?? FlashNode.open(of: camera.node, in: .machine)?.title
            ?? LightLED.belonging(to: camera.node, facesUser: camera.facesUser, paths: CameraPaths())?.name
    }

    /// The controls of a camera that is not streaming here, to be changed permanently: nothing is restored.
    ///
    /// - Throws: `SourceError` when it cannot be opened.
    package static func openControls(of camera: CameraDevice) throws(SourceError) -> CameraControls {
        do {
            let device = try V4L2Device(path: camera.path, calls: .system)
            return CameraControls(device: device, title: camera.title, restores: false)
        } catch {
            throw CameraDiagnosis(path: camera.path, title: camera.title).explain(error)
        }
    }

    /// The camera at `path`, a node or a link to one: whether there is one is found out when it is opened.
    package static func undiscovered(_ path: String, in system: CameraSystem) -> CameraDevice {
        let paths = system.paths
        let node = Folder.resolved(path) ?? path
        let title = title(of: node, card: nil, paths: paths)
        return CameraDevice(
            name: path, title: title, node: node, path: path,
            busBytesPerSecond: busBytesPerSecond(of: node, paths: paths),
            facesUser: facesUser(node, title: title, orientation: nil, paths: paths))
    }
}

extension CameraList {
    /// `video*` nodes, by number, each real node once.
    private static func nodes(in paths: CameraPaths) -> [String] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: paths.devices)) ?? []
        let numbered = entries.compactMap { entry in
            entry.hasPrefix("video")
                ? Int(entry.dropFirst(5)).map { (number: $0, path: "\(paths.devices)/\(entry)") } : nil
        }
        var seen: Set<String> = []
        return numbered.sorted { $0.number < $1.number }.map(\.path).filter {
            guard let real = Folder.resolved($0) else { return false }
            return seen.insert(real).inserted
        }
    }

    /// The stable link of each node: the first by name of `v4l/by-id`, else of `v4l/by-path`.
    private static func links(in paths: CameraPaths) -> [String: String] {
        var found: [String: String] = [:]
        for folder in ["\(paths.devices)/v4l/by-id", "\(paths.devices)/v4l/by-path"] {
            let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for entry in entries.sorted() {
                guard let target = Folder.resolved("\(folder)/\(entry)"), let name = target.split(separator: "/").last
                else { continue }
                let node = "\(paths.devices)/\(name)"
                if found[node] == nil { found[node] = "\(folder)/\(entry)" }
            }
        }
        return found
    }

    /// The camera at `node`; nil when it does not capture video.
    private static func describe(_ node: String, link: String?, in system: CameraSystem) -> CameraDevice? {
        let paths = system.paths
        var camera = CameraDevice(
            name: link.flatMap { $0.split(separator: "/").last.map(String.init) } ?? place(of: node, paths: paths)
                ?? node,
            title: title(of: node, card: nil, paths: paths), node: node, path: link ?? node,
            busBytesPerSecond: busBytesPerSecond(of: node, paths: paths))
        do {
            let device = try V4L2Device(path: node, calls: system.calls)
            let capability = try device.capability()
            guard capability.capturesVideo else { return nil }
            let orientation = try? device.control(.cameraOrientation)?.value
            camera.title = title(of: node, card: capability.card, paths: paths)
            camera.bus = capability.bus
            camera.driver = capability.driver
            camera.facesUser = facesUser(node, title: camera.title, orientation: orientation, paths: paths)
        } catch .call("open", let errno) where errno != ENOENT {
            // It cannot be asked whether it is metadata, but of a camera's nodes the first is the picture.
            guard (firstLine(of: "\(sysfs(node, paths))/index") ?? "0") == "0" else { return nil }
            camera.problem =
                CameraDiagnosis(path: node, title: camera.title, paths: paths)
                .explain(.call("open", errno: errno)).description
        } catch {
            return nil
        }
        return camera
    }

    static func sysfs(_ node: String, _ paths: CameraPaths) -> String {
        "\(paths.system)/class/video4linux/\(node.split(separator: "/").last ?? "")"
    }

    /// Where a node's device is attached, as udev's links name it, for systems without those: a node's
    /// number changes when a camera is plugged in again, its position on the bus does not.
    private static func place(of node: String, paths: CameraPaths) -> String? {
        guard let device = Folder.resolved("\(sysfs(node, paths))/device"), let last = device.split(separator: "/").last
        else { return nil }
        return "bus-\(printable(String(last)))-video-index\(firstLine(of: "\(sysfs(node, paths))/index") ?? "0")"
    }

    private static func title(of node: String, card: String?, paths: CameraPaths) -> String {
        let name = firstLine(of: "\(sysfs(node, paths))/name") ?? card ?? ""
        guard !name.isEmpty else { return node }
        // uvcvideo joins the names of device and function, which mostly are the same, cut at 31 bytes.
        let parts = name.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        return parts.count == 2 && parts[0].hasPrefix(parts[1]) && !parts[0].isEmpty ? parts[0] : name
    }

    /// From the USB device's `speed` in Mbit/s, which lies above its interface in sysfs.
    private static func busBytesPerSecond(of node: String, paths: CameraPaths) -> Double? {
        guard let interface = Folder.resolved("\(sysfs(node, paths))/device"),
            let speed = firstLine(of: "\(interface)/../speed").flatMap(Double.init)
        else { return nil }
        // 480: three packets of 1024 bytes in each of 8000 microframes (USB 2.0, 5.6.3).
        return switch speed {
        case ..<100: 1_000_000
        case ..<1000: 24_576_000
        default: nil
        }
    }
}

import Files
import CLinux
import Foundation

/// Flash LEDs with their own node, `v4l-subdevN`, beside the camera's: those of phones and camera modules
/// (the kernel's userspace-api/media/v4l/dev-subdev and driver-api/media/v4l2-flash-led-class).
enum FlashNode {
    /// The controls of the flash LED of the camera at `node`, opened; nil when it has none that can be a torch. They are
    /// called by the node's name, for example `v4l-subdev1`.
    static func open(of node: String, in system: CameraSystem) -> CameraControls? {
        for name in names(of: node, in: system) {
            guard let device = try? V4L2Device(path: "\(system.paths.devices)/\(name)", calls: system.calls) else {
                continue
            }
            let controls = CameraControls(device: device, title: name)
            if let torch = try? controls.control(.flashLEDMode), torch.isTorch { return controls }
        }
        return nil
    }

    /// Sub-device nodes of the device that the camera at `node` belongs to, and the flash LEDs that its media controller
    /// lists: those are mostly on another bus.
    private static func names(of node: String, in system: CameraSystem) -> [String] {
        let folder = "\(system.paths.system)/class/video4linux"
        let all = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            .filter { $0.hasPrefix("v4l-subdev") }.sorted()
        // Webcams have a media controller, but no such nodes: it is not queried then.
        guard !all.isEmpty, let device = CameraList.parentDevice(of: node, paths: system.paths) else { return [] }
        let listed = flashes(of: node, in: system)
        return all.filter { name in
            if let numbers = firstLine(of: "\(folder)/\(name)/dev"), listed.contains(numbers) { return true }
            guard let own = Folder.resolved("\(folder)/\(name)/device") else { return false }
            return own == device || own.hasPrefix(device + "/")
        }
    }

    /// The flash LEDs in the media controller of the camera at `node`, by their nodes' numbers as sysfs writes them:
    /// `81:7`.
    private static func flashes(of node: String, in system: CameraSystem) -> Set<String> {
        let folder = "\(CameraList.sysfs(node, system.paths))/device"
        let media = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            .filter { $0.hasPrefix("media") && Int($0.dropFirst(5)) != nil }.sorted()
        var found: Set<String> = []
        for name in media {
            guard let device = try? V4L2Device(path: "\(system.paths.devices)/\(name)", calls: system.calls) else {
                continue
            }
            var entity = media_entity_desc()
            // A faulty driver may list entities without end; none has this many.
            for _ in 0..<1024 {
                let last = entity.id
                guard qz_media_next_entity(system.calls.table, device.descriptor, &entity) >= 0, entity.id > last else {
                    break
                }
                if entity.type == qz_MEDIA_ENT_F_FLASH { found.insert("\(entity.dev.major):\(entity.dev.minor)") }
            }
        }
        return found
    }
}

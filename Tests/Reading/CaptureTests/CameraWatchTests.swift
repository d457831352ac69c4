import Capture
import CLinux
import Files
import Foundation
import Frames
import Testing

@Suite struct CameraWatchTests {
    private func folder() throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("watch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url
    }

    /// Whether the watch's descriptor became readable.
    private func isAwake(_ watch: FileWatch) -> Bool { qz_poll([watch.descriptor], 1, 5000) & 1 != 0 }

    @Test func wakesForCamerasThatComeAndGo() throws {
        let dev = try folder()
        defer { try? FileManager.default.removeItem(at: dev) }
        let watch = try CameraList.watch(CameraSystem(calls: .system, paths: CameraPaths(devices: dev.path)))
        #expect(!watch.takeChanges())
        let node = dev.appendingPathComponent("video3")
        try Data().write(to: node)
        #expect(isAwake(watch))
        #expect(watch.takeChanges())
        #expect(!watch.takeChanges())
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: node.path)
        #expect(isAwake(watch))
        #expect(watch.takeChanges())
        try FileManager.default.removeItem(at: node)
        #expect(isAwake(watch))
        #expect(watch.takeChanges())
    }

    @Test func otherDevicesDoNotConcernIt() throws {
        let dev = try folder()
        defer { try? FileManager.default.removeItem(at: dev) }
        let watch = try CameraList.watch(CameraSystem(calls: .system, paths: CameraPaths(devices: dev.path)))
        try Data().write(to: dev.appendingPathComponent("ttyUSB0"))
        #expect(isAwake(watch))
        #expect(!watch.takeChanges())
    }

    @Test func aFolderThatIsNotThereIsAnError() {
        #expect(throws: SourceError("Cannot watch /nonexistent for cameras: No such file or directory.")) {
            try CameraList.watch(CameraSystem(calls: .system, paths: CameraPaths(devices: "/nonexistent")))
        }
    }
}
